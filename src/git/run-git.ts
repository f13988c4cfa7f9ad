import { Readable } from 'node:stream';
import { getSystemErrorName } from 'node:util';
import type { GitExit, RunGit } from './git.ts';

/**
 * The guards of simple-git that are off: for what only this program sets (`core.fsmonitor=false`, the token of a job),
 * and for variables with which users tell their own git how to connect and where its settings are. No argument that
 * comes from a file, a name or an option needs one of them.
 */
const UNGUARDED = {
  allowUnsafeFsMonitor: true,
  allowUnsafeConfigEnvCount: true,
  allowUnsafeSshCommand: true,
  allowUnsafeAskPass: true,
  allowUnsafeConfigPaths: true,
};

/** How long a program that git has started, such as ssh, may keep its error output open after the end of the output. */
const OUTPUT_OPEN_MS = 1_000;

/** git as a child of this process, run by simple-git. */
export const runGit: RunGit = async (args, { cwd, env, input, timeout }) => {
  // Loading it takes as long as some git commands, and not every command of ours runs git.
  const { simpleGit } = await import('simple-git');
  // simple-git's own limit is one for the time without output.
  const deadline = AbortSignal.timeout(timeout);
  const output = new Output(deadline);
  let exit: GitExit | undefined;
  const git = simpleGit({
    baseDir: cwd,
    allowEnvironment: Object.keys(env),
    unsafe: UNGUARDED,
    // By default, the rest of the output is lost if this process is busy for 50 ms when git ends.
    completion: { onExit: false },
    abort: deadline,
    // An empty string would leave the input open.
    input: () => Buffer.from(input),
    // simple-git would take a signal, and a failure without a message, for a success.
    errors: (_, { exitCode, stdOut, stdErr }) => {
      const ended = (exitCode as number | null) ?? 'signal';
      const code = deadline.aborted && ended !== 0 ? 'timeout' : ended;
      exit = { code, out: Buffer.concat(stdOut), err: Buffer.concat(stdErr) };
      return undefined;
    },
  });
  git.env({ ...env }).outputHandler((_, out, err) => {
    output.watch(out, err);
  });
  try {
    await git.raw([...args]);
  } finally {
    output.stop();
  }
  return exitOf(exit, output);
};

/** Ends the output of a git command even if a program that git has started keeps it open, which may be for hours. */
class Output {
  isComplete = false;
  private readonly deadline: AbortSignal;
  private streams: readonly NodeJS.ReadableStream[] = [];
  private timer: NodeJS.Timeout | undefined;

  constructor(deadline: AbortSignal) {
    this.deadline = deadline;
  }

  watch(out: NodeJS.ReadableStream, err: NodeJS.ReadableStream): void {
    this.streams = [out, err];
    this.deadline.addEventListener('abort', this.endSoon);
    out.once('end', () => {
      this.isComplete = true;
      // simple-git waits for 50 ms after a command without output, but not if there was a chunk.
      out.emit('data', Buffer.alloc(0));
      this.endSoon();
    });
  }

  stop(): void {
    clearTimeout(this.timer);
    this.deadline.removeEventListener('abort', this.endSoon);
  }

  private readonly endSoon = (): void => {
    this.timer ??= setTimeout(() => {
      for (const stream of this.streams) if (stream instanceof Readable) stream.destroy();
    }, OUTPUT_OPEN_MS);
  };
}

function exitOf(exit: GitExit | undefined, { isComplete }: Output): GitExit {
  if (exit === undefined) throw new Error('git has no result');
  if (typeof exit.code === 'number' && exit.code < 0) {
    const code = getSystemErrorName(exit.code);
    throw Object.assign(new Error(`spawn git ${code}`), { code });
  }
  if (exit.code === 0 && !isComplete) throw new Error('a part of its output is missing');
  return exit;
}
