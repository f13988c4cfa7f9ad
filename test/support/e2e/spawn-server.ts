import { spawn, spawnSync, type ChildProcessByStdio } from 'node:child_process';
import { mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { GitExit, RunGit } from '../../../src/git/git.ts';
import { timed, timedSync } from '../time-spent.ts';

/** A program to run to its end. */
export interface Call {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly input?: string;
  /** Milliseconds. */
  readonly timeout?: number;
}

/** The server's answer. Bytes are in base64. */
interface Answer {
  readonly id?: number;
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly err: string;
  readonly error?: string;
}

const SERVER = fileURLToPath(new URL('spawn-server.mjs', import.meta.url));

/** Runs programs through a small process, which starts them several times faster than this one (spawn-server.mjs). */
class SpawnServer {
  private readonly waiting = new Map<number, (answer: Answer) => void>();
  private child: ChildProcessByStdio<Writable, Readable, null> | undefined;
  private pipes: { readonly requests: number; readonly answers: number } | undefined;
  private count = 0;

  /** Rejects if the program can't be started. */
  async run(call: Call): Promise<GitExit> {
    const id = (this.count += 1);
    const answered = new Promise<Answer>((resolve) => {
      this.waiting.set(id, resolve);
      this.server().stdin.write(lineOf({ id, ...call }));
    });
    return exitOf(await timed('git', () => answered));
  }

  /** The same, but blocks this process until it is done. */
  runSync(call: Call): GitExit {
    const { requests, answers } = (this.pipes ??= openPipes());
    return timedSync('git', () => {
      writeSync(requests, lineOf(call));
      return exitOf(JSON.parse(readLine(answers)) as Answer);
    });
  }

  private server(): ChildProcessByStdio<Writable, Readable, null> {
    if (this.child) return this.child;
    const child = spawn(process.execPath, [SERVER], { stdio: ['pipe', 'pipe', 'ignore'] });
    // It ends when its input does, so it must not keep this process alive.
    child.unref();
    for (const stream of [child.stdin, child.stdout]) (stream as unknown as { unref(): void }).unref();
    createInterface({ input: child.stdout }).on('line', (line) => {
      const answer = JSON.parse(line) as Answer;
      this.waiting.get(answer.id ?? 0)?.(answer);
      this.waiting.delete(answer.id ?? 0);
    });
    return (this.child = child);
  }
}

/** The servers of this test worker. */
export const spawnServer = new SpawnServer();

/** Runs git through them. */
export const runGit: RunGit = (args, options) => spawnServer.run({ command: 'git', args, ...options });

function openPipes() {
  const folder = mkdtempSync(join(tmpdir(), 'campaigns-spawn-'));
  const [requests, answers] = [join(folder, 'requests'), join(folder, 'answers')];
  spawnSync('mkfifo', [requests, answers]);
  spawn(process.execPath, [SERVER, requests, answers], { stdio: 'ignore' }).unref();
  const pipes = { requests: openSync(requests, 'w'), answers: openSync(answers, 'r') };
  rmSync(folder, { recursive: true });
  return pipes;
}

const chunk = Buffer.alloc(65_536);

/** A server answers with one line at a time, so nothing follows the line's end. */
function readLine(pipe: number): string {
  const parts: Buffer[] = [];
  for (;;) {
    const part = Buffer.from(chunk.subarray(0, readSync(pipe, chunk)));
    if (part.length === 0) throw new Error('the spawn server is gone');
    parts.push(part);
    if (part.at(-1) === 10) return Buffer.concat(parts).toString();
  }
}

function lineOf({ input = '', ...call }: Call & { readonly id?: number }): string {
  return `${JSON.stringify({ ...call, input: Buffer.from(input).toString('base64') })}\n`;
}

function exitOf({ code, signal, out, err, error }: Answer): GitExit {
  if (error !== undefined) throw new Error(error);
  return { code, signal, out: Buffer.from(out, 'base64'), err: Buffer.from(err, 'base64') };
}
