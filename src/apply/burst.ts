import type { CampaignId, LiveAnswer } from '../model/campaign.ts';
import type { PlannedCampaign, Step } from '../model/plan.ts';
import type { Intent } from '../model/state.ts';
import { checkBase } from './check-base.ts';
import { awaitTurn } from './creation-quota.ts';
import { intentFor, operationOf, requestOf } from './intents.ts';
import { closing, conclude } from './outcomes.ts';
import type { Answer, Entry, RecordAnswer } from './ports.ts';
import { refusalWords } from './refusals.ts';
import type { Run } from './run.ts';
import { send } from './send.ts';
import { settleUnclear, type UnclearWork } from './settle-unclear.ts';
import { maySend, takeAnswer } from './stop-over.ts';
import { mayFollow } from '../model/transitions.ts';
import { MINUTE_MS } from '../quota/windows.ts';

/** One step of one campaign, about to be sent. */
export interface Work {
  readonly campaign: PlannedCampaign;
  readonly step: Step;
}

/** The same, with what was written down about it. */
export interface PreparedWork extends Work {
  readonly intent: Intent;
}

/** A step that the service answered with success. */
interface Sent extends PreparedWork {
  readonly answer: Extract<Answer, { kind: 'done' }>;
  /** Epoch milliseconds of the answer. */
  readonly at: number;
}

/** Steps that share an intent commit and a look: what a page of search shows. */
export const BURST_SIZE = 15;

/** An intent that is older than this is not sent any more: it is recorded anew, and its base is looked at again. */
const INTENT_FRESH_MS = 5 * MINUTE_MS;

/** No look comes much later than this after its send, in milliseconds. */
const LOOK_AFTER_MS = 5_000;

/**
 * Record the intents, look, send, look, record the outcomes: for up to a page of steps at once. Returns those that were
 * not sent because their time had not come, or had gone by: they are for another burst.
 */
export async function runBurst(run: Run, works: readonly Work[]): Promise<readonly Work[]> {
  const due = works.filter(({ campaign }) => run.mayGoOn(campaign.key));
  if (due.length === 0) return [];
  const prepared = due.map((work) => ({ ...work, intent: intentFor(work, run) }));
  const intended = await run.options.recorder.intend(
    prepared.map(({ intent }) => intent),
    run.ledger,
  );
  const keys = due.map(({ campaign }) => campaign.key);
  if (!takeAnswer(run, intended, { keys, consequence: 'Nothing was sent.' })) return [];
  const entries: Entry[] = [];
  const sent: Sent[] = [];
  const unclear: UnclearWork[] = [];
  const again: Work[] = [];
  const before = await lookAt(
    run,
    prepared.map(({ intent }) => intent),
  );
  for (const work of prepared) {
    const { step, intent } = work;
    const turn = run.options.remote.nextTurn(operationOf(step));
    if (turn - (sent[0]?.at ?? turn) > LOOK_AFTER_MS) entries.push(...(await confirm(run, sent.splice(0))));
    const obstacle = await obstacleTo(run, work, before);
    if (obstacle !== undefined) {
      entries.push(closing(intent, obstacle));
      continue;
    }
    const late = await notNow(run, work);
    if (late !== undefined) {
      entries.push(closing(intent, late));
      again.push({ campaign: work.campaign, step });
      continue;
    }
    const { idempotencyKey, requestId } = intent;
    const answer = await send(run, { ...requestOf(step, intent), keys: { idempotencyKey, requestId } });
    const at = run.options.clock.now();
    if (answer.kind === 'done') sent.push({ ...work, answer, at });
    else if (answer.kind === 'unclear' && answer.cause === 'odd') unclear.push({ ...work, answer });
    else entries.push(...failed(run, work, answer));
    if (answer.kind === 'limited' && step.kind === 'create') again.push({ campaign: work.campaign, step });
  }
  entries.push(...(await confirm(run, sent)), ...(await settleUnclear(run, unclear, before)));
  const settled = await run.options.recorder.settle(entries, run.ledger);
  const isKept = takeAnswer(run, settled, {
    keys: entries.map(({ key }) => key),
    consequence: whereItIs(settled),
  });
  return isKept ? again : [];
}

/** Where outcomes are that could not be recorded, and what becomes of them. */
function whereItIs({ kind }: RecordAnswer): string {
  switch (kind) {
    case 'recorded':
    case 'lost-race':
      return '';
    case 'not-pushed':
      return 'Its outcome is kept in this clone only; the next apply from here pushes it.';
    case 'not-written':
      return 'Its outcome is recorded nowhere; the next apply looks, and records what it finds.';
  }
}

/** Why a step is not sent in this burst, though nothing is wrong with it; undefined when its time has come. */
async function notNow(run: Run, { intent, step }: PreparedWork): Promise<string | undefined> {
  if (intent.kind === 'create' && !(await awaitTurn(run))) return 'put off: its turn is later';
  if (!run.mayGoOn(intent.key) || !(await maySend(run, operationOf(step)))) return 'not sent';
  const isFresh = run.options.clock.now() - intent.at <= INTENT_FRESH_MS;
  return isFresh ? undefined : 'not sent in time: recorded anew';
}

/** Why a prepared step is not sent after all, told to the run; undefined when it may go. */
async function obstacleTo(
  run: Run,
  work: PreparedWork,
  before: ReadonlyMap<CampaignId, LiveAnswer>,
): Promise<string | undefined> {
  const { campaign, step } = work;
  if (!run.mayGoOn(campaign.key)) return 'not sent';
  const until = run.limitedUntil.get(operationOf(step)) ?? -Infinity;
  if (until > run.options.clock.now()) {
    run.tellDeferred(campaign.key, until, { change: step.kind, cause: 'service' });
    return 'put off: too many requests';
  }
  const obstacle = await checkBase(run, work, before);
  if (obstacle === undefined) return undefined;
  const { message } = obstacle;
  if (obstacle.kind === 'moved') {
    run.tellStale(campaign.key, message);
    return 'stale';
  }
  if (obstacle.cause === 'credential') run.stopped = 'credential';
  run.tellFailed({ key: campaign.key, code: 'unreadable', message, responseId: null });
  return 'could not be read';
}

/** Live campaigns by id, for intents that know theirs. */
async function lookAt(run: Run, intents: readonly Intent[]): Promise<ReadonlyMap<CampaignId, LiveAnswer>> {
  const ids = intents.flatMap((intent) => (intent.kind === 'create' ? [] : [intent.campaignId]));
  return ids.length === 0 ? new Map() : run.options.remote.look([...new Set(ids)]);
}

/** What a write without success comes to, where no look can tell more. */
function failed(run: Run, work: PreparedWork, answer: Exclude<Answer, { kind: 'done' }>): Entry[] {
  const { intent, step } = work;
  const { key } = intent;
  switch (answer.kind) {
    case 'unclear': {
      if (answer.cause === 'unreachable') {
        const message = `${answer.message} Nothing was sent: apply again when it answers.`;
        run.tellFailed({ key, code: 'unreachable', message, responseId: null });
        return [closing(intent, 'not sent: nobody answers')];
      }
      run.stopped = 'credential';
      run.leaveOpen(intent);
      const message = `${answer.message} Whether it was done is not known; the next apply finds out.`;
      run.tellFailed({ key, code: 'unclear', message, responseId: null });
      return [];
    }
    case 'limited': {
      if (intent.kind !== 'create') {
        const until = run.options.clock.now() + (answer.retryAfterMs ?? MINUTE_MS);
        run.limitedUntil.set(operationOf(step), until);
        run.tellDeferred(key, until, { change: step.kind, cause: 'service' });
      }
      return [closing(intent, 'put off: too many requests')];
    }
    case 'refused': {
      const { status, code, responseId } = answer;
      if (status === 401 || status === 403) run.stopped = 'credential';
      run.tellFailed({ key, code, message: refusalWords(run, intent, answer), responseId });
      return [closing(intent, `refused ${status} ${code}`, responseId)];
    }
  }
}

/** Looks at everything that was sent; what can't be seen stays open, what is seen is recorded. */
async function confirm(run: Run, sent: readonly Sent[]): Promise<Entry[]> {
  const ids = [...new Set(sent.flatMap((one) => idOf(one) ?? []))];
  const after = ids.length === 0 ? new Map<CampaignId, LiveAnswer>() : await run.options.remote.look(ids);
  return sent.flatMap((one) => {
    const id = idOf(one);
    const look = id === undefined ? undefined : after.get(id);
    if (look?.kind === 'present') {
      const { campaign, intent, answer } = one;
      if (intent.kind === 'transition' && !mayFollow(intent.action, look.live.status)) {
        return [withoutEffect(run, intent, look.live.status)];
      }
      const { liveStatus: from, desired } = campaign;
      const { responseId } = answer;
      return [conclude(run, intent, { live: look.live, responseId, desired: desired?.status, from })];
    }
    const why = id === undefined ? 'The answer names no campaign.' : 'It could not be read back.';
    const message = `Sent with success, but not confirmed. ${why} The next apply looks again.`;
    run.leaveOpen(one.intent);
    run.tellFailed({
      key: one.campaign.key,
      code: 'unconfirmed',
      message,
      responseId: one.answer.responseId,
    });
    return [];
  });
}

/** An action that was answered with success, and that live does not show. */
function withoutEffect(run: Run, intent: Extract<Intent, { kind: 'transition' }>, status: string): Entry {
  const message = `${intent.action} was answered with success, but the campaign is still ${status}. The next apply tries again.`;
  run.tellFailed({ key: intent.key, code: 'unconfirmed', message, responseId: null });
  return closing(intent, `${intent.action} had no effect: still ${status}`);
}

function idOf({ intent, answer }: Sent): CampaignId | undefined {
  if (intent.kind !== 'create') return intent.campaignId;
  return typeof answer.data.id === 'string' ? (answer.data.id as CampaignId) : undefined;
}
