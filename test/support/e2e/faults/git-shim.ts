import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { World } from './world.ts';

/** Commands that move a ref, here or at the origin. */
const REF_MOVING = ['push', 'fetch', 'fast-import', 'update-ref'];

/**
 * First in PATH, it counts the commands that move a ref, and kills who started one: before the real git, or when that
 * is done. Or it fails instead of the real git, as on a full disk. Options that stand before a command are left out of
 * account.
 */
interface Place {
  readonly path: string;
  readonly log: string;
  readonly at: number;
  readonly moment: 'before' | 'after' | 'instead';
}

/** All that it goes by stands in it: git is not told the whole environment. */
function shimText({ path, log, at, moment }: Place): string {
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
${AT_THE_PLACE[moment]}
`;
}

const AT_THE_PLACE = {
  before: 'kill -9 $PPID',
  after: '"$real" "$@"\nkill -9 $PPID',
  instead: "echo 'fatal: write error: No space left on device' >&2\nexit 128",
};

/** Puts the shim in place for one run. At place 0 it kills nobody, and only writes down what it sees. */
export function shimGit(
  { folder, runs }: World,
  place: Pick<Place, 'at' | 'moment'>,
): { readonly log: string; readonly env: Readonly<Record<string, string>> } {
  const bin = join(folder, 'shim');
  mkdirSync(bin, { recursive: true });
  const log = join(folder, `git-${runs.length}.log`);
  const { PATH: path = '' } = process.env;
  writeFileSync(join(bin, 'git'), shimText({ path, log, ...place }), { mode: 0o755 });
  writeFileSync(log, '');
  return { log, env: { PATH: `${bin}${delimiter}${path}` } };
}

/** The ref-moving commands that a shim saw, in order. */
export function shimmedCommands(log: string): string[] {
  return readFileSync(log, 'utf8').split('\n').filter(Boolean);
}
