import { existsSync, mkdirSync, readFileSync, watch, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Reply } from '../service-proxy.ts';
import type { Fault } from '../live-service.ts';
import { STATE_BRANCH } from '../test-repository.ts';
import type { Victim, World } from './world.ts';

/** One thing that goes wrong during a run. Positions count from 1. */
export type Mishap =
  | { readonly kind: 'kill-at-request'; readonly at: number; readonly moment: 'before' | 'after' }
  /** Killed before a request that is still delivered, and arrives during the next run. */
  | { readonly kind: 'kill-and-deliver-late'; readonly at: number; readonly lateAt: number }
  | { readonly kind: 'kill-at-git'; readonly at: number; readonly moment: 'before' | 'after' }
  /** git fails without doing anything. */
  | { readonly kind: 'fail-at-git'; readonly at: number }
  | { readonly kind: 'lose-state'; readonly at: number }
  | { readonly kind: 'fault'; readonly fault: Fault & { readonly nth: number } };

/** A mishap that is armed. */
export interface Armed {
  /** Environment variables for the program. */
  readonly env: Readonly<Record<string, string>>;
  /** Whether it happened. */
  readonly struck: () => Promise<boolean>;
  /** Resolves when everything that it delayed has arrived. */
  readonly over?: () => Promise<void>;
}

/** Arms a mishap for the next run. `victim` is that run once it has started. */
export async function arm(world: World, mishap: Mishap, victim: () => Victim | undefined): Promise<Armed> {
  const kill = () => victim()?.kill();
  switch (mishap.kind) {
    case 'kill-at-request':
      return atRequest(world, mishap.at, async (pass) => {
        if (mishap.moment === 'after') await pass();
        kill();
        return NEVER;
      });
    case 'kill-and-deliver-late':
      return atRequest(world, mishap.at, (pass) => {
        kill();
        world.deliverLater(mishap.lateAt, pass);
        return NEVER;
      });
    case 'lose-state':
      return atRequest(world, mishap.at, (pass) => {
        world.repo.gitAtOrigin('update-ref', '-d', `refs/heads/${STATE_BRANCH}`);
        return pass();
      });
    case 'kill-at-git':
    case 'fail-at-git': {
      const { at } = mishap;
      const moment = mishap.kind === 'kill-at-git' ? mishap.moment : 'instead';
      const { env, log } = shimGit(world, { at, moment, kill });
      return { env, struck: () => Promise.resolve(mishap.at <= shimmedCommands(log).length) };
    }
    case 'fault':
      return armFault(world, mishap.fault);
  }
}

const NEVER = new Promise<never>(() => undefined);

/** A process that is killed while it waits for an answer must not time out first. */
const PATIENT = { CAMPAIGNS_HTTP_TIMEOUT_MS: '9999999' };

type Pass = () => Promise<Reply>;

function atRequest(world: World, at: number, act: (pass: Pass) => Promise<Reply>): Armed {
  let hasStruck = false;
  world.watchRequests((nth, pass) => {
    if (nth !== at) return undefined;
    hasStruck = true;
    return act(pass);
  });
  return { env: PATIENT, struck: () => Promise.resolve(hasStruck) };
}

async function armFault({ service }: World, fault: Fault): Promise<Armed> {
  await service.arm(fault);
  const isArmed = async () => {
    // The interface lists armed faults only when another one is added, so this adds one that never matches.
    const { faults } = await service.control('POST', 'faults', {
      operation: 'control-group',
      kind: 'status',
    });
    return (faults as { operation: string }[]).some(({ operation }) => operation === fault.operation);
  };
  const struck = async () => !(await isArmed());
  // The program's clock skips waits but the service's doesn't, so requests that the service delays would arrive long
  // after the run, at a random time. `kill-and-deliver-late` does that at a defined position.
  const over = async () => {
    if (fault.kind === 'delay' && (await struck())) await sleep(fault.ms);
  };
  return { env: {}, struck, over };
}

/** Commands that move a ref, here or at origin. */
const REF_MOVING = ['push', 'fetch', 'fast-import', 'update-ref'];

interface Place {
  readonly path: string;
  readonly log: string;
  readonly at: number;
  readonly moment: 'before' | 'after' | 'instead';
  /** The shell command that kills the process that started git. */
  readonly kill: string;
}

/**
 * A script that comes first in PATH. It counts the commands that move a ref and kills the process that started one,
 * before the real git runs or after. Or it fails instead of running the real git, as on a full disk. Options before a
 * command are ignored. It contains all settings, because git doesn't inherit the whole environment.
 */
function shimText({ path, log, at, moment, kill }: Place): string {
  const act = {
    before: kill,
    after: `"$real" "$@"\n${kill}`,
    instead: "echo 'fatal: write error: No space left on device' >&2\nexit 128",
  };
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
${act[moment]}
`;
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
