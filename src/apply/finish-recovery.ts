import { creation } from '../model/plan.ts';
import { waitToResend } from './creation-quota.ts';
import type { CreateIntent } from '../model/resolve-intent.ts';
import { createdId, isLikeCreated, SECOND_SEARCH_AFTER_MS } from './find-created.ts';
import { bind, closing, keptOpen, record } from './outcomes.ts';
import type { Answer, TrailRecord, AnswerOf } from './ports.ts';
import { bindCreated, remembersRequest, type Unfinished } from './recover.ts';
import type { Run } from './run.ts';
import { send } from './send.ts';
import { releaseLeaseWhile, maySend, waitToSend } from './send-guards.ts';

/**
 * Finishes creations of earlier runs that a read did not find. If the service still remembers the request ID, the
 * identical request is sent again when quota allows. The others are searched for a second time, all after a single
 * wait. Creations that can't be resolved now stay open.
 */
export async function finishRecovery(run: Run, unfinished: readonly Unfinished[]): Promise<void> {
  const old: Unfinished[] = [];
  for (const one of unfinished) {
    if (!remembersRequest(one.intent, run.options.clock.now())) old.push(one);
    else if (mayContinue(run, one.intent))
      await recordFinished(run, one.intent, await sendAgain(run, one.intent));
  }
  await waitForSecondLook(run, old);
  for (const { intent } of old) {
    if (!mayContinue(run, intent)) continue;
    const gone = [closing(intent, { code: 'not-found' })];
    await recordFinished(run, intent, await searchAfter(run, intent, gone));
  }
}

/** Outcomes to record, an intent that stays open until a person decides, or no known result. */
type Finished = readonly TrailRecord[] | 'left-open' | 'unknown';

async function recordFinished(run: Run, intent: CreateIntent, finished: Finished): Promise<void> {
  if (finished === 'unknown') run.results.leaveUnresolved(intent);
  await record(run, typeof finished === 'string' ? [] : finished);
}

/** Whether the intent is still open and this run may continue it. Another run may have handled it during a wait. */
function mayContinue(run: Run, intent: CreateIntent): boolean {
  return run.goOnOrReport(intent.key) && run.open.has(intent.requestId) && !run.bindings.has(intent.key);
}

/** Sends the identical request with the same keys, whose answer the service repeats if the first arrived. */
async function sendAgain(run: Run, intent: CreateIntent): Promise<Finished> {
  for (;;) {
    const answer = await sendOnce(run, intent);
    if (answer === undefined) return 'unknown';
    switch (answer.kind) {
      case 'done':
        return readCreated(run, intent, answer);
      // The first request may have arrived, whatever the answer to this one says.
      case 'refused':
      case 'unclear':
        if (answer.kind === 'unclear' && answer.isTaken) await recordTaken(run, intent);
        return searchAfter(run, intent);
      case 'limited': {
        const found = await bindCreated(run, intent);
        if (found !== 'nothing') return found;
        await record(run, []);
      }
    }
  }
}

/** Sends once when the quota allows; undefined if that is too late or the run may not send anymore. */
async function sendOnce(run: Run, intent: CreateIntent): Promise<Answer | undefined> {
  if (!(await waitToResend(run, intent)) || !mayContinue(run, intent)) return undefined;
  if (!remembersRequest(intent, run.options.clock.now()) || !(await maySend(run, 'create'))) return undefined;
  const { idempotencyKey, requestId, body } = intent;
  return send(run, {
    operation: 'create',
    request: creation(body),
    keys: { idempotencyKey, requestId },
    sentBefore: true,
  });
}

async function readCreated(
  run: Run,
  intent: CreateIntent,
  { data, responseId }: AnswerOf<'done'>,
): Promise<Finished> {
  const id = createdId(run, intent, data.id);
  if (id === undefined) return searchAfter(run, intent);
  const live = (await run.options.remote.readEach([id])).get(id);
  if (live?.kind !== 'present') return 'unknown';
  return isLikeCreated(intent, live.live)
    ? [bind(run, intent, live.live, responseId)]
    : searchAfter(run, intent);
}

/** Records that the creation is known to be done. It is never given up, and nothing is created in its place. */
async function recordTaken(run: Run, intent: CreateIntent): Promise<void> {
  const open: CreateIntent = { ...intent, isTaken: true };
  run.leaveOpen(open);
  await record(run, [keptOpen(open, { code: 'taken' }, null)]);
}

/** Searches for the campaign: again after a minute, or if there was no answer again or the request ID is taken. */
async function searchAfter(
  run: Run,
  intent: CreateIntent,
  ifNothing: Finished = 'unknown',
): Promise<Finished> {
  const found = await bindCreated(run, intent);
  return found === 'nothing' ? ifNothing : found;
}

/** Nothing of this run is in progress during the wait, so the lease is released for other runs and emergency stops. */
async function waitForSecondLook(run: Run, old: readonly Unfinished[]): Promise<void> {
  if (!old.some((one) => mayContinue(run, one.intent))) return;
  const until = Math.max(...old.map(({ readAt }) => readAt)) + SECOND_SEARCH_AFTER_MS;
  if (until <= run.options.clock.now()) return;
  await releaseLeaseWhile(run, () => waitToSend(run, { until, why: 'second-look', operation: 'search' }));
}
