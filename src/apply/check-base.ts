import type { LiveAnswers } from './ports.ts';
import {
  channelAndType,
  componentNames,
  couldBe,
  statusWord,
  type CampaignKey,
  type ComponentName,
  type Live,
} from '../model/campaign.ts';
import type { Unknown, AnswerProblem } from '../model/live-answer.ts';
import { sameComponent } from '../model/canonical.ts';
import { withoutLeaves } from '../model/component-leaves.ts';
import type { StaleCause } from '../model/failure.ts';
import type { PlannedCampaign, Step } from '../model/plan.ts';
import { steady } from '../model/self-changing.ts';
import { LOCKS } from '../model/locks.ts';
import { boundIds, type IntentOf } from '../model/state.ts';
import { isEmergencyStop, publishesVersion } from '../model/transitions.ts';
import { isDraftOf } from '../model/verify.ts';
import { editOf } from './intents.ts';
import { newestDocuments } from './read-back.ts';
import type { PreparedWork, Run, Work } from './run.ts';
import { draftAbove, type Held } from '../model/held.ts';
import { untimelyCreation, untimelySchedule, untimelyStart } from '../model/timing.ts';
import type { NotDone } from '../model/trail-event.ts';

/** Why a step can't be sent after all: something changed since the plan, or it could not be read whether it did. */
export type Obstacle =
  | { readonly kind: 'changed'; readonly cause: StaleCause }
  | {
      readonly kind: 'unreadable';
      readonly because: Unknown['cause'];
      /** Omitted if the answer lacks the campaign. */
      readonly problem?: AnswerProblem;
    };

/** Live campaigns by ID as they were before the steps, and when they were read (epoch milliseconds). */
export interface BaseReads {
  readonly reads: LiveAnswers;
  readonly at: number;
}

/** How long, in milliseconds, a read stays valid before a write. Fast sends share one read; slow sends read again. */
const BASE_FRESH_MS = 5_000;

/** Up to this many campaigns are read one by one before a write. */
const READ_ONE_BY_ONE = 5;

/**
 * Reads the campaigns of all steps that have one, up to one page of a search. A search may lag behind Get (open point
 * W31) and hide a recent edit, so a small number of campaigns is read with Get, which costs hardly more.
 */
export async function readBase(run: Run, works: readonly PreparedWork[]): Promise<BaseReads> {
  const { remote, clock } = run.options;
  const known = works.flatMap(({ intent }) => (intent.kind === 'create' ? [] : [intent.campaignId]));
  const ids = [...new Set(known)];
  if (ids.length === 0) return { reads: new Map(), at: clock.now() };
  const isFew = ids.length <= READ_ONE_BY_ONE && !works.some(({ step }) => isEmergencyStopStep(step));
  const reads = isFew
    ? await remote.readEach(ids, run.known())
    : await remote.readCampaigns(ids, run.known());
  return { reads, at: clock.now() };
}

/** The base, with a campaign that is about to be started as Get shows it: a search isn't enough evidence. */
export async function baseOfStart(
  run: Run,
  base: BaseReads,
  { intent, step }: PreparedWork,
): Promise<BaseReads> {
  if (step.kind !== 'transition' || isEmergencyStopStep(step) || intent.kind === 'create') return base;
  const { remote } = run.options;
  const [ids, known] = [[intent.campaignId], run.known()];
  // Only a search shows that there is a draft, and under which ID. Only Get surely shows all of it.
  const isVersion = publishesVersion(step.transition);
  const newest = isVersion ? newestDocuments(known, await remote.readCampaigns(ids, known)) : known;
  const reads = await remote.readEach(ids, newest);
  return { ...base, reads: new Map([...base.reads, ...reads]) };
}

/** PAUSE and STOP. They need only an ID and never wait. */
export function isEmergencyStopStep(step: Step): boolean {
  return step.kind === 'transition' && isEmergencyStop(step.transition.action);
}

/** The base of the first step in `rest`. If the last read is too old to rely on, all of `rest` is read again. */
export async function freshBase(run: Run, base: BaseReads, due: readonly PreparedWork[]): Promise<BaseReads> {
  const step = due[0]?.step;
  if ((step && isEmergencyStopStep(step)) || run.options.clock.now() - base.at <= BASE_FRESH_MS) return base;
  const { reads, at } = await readBase(run, due);
  return { reads: new Map([...base.reads, ...reads]), at };
}

/** What has changed since the plan and prevents the step; undefined if it may be sent. */
export async function checkBase(
  run: Run,
  work: PreparedWork,
  before: LiveAnswers,
): Promise<Obstacle | undefined> {
  const { intent } = work;
  if (intent.kind === 'create') return checkName(run, intent);
  const live = before.get(intent.campaignId);
  if (live?.kind === 'missing') return changedSincePlan({ code: 'changed', what: 'gone' });
  if (live?.kind !== 'present') {
    // An emergency stop works even if the service can't be read.
    return isEmergencyStopStep(work.step) ? undefined : unreadable(live);
  }
  const what = whatChanged(run, work, live.live);
  return what === undefined ? undefined : changedSincePlan(what);
}

function whatChanged(run: Run, { campaign, intent, step }: PreparedWork, live: Live): StaleCause | undefined {
  const binding = run.bindings.get(intent.key);
  const [shown, recorded] = [channelAndType(live), channelAndType(binding ?? live)];
  if (shown !== recorded) return { code: 'changed', what: 'type', live: shown, recorded };
  if (step.kind === 'update')
    return checkUpdate(run, campaign, { names: componentNames(step.components), live });
  if (step.kind !== 'transition' || isEmergencyStop(step.transition.action)) return undefined;
  return live.status === step.transition.from
    ? undefined
    : statusMoved(step.transition.from, statusWord(live));
}

function checkUpdate(
  run: Run,
  campaign: PlannedCampaign,
  { names, live }: { readonly names: readonly ComponentName[]; readonly live: Live },
): StaleCause | undefined {
  const { transition, base } = campaign;
  const paused = transition && isEmergencyStop(transition.action) ? transition.to : undefined;
  const expected = base.status === undefined ? undefined : (paused ?? base.status);
  if (expected !== undefined && expected !== live.status) return statusMoved(expected, statusWord(live));
  if (LOCKS[live.status] === 'everything') return { code: 'changed', what: 'locked', status: live.status };
  const changed = names.filter(
    (name) => differsFromPlan(run, campaign, { name, live }) && !sentByUs(run, campaign.key, { name, live }),
  );
  return changed.length === 0 ? undefined : { code: 'changed', what: 'components', components: changed };
}

interface OneComponent {
  readonly name: ComponentName;
  readonly live: Live;
}

/** Whether live differs from what the plan saw, apart from values that change by themselves (W32). */
function differsFromPlan(
  run: Run,
  { key, base, desired, live: planned }: PlannedCampaign,
  { name, live }: OneComponent,
): boolean {
  const binding = run.bindings.get(key);
  const isUnedited = live.updatedAt !== undefined && live.updatedAt === planned?.updatedAt;
  const seen = isUnedited ? { ...live, again: planned.components } : live;
  const still = binding && steady(desired?.components ?? {}, { live: seen, binding });
  const [before, now] = [base.components, live.components].map((one) =>
    withoutLeaves(name, one[name], still?.binding.changing[name] ?? []),
  );
  return !sameComponent(name, before, now);
}

/** What an earlier run of ours sent is not someone else's edit, however late live shows it (open point W31). */
function sentByUs(run: Run, key: CampaignKey, { name, live }: OneComponent): boolean {
  const sent = [...run.open.values()].flatMap((one) =>
    one.key === key && one.kind === 'update' ? [one.components] : [],
  );
  const known = [run.bindings.get(key)?.applied, ...sent];
  return known.some(
    (one) => one?.[name] !== undefined && sameComponent(name, one[name], live.components[name]),
  );
}

/** Whether the draft above live has what this run sent, and nothing else. */
export function isDraftOfChange(run: Run, campaign: PlannedCampaign, live: Live): boolean {
  const known = run.bindings.get(campaign.key);
  return isDraftOf(editOf(campaign), live, { known, planned: campaign.live?.components });
}

/** Adds a draft with anything else than what this run sent to the results. It is not published. */
export function reportOtherDraft(
  run: Run,
  { campaign, intent, step }: PreparedWork,
  before: LiveAnswers,
): NotDone | undefined {
  if (step.kind !== 'transition' || intent.kind === 'create' || !publishesVersion(step.transition))
    return undefined;
  const answer = before.get(intent.campaignId);
  const live = answer?.kind === 'present' ? answer.live : undefined;
  if (live && isDraftOfChange(run, campaign, live)) return undefined;
  if (live?.draftAbove === undefined) {
    run.results.breakOffStale({
      key: campaign.key,
      cause: { code: 'changed', what: 'components', components: componentNames(editOf(campaign).components) },
    });
    return { code: 'stale' };
  }
  run.results.breakOffHeld(campaign.key, draftAbove(live.draftAbove));
  return { code: 'not-sent' };
}

/** A campaign with this name that appeared after the plan may be the one that the file describes. */
async function checkName(run: Run, intent: IntentOf<'create'>): Promise<Obstacle | undefined> {
  if (run.options.allowed.has('same-name')) return undefined;
  const found = await run.options.remote.searchByName(intent);
  if (found.kind === 'unknown') return unreadable(found);
  const bound = boundIds(run.bindings.values());
  const rival = found.campaigns.find((live) => couldBe(live, intent, bound));
  return rival && changedSincePlan({ code: 'changed', what: 'name', campaignId: rival.id });
}

function changedSincePlan(cause: StaleCause): Obstacle {
  return { kind: 'changed', cause };
}

function unreadable(answer: Unknown | undefined): Obstacle {
  const { cause = 'malformed', problem } = answer ?? {};
  return { kind: 'unreadable', because: cause, ...(problem && { problem }) };
}

function statusMoved(from: string, to: string): StaleCause {
  return { code: 'changed', what: 'status', from, to };
}

/** The last check of the clock: adds a start that has passed or a blackout that has begun. */
export function reportUntimely(run: Run, work: Work): NotDone | undefined {
  const untimely = untimelyNow(run, work);
  if (untimely === undefined) return undefined;
  run.results.breakOffHeld(work.campaign.key, untimely);
  const { code } = untimely.cause;
  return { code: code === 'blackout' || code === 'start-past' ? code : 'not-sent' };
}

/** Why a step would be sent at a wrong time, by the rules of the plan. */
export function untimelyNow({ options, bindings }: Run, { campaign, step }: Work): Held | undefined {
  const { key, desired, live, transition } = campaign;
  const context = { policy: options.policy, now: options.clock.now() };
  if (!desired) return undefined;
  if (step.kind === 'create') return untimelyCreation(desired, context);
  if (step.kind === 'transition' && !publishesVersion(step.transition))
    return untimelyStart({ desired, live }, step.transition.action, context);
  if (!live || !editOf(campaign).components.scheduling_details) return undefined;
  // A campaign that is paused or stopped before its edit sends nothing.
  const status = transition && isEmergencyStop(transition.action) ? transition.to : live.status;
  const applied = bindings.get(key)?.applied.scheduling_details;
  return untimelySchedule({ desired, live }, { status, applied }, context);
}
