import { EventEmitter } from 'node:events';
import { setImmediate as nextSlot } from 'node:timers/promises';
import { PassThrough, Readable, Writable } from 'node:stream';
import type { Clock } from '../../../src/model/clock.ts';
import type { Host, Output } from '../../../src/app/process/session.ts';
import { main } from '../../../src/cli/main.ts';
import type { RunGit } from '../../../src/git/git.ts';
import { afterTest } from '../cleanup.ts';
import { FakeClock } from '../fake-clock.ts';
import { runGit } from './shell.ts';

/** How a program ended, and its output. */
export interface Ended {
  /** `null` if a signal ended it. */
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A running program, in this process or in its own. */
export interface Running {
  readonly ended: Promise<Ended>;
  readonly kill: (signal: 'SIGINT' | 'SIGTERM') => void;
  /** Resolves as soon as a stream has shown this text. Never resolves if the program ends without it. */
  readonly says: (text: string, stream?: 'stdout' | 'stderr') => Promise<void>;
}

export interface GitHubEnvironment {
  readonly cwd: string;
  /** Additions to a clean environment without the machine's git configuration and the developer's variables. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** The default skips every wait. */
  readonly clock?: Clock;
  /** Adds a terminal with a person, and what they type at the first question; `null` if they type nothing. */
  readonly person?: string | null;
}

/** Real time, except that every wait of the program is skipped by moving the clock forward. */
class SkippingClock extends FakeClock {
  constructor() {
    super(0);
  }

  override now(): number {
    return Date.now() + this.time;
  }

  /** Shows the real time again. */
  rewind(): void {
    this.time = 0;
  }

  /** Lets other work proceed first, so that answers in transit arrive during a wait. */
  override async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    await nextSlot();
    if (signal?.aborted) return;
    this.sleeps.push(ms);
    // Instants are whole milliseconds.
    this.pass(Math.ceil(ms));
  }
}

/** The clock of all programs and services that a test runs in this process. */
export const testClock = new SkippingClock();

/** The variables of a machine without configuration. */
export function cleanEnvironment(home: string): Record<string, string | undefined> {
  const { PATH } = process.env;
  return { PATH, HOME: home, GIT_CONFIG_NOSYSTEM: '1', LC_ALL: 'C.UTF-8' };
}

/** A program in this process. */
export interface RunningHere extends Running {
  /**
   * Ends it like SIGKILL. The caller makes sure that none of its requests is ever answered. It stops making progress,
   * even if its git ends later, and counts as ended.
   */
  readonly crash: () => void;
  /** The output so far. */
  readonly shown: (stream: 'stdout' | 'stderr') => string;
}

/** Starts `campaigns …` in this process, with its own streams and signals. The end of the test stops it. */
export function startCampaigns(args: readonly string[], gitHubEnvironment: GitHubEnvironment): RunningHere {
  return startHere((host) => main(args, host), gitHubEnvironment);
}

/** Runs `campaigns …` to its end. */
export function campaigns(args: readonly string[], gitHubEnvironment: GitHubEnvironment): Promise<Ended> {
  return startCampaigns(args, gitHubEnvironment).ended;
}

type EntryPoint = (host: Host) => Promise<number>;

/** Starts an entry point of the program in this process. The end of the test stops it, or of what `later` says. */
export function startHere(
  entry: EntryPoint,
  gitHubEnvironment: GitHubEnvironment,
  later = afterTest,
): RunningHere {
  const running = runHere(entry, gitHubEnvironment);
  later(async () => {
    running.kill('SIGTERM');
    running.kill('SIGTERM');
    await running.ended.catch(() => undefined);
    testClock.rewind();
  });
  return running;
}

function runHere(
  entry: EntryPoint,
  { cwd, env = {}, clock = testClock, person }: GitHubEnvironment,
): RunningHere {
  const signals = new EventEmitter();
  const [stdout, stderr] = [new Screen(person !== undefined), new Screen(person !== undefined)];
  const exited = new Promise<number>((resolve) => signals.once('exit', resolve));
  const life = new Life();
  const host: Host = {
    environment: { ...cleanEnvironment(cwd), ...env },
    cwd,
    stdin: person === undefined ? Readable.from([]) : keyboard(person),
    stdout,
    stderr,
    clock: life.clockFrom(clock),
    signals: {
      on: (signal, listener) => void signals.on(signal, listener),
      off: (signal, listener) => void signals.off(signal, listener),
      exit: (code) => void signals.emit('exit', code),
    },
    runGit: life.gitFrom(runGit),
  };
  const kill = (signal: 'SIGINT' | 'SIGTERM') => void signals.emit(signal);
  const said = () => ({ stdout: stdout.text, stderr: stderr.text });
  const ended = Promise.race<Ended>([
    Promise.race([entry(host), exited]).then((status) => ({ status, signal: null, ...said() })),
    life.over.then(() => ({ status: null, signal: 'SIGKILL', ...said() })),
  ]);
  const says: Running['says'] = (text, stream = 'stderr') =>
    (stream === 'stdout' ? stdout : stderr).shows(text);
  const crash = () => {
    life.end();
  };
  return { ended, kill, says, crash, shown: (stream) => (stream === 'stdout' ? stdout : stderr).text };
}

/**
 * Whether a program in this process still counts as running. If it doesn't, none of its waits and git commands ends
 * anymore.
 */
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
        await clock.sleep(ms, signal);
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

/** Stores what is written to it. */
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
