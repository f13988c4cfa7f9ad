import type { CampaignId, LiveAnswer } from '../model/campaign.ts';
import type { Step } from '../model/plan.ts';
import type { Intent } from '../model/state.ts';
import { baseOfStart, checkBase, freshBase, isEmergencyStopStep, readBase, type Base } from './check-base.ts';
import { confirm } from './confirm.ts';
import { awaitTurn } from './creation-quota.ts';
import { intentFor, operationOf, requestOf } from './intents.ts';
import { closing } from './outcomes.ts';
import type { Answer, Entry, RecordAnswer } from './ports.ts';
import { refused } from './refused.ts';
import type { Waits } from './read-back.ts';
import type { Run } from './run.ts';
import { send } from './send.ts';
import { statusEntries } from './status-entries.ts';
import { awaitLimit, maySend, takeAnswer, type Unrecorded } from './send-guards.ts';
import { bindingWhenSuperseded } from '../model/resolve-intent.ts';
import { heldByStart } from '../model/start-past.ts';
import { resumingAt } from '../model/result.ts';
import type { PreparedWork, Sent, Work } from './work.ts';
import { MINUTE_MS } from '../model/time.ts';

/** Steps that share an intent commit and a look: what a page of search shows. */
export const BATCH_SIZE = 15;

/** An intent that is older than this is not sent any more: it is recorded anew, and its base is looked at again. */
const INTENT_FRESH_MS = 5 * MINUTE_MS;

/** Between two steps, what was sent longer ago than this is looked at, in milliseconds. */
const LOOK_AFTER_MS = 5_000;
/** Between two steps, outcomes that are known longer than this are recorded and pushed, in milliseconds. */
const RECORD_AFTER_MS = 10_000;

/**
 * Record the intents, look, send, look, record the outcomes: for up to a page of steps at once. Returns those that were
 * not sent because their time had not come, or had gone by: they are for another batch.
 */
export async function runBatch(run: Run, works: readonly Work[]): Promise<readonly Work[]> {
  const due = works.filter(({ campaign }) => run.mayGoOn(campaign.key));
  if (due.length === 0) return [];
  const prepared = due.map((work) => ({ ...work, intent: intentFor(work, run) }));
  const intents = prepared.map(({ intent }) => intent);
  const intended = await run.options.recorder.intend(intents, run.ledger);
  const keys = due.map(({ campaign }) => campaign.key);
  if (!takeAnswer(run, intended, { keys, outcome: 'nothing-sent' })) return [];
  const keptAt = run.options.clock.now();
  const base = await readBase(run, prepared);
  const waits = works.every(({ step }) => isEmergencyStopStep(step)) ? 'at-once' : 'patient';
  const entries = statusEntries(
    run,
    due.map(({ campaign }) => campaign),
  );
  const batch: Batch = { run, base, waits, sent: [], entries, keptAt, again: [] };
  for (const [index, work] of prepared.entries()) {
    await flushIfDue(batch, work);
    const why = await refusalToBind(batch, work, prepared.slice(index));
    if (why === undefined) await sendStep(batch, work);
    else batch.entries.push(closing(work.intent, why));
  }
  const { sent, again } = batch;
  entries.push(...(await confirm(run, sent, waits)));
  const settled = await run.options.recorder.recordOutcome(entries, run.ledger);
  return takeAnswer(run, settled, unrecorded(entries, settled)) ? again : [];
}

/** Verifies what was sent at once and not seen then, now that there is time to wait. */
export async function verifyPending(run: Run): Promise<void> {
  const pending = run.takePending();
  if (pending.length === 0) return;
  const entries = await confirm(run, pending, 'patient');
  const settled = await run.options.recorder.recordOutcome(entries, run.ledger);
  takeAnswer(run, settled, unrecorded(entries, settled));
}

/** What a batch knows by now. */
interface Batch {
  readonly run: Run;
  base: Base;
  /** Whether what is not shown yet is waited for. */
  readonly waits: Waits;
  /** Sent, and not looked at yet. */
  readonly sent: Sent[];
  /** What is to be recorded, and when something was recorded last (epoch milliseconds). */
  readonly entries: Entry[];
  keptAt: number;
  /** Steps for another batch. */
  readonly again: Work[];
}

/**
 * What was sent is looked at, and what is known recorded, before it waits too long for the next step. Only between
 * steps: a send that takes long itself is not looked beside of, since a run does one thing at a time.
 */
async function flushIfDue(batch: Batch, { step }: PreparedWork): Promise<void> {
  const { run, sent, entries } = batch;
  const { clock, remote, recorder } = run.options;
  const next = Math.max(clock.now(), remote.nextTurn(operationOf(step)));
  if (next - (sent[0]?.at ?? next) > LOOK_AFTER_MS)
    entries.push(...(await confirm(run, sent.splice(0), batch.waits)));
  if (entries.length === 0 || next - batch.keptAt <= RECORD_AFTER_MS) return;
  const settled = await recorder.recordOutcome(entries, run.ledger);
  batch.keptAt = clock.now();
  const isFinal = settled.kind === 'recorded' || settled.kind === 'lost-race';
  // What could not be kept ends the run, and is tried once more, and reported, at the end of the batch.
  takeAnswer(run, settled, isFinal ? unrecorded(entries, settled) : { keys: [], outcome: 'unknown' });
  if (isFinal) entries.length = 0;
}

function unrecorded(entries: readonly Entry[], settled: RecordAnswer): Unrecorded {
  return { keys: entries.map(({ key }) => key), outcome: whereItIs(settled) };
}

/** Where outcomes are that could not be pushed. */
function whereItIs({ kind }: RecordAnswer): Unrecorded['outcome'] {
  switch (kind) {
    case 'recorded':
    case 'lost-race':
      return 'unknown';
    case 'not-pushed':
      return 'in-this-clone';
    case 'not-written':
      return 'nowhere';
  }
}

/** Why a prepared step is not sent after all; undefined when it may go. `rest` are it and those after it. */
async function refusalToBind(
  batch: Batch,
  work: PreparedWork,
  rest: readonly PreparedWork[],
): Promise<string | undefined> {
  const { run } = batch;
  const operation = operationOf(work.step);
  const limited = limitOn(run, work);
  if (limited !== undefined) return limited;
  // First the wait, then the look: the other way round the base could move while the run waits.
  if (work.intent.kind !== 'create') {
    await awaitLimit(run, operation);
    if (run.mayGoOn(work.intent.key))
      batch.base = await baseOfStart(run, await freshBase(run, batch.base, rest), work);
  }
  const obstacle = await obstacleTo(run, work, batch.base.reads);
  if (obstacle !== undefined) return obstacle;
  const late = await notNow(run, work);
  if (late !== undefined) batch.again.push({ campaign: work.campaign, step: work.step });
  return late ?? startOver(run, work);
}

function limitOn(run: Run, { campaign, step }: PreparedWork): string | undefined {
  if (!run.mayGoOn(campaign.key)) return 'not sent';
  const until = run.limitedUntil.get(operationOf(step)) ?? -Infinity;
  if (until <= run.options.clock.now()) return undefined;
  run.results.addDeferred(campaign.key, until, { change: step.kind, cause: 'service' });
  return 'put off: too many requests';
}

/** What stands in the way, added to the result; undefined when nothing does. */
async function obstacleTo(
  run: Run,
  work: PreparedWork,
  before: ReadonlyMap<CampaignId, LiveAnswer>,
): Promise<string | undefined> {
  const { campaign } = work;
  if (!run.mayGoOn(campaign.key)) return 'not sent';
  const obstacle = await checkBase(run, work, before);
  if (obstacle === undefined) return undefined;
  const { key } = campaign;
  if (obstacle.kind === 'moved') {
    run.results.addStale({ key, cause: obstacle.cause });
    return 'stale';
  }
  if (obstacle.because === 'credential') run.end('credential');
  const cause = { code: 'unreadable', before: 'write', detail: obstacle.detail } as const;
  run.results.addFailed({ key, cause, responseId: null, ...resumingAt(obstacle.notBefore) });
  return 'could not be read';
}

/** Why a step is not sent in this batch, though nothing is wrong with it; undefined when its time has come. */
async function notNow(run: Run, { intent, step }: PreparedWork): Promise<string | undefined> {
  if (intent.kind === 'create' && !(await awaitTurn(run))) return 'put off: its turn is later';
  if (!run.mayGoOn(intent.key) || !(await maySend(run, operationOf(step)))) return 'not sent';
  const isFresh = run.options.clock.now() - intent.at <= INTENT_FRESH_MS;
  return isFresh ? undefined : 'not sent in time: recorded anew';
}

/** The last look at the clock: a start that has come meanwhile, added to the result; undefined where none has. */
function startOver(run: Run, { campaign, step }: PreparedWork): string | undefined {
  const { key, desired, live } = campaign;
  const isStart =
    step.kind === 'create' || (step.kind === 'transition' && step.transition.action === 'PUBLISH');
  if (!isStart || desired?.status !== 'ACTIVE') return undefined;
  const isNew = step.kind === 'create';
  const past = heldByStart(desired, { live, at: run.options.clock.now(), isNew });
  if (past === undefined) return undefined;
  run.results.addBlocked(key, past);
  return 'not sent: its start is past';
}

async function sendStep({ run, sent, entries, again }: Batch, work: PreparedWork): Promise<void> {
  const { campaign, step, intent } = work;
  if (intent.kind === 'update') entries.push(...superseded(run, intent));
  const { idempotencyKey, requestId } = intent;
  const keys = { idempotencyKey, requestId };
  let answer = await send(run, { ...requestOf(step, intent, run.bindings.get(intent.key)?.id), keys });
  const below = liveBelow(work, answer);
  if (below !== undefined)
    answer = await send(run, {
      ...requestOf(below, intent, undefined),
      keys: { ...keys, idempotencyKey: run.options.chance.uuid() },
    });
  const { notBefore = 0 } = answer.kind === 'unclear' ? answer : {};
  if (notBefore > run.options.deadline) run.limitedUntil.set(operationOf(step), notBefore);
  if (mayBeDone(step, answer)) sent.push({ ...work, answer, at: run.options.clock.now() });
  else entries.push(...failed(run, work, answer));
  if (answer.kind === 'limited' && step.kind === 'create') again.push({ campaign, step });
}

/**
 * A stop that was refused because its path named the draft above what is live (open point S7): the same for the document
 * that is live, which must not go on sending; undefined for everything else.
 */
function liveBelow({ campaign, step }: PreparedWork, answer: Answer): Step | undefined {
  const id = campaign.live?.liveDocumentId;
  if (
    step.kind !== 'transition' ||
    !isEmergencyStopStep(step) ||
    answer.kind !== 'refused' ||
    id === undefined
  )
    return undefined;
  if (![404, 409, 422].includes(answer.status)) return undefined;
  const [draft, own] = [campaign.live?.documentId ?? '', id].map(encodeURIComponent);
  return { ...step, request: { ...step.request, path: step.request.path.replace(`/${draft}/`, `/${own}/`) } };
}

/** Edits of the campaign that live has not shown yet are closed by the one that is sent now: it replaces them. */
function superseded(run: Run, intent: Extract<Intent, { kind: 'update' }>): Entry[] {
  const earlier = [...run.open.values()].filter(
    (one) => one.key === intent.key && one.requestId !== intent.requestId,
  );
  return earlier.flatMap((one) => {
    const binding = run.bindings.get(one.key);
    if (one.kind !== 'update' || !binding) return [];
    const marked = bindingWhenSuperseded(one, {
      live: intent.before ?? {},
      binding,
      now: run.options.clock.now(),
    });
    run.bindings.set(one.key, marked);
    run.open.delete(one.requestId);
    const accepted = one.answered === undefined ? 'sent without an answer' : 'accepted';
    const why = `${accepted}, then replaced by a newer edit before the service showed it`;
    return [{ ...closing(one, why), change: 'update-not-confirmed', binding: marked }];
  });
}

/**
 * Whether a look can tell what came of it. The 422 of a transition is how a service answers when the campaign is in the
 * wanted status already.
 */
function mayBeDone(step: Step, answer: Answer): answer is Sent['answer'] {
  if (answer.kind === 'refused') return step.kind === 'transition' && answer.status === 422;
  return answer.kind === 'done' || (answer.kind === 'unclear' && answer.cause === 'malformed');
}

/** What a write without success comes to, where no look can tell more. */
function failed(run: Run, work: PreparedWork, answer: Exclude<Answer, { kind: 'done' }>): Entry[] {
  const { intent, step } = work;
  const { key } = intent;
  switch (answer.kind) {
    case 'unclear': {
      if (answer.cause === 'unreachable') {
        const cause = { code: 'unreachable', detail: answer.message } as const;
        run.results.addFailed({ key, cause, responseId: null });
        return [closing(intent, 'not sent: the service does not answer')];
      }
      run.end('credential');
      run.leaveOpen(intent);
      const cause = { code: 'unclear', detail: answer.message, found: 'nothing' } as const;
      run.results.addFailed({ key, cause, responseId: null });
      return [];
    }
    case 'limited': {
      if (intent.kind !== 'create') {
        const until = run.options.clock.now() + (answer.retryAfterMs ?? MINUTE_MS);
        run.limitedUntil.set(operationOf(step), until);
        run.results.addDeferred(key, until, { change: step.kind, cause: 'service' });
      }
      return [closing(intent, 'put off: too many requests')];
    }
    case 'refused':
      return [refused(run, work, answer)];
  }
}
