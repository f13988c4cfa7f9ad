import { markDone, type Approval } from '../../../src/model/approval.ts';
import { componentNames, type CampaignKey, type CampaignStatus } from '../../../src/model/campaign.ts';
import type { Plan, PlannedCampaign, Step } from '../../../src/model/plan.ts';
import { isEmergencyStop } from '../../../src/model/transitions.ts';
import { collectApprovals, type ReviewHost, type MergedPull } from '../../../src/review/collect.ts';
import { closeResolved, isUnsure, openSteps, reviewPlan } from '../../../src/review/review-plan.ts';
import { key } from '../builders.ts';
import { commentsFor, isTag, mergedAt, PLACE, SIGNER } from './comments.ts';
import { Oracle, plainSteps, type PlainStep } from './oracle.ts';
import { componentsOf, edited, undoing, World, type Edit, type Files, type Name } from './world.ts';

// Histories of pull requests, manual edits and applies, given to the real planner, the real review and the oracle at
// the same time.

export type Branch = 'main' | 'release';

/** One event; `at` counts pull requests from the newest. */
export type Event =
  | { readonly kind: 'open'; readonly branch: Branch; readonly edits: readonly Edit[] }
  | { readonly kind: 'revert' | 'plan' | 'merge' | 'tamper'; readonly at: number }
  | { readonly kind: 'push'; readonly at: number; readonly edits: readonly Edit[] }
  | { readonly kind: 'push-directly'; readonly branch: Branch; readonly edits: readonly Edit[] }
  | {
      readonly kind: 'edit-by-hand';
      readonly name: Name;
      readonly what: 'utm' | 'connector';
      readonly value: number;
    }
  | { readonly kind: 'move-by-hand'; readonly name: Name; readonly status: CampaignStatus }
  | { readonly kind: 'lose'; readonly name: Name }
  | {
      readonly kind: 'apply';
      readonly branch: Branch;
      /** How many commits behind the branch it runs. */
      readonly behind: number;
      readonly only: Name | undefined;
      /** Which of its requests are refused or deferred, as a bit set. */
      readonly faults: number;
    };

/** The parts of the review that a mutant replaces. */
export interface Protocol {
  readonly review: typeof reviewPlan;
  readonly collect: typeof collectApprovals;
  readonly markDone: typeof markDone;
  readonly close: typeof closeResolved;
  /** Whether a run of an older commit may end approvals and end its search early. */
  readonly trustsOlderCommits: boolean;
  /** Whether a run for some campaigns only may end its search early. */
  readonly trustsNarrowRuns: boolean;
}

export const REAL: Protocol = {
  trustsOlderCommits: false,
  trustsNarrowRuns: false,
  review: reviewPlan,
  collect: collectApprovals,
  markDone,
  close: closeResolved,
};

interface WrittenPlan {
  readonly head: string;
  readonly fingerprint: string;
  readonly shown: ReadonlyMap<CampaignKey, readonly PlainStep[]>;
  comments: readonly string[];
  isTampered: boolean;
}

interface Pull {
  readonly number: number;
  readonly branch: Branch;
  edits: readonly Edit[];
  undo: readonly Edit[];
  head: string;
  plans: WrittenPlan[];
  merged: MergedPull | undefined;
}

interface Work {
  readonly campaign: PlannedCampaign;
  readonly step: Step;
}

/** Throws if the law of the review is violated. */
export class History implements ReviewHost {
  private readonly protocol: Protocol;
  private readonly world = new World();
  private readonly oracle = new Oracle();
  private readonly commits: Record<Branch, Files[]> = { main: [new Map()], release: [new Map()] };
  private readonly applied: Record<Branch, number> = { main: 0, release: 0 };
  private readonly pulls: Pull[] = [];
  private merges = 0;
  /** The names of all sent steps. */
  readonly sent: string[] = [];

  constructor(protocol: Protocol = REAL) {
    this.protocol = protocol;
  }

  async play(events: readonly Event[]): Promise<void> {
    for (const event of events) await this.happens(event);
    for (const branch of ['main', 'release'] as const)
      await this.happens({ kind: 'apply', branch, behind: 0, only: undefined, faults: 0 });
  }

  private async happens(event: Event): Promise<void> {
    const pull = 'at' in event ? this.pullAt(event.at) : undefined;
    if (event.kind === 'open') this.open(event.branch, event.edits);
    else if (event.kind === 'plan') this.writePlan(pull);
    else if (event.kind === 'merge') this.merge(pull);
    else if (event.kind === 'tamper') this.tamper(pull);
    else if (event.kind === 'push') this.push(pull, event.edits);
    else if (event.kind === 'push-directly') this.commit(event.branch, event.edits);
    else if (event.kind === 'edit-by-hand')
      this.world.editByHand(key(event.name), { components: variant(event.what, event.value) });
    else if (event.kind === 'move-by-hand') {
      if (this.world.liveOf(key(event.name))?.status !== 'DRAFT')
        this.world.editByHand(key(event.name), { status: event.status });
    } else if (event.kind === 'lose') this.world.lose(key(event.name));
    else if (event.kind === 'apply') await this.apply(event);
    else if (pull?.merged) this.open(pull.branch, pull.undo);
  }

  private pullAt(at: number): Pull | undefined {
    return this.pulls.at(-1 - (at % Math.max(1, this.pulls.length)));
  }

  private open(branch: Branch, edits: readonly Edit[]): void {
    const number = this.pulls.length + 1;
    this.pulls.push({ number, branch, edits, undo: [], head: `${number}-1`, plans: [], merged: undefined });
  }

  private push(pull: Pull | undefined, edits: readonly Edit[]): void {
    if (!pull || pull.merged) return;
    pull.edits = [...pull.edits, ...edits];
    pull.head = `${pull.number}-${pull.edits.length + 1}`;
  }

  /** A plan of the result of the merge, with a part for each campaign. */
  private writePlan(pull: Pull | undefined): void {
    if (!pull || pull.merged) return;
    const touched = new Set(pull.edits.map(({ name }) => key(name)));
    const plan = this.world.plan(edited(this.tip(pull.branch), pull.edits), touched);
    const { fingerprint, campaigns } = plan;
    const parts = campaigns.length === 0 ? [[]] : campaigns.map((one) => [one]);
    const place = { ...PLACE, base: pull.branch, pull: pull.number };
    const written: WrittenPlan = {
      head: pull.head,
      fingerprint,
      shown: new Map(campaigns.map((one) => [one.key, plainSteps(one, this.world.liveOf(one.key))])),
      comments: commentsFor(parts, { place, head: pull.head, plan: fingerprint }),
      isTampered: false,
    };
    const older = pull.plans.filter((one) => one.head === pull.head && one.fingerprint !== fingerprint);
    pull.plans = [...older, written];
  }

  private tamper(pull: Pull | undefined): void {
    const newest = pull?.plans.at(-1);
    if (!newest || pull?.merged) return;
    newest.isTampered = true;
    newest.comments = newest.comments.map((one, at) => (at === 0 ? `${one}\nApproved.` : one));
  }

  private merge(pull: Pull | undefined): void {
    if (!pull || pull.merged) return;
    this.merges += 1;
    pull.undo = undoing(this.tip(pull.branch), pull.edits);
    this.commit(pull.branch, pull.edits);
    pull.merged = {
      number: pull.number,
      head: pull.head,
      mergedAt: mergedAt(this.merges),
      mergeCommit: null,
    };
    const valid = pull.plans.findLast((one) => one.head === pull.head && !one.isTampered);
    if (valid) this.oracle.merge({ pull: pull.number, branch: pull.branch, shown: valid.shown });
  }

  private commit(branch: Branch, edits: readonly Edit[]): void {
    this.commits[branch].push(edited(this.tip(branch), edits));
  }

  private tip(branch: Branch): Files {
    return this.commits[branch].at(-1) ?? new Map();
  }

  mergedPulls(branch: string): Promise<readonly MergedPull[]> {
    const merged = this.pulls.filter((one) => one.branch === branch).flatMap((one) => one.merged ?? []);
    return Promise.resolve(merged.sort((left, right) => (left.mergedAt < right.mergedAt ? 1 : -1)));
  }

  mergedPull(branch: string, number: number): Promise<MergedPull | undefined> {
    return Promise.resolve(this.pulls.find((one) => one.number === number && one.branch === branch)?.merged);
  }

  commentBodies(number: number): Promise<readonly string[]> {
    const pull = this.pulls.find((one) => one.number === number);
    return Promise.resolve(pull?.plans.flatMap(({ comments }) => comments) ?? []);
  }

  private async apply({ branch, behind, only, faults }: Extract<Event, { kind: 'apply' }>): Promise<void> {
    const newest = this.commits[branch].length - 1;
    const commit = Math.max(0, newest - behind);
    // A commit behind the one that was applied last is refused.
    if (commit < this.applied[branch]) return;
    this.applied[branch] = commit;
    const asked = only === undefined ? undefined : new Set([key(only)]);
    const plan = this.world.plan(this.commits[branch][commit] ?? new Map(), asked);
    const isTip = commit === newest;
    const parts = await this.review(plan, branch, { isTip, asked });
    const steps = new Map(
      plan.campaigns.map((one) => [one.key, plainSteps(one, this.world.liveOf(one.key))]),
    );
    const due = [...steps].flatMap(([name, all]) =>
      this.oracle.due(name, all, branch).map((step) => `${step.name} ${name}`),
    );
    const sent = this.execute(parts, { branch, faults });
    const missed = due.filter((one) => !sent.has(one));
    if (faults === 0 && missed.length > 0) throw new Error(`Approved, and not sent: ${missed.join(', ')}.`);
    if (isTip) this.noteSettled(plan, branch, asked);
  }

  /** What an apply of the action does before it sends anything. */
  private async review(
    plan: Plan,
    branch: Branch,
    { isTip, asked }: { readonly isTip: boolean; readonly asked: ReadonlySet<CampaignKey> | undefined },
  ): Promise<ReadonlyMap<CampaignKey, PlannedCampaign>> {
    const { approvals: kept } = this.world.state;
    const isNewest = isTip || this.protocol.trustsOlderCommits;
    const isWhole = asked === undefined || this.protocol.trustsNarrowRuns;
    const place = { ...PLACE, base: branch };
    const search = { host: this, place, isTag, signer: SIGNER, now: Date.parse(mergedAt(0)), kept };
    const found = await this.protocol.collect(search, openSteps(plan.campaigns), {
      isUnsure: isUnsure(plan.campaigns) || !isNewest || !isWhole,
    });
    const { parts } = this.protocol.review(plan.campaigns, found.approvals);
    const ofBranch = found.approvals.map(({ approval }) => approval);
    const approvals = isNewest
      ? this.protocol.close(ofBranch, plan.campaigns, (one) => asked?.has(one) ?? true)
      : found.added;
    this.keep(approvals);
    return parts;
  }

  private keep(approvals: readonly Approval[]): void {
    const all = new Map([...this.world.state.approvals, ...approvals].map((one) => [one.pull, one]));
    this.world.state = { ...this.world.state, approvals: [...all.values()] };
  }

  /** Sends what may be sent, in the order of an apply. After a fault, the rest of its campaign is skipped. */
  private execute(
    parts: ReadonlyMap<CampaignKey, PlannedCampaign>,
    { branch, faults }: { readonly branch: Branch; readonly faults: number },
  ): ReadonlySet<string> {
    const sent = new Set<string>();
    const failed = new Set<CampaignKey>();
    for (const campaign of parts.values()) this.world.record(campaign);
    for (const [at, { campaign, step }] of inOrder(parts).entries()) {
      if (failed.has(campaign.key)) continue;
      if ((faults >> at) % 2 === 1) {
        failed.add(campaign.key);
        continue;
      }
      for (const name of this.send(campaign, step, branch)) sent.add(`${name} ${campaign.key}`);
    }
    return sent;
  }

  private send(campaign: PlannedCampaign, step: Step, branch: Branch): string[] {
    const { key: name } = campaign;
    const all = plainSteps({ ...campaign, steps: [step] }, this.world.liveOf(name));
    const campaignId = this.world.send(campaign, step);
    for (const one of all) {
      this.sent.push(one.name);
      this.oracle.sent(name, one, branch, step.kind === 'create' ? campaignId : undefined);
    }
    const components = step.kind === 'update' ? componentNames(step.components) : [];
    const what = { key: name, change: step.kind, components, campaignId };
    this.world.state = {
      ...this.world.state,
      approvals: this.protocol.markDone(this.world.state.approvals, what, branch),
    };
    return all.map((one) => one.name);
  }

  private noteSettled(plan: Plan, branch: Branch, asked: ReadonlySet<CampaignKey> | undefined): void {
    const open = new Set(
      plan.campaigns
        .filter(({ verdict }) => verdict !== 'in-sync' && verdict !== 'orphaned')
        .map(({ key: one }) => one),
    );
    for (const name of ['a', 'b'].map(key))
      if (!open.has(name) && (asked?.has(name) ?? true)) this.oracle.settled(name, branch);
  }
}

function inOrder(parts: ReadonlyMap<CampaignKey, PlannedCampaign>): Work[] {
  const all = [...parts.values()].flatMap((campaign) => campaign.steps.map((step) => ({ campaign, step })));
  const turn = ({ step }: Work) => {
    if (step.kind === 'transition') return isEmergencyStop(step.transition.action) ? 0 : 3;
    return step.kind === 'update' ? 1 : 2;
  };
  return all.sort((left, right) => turn(left) - turn(right));
}

function variant(what: 'utm' | 'connector', value: number) {
  const all = componentsOf({ utm: value, connector: value });
  return what === 'utm' ? { utm_params: all.utm_params ?? {} } : { connector: all.connector ?? {} };
}
