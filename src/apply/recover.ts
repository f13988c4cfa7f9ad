import type { CampaignKey, Live } from '../model/campaign.ts';
import type { Intent } from '../model/state.ts';
import { hasArrived } from '../model/settle.ts';
import { withSuccess } from '../quota/admit.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../quota/windows.ts';
import { waitForTurn } from './creation-quota.ts';
import { findCreated, type CreateIntent } from './find-created.ts';
import { closing, conclude } from './outcomes.ts';
import type { Entry } from './ports.ts';
import type { Run } from './run.ts';
import { send } from './send.ts';
import { maySend, takeAnswer } from './stop-over.ts';

/** How long after its intent a create may be sent again with the same keys: the request id's life less a margin. */
const RESEND_WITHIN_MS: Readonly<Record<string, number>> = {
  PUSH: HOUR_MS - 5 * MINUTE_MS,
  EMAIL: DAY_MS - 5 * MINUTE_MS,
};
/** Between the two looks that must both find nothing before a create is given up. */
const SECOND_LOOK_AFTER_MS = MINUTE_MS;

/** What of the open intents this run may do more about than look. */
export interface RecoveryScope {
  /** Keys of files that are still there. */
  readonly wanted: ReadonlySet<CampaignKey>;
  /** Whether the run was asked for what this intent does. */
  readonly mayResend: (intent: Intent) => boolean;
}

/**
 * Settles what earlier runs left open, before anything is planned: it looks first, and only a create that left no
 * trace is sent again, as the very same request. Intents that can't be settled now stay open.
 */
export async function recover(run: Run, open: readonly Intent[], scope: RecoveryScope): Promise<void> {
  for (const intent of open) {
    if (!run.mayGoOn(intent.key)) continue;
    const entry =
      intent.kind === 'create' ? await settleCreate(run, intent, scope) : await settleByLooking(run, intent);
    if (entry) run.open.delete(intent.requestId);
    else if (scope.wanted.has(intent.key) && scope.mayResend(intent)) run.leaveUnsettled(intent);
    // Without an outcome too: what was sent counts for the next run.
    const answer = await run.options.recorder.settle(entry ? [entry] : [], run.ledger);
    takeAnswer(run, answer, { keys: [intent.key], consequence: '' });
  }
}

/** An update or a transition is never sent again: it is there, or it will be planned afresh. */
async function settleByLooking(run: Run, intent: Exclude<Intent, CreateIntent>): Promise<Entry | undefined> {
  const binding = run.bindings.get(intent.key);
  if (!binding) return closing(intent, 'its campaign was let go of meanwhile');
  const look = (await run.options.remote.look([intent.campaignId])).get(intent.campaignId);
  if (look?.kind === 'missing') return closing(intent, 'the campaign is gone');
  if (look?.kind !== 'present') return undefined;
  return hasArrived(intent, look.live, { binding })
    ? bind(run, intent, look.live)
    : closing(intent, 'it was not there when looked for');
}

async function settleCreate(
  run: Run,
  intent: CreateIntent,
  scope: RecoveryScope,
): Promise<Entry | undefined> {
  if (run.bindings.has(intent.key)) return closing(intent, 'its file was bound by hand meanwhile');
  const first = await findCreated(run, intent);
  if (first === undefined || first.length > 1) return undefined;
  if (first[0]) return bindFound(run, intent, first[0]);
  const { clock } = run.options;
  if (!scope.wanted.has(intent.key)) {
    if (!mayResend(intent, clock.now()))
      return closing(intent, 'it was not there when looked for, and its file is gone');
    const message =
      'An earlier run sent its creation without an answer; its file is gone now, and nothing is there yet.';
    run.tellHeld(intent.key, { reason: 'in-flight', message });
    return undefined;
  }
  if (!scope.mayResend(intent)) return undefined;
  if (mayResend(intent, clock.now())) return resend(run, intent);
  await clock.sleep(SECOND_LOOK_AFTER_MS, run.options.signal);
  if (!run.mayGoOn(intent.key)) return undefined;
  const second = await findCreated(run, intent);
  if (second === undefined || second.length > 1) return undefined;
  return second[0] ? bindFound(run, intent, second[0]) : closing(intent, 'it was not there when looked for');
}

/** Whether the service still knows the request id of a create that it may have done. */
function mayResend({ at, channel }: CreateIntent, now: number): boolean {
  return now < at + (RESEND_WITHIN_MS[channel] ?? 0);
}

/** The very same request with the same keys: where the first one arrived, the service gives its answer again. */
async function resend(run: Run, intent: CreateIntent): Promise<Entry | undefined> {
  const { clock, remote } = run.options;
  if (!(await waitForTurn(run, intent))) return undefined;
  if (!run.mayGoOn(intent.key) || !mayResend(intent, clock.now()) || !(await maySend(run, 'create')))
    return undefined;
  const { idempotencyKey, requestId, body } = intent;
  const answer = await send(run, {
    operation: 'create',
    request: { method: 'POST', path: '/v5/campaigns', body },
    keys: { idempotencyKey, requestId },
    sentBefore: true,
  });
  if (answer.kind === 'refused') {
    return closing(intent, `refused ${answer.status} ${answer.code}`, answer.responseId);
  }
  if (answer.kind !== 'done' || typeof answer.data.id !== 'string') return lookAgain(run, intent);
  const id = answer.data.id as Live['id'];
  const look = (await remote.look([id])).get(id);
  return look?.kind === 'present' ? bind(run, intent, look.live, answer.responseId) : undefined;
}

/** No answer to the second sending either, or one that says that the request id is taken: the campaign may be there. */
async function lookAgain(run: Run, intent: CreateIntent): Promise<Entry | undefined> {
  const [live, ...others] = (await findCreated(run, intent)) ?? [];
  return live && others.length === 0 ? bindFound(run, intent, live) : undefined;
}

/** Whoever created it, and whenever: the quota holds it, and nobody has counted it yet. */
function bindFound(run: Run, intent: CreateIntent, live: Live): Entry {
  run.ledger = withSuccess(run.ledger, run.options.clock.now());
  return bind(run, intent, live);
}

function bind(run: Run, intent: Intent, live: Live, responseId: string | null = null): Entry {
  const from = run.bindings.get(intent.key)?.status.observed ?? null;
  return conclude(run, intent, { live, responseId, desired: undefined, from });
}
