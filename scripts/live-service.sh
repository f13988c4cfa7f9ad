#!/usr/bin/env bash
# The local campaign service, running next to the steps of a job: `start FOLDER` returns once it listens, and `stop FOLDER` once
# all its data is in FOLDER. CAMPAIGNS_PORT is its port, by default 4010.
set -euo pipefail
cd "$(dirname "$0")/.."
mkdir -p "$2"
log="$2/service.log" process="$2/service.pid"

case "$1" in
  start)
    node dist/cli.js serve --port "${CAMPAIGNS_PORT:-4010}" --data "$2/live.sqlite" --limits off \
      --features queuing,audience_limit --quiet >"$log" 2>&1 &
    echo $! >"$process"
    for _ in $(seq 300); do
      if grep -q '^listening on' "$log"; then exit 0; fi
      kill -0 "$(cat "$process")" 2>/dev/null || break
      sleep 0.1
    done
    cat "$log" >&2
    exit 1
    ;;
  stop)
    pid="$(cat "$process")"
    kill "$pid"
    while kill -0 "$pid" 2>/dev/null; do sleep 0.1; done
    rm -f "$process" "$log"
    ;;
esac
