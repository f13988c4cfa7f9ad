import { spawn, type ChildProcessByStdio } from 'node:child_process';
import type { Readable } from 'node:stream';
import { CLI } from './built-program.ts';
import { afterTest } from '../cleanup.ts';
import { cleanEnvironment, type Ended, type Running, type GitHubEnvironment } from './program.ts';

/** A program in its own process. */
export interface Spawned extends Running {
  readonly child: ChildProcessByStdio<null, Readable, Readable>;
  readonly kill: (signal: NodeJS.Signals) => void;
}

/** Starts a program. The end of the test stops it, by force if needed. */
export function spawnProgram(
  command: string,
  args: readonly string[],
  { cwd, env = {} }: Pick<GitHubEnvironment, 'cwd' | 'env'>,
): Spawned {
  const child = spawn(command, args, {
    cwd,
    env: { ...cleanEnvironment(cwd), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => (said[name] += text));
  }
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status, signal) => {
      resolve({ status, signal, ...said });
    });
  });
  afterTest(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return {
    child,
    ended,
    kill: (signal) => void child.kill(signal),
    says: (text, stream = 'stderr') =>
      new Promise((resolve) => {
        const look = () => {
          if (said[stream].includes(text)) resolve();
        };
        child[stream].on('data', look);
        look();
      }),
  };
}

/** Starts the built `campaigns …`. */
export function spawnCampaigns(
  args: readonly string[],
  gitHubEnvironment: Pick<GitHubEnvironment, 'cwd' | 'env'>,
): Spawned {
  return spawnProgram(process.execPath, [CLI, ...args], gitHubEnvironment);
}
