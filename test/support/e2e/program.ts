import { spawn, type ChildProcessByStdio } from 'node:child_process';
import type { Readable } from 'node:stream';
import { CLI } from './built-program.ts';
import { afterTest } from './cleanup.ts';

/** How a program ended, and what it said. */
export interface Ended {
  /** `null` when a signal ended it. */
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A program that runs. */
export interface Running {
  readonly child: ChildProcessByStdio<null, Readable, Readable>;
  readonly ended: Promise<Ended>;
}

export interface Surroundings {
  readonly cwd: string;
  /** Over a clean environment: neither the machine's git configuration nor the developer's variables count. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** Variables of a machine on which nobody has configured anything. */
export function cleanEnvironment(home: string): Record<string, string | undefined> {
  const { PATH } = process.env;
  return { PATH, HOME: home, GIT_CONFIG_NOSYSTEM: '1', LC_ALL: 'C.UTF-8' };
}

/** Starts a program; the end of the test ends it, if need be with force. */
export function start(command: string, args: readonly string[], { cwd, env = {} }: Surroundings): Running {
  const child = spawn(command, args, {
    cwd,
    env: { ...cleanEnvironment(cwd), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status, signal) => {
      resolve({ status, signal, stdout, stderr });
    });
  });
  afterTest(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return { child, ended };
}

/** Starts `campaigns …` as it was built. */
export function startCampaigns(args: readonly string[], surroundings: Surroundings): Running {
  return start(process.execPath, [CLI, ...args], surroundings);
}

/** Runs `campaigns …` to its end. */
export function campaigns(args: readonly string[], surroundings: Surroundings): Promise<Ended> {
  return startCampaigns(args, surroundings).ended;
}
