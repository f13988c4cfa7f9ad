import { build } from 'esbuild';
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterTest, folderOfFile } from '../cleanup.ts';
import type { Order } from './starter.ts';

/** A process that was told to own a file. */
export interface Starter {
  readonly child: ChildProcessByStdio<Writable, Readable, null>;
  /** The first that it said; `null` when it ended without a word. */
  readonly outcome: Promise<string | null>;
  readonly ended: Promise<unknown>;
}

let folder = '';
let count = 0;

/** To be called before all tests of a file. */
export async function buildStarter(): Promise<void> {
  folder = folderOfFile();
  await build({
    entryPoints: [fileURLToPath(new URL('starter.ts', import.meta.url))],
    outfile: join(folder, 'starter.mjs'),
    bundle: true,
    format: 'esm',
    platform: 'node',
    logLevel: 'warning',
  });
}

/** An empty folder with a blank in its name. */
export function emptyFolder(): string {
  count += 1;
  return mkdtempSync(join(folder, `case ${count} `));
}

/** Starts a process that wants a file; the end of the test kills it. */
export function startStarter(order: Order): Starter {
  const child = spawn(process.execPath, [join(folder, 'starter.mjs'), JSON.stringify(order)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  let said = '';
  const outcome = new Promise<string | null>((resolve) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if (said.endsWith('\n')) resolve(said.trim());
    });
    child.on('close', () => {
      resolve(null);
    });
  });
  const starter = { child, outcome, ended };
  afterTest(() => kill(starter));
  return starter;
}

export async function kill({ child, ended }: Starter): Promise<void> {
  child.kill('SIGKILL');
  await ended;
}

/** Waits until a process stands still, or has ended, or has said how it went. */
export async function stopped(starter: Starter): Promise<void> {
  const unchanged = new AbortController();
  const stands = async (): Promise<void> => {
    while (!unchanged.signal.aborted && stateOf(starter.child.pid ?? 0) !== 'T') await sleep(2);
  };
  await Promise.race([starter.outcome, stands()]);
  unchanged.abort();
}

function stateOf(pid: number): string | undefined {
  try {
    return /\) (\S)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1];
  } catch {
    return undefined;
  }
}
