import type { Step } from '../model/plan.ts';
import type { IntentOf } from '../model/state.ts';
import {
  baseOfStart,
  checkBase,
  freshBase,
  isEmergencyStopStep,
  readBase,
  type BaseReads,
  reportUntimely,
  reportOtherDraft,
  untimelyNow,
} from './check-base.ts';
import { confirm, refused } from './confirm.ts';
import { awaitSlot } from './creation-quota.ts';
import { intentFor, operationOf, requestOf } from './intents.ts';
import { closing, record, statusEntries, supersede, unrecorded } from './outcomes.ts';
import type { Answer, TrailRecord, AnswerOf, LiveAnswers } from './ports.ts';
import type { Waits } from './read-back.ts';
import type { Run, PreparedWork, Sent, Work } from './run.ts';
import { send } from './send.ts';
import { awaitLimit, maySend, mergeAnswer } from './send-guards.ts';
import { bindingWhenSuperseded } from '../model/resolve-intent.ts';
import { MINUTE_MS } from '../model/time.ts';
import { publishesVersion } from '../model/transitions.ts';
import type { NotDone } from '../model/trail-event.ts';

/** How many steps share an intent commit and a read: as many as fit on one page of a search. */
export const BATCH_SIZE = 15;

/** An older intent is not sent anymore. It is recorded again, and its base is read again. */
const INTENT_FRESH_MS = 5 * MINUTE_MS;

/** Between two steps, campaigns that were written longer ago than this (in milliseconds) are verified. */
const VERIFY_AFTER_MS = 5_000;
/** Between two steps, outcomes that have been known for longer than this (in milliseconds) are recorded and pushed. */
const RECORD_AFTER_MS = 10_000;

/** Records, reads, sends and verifies up to a page of steps. Returns those that belong in another batch. */
export async function runBatch(run: Run, works: readonly Work[]): Promise<readonly Work[]> {
  const due = works.filter(({ campaign }) => run.goOnOrReport(campaign.key));
  if (due.length === 0) return [];
  const prepared = due.map((work) => ({ ...work, intent: intentFor(work, run) }));
  const intents = prepared.map(({ intent }) => intent);
  const intended = await run.options.recorder.intend(intents, run.ledger);
  const campaigns = due.map(({ campaign }) => campaign);
  const keys = campaigns.map(({ key }) => key);
  if (!mergeAnswer(run, intended, { keys, outcome: 'nothing-sent' })) return [];
  const recordedAt = run.options.clock.now();
  const base = await readBase(run, prepared);
  const waits = works.every(({ step }) => isEmergencyStopStep(step)) ? 'at-once' : 'patient';
  const entries = statusEntries(run, campaigns);
  const batch: Batch = { run, base, waits, sent: [], entries, recordedAt, again: [] };
  for (const [index, work] of prepared.entries()) {
    await flushIfDue(batch, work);
    const why = await reasonNotToSend(batch, work, prepared.slice(index));
    if (why === undefined) await sendStep(batch, work);
    else batch.entries.push(closing(work.intent, why));
  }
  const { sent, again } = batch;
  entries.push(...(await confirm(run, sent, waits)));
  return (await record(run, entries)) ? again : [];
}

/** Verifies, now that there is time to wait, changes that were not visible right after they were sent. */
export async function verifyPending(run: Run): Promise<void> {
  const pending = run.pending.splice(0);
  if (pending.length === 0) return;
  await record(run, await confirm(run, pending, 'patient'));
}

interface Batch {
  readonly run: Run;
  base: BaseReads;
  /** Whether to wait for changes that live doesn't show yet. */
  readonly waits: Waits;
  /** Sent, but not verified yet. */
  readonly sent: Sent[];
  /** The entries to record, and when entries were last recorded (epoch milliseconds). */
  readonly entries: TrailRecord[];
  recordedAt: number;
  /** Steps for another batch. */
  readonly again: Work[];
}

/** Verifies sent steps and records known outcomes before they wait too long. This happens only between steps. */
async function flushIfDue(batch: Batch, { step }: PreparedWork): Promise<void> {
  const { run, sent, entries } = batch;
  const { clock, remote, recorder } = run.options;
  const next = Math.max(clock.now(), remote.nextSlot(operationOf(step)));
  if (next - (sent[0]?.at ?? next) > VERIFY_AFTER_MS)
    entries.push(...(await confirm(run, sent.splice(0), batch.waits)));
  if (entries.length === 0 || next - batch.recordedAt <= RECORD_AFTER_MS) return;
  const answer = await recorder.recordOutcome(entries, run.ledger);
  batch.recordedAt = clock.now();
  const isFinal = answer.kind === 'recorded' || answer.kind === 'lost-race';
  // A failure to record ends the run. The end of the batch tries once more and reports it.
  mergeAnswer(run, answer, isFinal ? unrecorded(entries, answer) : { keys: [], outcome: 'unknown' });
  if (isFinal) entries.length = 0;
}

/** Why a prepared step is not sent after all; undefined if it may be sent. `rest` are this step and those after it. */
async function reasonNotToSend(
  batch: Batch,
  work: PreparedWork,
  rest: readonly PreparedWork[],
): Promise<NotDone | undefined> {
  const { run } = batch;
  const operation = operationOf(work.step);
  const limited = reportLimit(run, work);
  if (limited !== undefined) return limited;
  // Wait first, then read: in the opposite order, the base could change during the wait.
  if (work.intent.kind !== 'create') {
    await awaitLimit(run, operation);
    if (run.goOnOrReport(work.intent.key))
      batch.base = await baseOfStart(run, await freshBase(run, batch.base, rest), work);
  }
  const obstacle = await reportObstacle(run, work, batch.base.reads);
  if (obstacle !== undefined) return obstacle;
  const other = reportOtherDraft(run, work, batch.base.reads);
  if (other !== undefined) return other;
  const late = await reasonToPostpone(run, work);
  if (late !== undefined) batch.again.push({ campaign: work.campaign, step: work.step });
  return late ?? reportUntimely(run, work);
}

/** Adds a limit that the service named, and that defers the step, to the results; undefined if there is none. */
function reportLimit(run: Run, { campaign, step }: PreparedWork): NotDone | undefined {
  if (!run.goOnOrReport(campaign.key)) return { code: 'not-sent' };
  const until = run.limitedUntil.get(operationOf(step)) ?? -Infinity;
  if (until <= run.options.clock.now()) return undefined;
  run.results.breakOffDeferred(campaign.key, until, { change: step.kind, cause: 'service' });
  return { code: 'too-many-requests' };
}

/** Adds what prevents the step to the results; undefined if nothing does. */
async function reportObstacle(
  run: Run,
  work: PreparedWork,
  before: LiveAnswers,
): Promise<NotDone | undefined> {
  const { campaign } = work;
  if (!run.goOnOrReport(campaign.key)) return { code: 'not-sent' };
  const obstacle = await checkBase(run, work, before);
  if (obstacle === undefined) return undefined;
  const { key } = campaign;
  if (obstacle.kind === 'changed') {
    run.results.breakOffStale({ key, cause: obstacle.cause });
    return { code: 'stale' };
  }
  if (obstacle.because === 'credential') run.end('credential');
  const { problem } = obstacle;
  const cause = { code: 'unreadable', before: 'write', ...(problem && { problem }) } as const;
  run.results.breakOffFailed(key, cause, { notBefore: problem?.notBefore ?? null });
  return { code: 'unreadable' };
}

/** Why a step is not sent in this batch although nothing is wrong with it; undefined if it can be sent now. */
async function reasonToPostpone(run: Run, { intent, step }: PreparedWork): Promise<NotDone | undefined> {
  if (intent.kind === 'create' && !(await awaitSlot(run))) return { code: 'slot-later' };
  if (!run.goOnOrReport(intent.key) || !(await maySend(run, operationOf(step)))) return { code: 'not-sent' };
  const isFresh = run.options.clock.now() - intent.at <= INTENT_FRESH_MS;
  return isFresh ? undefined : { code: 'recorded-again' };
}

async function sendStep({ run, base, sent, entries, again }: Batch, work: PreparedWork): Promise<void> {
  const { campaign, step, intent } = work;
  if (intent.kind === 'update') entries.push(...superseded(run, intent));
  const { idempotencyKey, requestId } = intent;
  const keys = { idempotencyKey, requestId };
  const isVersion = step.kind === 'transition' && publishesVersion(step.transition);
  const read = isVersion && intent.kind !== 'create' ? base.reads.get(intent.campaignId) : undefined;
  const draft = read?.kind === 'present' ? read.live.documentId : undefined;
  const request = requestOf(step, intent, draft ?? run.bindings.get(intent.key)?.documentId);
  // During a wait, somebody may edit the draft.
  const isTimely = () => !isVersion && untimelyNow(run, work) === undefined;
  let answer = await send(run, { ...request, keys, isTimely });
  const liveStop = stopOfLiveDocument(work, answer);
  if (liveStop !== undefined)
    answer = await send(run, {
      ...requestOf(liveStop, intent, undefined),
      keys: { ...keys, idempotencyKey: run.options.chance.uuid() },
    });
  const { notBefore = 0 } = answer.kind === 'unclear' ? answer.problem : {};
  if (notBefore > run.options.deadline) run.limitedUntil.set(operationOf(step), notBefore);
  if (mayBeDone(step, answer)) sent.push({ ...work, answer, at: run.options.clock.now() });
  else entries.push(...failed(run, work, answer));
  if (answer.kind === 'limited' && step.kind === 'create') again.push({ campaign, step });
}

/** A refused stop once more for the live document, if its path named the draft above that one (S7). */
function stopOfLiveDocument({ campaign, step }: PreparedWork, answer: Answer): Step | undefined {
  const { documentId, liveDocumentId } = campaign.live ?? {};
  if (step.kind !== 'transition' || !isEmergencyStopStep(step)) return undefined;
  if (answer.kind !== 'refused' || ![404, 409, 422].includes(answer.status)) return undefined;
  if (documentId === undefined || liveDocumentId === undefined) return undefined;
  const inPath = (id: string) => `/${encodeURIComponent(id)}/`;
  const path = step.request.path.replace(inPath(documentId), inPath(liveDocumentId));
  return { ...step, request: { ...step.request, path } };
}

/** Closes earlier edits of the campaign that live hasn't shown yet. The edit that is sent now replaces them. */
function superseded(run: Run, intent: IntentOf<'update'>): TrailRecord[] {
  const earlier = [...run.open.values()].filter(
    (one) => one.key === intent.key && one.requestId !== intent.requestId,
  );
  return earlier.flatMap((one) => {
    const binding = run.bindings.get(one.key);
    if (one.kind !== 'update' || !binding) return [];
    const live = intent.before ?? {};
    const marked = bindingWhenSuperseded(one, { live, binding, now: run.options.clock.now() });
    run.bindings.set(one.key, marked);
    run.open.delete(one.requestId);
    return [supersede(one, marked)];
  });
}

/** Whether reading the campaign can show the result. 422 may also mean that it already has the status. */
function mayBeDone(step: Step, answer: Answer): answer is Sent['answer'] {
  if (answer.kind === 'refused') return step.kind === 'transition' && answer.status === 422;
  if (answer.kind === 'unclear') return answer.cause === 'lost' || answer.cause === 'malformed';
  return answer.kind === 'done';
}

/** The entries for a write without success, if no read can show more about it. */
function failed(
  run: Run,
  work: PreparedWork,
  answer: AnswerOf<'refused' | 'limited' | 'unclear'>,
): TrailRecord[] {
  const { intent, step } = work;
  const { key } = intent;
  switch (answer.kind) {
    case 'unclear': {
      if (answer.cause === 'unreachable') {
        run.results.breakOffFailed(key, { code: 'unreachable', problem: answer.problem });
        return [closing(intent, { code: 'unreachable' })];
      }
      // `mayBeDone` has the other causes, so the credential was refused.
      run.end('credential');
      run.leaveOpen(intent);
      run.results.breakOffFailed(key, { code: 'unclear', problem: answer.problem, found: 'nothing' });
      return [];
    }
    case 'limited': {
      if (intent.kind !== 'create') {
        const until = run.options.clock.now() + (answer.retryAfterMs ?? MINUTE_MS);
        run.limitedUntil.set(operationOf(step), until);
        run.results.breakOffDeferred(key, until, { change: step.kind, cause: 'service' });
      }
      return [closing(intent, { code: 'too-many-requests' })];
    }
    case 'refused':
      return [refused(run, work, answer)];
  }
}
