import { ended, type Approval, type ApprovedChange } from '../model/approval.ts';
import { isComponentName, type CampaignKey, type ComponentName } from '../model/campaign.ts';
import { sameJson } from '../model/json.ts';
import type { PlannedCampaign } from '../model/plan.ts';
import type { Review } from '../model/review.ts';
import type { Binding } from '../model/state.ts';
import { isBrake } from '../model/transitions.ts';
import { canonicalComponents, meaningOf } from './change-id.ts';
import { brakeOf, partOfChange, partsOfChange, updatedComponents, type Digesting } from './part-of-change.ts';

export interface ApprovalInputs extends Digesting {
  /** Today's plan. */
  readonly campaigns: readonly PlannedCampaign[];
  /** Those whose signature holds, the one that was merged first in front. */
  readonly approvals: readonly Approval[];
  readonly bindings: ReadonlyMap<CampaignKey, Binding>;
  /** Left out: all. Approvals of others are not looked at. */
  readonly only: ReadonlySet<CampaignKey> | undefined;
}

export interface Approved {
  readonly review: Review;
  /** The approvals with what was learnt: what their ids digest, and which are over. */
  readonly approvals: readonly Approval[];
}

/** What of today's plan merged pull requests approve, each for its own part of a change. */
export function matchApprovals(inputs: ApprovalInputs): Approved {
  const keys = new Set(
    inputs.approvals.flatMap(({ changes }) => changes.filter(isOpen).map(({ key }) => key)),
  );
  const matches = [...keys]
    .filter((key) => inputs.only?.has(key) ?? true)
    .map((key) => matchKey(key, inputs));
  const byKey = new Map(matches.map((match) => [match.key, match]));
  const told = new Set(matches.flatMap(({ key, moved }) => (moved === undefined ? [] : [key])));
  return {
    review: {
      parts: new Map(matches.flatMap(({ key, part }) => (part ? [[key, part] as const] : []))),
      moved: matches.flatMap(({ key, moved }) => (moved === undefined ? [] : [{ key, message: moved }])),
      notReviewed: inputs.campaigns
        .filter(({ key }) => !told.has(key))
        .flatMap((campaign) => leftOver(campaign, byKey.get(campaign.key)?.part)),
    },
    approvals: inputs.approvals.map((approval) => ({
      ...approval,
      changes: approval.changes.map((change) => byKey.get(change.key)?.learnt.get(approval.pull) ?? change),
    })),
  };
}

interface KeyMatch {
  readonly key: CampaignKey;
  /** The campaign with what may be sent; undefined where nothing may. */
  readonly part: PlannedCampaign | undefined;
  readonly moved: string | undefined;
  /** By the number of the pull request. */
  readonly learnt: ReadonlyMap<number, ApprovedChange>;
}

/** The newest pull request decides; older ones count as far as the plan is still theirs too. */
function matchKey(key: CampaignKey, inputs: ApprovalInputs): KeyMatch {
  const campaign = inputs.campaigns.find((one) => one.key === key);
  const open = inputs.approvals
    .flatMap(({ pull, changes }) =>
      changes.filter((one) => one.key === key && isOpen(one)).map((change) => ({ pull, change })),
    )
    .reverse();
  const learnt = new Map<number, ApprovedChange>();
  if (campaign && isUnsure(campaign)) return { key, part: undefined, moved: undefined, learnt };
  if (!campaign || (isDone(campaign) && !isWantedYet(campaign, open[0]?.change))) {
    for (const { pull, change } of open) learnt.set(pull, ended(change, 'in-sync'));
    return { key, part: undefined, moved: undefined, learnt };
  }
  const parts: PlannedCampaign[] = [];
  let moved: string | undefined;
  let isNewest = true;
  for (const { pull, change } of open) {
    const match = change.changeId === null ? undefined : matchChange(campaign, change, inputs);
    if (match) {
      parts.push(match.part);
      learnt.set(pull, match.change);
    } else if (!isNewest || change.changeId === null) {
      learnt.set(pull, ended(change, isNewest ? 'in-sync' : 'newer'));
    }
    if (isNewest && change.changeId !== null && match?.kind !== 'whole') {
      moved = movedWords(pull, campaign, match?.part);
    }
    isNewest = false;
  }
  const part = parts.length === 0 ? undefined : union(campaign, parts, inputs);
  const [newest] = open;
  if (newest && waitsForDrift(campaign, parts, part)) moved ??= movedWords(newest.pull, campaign, undefined);
  return { key, part, moved, learnt };
}

/** Nobody can say now what there is to do: what was approved stays approved until somebody can. */
function isUnsure({ verdict, steps, held }: PlannedCampaign): boolean {
  return verdict === 'unknown' || (steps.length === 0 && held.some(({ reason }) => reason === 'in-flight'));
}

/** A status that was asked for in a review, and can't be reached any more, is not done. */
function isWantedYet({ held }: PlannedCampaign, newest: ApprovedChange | undefined): boolean {
  if (newest === undefined || newest.changeId === null) return false;
  return held.some(({ reason }) => reason === 'transition-not-possible');
}

interface ChangeMatch {
  readonly kind: 'whole' | 'brake';
  readonly part: PlannedCampaign;
  readonly change: ApprovedChange;
}

/** The part of today's change that is the reviewed one, or what is left of that one. */
function matchChange(
  campaign: PlannedCampaign,
  change: ApprovedChange,
  inputs: ApprovalInputs,
): ChangeMatch | undefined {
  if (change.done > 0) {
    const part = whatIsLeft(campaign, change, inputs);
    return part && { kind: 'whole', part, change };
  }
  for (const part of partsOfChange(campaign, inputs)) {
    if (part.changeId === change.changeId)
      return { kind: 'whole', part, change: learn(part, change, inputs) };
  }
  const brake = brakeOf(campaign, inputs);
  if (brake === undefined || change.brakeId === null || brake.changeId !== change.brakeId) return undefined;
  return { kind: 'brake', part: brake, change: learn(brake, change, inputs) };
}

function learn(part: PlannedCampaign, change: ApprovedChange, { consents }: Digesting): ApprovedChange {
  const { key, steps, base, campaignId } = part;
  return { ...change, meaning: meaningOf(key, steps, { base, campaignId, consents }) };
}

/** After a first step the base is what that step left: it must be our own last outcome, else somebody moved it. */
function whatIsLeft(
  campaign: PlannedCampaign,
  { key, meaning, done }: ApprovedChange,
  inputs: ApprovalInputs,
): PlannedCampaign | undefined {
  if (!meaning || campaign.liveStatus !== inputs.bindings.get(key)?.status.seen) return undefined;
  const left = meaning.steps.slice(done);
  const components = left.flatMap((step) =>
    step.kind === 'update' ? Object.keys(step.components).filter(isComponentName) : [],
  );
  const transition = left.some(({ kind }) => kind === 'transition') ? 'with' : 'without';
  const part = partOfChange(campaign, { components, transition }, inputs);
  const today = meaningOf(key, part.steps, { ...part, consents: inputs.consents });
  const base = components.length > 0 ? meaning.base.components : {};
  const isSame = sameJson(today.steps, left) && sameJson(canonicalComponents(part.base.components), base);
  return isSame ? part : undefined;
}

/** All that several pull requests approve of one campaign, as one change. What starts it waits for what is not approved. */
function union(
  campaign: PlannedCampaign,
  parts: readonly PlannedCampaign[],
  inputs: ApprovalInputs,
): PlannedCampaign | undefined {
  const components = [...new Set(parts.flatMap(updatedComponents))];
  const waits = updatedComponents(campaign).some((name) => !components.includes(name));
  const isMeant = parts.some(hasTransition);
  const goes = isMeant && !(waits && isStart(campaign));
  const part = partOfChange(campaign, { components, transition: goes ? 'with' : 'without' }, inputs);
  return part.steps.length > 0 ? part : undefined;
}

/** What is reviewed would start a campaign that somebody has edited by hand, which is nothing that anybody could review. */
function waitsForDrift(
  campaign: PlannedCampaign,
  parts: readonly PlannedCampaign[],
  part: PlannedCampaign | undefined,
): boolean {
  const sent = part ? updatedComponents(part) : [];
  const waiting = updatedComponents(campaign).filter((name) => !sent.includes(name));
  return (
    parts.some(hasTransition) &&
    !(part && hasTransition(part)) &&
    waiting.every((name) => isDrifted(campaign, name))
  );
}

function hasTransition({ steps }: PlannedCampaign): boolean {
  return steps.some(({ kind }) => kind === 'transition');
}

function isDrifted({ components }: PlannedCampaign, name: ComponentName): boolean {
  return components.some((one) => one.name === name && one.cause === 'drifted');
}

function isStart({ transition }: PlannedCampaign): boolean {
  return transition !== null && !isBrake(transition.action);
}

/** What today's plan has beside what may be sent. Drift by itself is nobody's merge: it has an issue of its own. */
function leftOver(
  campaign: PlannedCampaign,
  part: PlannedCampaign | undefined,
): { key: CampaignKey; message: string }[] {
  const { key, steps, transition, notes } = campaign;
  const sent = new Set(part ? updatedComponents(part) : []);
  const names = updatedComponents(campaign).filter((name) => !sent.has(name));
  const isTransitionLeft = transition !== null && hasTransition(campaign) && !(part && hasTransition(part));
  const isCreateLeft = !part && steps.some(({ kind }) => kind === 'create');
  const isDrift =
    names.every((name) => isDrifted(campaign, name)) &&
    (!isTransitionLeft || (!part && notes.some(({ kind }) => kind === 'moved-by-hand')));
  if (!isCreateLeft && ((names.length === 0 && !isTransitionLeft) || isDrift)) return [];
  const left = [...names, ...(isTransitionLeft ? [transition.action] : [])];
  const what = isCreateLeft ? 'It would be created' : `It would be changed too (${left.join(', ')})`;
  return [{ key, message: `${what}, but no reviewed plan has that.` }];
}

/** Nothing is left to send, and nothing that moved is the reason: an earlier run did it, as far as it can be done. */
export function isDone({ verdict, held, steps }: PlannedCampaign): boolean {
  const asFarAsItGoes = ['needs-publish', 'transition-not-possible'];
  const only = held.every(({ reason }) => asFarAsItGoes.includes(reason));
  return verdict === 'in-sync' || (verdict === 'held' && steps.length === 0 && only);
}

function movedWords(pull: number, { held }: PlannedCampaign, brake: PlannedCampaign | undefined): string {
  const why = held[0]?.message ?? 'Live or the file moved since.';
  const rest = brake?.transition ? ` Only the ${brake.transition.action} goes, as it was shown.` : '';
  return `#${pull} showed another change. ${why}${rest}`;
}

function isOpen({ end }: ApprovedChange): boolean {
  return end === undefined;
}
