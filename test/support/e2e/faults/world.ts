import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ResultDocument } from '../../../../src/render/documents/plan-document.ts';
import { resultOf } from '../documents.ts';
import type { ServiceProxy, Reply } from '../service-proxy.ts';
import type { LiveService, LoggedRequest } from '../live-service.ts';
import { spawnCampaigns } from '../processes.ts';
import { startCampaigns, type Ended } from '../program.ts';
import { TestRepository } from '../test-repository.ts';

/** The program's timeout for an answer, in milliseconds. */
const TIMEOUT_MS = 1_000;

/** One finished run of the program, and what the service saw of it. */
export interface RunSeen extends Ended {
  readonly requests: readonly LoggedRequest[];
  /** `undefined` if the run was killed before it wrote anything. */
  readonly result: ResultDocument | undefined;
}

/** A run that can be killed. */
export interface Victim {
  readonly ended: Promise<Ended>;
  readonly kill: () => void;
}

/**
 * Watches the nth request of a run, counted from 1. The first watcher that returns a reply answers it. `pass` asks the
 * service.
 */
type Watcher = (nth: number, pass: () => Promise<Reply>) => Promise<Reply> | undefined;

export type RunsIn = 'this process' | 'processes';

interface Staged {
  readonly service: LiveService;
  readonly proxy: ServiceProxy;
  readonly runsIn: RunsIn;
}

/** A service, a repository and its origin, for one fault run. */
export class World {
  readonly service: LiveService;
  /** This process is many times faster; a separate process can really be killed. */
  readonly runsIn: RunsIn;
  readonly folder: string;
  /** Where the program runs. */
  repo: TestRepository;
  readonly runs: RunSeen[] = [];
  /** Whether a request arrived long after its run was killed. */
  sawLateArrival = false;
  private readonly proxy: ServiceProxy;
  private readonly late: { readonly at: number; readonly deliver: () => Promise<Reply> }[] = [];
  private readonly undos: (() => void)[] = [];
  private watchers: Watcher[] = [];
  private logged = 0;

  constructor({ service, proxy, runsIn }: Staged, folder: string) {
    this.service = service;
    this.runsIn = runsIn;
    this.proxy = proxy;
    this.folder = folder;
    this.repo = new TestRepository(join(folder, 'shop'), join(folder, 'origin.git'));
    this.calm();
  }

  /** Runs an apply of the built program. `onStart` receives the running process. */
  async apply(
    env: Readonly<Record<string, string>> = {},
    onStart: (running: Victim) => void = () => undefined,
  ): Promise<RunSeen> {
    const running = this.start(APPLY, { env });
    onStart(running);
    const ended = await running.ended;
    const requests = (await this.service.requests()).slice(this.logged);
    this.logged += requests.length;
    const seen = { ...ended, requests, result: documentIn(ended) };
    this.runs.push(seen);
    return seen;
  }

  /** Runs several applies concurrently, one in each folder. */
  async applyAtOnce(directories: readonly string[]): Promise<readonly RunSeen[]> {
    const ends = await Promise.all(directories.map((cwd) => this.start(APPLY, { cwd }).ended));
    this.logged = (await this.service.requests()).length;
    const seen = ends.map((ended) => ({ ...ended, requests: [], result: documentIn(ended) }));
    this.runs.push(...seen);
    return seen;
  }

  /** Releases what a killed run held. */
  async release(): Promise<void> {
    const { status, stderr } = await this.start(['state', 'release']).ended;
    if (status !== 0) throw new Error(`state release exited ${String(status)}: ${stderr}`);
  }

  /** Continues in another clone of origin, like a teammate or the next workflow job. */
  moveToFreshClone(): void {
    this.repo = this.repo.clone(join(this.folder, 'fresh'));
  }

  watchRequests(watcher: Watcher): void {
    this.watchers.push(watcher);
  }

  /** Delivers a request right before the nth request of the run after this one. */
  deliverLater(at: number, deliver: () => Promise<Reply>): void {
    this.sawLateArrival = true;
    this.late.push({ at, deliver });
  }

  /** Removes all watchers. Delayed requests arrive. */
  calm(): void {
    const late = this.late.splice(0);
    this.watchers = [
      (nth, pass) => {
        const due = late.filter(({ at }) => at === nth);
        if (due.length === 0) return undefined;
        return Promise.all(due.map(({ deliver }) => deliver())).then(pass);
      },
    ];
    let count = 0;
    this.proxy.handler = (_request, pass) => {
      const nth = (count += 1);
      for (const watcher of this.watchers) {
        const reply = watcher(nth, pass);
        if (reply) return reply;
      }
      return pass();
    };
  }

  /**
   * Registers cleanup for when the folder is removed, so that a killed run in this process has nothing left to work on.
   */
  afterward(undo: () => void): void {
    this.undos.push(undo);
  }

  async strike(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5 });
    for (const undo of this.undos.splice(0)) undo();
  }

  private start(
    args: readonly string[],
    { env = {}, cwd = this.repo.directory }: { env?: Readonly<Record<string, string>>; cwd?: string } = {},
  ): Victim {
    const usual = { CAMPAIGNS_API_KEY: 'local', CAMPAIGNS_HTTP_TIMEOUT_MS: String(TIMEOUT_MS) };
    const environment = { cwd, env: { ...usual, ...env } };
    if (this.runsIn === 'this process') {
      const { ended, crash } = startCampaigns(args, environment);
      return { ended, kill: crash };
    }
    const { ended, kill } = spawnCampaigns(args, environment);
    const killed = () => {
      kill('SIGKILL');
    };
    return { ended, kill: killed };
  }
}

const APPLY = ['apply', '--yes', '--json'];

/** The document on standard output; `undefined` if the run was killed before it wrote one. */
function documentIn(ended: Ended): ResultDocument | undefined {
  return ended.stdout === '' ? undefined : resultOf(ended);
}
