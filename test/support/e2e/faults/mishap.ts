import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Fault } from '../live-service.ts';
import type { Running } from '../program.ts';
import type { World } from './world.ts';

/** One thing that goes wrong during a run. Places count from 1. */
export type Mishap =
  | { readonly kind: 'kill-at-request'; readonly at: number; readonly moment: 'before' | 'after' }
  | { readonly kind: 'kill-at-git'; readonly at: number; readonly moment: 'before' | 'after' }
  | { readonly kind: 'fault'; readonly fault: Fault & { readonly nth: number } };

/** A mishap that lies in wait. */
export interface Armed {
  /** What the program must be started with. */
  readonly env: Readonly<Record<string, string>>;
  readonly onStart: (running: Running) => void;
  /** Whether it happened. */
  readonly struck: () => Promise<boolean>;
}

export async function arm(world: World, mishap: Mishap): Promise<Armed> {
  switch (mishap.kind) {
    case 'kill-at-request':
      return killAtRequest(world, mishap);
    case 'kill-at-git':
      return killAtGit(world, mishap);
    case 'fault':
      return armFault(world, mishap.fault);
  }
}

type KillAt<Kind> = Extract<Mishap, { kind: Kind }>;

/** The door holds the request for ever, before it went through or after, and its sender is dead. */
function killAtRequest(world: World, { at, moment }: KillAt<'kill-at-request'>): Armed {
  let [count, hasStruck] = [0, false];
  let victim: Running | undefined;
  world.door.keeper = async (_knock, pass) => {
    count += 1;
    if (count !== at) return pass();
    if (moment === 'after') await pass();
    hasStruck = victim?.child.kill('SIGKILL') ?? false;
    return new Promise(() => undefined);
  };
  return {
    env: {},
    onStart: (running) => {
      victim = running;
    },
    struck: () => Promise.resolve(hasStruck),
  };
}

/** Commands that move a ref, here or at the origin. */
export const REF_MOVING = ['push', 'fetch', 'fast-import', 'update-ref'];

/** First in PATH, it counts the commands that move a ref, and kills who started one: before it, or when it is done. */
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
at=$(wc -l < "$SHIM_LOG")
[ "$at" -ne "$SHIM_AT" ] && exec "$real" "$@"
if [ "$SHIM_MOMENT" = after ]; then "$real" "$@"; fi
kill -9 $PPID
`;

/** A `git` that only counts has no place to strike at. */
function killAtGit(world: World, { at, moment }: Pick<KillAt<'kill-at-git'>, 'at' | 'moment'>): Armed {
  const { log, env } = gitShim(world, { at, moment });
  return {
    env,
    onStart: () => undefined,
    struck: () => Promise.resolve(at <= readCommands(log).length),
  };
}

function gitShim(
  { folder, runs }: World,
  { at, moment }: { readonly at: number; readonly moment: string },
): { log: string; env: Record<string, string> } {
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

/** A shim that only writes down which commands it saw. */
export function watchGit(world: World): { env: Record<string, string>; commands: () => string[] } {
  const { log, env } = gitShim(world, { at: 0, moment: 'never' });
  return { env, commands: () => readCommands(log) };
}

function readCommands(log: string): string[] {
  return readFileSync(log, 'utf8').split('\n').filter(Boolean);
}

async function armFault({ service }: World, fault: Fault): Promise<Armed> {
  await service.arm(fault);
  const isArmed = async () => {
    // The interface tells what is armed only when it is given one more: one that strikes nobody.
    const { faults } = await service.control('POST', 'faults', {
      operation: 'control-group',
      kind: 'status',
    });
    return (faults as { operation: string }[]).some(({ operation }) => operation === fault.operation);
  };
  return { env: {}, onStart: () => undefined, struck: async () => !(await isArmed()) };
}
