import { existsSync, mkdirSync, readFileSync, watch, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { World } from './world.ts';

/** Commands that move a ref, here or at origin. */
const REF_MOVING = ['push', 'fetch', 'fast-import', 'update-ref'];

/**
 * A script that comes first in PATH. It counts the commands that move a ref and kills the process that started one,
 * before the real git runs or after. Or it fails instead of running the real git, as on a full disk. Options before a
 * command are ignored.
 */
interface Place {
  readonly path: string;
  readonly log: string;
  readonly at: number;
  readonly moment: 'before' | 'after' | 'instead';
  /** The shell command that kills the process that started git. */
  readonly kill: string;
}

/** The script contains all settings, because git doesn't inherit the whole environment. */
function shimText({ path, log, at, moment, kill }: Place): string {
  return `#!/bin/sh
real=$(PATH='${path}' command -v git)
for word in "$@"; do
  case "$word" in
    -*) continue ;;
    ${REF_MOVING.join('|')}) command=$word ;;
  esac
  break
done
[ -z "$command" ] && exec "$real" "$@"
echo "$command" >> '${log}'
[ "$(wc -l < '${log}')" -ne ${at} ] && exec "$real" "$@"
${atThePlace(kill)[moment]}
`;
}

function atThePlace(kill: string): Record<Place['moment'], string> {
  return {
    before: kill,
    after: `"$real" "$@"\n${kill}`,
    instead: "echo 'fatal: write error: No space left on device' >&2\nexit 128",
  };
}

/** Installs the script for one run. At position 0 it kills nothing and only logs commands. */
export function shimGit(
  world: World,
  { kill = () => undefined, ...place }: Pick<Place, 'at' | 'moment'> & { readonly kill?: () => void },
): { readonly log: string; readonly env: Readonly<Record<string, string>> } {
  const { folder, runs } = world;
  const bin = join(folder, 'shim');
  mkdirSync(bin, { recursive: true });
  const log = join(folder, `git-${runs.length}.log`);
  const { PATH: path = '' } = process.env;
  writeFileSync(join(bin, 'git'), shimText({ path, log, kill: killing(world, kill), ...place }), {
    mode: 0o755,
  });
  writeFileSync(log, '');
  return { log, env: { PATH: `${bin}${delimiter}${path}` } };
}

/**
 * git kills a run in its own process. A run in this process can't be killed: its git never ends, and the run counts as
 * killed.
 */
function killing(world: World, kill: () => void): string {
  if (world.runsIn === 'processes') return 'kill -9 $PPID';
  const pid = join(world.folder, `stuck-${world.runs.length}`);
  let stuck = 0;
  const watcher = watch(world.folder, () => {
    if (stuck !== 0 || !existsSync(pid)) return;
    stuck = Number(readFileSync(pid, 'utf8'));
    if (stuck !== 0) kill();
  });
  world.afterward(() => {
    watcher.close();
    if (stuck !== 0) process.kill(stuck);
  });
  return `echo $$ > '${pid}'\nexec sleep 60`;
}

/** The ref-moving commands in the log, in order. */
export function shimmedCommands(log: string): string[] {
  return readFileSync(log, 'utf8').split('\n').filter(Boolean);
}
