import { Readable } from 'node:stream';
import { getSystemErrorName } from 'node:util';
import type { GitExit, RunGit } from './git.ts';

/**
 * The guards of simple-git that are off: for settings in the environment, which only this program and its user make, and
 * for variables with which users tell their own git how to connect and where its settings are. No argument that comes
 * from a file, a name or an option needs one of them.
 */
const UNGUARDED = {
  allowUnsafeConfigEnvCount: true,
  allowUnsafeSshCommand: true,
  allowUnsafeAskPass: true,
  allowUnsafeConfigPaths: true,
};

/** How long a program that git has started, such as ssh, may keep the error output open after the end of the output. */
const OUTPUT_OPEN_MS = 1_000;

/** git as a child of this process, run by simple-git. */
export const runGit: RunGit = async (args, { cwd, env, input, timeout }) => {
  // Loading it takes as long as some git commands, and not every command of ours runs git.
  const { simpleGit } = await import('simple-git');
  const late = new AbortController();
  let exit: GitExit | undefined;
  const git = simpleGit({
    baseDir: cwd,
    allowEnvironment: Object.keys(env),
    unsafe: UNGUARDED,
    // By default, the rest of the output is lost if this process is busy for 50 ms when git ends.
    completion: { onExit: false },
    // simple-git's own limit is one for the time without output.
    abort: late.signal,
    // An empty string would leave the input open.
    input: () => Buffer.from(input),
    // simple-git would take a signal, and a failure without a message, for a success.
    errors: (_, { exitCode, stdOut, stdErr }) => {
      const ended = (exitCode as number | null) ?? 'signal';
      const code = late.signal.aborted && ended !== 0 ? 'timeout' : ended;
      // Taken out, because simple-git would make texts of them, too.
      exit = { code, out: Buffer.concat(stdOut.splice(0)), err: Buffer.concat(stdErr.splice(0)) };
      return undefined;
    },
  });
  const [streams, timers]: [NodeJS.ReadableStream[], NodeJS.Timeout[]] = [[], []];
  const closeSoon = () => {
    const close = () => {
      for (const stream of streams) if (stream instanceof Readable) stream.destroy();
    };
    timers.push(setTimeout(close, OUTPUT_OPEN_MS));
  };
  let isOutputComplete = false;
  git.env({ ...env }).outputHandler((_, out, err) => {
    streams.push(out, err);
    out.once('end', () => {
      isOutputComplete = true;
      // simple-git waits for 50 ms after a command without output, but not if there was a chunk.
      out.emit('data', Buffer.alloc(0));
      closeSoon();
    });
  });
  const giveUp = () => {
    late.abort();
    closeSoon();
  };
  timers.push(setTimeout(giveUp, timeout));
  try {
    await git.raw([...args]);
  } finally {
    timers.forEach(clearTimeout);
  }
  return exitOf(exit, isOutputComplete);
};

/** Throws if git could not be started, or if its output is not complete. */
function exitOf(exit: GitExit | undefined, isOutputComplete: boolean): GitExit {
  if (exit === undefined || (exit.code === 0 && !isOutputComplete))
    throw new Error('a part of its output is missing');
  if (typeof exit.code !== 'number' || exit.code >= 0) return exit;
  const code = getSystemErrorName(exit.code);
  throw Object.assign(new Error(`spawn git ${code}`), { code });
}
