import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { World } from './world.ts';

/** Commands that move a ref, here or at the origin. */
const REF_MOVING = ['push', 'fetch', 'fast-import', 'update-ref'];

/**
 * First in PATH, it counts the commands that move a ref, and kills who started one: before the real git, or when that
 * is done. Options that stand before a command are left out of account.
 */
const SHIM = `#!/bin/sh
real=$(PATH="$SHIM_PATH" command -v git)
for word in "$@"; do
  case "$word" in
    -*) continue ;;
    ${REF_MOVING.join('|')}) command=$word ;;
  esac
  break
done
[ -z "$command" ] && exec "$real" "$@"
echo "$command" >> "$SHIM_LOG"
[ "$(wc -l < "$SHIM_LOG")" -ne "$SHIM_AT" ] && exec "$real" "$@"
if [ "$SHIM_MOMENT" = after ]; then "$real" "$@"; fi
kill -9 $PPID
`;

/** Puts the shim in place for one run. At place 0 it kills nobody, and only writes down what it sees. */
export function shimGit(
  { folder, runs }: World,
  { at, moment }: { readonly at: number; readonly moment: 'before' | 'after' },
): { readonly log: string; readonly env: Readonly<Record<string, string>> } {
  const bin = join(folder, 'shim');
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, 'git'), SHIM, { mode: 0o755 });
  const log = join(folder, `git-${runs.length}.log`);
  writeFileSync(log, '');
  const { PATH = '' } = process.env;
  return {
    log,
    env: {
      PATH: `${bin}${delimiter}${PATH}`,
      SHIM_PATH: PATH,
      SHIM_LOG: log,
      SHIM_AT: String(at),
      SHIM_MOMENT: moment,
    },
  };
}

/** The ref-moving commands that a shim saw, in order. */
export function shimmedCommands(log: string): string[] {
  return readFileSync(log, 'utf8').split('\n').filter(Boolean);
}
