import type { Environment } from '../model/clock.ts';
import type { RefusalOf } from '../model/reasons.ts';

/** A git command that failed, with git's error message. */
export class GitFailure extends Error {
  override readonly name = 'GitFailure';
  /** Undefined if git could not be run. */
  readonly exitCode: GitExit['code'] | undefined;

  constructor(message: string, { exitCode, cause }: { exitCode?: GitExit['code']; cause?: unknown } = {}) {
    super(message, { cause });
    this.exitCode = exitCode;
  }
}

/** What git lists line by line. */
export function linesIn(text: string): string[] {
  return text.split('\n').filter(Boolean);
}

/** What git lists with `-z`. */
export function nulEntries(text: string): string[] {
  return text.split('\0').filter(Boolean);
}

/** The result of an attempt with git. */
export type Attempt<Value> =
  { readonly kind: 'done'; readonly value: Value } | { readonly kind: 'failed'; readonly said: string };

/** Runs an action and converts a GitFailure to a value with the reason that git, or the remote behind it, gave. */
export async function attempt<Value>(act: () => Promise<Value>): Promise<Attempt<Value>> {
  try {
    return { kind: 'done', value: await act() };
  } catch (error) {
    if (!(error instanceof GitFailure)) throw error;
    return { kind: 'failed', said: reasonIn(error.message) };
  }
}

/** The lines with the reason. The last line of git's output is usually only advice. */
function reasonIn(text: string): string {
  const lines = text.split('\n').map((line) => line.trim());
  const reasons = lines.filter((line) => /^(fatal:|! \[|remote: \S)/.test(line));
  return reasons.length > 0
    ? reasons.slice(0, 3).join('; ')
    : (lines.filter(Boolean).at(-1) ?? 'git gave no reason');
}

/**
 * Settings for every command, as `git -c` passes them on. Files of a branch that look like a bare repository, whose
 * settings could run programs, aren't one; and no program is asked which files have changed.
 */
const SETTINGS = "'safe.bareRepository'='explicit' 'core.fsmonitor'='false'";

/** How long a git command may take before it is aborted, for example because the origin doesn't answer. */
const TIMEOUT_MS = 120_000;

/** The result of one git process. */
export interface GitExit {
  /** The exit code, or what ended the process: a signal from outside, or `timeout`. */
  readonly code: number | 'signal' | 'timeout';
  readonly out: Buffer;
  readonly err: Buffer;
}

/** Runs git until it exits. Rejects if it can't be started. `timeout` is in milliseconds. */
export type RunGit = (
  args: readonly string[],
  options: Readonly<{ cwd: string; env: Environment; input: string; timeout: number }>,
) => Promise<GitExit>;

/** git in one repository. Nothing here touches the work tree or the index. */
export class Git {
  readonly root: string;
  private readonly environment: Environment;
  private readonly runGit: RunGit;
  /** The last of the actions that run one after the other. */
  private tail: Promise<unknown> = Promise.resolve();
  private originAnswer: Promise<boolean> | undefined;
  /** Commits that this clone is known to have. */
  private readonly present: Set<string>;

  /** `environment` is the complete environment of git. `head` is what is checked out, if that is known. */
  constructor(root: string, environment: Environment, runGit: RunGit, head: string | null = null) {
    this.root = root;
    this.present = new Set(head === null ? [] : [head]);
    this.environment = environment;
    this.runGit = runGit;
  }

  /** The same git in another folder. */
  in(folder: string, head: string | null = null): Git {
    return new Git(folder, this.environment, this.runGit, head);
  }

  /** Runs actions that move refs or push one after the other, so that a lease renewal waits for a batch's push. */
  alone<T>(act: () => Promise<T>): Promise<T> {
    const turn = this.tail.then(act, act);
    this.tail = turn.catch(() => undefined);
    return turn;
  }

  /** Whether there is an origin, where others see what is pushed. git is asked once; its failure is never a "no". */
  hasOrigin(): Promise<boolean> {
    this.originAnswer ??= this.run('remote').then((names) => names.split('\n').includes('origin'));
    return this.originAnswer;
  }

  /** Returns the standard output of a git command; throws GitFailure. */
  async run(...args: string[]): Promise<string> {
    return (await this.feed('', ...args)).toString();
  }

  /** Returns the standard output of a git command; `undefined` if it fails. */
  async ask(...args: string[]): Promise<string | undefined> {
    try {
      return await this.run(...args);
    } catch (error) {
      if (error instanceof GitFailure) return undefined;
      throw error;
    }
  }

  /** The same without the line break at the end; empty if the command fails. */
  async line(...args: string[]): Promise<string> {
    return ((await this.ask(...args)) ?? '').trim();
  }

  /** The commit that a user names: a branch, a tag, an ID or a prefix of one. Empty if there is none. */
  commitNamed(name: string): Promise<string> {
    return this.line('rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`);
  }

  /** The object that the ref with exactly this full name points to; `undefined` if the ref doesn't exist here. */
  async tipOf(ref: string): Promise<string | undefined> {
    const tip = (await this.line('show-ref', '--verify', '--hash', ref)) || undefined;
    // A ref never points to a commit that is missing here.
    if (tip !== undefined) this.present.add(tip);
    return tip;
  }

  /** Whether this clone has the commit with this full object ID. git is asked once for a commit that the clone has. */
  async hasCommit(id: string): Promise<boolean> {
    if (this.present.has(id)) return true;
    const has = isObjectId(id) && (await this.ask('cat-file', '-e', `${id}^{commit}`)) !== undefined;
    if (has) this.present.add(id);
    return has;
  }

  /** Updates several refs in one transaction: all or none. */
  async moveRefs(...commands: readonly string[]): Promise<void> {
    await this.feed(`start\n${commands.join('\n')}\nprepare\ncommit\n`, 'update-ref', '--stdin');
  }

  /** Whether this clone has a commit, after fetching it, or a ref that contains it, if necessary. */
  async ensureFetched(commit: string, from = commit): Promise<boolean> {
    if (await this.hasCommit(commit)) return true;
    await this.fetchQuietly(from);
    return this.hasCommit(commit);
  }

  /**
   * Fetches objects from origin by a full object ID or a full ref name. Writes no ref (the empty refmap prevents
   * remote-tracking ones) and no FETCH_HEAD. `--unshallow` also fetches the history that a shallow clone is missing; git
   * refuses it in a complete clone.
   */
  async fetchQuietly(what: string, ...more: readonly '--unshallow'[]): Promise<void> {
    if (!isObjectId(what) && !what.startsWith('refs/')) return;
    const quietly = ['--quiet', '--no-write-fetch-head', '--no-tags', '--no-auto-gc', '--refmap='];
    await attempt(() => this.run('fetch', ...more, ...quietly, 'origin', what));
  }

  /** Runs `git log` with trailers in our format, whatever separators git is configured with. */
  logWithTrailers(...args: readonly string[]): Promise<string> {
    return this.run('-c', 'trailer.separators=:', 'log', ...args);
  }

  /** The standard output of a git command that reads `input`; run once more if a signal ended it. */
  async feed(input: string, ...args: string[]): Promise<Buffer> {
    const { GIT_CONFIG_PARAMETERS: others = '', ...rest } = this.environment;
    const env = { ...rest, GIT_CONFIG_PARAMETERS: `${others} ${SETTINGS}`.trim() };
    const options = { cwd: this.root, env, input, timeout: TIMEOUT_MS };
    // A campaign folder may be called `:(top)x` or `*`. Without the option, git would treat that as a pattern.
    const literally = ['--literal-pathspecs', ...args];
    const run = () =>
      this.runGit(literally, options).catch((cause: unknown) => {
        throw new GitFailure(`git can't be run: ${(cause as Error).message}`, { cause });
      });
    const first = await run();
    const { out, err, code } = first.code === 'signal' ? await run() : first;
    if (code === 0) return out;
    const silent = code === 'timeout' ? 'there was no answer in time' : `git ${args[0] ?? ''} exited ${code}`;
    throw new GitFailure(err.toString().trim() || silent, { exitCode: code });
  }
}

/**
 * Whether a text is a full object ID (SHA-1 or SHA-256). Text from the state branch or from an event reaches git only
 * if it is one: anything else could be an option (`--upload-pack=…`) or a name that means another commit tomorrow.
 */
export function isObjectId(text: string): boolean {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text);
}

/** Whether there is a git that knows `safe.bareRepository`, which is new in 2.38. */
export async function isUsable(git: Git): Promise<boolean> {
  const said = await git.run('version').catch((error: unknown) => {
    const { cause } = error as Error;
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return '';
    throw error;
  });
  const [major = 0, minor = 0] = (/\d+\.\d+/.exec(said)?.[0] ?? '').split('.').map(Number);
  return major > 2 || (major === 2 && minor >= 38);
}

/** Why a folder is in no repository, from how git failed. */
export function whyNone(error: unknown, folder: string): RefusalOf<'no-repository'> {
  if (!(error instanceof GitFailure)) throw error;
  // git translates its messages, but not the names of its settings.
  if (error.message.includes('safe.bareRepository'))
    return { code: 'no-repository', why: 'other-repository', folder };
  if (error.message.includes('safe.directory')) return { code: 'no-repository', why: 'another-user', folder };
  return { code: 'no-repository', why: 'no-repository', folder };
}
