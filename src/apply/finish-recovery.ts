import type { Live } from '../model/campaign.ts';
import { MINUTE_MS } from '../quota/windows.ts';
import { waitForTurn } from './creation-quota.ts';
import type { CreateIntent } from './find-created.ts';
import { closing } from './outcomes.ts';
import type { Entry } from './ports.ts';
import { bind, lookFor, mayResend, record, type Unfinished } from './recover.ts';
import type { Run } from './run.ts';
import { send } from './send.ts';
import { stepAside } from './step-aside.ts';
import { maySend } from './stop-over.ts';

/** Between the two looks that must both find nothing before a create is given up. */
const SECOND_LOOK_AFTER_MS = MINUTE_MS;

/**
 * Finishes the creations of earlier runs that a look did not find: what the service still knows the request id of is
 * sent again, as the very same request, when the quota lets it; the others are looked for a second time, all after one
 * wait. What can't be settled now stays open.
 */
export async function finishRecovery(run: Run, unfinished: readonly Unfinished[]): Promise<void> {
  const old: Unfinished[] = [];
  for (const one of unfinished) {
    if (!mayResend(one.intent, run.options.clock.now())) old.push(one);
    else if (isOurs(run, one)) await conclude(run, one.intent, await sendAgain(run, one.intent));
  }
  await waitForSecondLook(run, old);
  for (const one of old) if (isOurs(run, one)) await conclude(run, one.intent, await lookAgain(run, one));
}

/** An outcome; that a person has to decide; or that nobody knows. */
type Finished = Entry | 'held' | 'unknown';

async function conclude(run: Run, intent: CreateIntent, finished: Finished): Promise<void> {
  if (finished === 'unknown') run.leaveUnsettled(intent);
  await record(run, intent, typeof finished === 'string' ? undefined : finished);
}

/** Whether it is still open, and this run may go on with it: another one may have been at it during a wait. */
function isOurs(run: Run, { intent }: Unfinished): boolean {
  return run.mayGoOn(intent.key) && run.open.has(intent.requestId) && !run.bindings.has(intent.key);
}

/** The very same request with the same keys: where the first one arrived, the service gives its answer again. */
async function sendAgain(run: Run, intent: CreateIntent): Promise<Finished> {
  const { clock, remote } = run.options;
  const { idempotencyKey, requestId, body } = intent;
  if (!(await waitForTurn(run, intent))) return 'unknown';
  if (!run.mayGoOn(intent.key) || !mayResend(intent, clock.now()) || !(await maySend(run, 'create')))
    return 'unknown';
  const answer = await send(run, {
    operation: 'create',
    request: { method: 'POST', path: '/v5/campaigns', body },
    keys: { idempotencyKey, requestId },
    sentBefore: true,
  });
  if (answer.kind === 'refused')
    return closing(intent, `refused ${answer.status} ${answer.code}`, answer.responseId);
  if (answer.kind !== 'done' || typeof answer.data.id !== 'string') return lookAfter(run, intent);
  const id = answer.data.id as Live['id'];
  const look = (await remote.look([id])).get(id);
  return look?.kind === 'present' ? bind(run, intent, look.live, answer.responseId) : 'unknown';
}

/** No answer to the second sending either, or one that says that the request id is taken: the campaign may be there. */
async function lookAfter(run: Run, intent: CreateIntent): Promise<Finished> {
  const found = await lookFor(run, intent);
  return found === 'nothing' ? 'unknown' : found;
}

/** Nothing of ours is under way meanwhile: others may work, and an emergency stop gets through. */
async function waitForSecondLook(run: Run, old: readonly Unfinished[]): Promise<void> {
  const { clock, signal } = run.options;
  if (!old.some((one) => isOurs(run, one))) return;
  const wait = Math.max(...old.map(({ lookedAt }) => lookedAt)) + SECOND_LOOK_AFTER_MS - clock.now();
  if (wait > 0) await stepAside(run, () => clock.sleep(wait, signal));
}

async function lookAgain(run: Run, { intent }: Unfinished): Promise<Finished> {
  const found = await lookFor(run, intent);
  return found === 'nothing' ? closing(intent, 'it was not there when looked for') : found;
}
