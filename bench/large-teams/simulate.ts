import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../src/model/time.ts';
import { DEFAULT_LIMITS } from '../../src/quota/windows.ts';
import { applyOnce, PAGE, timed, WorkspaceModel, type ApplyRequest, type Waits } from './apply-model.ts';
import { MergeQueue } from './merge-queue.ts';
import { Client, ServiceModel } from './service-model.ts';
import { Draws, instants, ProcessClock, Turns, VirtualTime } from './virtual-time.ts';

/** What happens in the simulated days. */
export interface Scenario {
  readonly seed: number;
  readonly teams: number;
  /** `one` for all teams, or a workspace for each team. */
  readonly workspaces: 'one' | 'each';
  /** In each workspace. */
  readonly campaigns: number;
  readonly days: number;
  /** Jobs that run at the same time. */
  readonly runners: number;
  /** Of each team, on a working day. */
  readonly pullsADay: number;
  /** Campaigns that people create in the service itself, in each workspace on a working day. */
  readonly byHandADay: number;
  /** Applies that people start on their own machines, of each team on a working day. */
  readonly ownAppliesADay: number;
  /** How often the apply workflow runs by schedule. */
  readonly applyEveryMs: number;
  /** The input `max-wait` of the apply workflow. */
  readonly maxWaitMs: number;
  /** A pull request on the third day with so many new campaigns. */
  readonly launch: number;
  /** How likely it is that a machine dies while it applies. */
  readonly killed: number;
}

/** Durations without any wait. The first two are measured (docs/large-teams.md), the others are assumed. */
export const DURATIONS = {
  readPerThousandMs: 4.5 * SECOND_MS,
  checkoutPerThousandMs: 2 * SECOND_MS,
  jobMs: 20 * SECOND_MS,
  reviewMs: 40 * MINUTE_MS,
  correctionMs: 30 * MINUTE_MS,
};
const MONDAY = Date.UTC(2031, 0, 6);
/** How likely a pull request has each of these. */
const [HAS_NEW, IS_BULK, IS_PUSHED_AGAIN, IS_SHARED, FAILS_IN_QUEUE] = [0.35, 0.03, 0.4, 0.1, 0.03];

export interface Counts {
  pulls: number;
  planJobs: number;
  applyJobs: number;
  driftJobs: number;
  /** Each job counts as whole minutes, as GitHub bills them. */
  runnerMinutes: number;
  killed: number;
  refusedLeases: number;
  /** Jobs that the service's limits ended: they are run again, or the next one does their work. */
  failed: number;
}

/** The state after everything that was merged has been done. */
export class World {
  readonly time = new VirtualTime(MONDAY);
  readonly workspaces: readonly WorkspaceModel[];
  readonly waits: Waits = {
    ...{ runner: [], reads: [], 'merge-queue': [], turn: [] },
    ...{ lease: [], quota: [], 'edit-live': [], 'new-live': [] },
  };
  readonly counts: Counts = {
    ...{ pulls: 0, planJobs: 0, applyJobs: 0, driftJobs: 0 },
    ...{ runnerMinutes: 0, killed: 0, refusedLeases: 0, failed: 0 },
  };
  readonly scenario: Scenario;
  private readonly runners: Turns;
  private readonly queue: MergeQueue<Pull>;
  private openPulls = 0;
  private runs = 0;

  constructor(scenario: Scenario) {
    this.scenario = scenario;
    this.runners = new Turns(scenario.runners);
    const count = scenario.workspaces === 'one' ? 1 : scenario.teams;
    this.workspaces = Array.from(
      { length: count },
      (_, n) => new WorkspaceModel(`w${n}`, scenario.campaigns, new ServiceModel(DEFAULT_LIMITS)),
    );
    this.queue = new MergeQueue(
      () => new ProcessClock(this.time),
      (pull, clock) => this.check(pull, clock),
    );
  }

  /** Whether the days are over and everything that was merged is done. */
  get isOver(): boolean {
    const isLate = this.time.now >= MONDAY + this.scenario.days * DAY_MS;
    return (
      isLate && this.openPulls === 0 && this.workspaces.every((one) => one.pending(Infinity).length === 0)
    );
  }

  schedule(): void {
    const { scenario, workspaces } = this;
    const { days, teams, seed } = scenario;
    for (let team = 0; team < teams; team += 1) {
      const draws = new Draws(seed, `team ${team}`);
      const own = workspaces[team % workspaces.length];
      if (!own) continue;
      for (const at of instants(draws, { from: MONDAY, days, aDay: scenario.pullsADay }))
        this.open(at, this.drawPull(draws, own));
      for (const at of instants(draws, { from: MONDAY, days, aDay: scenario.ownAppliesADay }))
        this.time.at(at, () => void this.applyByHand(own, draws.happens(0.5) ? 'all' : 'few'));
    }
    const [first] = workspaces;
    if (first && scenario.launch > 0)
      this.open(MONDAY + 2 * DAY_MS + 10 * HOUR_MS, {
        ...{ draws: new Draws(seed, 'launch'), workspaces: [first], updates: 0, creations: scenario.launch },
      });
    workspaces.forEach((workspace, n) => {
      const byHand = instants(new Draws(seed, `hands ${n}`), {
        ...{ from: MONDAY, days, aDay: scenario.byHandADay },
      });
      for (const at of byHand) this.time.at(at, () => void workspace.service.call('create', at));
      this.every(scenario.applyEveryMs, 23 * MINUTE_MS, () => this.applyInTurn(workspace, this.time.now));
      const hour = Math.floor((n * 24) / workspaces.length) * HOUR_MS;
      this.every(DAY_MS, hour + 41 * MINUTE_MS, () => this.drift(workspace));
    });
  }

  private every(ms: number, first: number, act: () => Promise<void>): void {
    const again = (at: number) => {
      this.time.at(at, () => {
        if (this.isOver) return;
        void act();
        again(at + ms);
      });
    };
    again(MONDAY + first);
  }

  private drawPull(draws: Draws, own: WorkspaceModel): Pull {
    const others = this.workspaces.filter((one) => one !== own);
    const isShared = others.length > 0 && draws.happens(IS_SHARED);
    const rest = isShared ? others.slice(draws.between(0, others.length - 1)).slice(0, 2) : [];
    const updates = draws.happens(IS_BULK) ? draws.between(50, 400) : draws.between(1, 4);
    const creations = draws.happens(HAS_NEW) ? draws.between(1, 3) : 0;
    return { draws, workspaces: [own, ...rest], updates, creations };
  }

  private open(at: number, pull: Pull): void {
    this.counts.pulls += 1;
    this.openPulls += 1;
    this.time.at(at, () => void this.live(pull));
  }

  /** The life of a pull request, until it is merged and its applies are queued. */
  private async live(pull: Pull): Promise<void> {
    const { time, waits } = this;
    const { draws } = pull;
    await this.plan(pull);
    while (draws.happens(IS_PUSHED_AGAIN)) {
      await time.sleep(draws.gap(DURATIONS.correctionMs));
      await this.plan(pull);
    }
    await time.sleep(draws.gap(DURATIONS.reviewMs));
    for (;;) {
      const queuedAt = time.now;
      const outcome = await this.queue.add(pull);
      waits['merge-queue'].push(time.now - queuedAt);
      if (outcome === 'merged') break;
      await time.sleep(draws.gap(DURATIONS.correctionMs));
    }
    const mergedAt = time.now;
    for (const workspace of pull.workspaces) {
      const kinds = [pull.creations, pull.updates].flatMap((count, at) =>
        Array.from({ length: count }, () => (at === 0 ? ('create' as const) : ('update' as const))),
      );
      workspace.changes.push(...kinds.map((kind) => ({ kind, mergedAt })));
      void this.applyInTurn(workspace, mergedAt);
    }
    this.openPulls -= 1;
  }

  /** The plans of a pull request, one job for each workspace. */
  private async plan(pull: Pull): Promise<void> {
    const work = async (workspace: WorkspaceModel) => {
      while (!(await this.planOnce(workspace, pull))) await this.time.sleep(DURATIONS.correctionMs);
    };
    await Promise.all(pull.workspaces.map(work));
  }

  private async planOnce(
    workspace: WorkspaceModel,
    { updates, creations }: Pull,
    clock?: ProcessClock,
  ): Promise<boolean> {
    this.counts.planJobs += 1;
    const searches = Math.ceil(updates / PAGE) + 2 * creations;
    const isComplete = await this.job(workspace, clock, (own) =>
      timed(this.waits, new Client(workspace.service, own), searches),
    );
    if (!isComplete && clock?.isKilled !== true) this.counts.failed += 1;
    return isComplete;
  }

  private async check(pull: Pull, clock: ProcessClock): Promise<boolean> {
    const answers = await Promise.all(pull.workspaces.map((one) => this.planOnce(one, pull, clock)));
    return answers.every(Boolean) && !pull.draws.happens(FAILS_IN_QUEUE);
  }

  /** A job of a workflow: it waits for a runner, checks out, reads the files and works. A killed one just ends. Returns whether it did its work. */
  private async job(
    workspace: WorkspaceModel,
    own: ProcessClock | undefined,
    work: (clock: ProcessClock) => Promise<boolean>,
  ): Promise<boolean> {
    const { time, runners, waits, counts } = this;
    const clock = own ?? new ProcessClock(time);
    const askedAt = time.now;
    await runners.take();
    waits.runner.push(time.now - askedAt);
    const beganAt = time.now;
    const thousands = workspace.campaigns / 1000;
    const { jobMs, readPerThousandMs, checkoutPerThousandMs } = DURATIONS;
    const whole = async () => {
      await clock.sleep(jobMs + thousands * (readPerThousandMs + checkoutPerThousandMs));
      return work(clock);
    };
    const isComplete = await Promise.race([whole(), clock.killed.then(() => false)]);
    counts.runnerMinutes += Math.ceil((time.now - beganAt) / MINUTE_MS);
    runners.release();
    return isComplete;
  }

  /** The apply of a push, or of the schedule: one at a time for each workspace. */
  private async applyInTurn(workspace: WorkspaceModel, upTo: number): Promise<void> {
    const { time, waits, counts } = this;
    counts.applyJobs += 1;
    const askedAt = time.now;
    await workspace.turns.take();
    waits.turn.push(time.now - askedAt);
    const draws = new Draws(this.scenario.seed, `apply ${counts.applyJobs}`);
    await this.job(workspace, undefined, async (clock) => {
      if (draws.happens(this.scenario.killed))
        time.at(time.now + draws.between(5, 120) * SECOND_MS, () => {
          counts.killed += 1;
          clock.kill();
        });
      await this.apply({ workspace, clock, upTo, reads: 'approved' });
      return true;
    });
    workspace.turns.release();
  }

  private async applyByHand(workspace: WorkspaceModel, reads: 'all' | 'few'): Promise<void> {
    const clock = new ProcessClock(this.time);
    // What is merged now is checked out. Reading the files takes as long as in a job.
    const upTo = this.time.now;
    await clock.sleep((workspace.campaigns / 1000) * DURATIONS.readPerThousandMs);
    await this.apply({ workspace, clock, upTo, reads });
  }

  private async apply({
    clock,
    ...request
  }: Pick<ApplyRequest, 'workspace' | 'upTo' | 'reads'> & { readonly clock: ProcessClock }): Promise<void> {
    this.runs += 1;
    const applier = { run: `run ${this.runs}`, clock };
    const { maxWaitMs } = this.scenario;
    const outcome = await applyOnce({ ...request, applier, waits: this.waits, maxWaitMs });
    if (outcome === 'lease') this.counts.refusedLeases += 1;
    if (outcome === 'failed') this.counts.failed += 1;
  }

  private async drift(workspace: WorkspaceModel): Promise<void> {
    this.counts.driftJobs += 1;
    const isComplete = await this.job(workspace, undefined, (clock) =>
      timed(this.waits, new Client(workspace.service, clock), Math.ceil(workspace.campaigns / PAGE) + 2),
    );
    if (!isComplete) this.counts.failed += 1;
  }
}

/** The same changes in each of its workspaces. */
interface Pull {
  readonly draws: Draws;
  readonly workspaces: readonly WorkspaceModel[];
  readonly updates: number;
  readonly creations: number;
}

/** Lets the days pass, and then as much time as it takes until everything that was merged is done. */
export async function simulate(scenario: Scenario): Promise<World> {
  const world = new World(scenario);
  world.schedule();
  await world.time.run();
  for (const { changes } of world.workspaces)
    for (const { kind, mergedAt, reachedAt, doneAt = Infinity } of changes) {
      world.waits[kind === 'create' ? 'new-live' : 'edit-live'].push(doneAt - mergedAt);
      if (kind === 'create') world.waits.quota.push(doneAt - (reachedAt ?? doneAt));
    }
  return world;
}
