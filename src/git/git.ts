import { spawn } from 'node:child_process';
import { isObjectId } from './object-id.ts';

/** A git command that failed, with what git said. */
export class GitFailure extends Error {
  override readonly name = 'GitFailure';
}

/** What came of something that git was asked to do. */
export type Attempt<Value> =
  { readonly kind: 'done'; readonly value: Value } | { readonly kind: 'failed'; readonly said: string };

/** Takes a GitFailure for an answer: what git, or the remote behind it, gave as the reason. */
export async function attempt<Value>(act: () => Promise<Value>): Promise<Attempt<Value>> {
  try {
    return { kind: 'done', value: await act() };
  } catch (error) {
    if (!(error instanceof GitFailure)) throw error;
    return { kind: 'failed', said: reasonIn(error.message) };
  }
}

/** The lines that tell; the last one is mostly advice. */
function reasonIn(text: string): string {
  const lines = text.split('\n').map((line) => line.trim());
  const telling = lines.filter((line) => /^(fatal:|! \[|remote: \S)/.test(line));
  return telling.length > 0
    ? telling.slice(0, 3).join('; ')
    : (lines.filter(Boolean).at(-1) ?? 'git gave no reason');
}

/** A git that talks to an origin which doesn't answer is given up after this long. */
const PATIENCE_MS = 120_000;

/** Variables that git sees. */
type GitEnvironment = Readonly<Record<string, string | undefined>>;

/** What one run of git came to. */
export interface GitExit {
  /** null when a signal ended it. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: Buffer;
  readonly err: Buffer;
}

/** Runs git to its end; rejects where it can't be started. `timeout` is in milliseconds. */
export type RunGit = (
  args: readonly string[],
  options: {
    readonly cwd: string;
    readonly env: GitEnvironment;
    readonly input: string;
    readonly timeout: number;
  },
) => Promise<GitExit>;

/** git as a child of this process. */
export const spawnGit: RunGit = (args, { input, ...options }) =>
  new Promise((resolve, reject) => {
    const child = spawn('git', args, { ...options, stdio: 'pipe' });
    const [out, err]: [Buffer[], Buffer[]] = [[], []];
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
    child.on('error', reject);
    child.on('close', (code, signal) => {
      resolve({ code, signal, out: Buffer.concat(out), err: Buffer.concat(err) });
    });
    // A git that dies early closes its input; its exit code tells more than the broken pipe.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  });

/** git in one repository. Nothing here touches the work tree or the index. */
export class Git {
  readonly root: string;
  private readonly environment: GitEnvironment;
  private readonly runGit: RunGit;
  /** The last of the writes that wait for each other. */
  private tail: Promise<unknown> = Promise.resolve();
  private asked: Promise<boolean> | undefined;

  /** `environment` is all that git sees of the process's own. */
  constructor(root: string, environment: GitEnvironment, runGit: RunGit = spawnGit) {
    this.root = root;
    this.environment = environment;
    this.runGit = runGit;
  }

  /** Does what moves refs or pushes one after the other: a renewal in the background waits for a batch's push. */
  alone<T>(act: () => Promise<T>): Promise<T> {
    const turn = this.tail.then(act, act);
    this.tail = turn.catch(() => undefined);
    return turn;
  }

  /** Whether others see what is pushed, at an origin; asked once, and a git that fails is never taken for a no. */
  hasOrigin(): Promise<boolean> {
    this.asked ??= this.run('remote').then((names) => names.split('\n').includes('origin'));
    return this.asked;
  }

  /** Standard output of a git command; throws GitFailure. */
  async run(...args: string[]): Promise<string> {
    return (await this.feed('', ...args)).toString();
  }

  /** The same, but a failure is an answer: undefined. */
  async ask(...args: string[]): Promise<string | undefined> {
    try {
      return await this.run(...args);
    } catch (error) {
      if (error instanceof GitFailure) return undefined;
      throw error;
    }
  }

  /** The object that a ref of exactly this full name stands on; undefined when there is none here. */
  async tipOf(ref: string): Promise<string | undefined> {
    const answer = await this.ask('show-ref', '--verify', '--hash', ref);
    return answer?.trim() || undefined;
  }

  /** The commit that is checked out; undefined before the first one. */
  async head(): Promise<string | undefined> {
    return (await this.ask('rev-parse', '--verify', '--quiet', 'HEAD'))?.trim() || undefined;
  }

  /** Whether this clone has a commit of this full object ID. */
  async hasCommit(id: string): Promise<boolean> {
    return isObjectId(id) && (await this.ask('cat-file', '-e', `${id}^{commit}`)) !== undefined;
  }

  /** Several refs in one transaction: all or none. */
  async moveRefs(...commands: readonly string[]): Promise<void> {
    await this.feed(`start\n${commands.join('\n')}\nprepare\ncommit\n`, 'update-ref', '--stdin');
  }

  /**
   * Brings objects from origin, by a full object ID or a full ref name; writes no ref (an empty refmap sees to
   * remote-tracking ones) and no FETCH_HEAD.
   */
  fetchQuietly(what: string): Promise<void> {
    return this.fetch(what);
  }

  /** The same for all that came before it, where this clone was cut off there; git refuses where it is whole. */
  deepenQuietly(what: string): Promise<void> {
    return this.fetch(what, '--unshallow');
  }

  private async fetch(what: string, ...more: readonly string[]): Promise<void> {
    if (!isObjectId(what) && !what.startsWith('refs/')) return;
    const quietly = ['--quiet', '--no-write-fetch-head', '--no-tags', '--no-auto-gc', '--refmap='];
    await this.feed('', 'fetch', ...more, ...quietly, 'origin', what).catch((error: unknown) => {
      if (!(error instanceof GitFailure)) throw error;
    });
  }

  /** `git log` with trailers as we write them, whatever git is configured to separate them with. */
  logWithTrailers(...args: readonly string[]): Promise<string> {
    return this.run('-c', 'trailer.separators=:', 'log', ...args);
  }

  /** The same with something on standard input. What a terminal's interrupt cuts off is begun once more. */
  async feed(input: string, ...args: string[]): Promise<Buffer> {
    // A campaign folder may be called `:(top)x` or `*`; without the option, git would read that as a pattern.
    const literally = ['--literal-pathspecs', ...args];
    const run = () =>
      this.runGit(literally, { cwd: this.root, env: this.environment, input, timeout: PATIENCE_MS });
    const first = await attemptToRun(run);
    const { out, err, code, signal } = first.signal === 'SIGINT' ? await attemptToRun(run) : first;
    if (code === 0) return out;
    const silent =
      signal === 'SIGTERM' ? 'no answer came in time' : `git ${args[0] ?? ''} exited ${String(code)}`;
    throw new GitFailure(err.toString().trim() || silent);
  }
}

/** A git that can't be started at all is one that failed. */
async function attemptToRun(run: () => Promise<GitExit>): Promise<GitExit> {
  try {
    return await run();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new GitFailure(`git can't be run: ${why}`, { cause: error });
  }
}
