import { EventEmitter } from 'node:events';
import { PassThrough, Readable, Writable } from 'node:stream';
import type { Clock } from '../../../src/model/clock.ts';
import type { Host, Output } from '../../../src/app/host.ts';
import { main } from '../../../src/cli/main.ts';
import { REAL_CLOCK } from '../../../src/app/environment.ts';
import type { RunGit } from '../../../src/git/git.ts';
import { afterTest } from '../cleanup.ts';
import { timed } from '../time-spent.ts';
import { SkippingClock } from './skipping-clock.ts';
import { runGit } from './spawn-server.ts';

/** How a program ended, and what it said. */
export interface Ended {
  /** `null` when a signal ended it. */
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A program that runs, in this process or in one of its own. */
export interface Running {
  readonly ended: Promise<Ended>;
  readonly kill: (signal: 'SIGINT' | 'SIGTERM') => void;
  /** Resolves as soon as a stream has shown this text; never where it ends without. */
  readonly says: (text: string, stream?: 'stdout' | 'stderr') => Promise<void>;
}

export interface GitHubEnvironment {
  readonly cwd: string;
  /** Over a clean environment: neither the machine's git configuration nor the developer's variables count. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** `skips`, the usual one, leaves every wait out; `waits` is the machine's own. */
  readonly clock?: 'skips' | 'waits' | Clock;
  /** A terminal with a person, and what they type at the first question; null: they only look at it. */
  readonly person?: string | null;
  /** Streams that are no terminal although a person is there: `campaigns plan | cat`. */
  readonly pipes?: readonly ('stdout' | 'stderr')[];
}

/** The time of all programs and services that a test runs in this process. */
export const testClock = new SkippingClock();

/** Variables of a machine on which nobody has configured anything. */
export function cleanEnvironment(home: string): Record<string, string | undefined> {
  const { PATH } = process.env;
  return { PATH, HOME: home, GIT_CONFIG_NOSYSTEM: '1', LC_ALL: 'C.UTF-8' };
}

/** A program in this process. */
export interface RunningHere extends Running {
  /**
   * Ends it as SIGKILL would, for a caller who sees to it that no request of it is ever answered: it stands still from
   * here on, even where its git ends later, and counts as ended.
   */
  readonly crash: () => void;
}

/** Starts `campaigns …` in this process, with streams and signals of its own; the end of the test ends it. */
export function startCampaigns(args: readonly string[], gitHubEnvironment: GitHubEnvironment): RunningHere {
  return startHere((host) => main(args, host), gitHubEnvironment);
}

/** Runs `campaigns …` to its end. */
export function campaigns(args: readonly string[], gitHubEnvironment: GitHubEnvironment): Promise<Ended> {
  return startCampaigns(args, gitHubEnvironment).ended;
}

/** Starts an entry point of the program in this process; the end of the test ends it. */
export function startHere(entry: EntryPoint, gitHubEnvironment: GitHubEnvironment): RunningHere {
  const running = runHere(entry, gitHubEnvironment);
  afterTest(async () => {
    await running.stop();
    testClock.rewind();
  });
  return running;
}

/** What only the one who sees to its end needs. */
interface Here {
  readonly stop: () => Promise<void>;
  /** What it has written so far. */
  readonly shown: (stream: 'stdout' | 'stderr') => string;
}

type EntryPoint = (host: Host) => Promise<number>;

function clockOf(clock: NonNullable<GitHubEnvironment['clock']>): Clock {
  if (typeof clock !== 'string') return clock;
  return clock === 'skips' ? testClock : REAL_CLOCK;
}

/** The same for whoever sees to its end. */
export function runHere(
  entry: EntryPoint,
  { cwd, env = {}, clock = 'skips', person, pipes = [] }: GitHubEnvironment,
): RunningHere & Here {
  const signals = new EventEmitter();
  const screen = (name: 'stdout' | 'stderr') => new Screen(person !== undefined && !pipes.includes(name));
  const [stdout, stderr] = [screen('stdout'), screen('stderr')];
  const exited = new Promise<number>((resolve) => signals.once('exit', resolve));
  const life = new Life();
  const host: Host = {
    environment: { ...cleanEnvironment(cwd), ...env },
    cwd,
    stdin: person === undefined ? Readable.from([]) : keyboard(person),
    stdout,
    stderr,
    clock: life.clockFrom(clockOf(clock)),
    signals: {
      on: (signal, listener) => void signals.on(signal, listener),
      off: (signal, listener) => void signals.off(signal, listener),
      exit: (code) => void signals.emit('exit', code),
    },
    runGit: life.gitFrom(runGit),
    // No test has a terminal to hand on; what the pager was given is seen behind its name.
    runPager: (command, text) => {
      stdout.write(`[${command}]\n${text}`);
      return Promise.resolve(true);
    },
  };
  const kill = (signal: 'SIGINT' | 'SIGTERM') => void signals.emit(signal);
  const said = () => ({ stdout: stdout.text, stderr: stderr.text });
  const ended = Promise.race<Ended>([
    Promise.race([entry(host), exited]).then((status) => ({ status, signal: null, ...said() })),
    life.over.then(() => ({ status: null, signal: 'SIGKILL', ...said() })),
  ]);
  const stop = async () => {
    kill('SIGTERM');
    kill('SIGTERM');
    await ended.catch(() => undefined);
  };
  const says: Running['says'] = (text, stream = 'stderr') =>
    (stream === 'stdout' ? stdout : stderr).shows(text);
  const crash = () => {
    life.end();
  };
  return { ended, kill, says, stop, crash, shown: (stream) => (stream === 'stdout' ? stdout : stderr).text };
}

/** Whether a program in this process still counts as running; if it doesn't, no wait and no git of it ends any more. */
class Life {
  readonly over: Promise<void>;
  private readonly never = new Promise<never>(() => undefined);
  private isOver = false;
  private resolve: () => void = () => undefined;

  constructor() {
    this.over = new Promise((resolve) => (this.resolve = resolve));
  }

  end(): void {
    this.isOver = true;
    this.resolve();
  }

  clockFrom(clock: Clock): Clock {
    return {
      now: () => clock.now(),
      sleep: async (ms, signal) => {
        await timed('waits', () => clock.sleep(ms, signal));
        if (this.isOver) await this.never;
      },
      every: (ms, act) =>
        clock.every(ms, () => {
          if (!this.isOver) act();
        }),
    };
  }

  gitFrom(run: RunGit): RunGit {
    return async (args, options) => {
      if (this.isOver) await this.never;
      try {
        return await run(args, options);
      } finally {
        if (this.isOver) await this.never;
      }
    };
  }
}

/** Keeps what is written to it. */
class Screen extends Writable implements Output {
  text = '';
  readonly isTTY: boolean;
  private readonly waiting = new Set<() => void>();

  constructor(isTTY: boolean) {
    super({ decodeStrings: false });
    this.isTTY = isTTY;
  }

  override _write(chunk: string | Buffer, _: BufferEncoding, done: () => void): void {
    this.text += String(chunk);
    for (const look of this.waiting) look();
    done();
  }

  shows(text: string): Promise<void> {
    return new Promise((resolve) => {
      const look = () => {
        if (!this.text.includes(text)) return;
        this.waiting.delete(look);
        resolve();
      };
      this.waiting.add(look);
      look();
    });
  }
}

/** A terminal's keyboard stays open until the program ends. */
function keyboard(person: string | null): Host['stdin'] {
  const keys = Object.assign(new PassThrough(), { isTTY: true });
  if (person !== null) keys.end(`${person}\n`);
  return keys;
}
