import { existsSync, mkdirSync, readFileSync, watch, writeFileSync } from 'node:fs';
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
  /** What stands in the script where whoever started git is to be killed. */
  readonly kill: string;
}

/** All that it goes by stands in it: git is not told the whole environment. */
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

/** Puts the shim in place for one run. At place 0 it kills nobody, and only writes down what it sees. */
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
 * A process is killed by its git. A run in this process can't be: its git never ends, and it is told so that it counts
 * as killed.
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
  world.afterwards(() => {
    watcher.close();
    if (stuck !== 0) process.kill(stuck);
  });
  return `echo $$ > '${pid}'\nexec sleep 60`;
}

/** The ref-moving commands that a shim saw, in order. */
export function shimmedCommands(log: string): string[] {
  return readFileSync(log, 'utf8').split('\n').filter(Boolean);
}
