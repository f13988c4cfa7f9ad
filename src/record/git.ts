import { spawn } from 'node:child_process';
import type { SimpleGit } from 'simple-git';

/** A git command that failed, with what git said. */
export class GitFailure extends Error {
  override readonly name = 'GitFailure';
}

/** What came of something that git was asked to do. */
export type Attempt<Value> =
  { readonly kind: 'done'; readonly value: Value } | { readonly kind: 'failed'; readonly why: string };

/** Takes a GitFailure for an answer: what git, or the remote behind it, gave as the reason. */
export async function attempt<Value>(act: () => Promise<Value>): Promise<Attempt<Value>> {
  try {
    return { kind: 'done', value: await act() };
  } catch (error) {
    if (!(error instanceof GitFailure)) throw error;
    return { kind: 'failed', why: reasonIn(error.message) };
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

/** How git is run: with what environment, and by simple-git in the same one. */
export interface GitAccess {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly at: (folder: string) => SimpleGit;
}

/** git in one repository. Nothing here touches the work tree or the index. */
export class Git {
  readonly root: string;
  private readonly access: GitAccess;
  /** The last of the writes that wait for each other. */
  private tail: Promise<unknown> = Promise.resolve();

  constructor(root: string, access: GitAccess) {
    this.root = root;
    this.access = access;
  }

  /** Does what moves refs or pushes one after the other: a renewal in the background waits for a burst's push. */
  alone<T>(act: () => Promise<T>): Promise<T> {
    const turn = this.tail.then(act, act);
    this.tail = turn.catch(() => undefined);
    return turn;
  }

  /** Standard output of a git command; throws GitFailure. */
  async run(...args: string[]): Promise<string> {
    try {
      return await this.access.at(this.root).raw(args);
    } catch (error) {
      throw new GitFailure(error instanceof Error ? error.message.trim() : String(error), { cause: error });
    }
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

  /** The object that a name stands for; undefined when there is none here. */
  async revision(name: string): Promise<string | undefined> {
    const answer = await this.ask('rev-parse', '--verify', '--quiet', '--end-of-options', name);
    return answer?.trim() || undefined;
  }

  /** Several refs in one transaction: all or none. */
  async moveRefs(...commands: readonly string[]): Promise<void> {
    await this.feed(`start\n${commands.join('\n')}\nprepare\ncommit\n`, 'update-ref', '--stdin');
  }

  /** Brings objects from origin; writes no ref (an empty refmap sees to remote-tracking ones) and no FETCH_HEAD. */
  fetchQuietly(what: string): Promise<void> {
    return this.fetch(what);
  }

  /** The same for all that came before it, where this clone was cut off there; git refuses where it is whole. */
  deepenQuietly(what: string): Promise<void> {
    return this.fetch(what, '--unshallow');
  }

  private async fetch(what: string, ...more: readonly string[]): Promise<void> {
    const quietly = ['--quiet', '--no-write-fetch-head', '--no-tags', '--no-auto-gc', '--refmap='];
    await this.feed('', 'fetch', ...more, ...quietly, 'origin', what).catch((error: unknown) => {
      if (!(error instanceof GitFailure)) throw error;
    });
  }

  /** `git log` with trailers as we write them, whatever git was told to separate them with. */
  logWithTrailers(...args: readonly string[]): Promise<string> {
    return this.run('-c', 'trailer.separators=:', 'log', ...args);
  }

  /** A command that reads standard input, or that a terminal's interrupt must not cut off: it is begun once more then. */
  async feed(input: string, ...args: string[]): Promise<Buffer> {
    const first = await this.spawn(input, args);
    const { out, err, code } = first.signal === 'SIGINT' ? await this.spawn(input, args) : first;
    if (code === 0) return out;
    throw new GitFailure(err.trim() || `git ${args[0] ?? ''} exited ${String(code)}`);
  }

  private spawn(input: string, args: readonly string[]): Promise<Exit> {
    return new Promise((resolve, reject) => {
      const child = spawn('git', args, {
        cwd: this.root,
        env: this.access.environment,
        stdio: ['pipe', 'pipe', 'pipe'],
        timeout: PATIENCE_MS,
      });
      const out: Buffer[] = [];
      const err: Buffer[] = [];
      child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
      child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
      child.on('error', (cause) => {
        reject(new GitFailure(`git can't be run: ${cause.message}`, { cause }));
      });
      child.on('close', (code, signal) => {
        const silent = signal === 'SIGTERM' ? 'no answer came in time' : '';
        resolve({ code, signal, out: Buffer.concat(out), err: Buffer.concat(err).toString() || silent });
      });
      // A git that dies early closes its input; its exit code tells more than the broken pipe.
      child.stdin.on('error', () => undefined);
      child.stdin.end(input);
    });
  }
}

interface Exit {
  /** null when a signal ended it. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: Buffer;
  readonly err: string;
}
