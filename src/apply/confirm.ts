import { statusWord, type CampaignId, type Live } from '../model/campaign.ts';
import type { LiveAnswer } from '../model/live-answer.ts';
import { isEditLive, isTransitionLive, verifyIntent } from '../model/verify.ts';
import { isDraftOfChange } from './check-base.ts';
import { complaintsIn } from './complaints.ts';
import { type Intent, isPublish, type IntentOf } from '../model/state.ts';
import { isEmergencyStop, publishesVersion } from '../model/transitions.ts';
import { withSuccess } from '../quota/slots.ts';
import { closeOthers, concludeEarlier, concludeEdit, otherRequests } from './earlier-transitions.ts';
import { createdId, findCreated, isLikeCreated } from './find-created.ts';
import { closing, addOutcome, keptOpen } from './outcomes.ts';
import type { TrailRecord, AnswerOf } from './ports.ts';
import { readBack, type Waits } from './read-back.ts';
import type { Run, Sent, PreparedWork } from './run.ts';
import { draftAbove, heldBy } from '../model/held.ts';
import { stepOf, type Refused } from '../model/failure.ts';

/**
 * Reads every campaign that was written and returns what to record. A write counts as done only when live shows it; an
 * answer alone isn't enough. What can't be seen stays open, and a later run reads it again. `at-once` leaves changes
 * that aren't visible yet to a later call, because an emergency stop must not delay the next one.
 */
export async function confirm(run: Run, sent: readonly Sent[], waits: Waits): Promise<TrailRecord[]> {
  const expected = sent.flatMap((one) => {
    const id = idOf(run, one);
    return id === undefined ? [] : [{ id, intent: one.intent }];
  });
  const after = await readBack(run, expected, waits);
  const entries: TrailRecord[] = [];
  for (const one of sent) {
    // Another creation of this batch may have been answered with the same ID.
    const id = idOf(run, one);
    const answer = id === undefined ? undefined : after.get(id);
    if (one.intent.kind === 'create' && one.answer.kind === 'unclear')
      entries.push(...(await confirmUnclearCreation(run, one, one.intent)));
    else if (answer?.kind !== 'present') entries.push(...unread(run, one, { live: answer, id }));
    else if (one.intent.kind === 'create' && !isLikeCreated(one.intent, answer.live))
      entries.push(...unread(run, one, { live: undefined, id: undefined }));
    else if (isCarriedOut(run, one.intent, answer.live))
      entries.push(...(concludeEarlier(run, one, answer.live) ?? concludeSent(run, one, answer.live)));
    else if (waits === 'at-once') run.pending.push(one);
    else if (one.answer.kind === 'refused') entries.push(refusedUnshown(run, one, one.answer, answer.live));
    else entries.push(...notShown(run, one, answer.live));
  }
  return entries;
}

function isCarriedOut(run: Run, intent: Intent, live: Live): boolean {
  const known = run.bindings.get(intent.key);
  if (intent.kind === 'transition') return isTransitionLive(intent, live, known);
  // A campaign that exists was created, whatever it shows.
  return intent.kind === 'create' || isEditLive(intent, live, known);
}

function concludeSent(run: Run, { campaign, intent, answer, at }: Sent, live: Live): TrailRecord[] {
  const { liveStatus: from, desired } = campaign;
  const responseId = answer.kind === 'done' ? answer.responseId : null;
  return [
    ...closeOthers(run, intent),
    ...(intent.kind === 'transition' ? concludeEdit(run, intent, live) : []),
    addOutcome(run, intent, { live, responseId, desired: desired?.status, from, at }),
  ];
}

/** No answer came, so the campaign's ID is unknown. It is found by its name. */
async function confirmUnclearCreation(
  run: Run,
  sent: Sent,
  intent: IntentOf<'create'>,
): Promise<TrailRecord[]> {
  const [live, ...others] = (await findCreated(run, intent)) ?? [];
  if (live && others.length === 0) {
    run.ledger = withSuccess(run.ledger, run.options.clock.now());
    return concludeSent(run, sent, live);
  }
  return leaveUnknown(run, sent, others.length > 0 ? 'several' : 'nothing');
}

function leaveUnknown(run: Run, { intent, answer }: Sent, found: 'nothing' | 'several'): TrailRecord[] {
  const { problem, isTaken } = answer.kind === 'unclear' ? answer : {};
  const open: Intent = isTaken && intent.kind === 'create' ? { ...intent, isTaken } : intent;
  run.leaveOpen(open);
  const cause = { code: 'unclear', ...(problem && { problem }), found } as const;
  run.results.breakOffFailed(intent.key, cause, { notBefore: problem?.notBefore ?? null });
  return isTaken ? [keptOpen(open, { code: 'taken' }, null)] : [];
}

interface Unread {
  readonly live: Exclude<LiveAnswer, { kind: 'present' }> | undefined;
  /** Undefined if the answer named no campaign, or one that can't be the new one. */
  readonly id: CampaignId | undefined;
}

/** The campaign could not be read, or the one that the answer named isn't the one that was created. */
function unread(run: Run, sent: Sent, { live, id }: Unread): TrailRecord[] {
  const { intent, answer, at } = sent;
  if (live?.kind === 'unknown' && live.cause === 'credential') run.end('credential');
  if (answer.kind === 'refused') return [refusedUnshown(run, sent, answer)];
  if (answer.kind === 'unclear') return leaveUnknown(run, sent, 'nothing');
  const open: Intent = {
    ...intent,
    answered: at,
    ...(intent.kind === 'create' && id !== undefined && { created: id }),
  };
  run.leaveOpen(open);
  const problem = live?.kind === 'unknown' ? live.problem : undefined;
  const why = id === undefined ? whyNoId(answer) : live?.kind === 'missing' ? 'missing' : 'unreadable';
  const cause = { code: 'not-read-back', why, ...(problem && { problem }) } as const;
  const { responseId } = answer;
  run.results.breakOffFailed(intent.key, cause, { responseId, notBefore: problem?.notBefore ?? null });
  return [keptOpen(open, { code: 'not-read-back' }, responseId)];
}

function whyNoId({ data }: AnswerOf<'done'>): 'no-id' | 'other-id' {
  return typeof data.id === 'string' && data.id !== '' ? 'other-id' : 'no-id';
}

/**
 * A status change that was refused and isn't visible. The refusal may mean that it was already made, by an earlier
 * request or by someone else, and that live doesn't show it yet. A first PUBLISH is refused because something is missing.
 */
function refusedUnshown(
  run: Run,
  sent: Sent,
  answer: Extract<Sent['answer'], { kind: 'refused' }>,
  live?: Live,
): TrailRecord {
  const { intent } = sent;
  const mayBeMade =
    intent.kind === 'transition' && (intent.action !== 'PUBLISH' || otherRequests(run, intent).length > 0);
  if (!mayBeMade) return refused(run, sent, answer);
  const { status, code: serviceCode, message: said, responseId } = answer;
  const cause = {
    ...({ code: 'maybe-made', action: intent.action, status, serviceCode, said } as const),
    ...(live && { shown: statusWord(live) }),
  };
  run.results.breakOffFailed(intent.key, cause, { responseId });
  return closing(intent, { code: 'refused', status, serviceCode }, responseId);
}

/** Live is unchanged: the write is still in progress or was not carried out, and which of the two isn't known yet. */
function notShown(run: Run, sent: Sent, live: Live): TrailRecord[] {
  const { campaign, intent, answer, at } = sent;
  if (answer.kind !== 'done') return leaveUnknown(run, sent, 'nothing');
  const open: Intent = { ...intent, answered: at };
  run.leaveOpen(open);
  const isVersion = intent.kind === 'update' && publishesVersion(campaign.transition);
  if (isVersion && live.draftAbove !== undefined) {
    if (isDraftOfChange(run, campaign, live)) run.inDraft.add(intent.key);
    else run.results.breakOffHeld(intent.key, draftAbove(live.draftAbove));
  } else if (intent.kind === 'transition') {
    const cause = { code: 'not-reached', action: intent.action, shown: statusWord(live) } as const;
    run.results.breakOffFailed(intent.key, cause, { responseId: answer.responseId });
  } else {
    const verified = verifyIntent(intent, live.components, run.bindings.get(intent.key));
    for (const [component, { kind, paths }] of verified)
      if (kind !== 'shown') run.results.breakOffUnconfirmed({ key: intent.key, component, paths });
  }
  return [...closeOthers(run, intent), keptOpen(open, { code: 'not-shown-yet' }, answer.responseId)];
}

function idOf(run: Run, { intent, answer }: Sent): CampaignId | undefined {
  if (intent.kind !== 'create') return intent.campaignId;
  return answer.kind === 'done' ? createdId(run, intent, answer.data.id) : undefined;
}

/**
 * The entry for a refused step. 401 ends the run. 403 may concern only this campaign. 409 on an edit that the
 * specification allows is a lock that the specification doesn't mention; it lasts until the status changes (open point
 * W8).
 */
export function refused(
  run: Run,
  { campaign, intent }: PreparedWork,
  answer: AnswerOf<'refused'>,
): TrailRecord {
  const { key } = intent;
  const { status, code, responseId } = answer;
  // The earlier version's path may need a credential of its own (open point W19).
  if (status === 401 && !isPublish(intent)) run.end('credential');
  if (status === 403) run.results.noteForbidden(key);
  const closed = closing(intent, { code: 'refused', status, serviceCode: code }, responseId);
  const binding = run.bindings.get(key);
  if (status !== 409 || intent.kind !== 'update' || !binding || campaign.liveStatus === 'DRAFT') {
    run.results.breakOffFailed(key, refusalOf(run, intent, answer), { responseId });
    return closed;
  }
  const { liveStatus: before } = campaign;
  const cause = { code: 'edit-refused', status: before, said: answer.message } as const;
  run.results.breakOffHeld(key, heldBy('locked', cause));
  // A stop is sent before the edit, a start after it.
  const { transition, liveStatus } = campaign;
  const stopped = transition && isEmergencyStop(transition.action) ? transition.to : undefined;
  const during = stopped ?? liveStatus ?? binding.status.seen;
  const marked = { ...binding, editsRefused: { status: during, message: answer.message } };
  run.bindings.set(key, marked);
  return { ...closed, binding: marked };
}

/** A refusal as a failure: what the service said, and the position in the files that it refers to. */
function refusalOf(run: Run, intent: Intent, answer: AnswerOf<'refused'>): Refused {
  const { status, code: serviceCode } = answer;
  const said = complaintsIn(answer, (target) => run.options.locate(intent.file, target));
  return { code: 'refused', status, serviceCode, ...said, step: stepOf(intent) };
}
