import type { CampaignId, LiveAnswer } from '../model/campaign.ts';
import type { Intent } from '../model/state.ts';
import { mayFollow } from '../model/transitions.ts';
import type { PreparedWork } from './burst.ts';
import { closing, conclude } from './outcomes.ts';
import type { Answer, Entry } from './ports.ts';
import type { Run } from './run.ts';

/** A step that the service answered with success. */
export interface Sent extends PreparedWork {
  readonly answer: Extract<Answer, { kind: 'done' }>;
  /** Epoch milliseconds of the answer. */
  readonly at: number;
}

/** Looks at everything that was sent; what can't be seen stays open, what is seen is to be recorded. */
export async function confirm(run: Run, sent: readonly Sent[]): Promise<Entry[]> {
  const ids = [...new Set(sent.flatMap((one) => idOf(one) ?? []))];
  const after = ids.length === 0 ? new Map<CampaignId, LiveAnswer>() : await run.options.remote.look(ids);
  return sent.flatMap((one) => {
    const id = idOf(one);
    const look = id === undefined ? undefined : after.get(id);
    if (look?.kind !== 'present') return unseen(run, one, look);
    const { campaign, intent, answer } = one;
    if (intent.kind === 'transition' && !mayFollow(intent.action, look.live.status)) {
      return [withoutEffect(run, intent, look.live.status)];
    }
    const { liveStatus: from, desired } = campaign;
    const { responseId } = answer;
    return [conclude(run, intent, { live: look.live, responseId, desired: desired?.status, from })];
  });
}

function unseen(run: Run, one: Sent, look: Exclude<LiveAnswer, { kind: 'present' }> | undefined): [] {
  const { intent, answer } = one;
  if (look?.kind === 'unknown' && look.cause === 'credential') run.stopped = 'credential';
  run.leaveOpen(intent);
  const why = idOf(one) === undefined ? 'The answer names no campaign.' : whyUnseen(look);
  const message = `Sent with success, but not confirmed. ${why} The next apply looks again.`;
  const { responseId } = answer;
  run.tellFailed({ key: intent.key, code: 'unconfirmed', message, responseId });
  return [];
}

function whyUnseen(look: Exclude<LiveAnswer, { kind: 'present' }> | undefined): string {
  switch (look?.kind) {
    case undefined:
      return 'It could not be read back.';
    case 'missing':
      return 'Right after it the service says that it has no such campaign.';
    case 'unknown':
      return `It could not be read back: ${look.message}`;
  }
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
