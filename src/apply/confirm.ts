import { statusWord, type CampaignId, type Live, type LiveAnswer } from '../model/campaign.ts';
import { verifyIntent } from '../model/verify.ts';
import type { Intent } from '../model/state.ts';
import { mayFollow } from '../model/transitions.ts';
import { resumingAt } from '../model/result.ts';
import { withSuccess } from '../quota/admit.ts';
import { findCreated } from './find-created.ts';
import { conclude, keptOpen, TAKEN } from './outcomes.ts';
import type { Entry } from './ports.ts';
import { readBack, type Waits } from './read-back.ts';
import { refused } from './refused.ts';
import type { Run } from './run.ts';
import type { Sent } from './work.ts';

/**
 * Reads everything that was sent and says what to record. A write is what live shows, and no answer alone makes it one:
 * what can't be seen stays open, and a later run reads again. `at-once` leaves what is not shown yet to a later call:
 * an emergency stop must not keep the next one waiting.
 */
export async function confirm(run: Run, sent: readonly Sent[], waits: Waits): Promise<Entry[]> {
  const withId = sent.map((one) => ({ one, id: idOf(one) }));
  const expected = withId.flatMap(({ one: { intent }, id }) => (id === undefined ? [] : [{ id, intent }]));
  const after = await readBack(run, expected, waits);
  const entries: Entry[] = [];
  for (const { one, id } of withId) {
    const answer = id === undefined ? undefined : after.get(id);
    if (one.intent.kind === 'create' && one.answer.kind === 'unclear')
      entries.push(...(await confirmUnclearCreation(run, one, one.intent)));
    else if (answer?.kind !== 'present') entries.push(...unread(run, one, answer));
    else if (isCarriedOut(run, one.intent, answer.live)) entries.push(concludeSent(run, one, answer.live));
    else if (waits === 'at-once') run.verifyLater(one);
    else if (one.answer.kind === 'refused') entries.push(refused(run, one, one.answer));
    else entries.push(...notShown(run, one, answer.live));
  }
  return entries;
}

function isCarriedOut(run: Run, intent: Intent, live: Live): boolean {
  if (intent.kind === 'transition') return mayFollow(intent.action, live.status);
  // A campaign that is there was created, whatever it shows.
  if (intent.kind === 'create') return true;
  const verified = verifyIntent(intent, live.components, run.bindings.get(intent.key));
  return [...verified.values()].every(({ kind }) => kind !== 'not-yet');
}

function concludeSent(run: Run, { campaign, intent, answer, at }: Sent, live: Live): Entry {
  const { liveStatus: from, desired } = campaign;
  const responseId = answer.kind === 'done' ? answer.responseId : null;
  return conclude(run, intent, { live, responseId, desired: desired?.status, from, at });
}

/** No answer came, and its campaign has no id yet: it is looked for by its name. */
async function confirmUnclearCreation(
  run: Run,
  sent: Sent,
  intent: Extract<Intent, { kind: 'create' }>,
): Promise<Entry[]> {
  const [live, ...others] = (await findCreated(run, intent)) ?? [];
  if (live && others.length === 0) {
    run.ledger = withSuccess(run.ledger, run.options.clock.now());
    return [concludeSent(run, sent, live)];
  }
  return leaveUnknown(run, sent, others.length > 0 ? SEVERAL : UNKNOWN);
}

const UNKNOWN = 'Whether it was done is not known yet; the next apply finds out.';
const SEVERAL = 'Several campaigns could be it; the next plan names them.';

function leaveUnknown(run: Run, { intent, answer }: Sent, what: string): Entry[] {
  const { message: said, notBefore, isTaken } = answer.kind === 'unclear' ? answer : {};
  const open: Intent = isTaken && intent.kind === 'create' ? { ...intent, isTaken } : intent;
  run.leaveOpen(open);
  run.results.addFailed({
    ...{ key: intent.key, code: 'unclear', message: said ? `${said} ${what}` : what, responseId: null },
    ...resumingAt(notBefore),
  });
  return isTaken ? [keptOpen(open, TAKEN, null)] : [];
}

/** It could not be read at all. */
function unread(run: Run, sent: Sent, live: Exclude<LiveAnswer, { kind: 'present' }> | undefined): Entry[] {
  const { intent, answer, at } = sent;
  if (live?.kind === 'unknown' && live.cause === 'credential') run.end('credential');
  if (answer.kind === 'refused') return [refused(run, sent, answer)];
  if (answer.kind === 'unclear') return leaveUnknown(run, sent, UNKNOWN);
  const id = idOf(sent);
  const open: Intent = {
    ...intent,
    answered: at,
    ...(intent.kind === 'create' && id !== undefined && { created: id }),
  };
  run.leaveOpen(open);
  const why = id === undefined ? 'The answer names no campaign.' : unreadReason(live);
  const message = `Sent with success, but not confirmed. ${why} The next apply looks again.`;
  const { responseId } = answer;
  const again = resumingAt(live?.kind === 'unknown' ? live.notBefore : undefined);
  run.results.addFailed({ key: intent.key, code: 'unconfirmed', message, responseId, ...again });
  return [keptOpen(open, 'accepted, but it could not be read back', responseId)];
}

function unreadReason(live: Exclude<LiveAnswer, { kind: 'present' }> | undefined): string {
  switch (live?.kind) {
    case undefined:
      return 'It could not be read back.';
    case 'missing':
      return 'Right after it the service says that it has no such campaign.';
    case 'unknown':
      return `It could not be read back: ${live.message}`;
  }
}

/** Live stands as it did before: the write is under way, or was not carried out. Nobody can tell which yet. */
function notShown(run: Run, sent: Sent, live: Live): Entry[] {
  const { intent, answer, at } = sent;
  if (answer.kind !== 'done') return leaveUnknown(run, sent, UNKNOWN);
  const open: Intent = { ...intent, answered: at };
  run.leaveOpen(open);
  if (intent.kind === 'transition') {
    const message = `The service accepted ${intent.action}, but still shows ${statusWord(live)}. The next apply checks again.`;
    run.results.addFailed({ key: intent.key, code: 'not-reached', message, responseId: answer.responseId });
  } else {
    const verified = verifyIntent(intent, live.components, run.bindings.get(intent.key));
    for (const [component, { kind, paths }] of verified)
      if (kind !== 'shown') run.results.addUnconfirmed({ key: intent.key, component, paths });
  }
  return [keptOpen(open, 'accepted, but the service does not show it yet', answer.responseId)];
}

function idOf({ intent, answer }: Sent): CampaignId | undefined {
  if (intent.kind !== 'create') return intent.campaignId;
  const id = answer.kind === 'done' ? answer.data.id : undefined;
  return typeof id === 'string' ? (id as CampaignId) : undefined;
}
