import { spawn, spawnSync, type ChildProcessByStdio } from 'node:child_process';
import { mkdtempSync, openSync, readFileSync, readSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import type { GitExit, RunGit } from '../../../src/git/git.ts';

// Programs are started by POSIX shells, which run one after another. A new process begins as a copy of the page tables
// of the one that starts it: for a test worker, that takes longer than git takes for its work; for a shell, next to
// nothing.

/** A program to run until it exits. */
export interface Call {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly input?: string;
}

/** The standard streams of a shell's programs are files in this folder of the shell. */
const shells = mkdtempSync(join(tmpdir(), 'campaigns-shells-'));
process.once('exit', () => {
  rmSync(shells, { recursive: true, force: true });
});

/** How a shell reports the signals that end programs in tests: SIGINT, SIGKILL and SIGTERM. */
const SIGNALS = [130, 137, 143];

/** Programs get their own environment, but the shell must find them. */
const OWN_ENVIRONMENT = { PATH: process.env.PATH };

/** Shells that are waiting for a call. */
const idle: AsyncShell[] = [];
let syncShell: SyncShell | undefined;

/** Runs a program. Rejects if it can't be started. */
export async function run(call: Call): Promise<GitExit> {
  const shell = idle.pop() ?? new AsyncShell();
  try {
    return await shell.run(call);
  } finally {
    idle.push(shell);
  }
}

/** The same, but blocks this process until the program exits. */
export function runSync(call: Call): GitExit {
  syncShell ??= new SyncShell();
  return syncShell.run(call);
}

/** Runs git. */
export const runGit: RunGit = (args, options) => run({ command: 'git', args, ...options });

/** What both kinds of shells share: the command line of a call, and the exit. */
class ShellFolder {
  readonly path = mkdtempSync(join(shells, 'shell-'));

  file(name: 'in' | 'out' | 'err' | 'calls' | 'statuses'): string {
    return join(this.path, name);
  }

  /** Makes the shell answer with the exit status in a line. */
  lineOf({ command, args, cwd, env, input = '' }: Call): string {
    const variables = Object.entries(env).flatMap(([name, value]) =>
      value === undefined ? [] : [`${name}=${quoted(value)}`],
    );
    if (input !== '') writeFileSync(this.file('in'), input);
    const stdin = input === '' ? '/dev/null' : quoted(this.file('in'));
    const program = [...variables, ...[command, ...args].map(quoted)].join(' ');
    const [out, err] = [quoted(this.file('out')), quoted(this.file('err'))];
    // Without a subshell, dash starts the program with vfork, which copies no page tables at all.
    return `if cd ${quoted(cwd)} 2>${err}; then ${program} <${stdin} >${out} 2>${err}; else (exit 126); fi; echo $?\n`;
  }

  /** Throws if the program couldn't be started. */
  exitOf(status: string): GitExit {
    const [out, err] = [readFileSync(this.file('out')), readFileSync(this.file('err'))];
    const code = Number(status);
    if (code === 126 || code === 127) throw new Error(err.toString().trim());
    return { code: SIGNALS.includes(code) ? 'signal' : code, out, err };
  }
}

class AsyncShell {
  private readonly folder = new ShellFolder();
  private readonly child: ChildProcessByStdio<Writable, Readable, null>;

  constructor() {
    this.child = spawn('sh', ['-s'], { stdio: ['pipe', 'pipe', 'ignore'], env: OWN_ENVIRONMENT });
    // It exits when its input ends, so it must not keep this process alive.
    this.child.unref();
    for (const stream of [this.child.stdin, this.child.stdout])
      (stream as unknown as { unref(): void }).unref();
  }

  async run(call: Call): Promise<GitExit> {
    const { child, folder } = this;
    const answered = new Promise<string>((resolve) => {
      child.stdout.once('data', (status: Buffer) => {
        resolve(status.toString().trim());
      });
    });
    child.stdin.write(folder.lineOf(call));
    return folder.exitOf(await answered);
  }
}

class SyncShell {
  private readonly folder = new ShellFolder();
  private readonly calls: number;
  private readonly statuses: number;
  private readonly chunk = Buffer.alloc(64);

  constructor() {
    const [calls, statuses] = [this.folder.file('calls'), this.folder.file('statuses')];
    spawnSync('mkfifo', [calls, statuses]);
    const script = 'exec sh -s <"$0" >"$1"';
    spawn('sh', ['-c', script, calls, statuses], { stdio: 'ignore', env: OWN_ENVIRONMENT }).unref();
    [this.calls, this.statuses] = [openSync(calls, 'w'), openSync(statuses, 'r')];
  }

  run(call: Call): GitExit {
    const line = Buffer.from(this.folder.lineOf(call));
    for (let sent = 0; sent < line.length;) sent += writeSync(this.calls, line, sent);
    return this.folder.exitOf(this.chunk.toString('utf8', 0, readSync(this.statuses, this.chunk)).trim());
  }
}

function quoted(text: string): string {
  if (text.includes('\0')) throw new Error('an argument contains a NUL character');
  return `'${text.replaceAll("'", "'\\''")}'`;
}
