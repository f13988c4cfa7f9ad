import type { CampaignKey } from '../../model/campaign.ts';
import { isUnsent } from '../../model/failure.ts';
import type { Result } from '../../model/result.ts';
import { describeFailure } from '../../messages/failure-messages.ts';
import { describeBelowHead } from './blocked-words.ts';
import { code, listed, say, type Message } from '../../messages/phrase.ts';
import { describeStale } from '../../messages/stale-messages.ts';
import { fieldName } from '../../messages/note-messages.ts';

/** One change that did not go as planned. */
export interface ResultIssue extends Message {
  readonly key: CampaignKey;
  readonly kind:
    'failed' | 'not sent' | 'not recorded' | 'stale' | 'blocked' | 'not reviewed' | 'not confirmed';
}

/** What a run did not do or could not confirm, the worst first. */
export function describeIssues(result: Result): ResultIssue[] {
  const { failed, stale, unconfirmed, held, workspace } = result;
  const kept = keptInClone(result);
  return [
    ...failed.map((one): ResultIssue => ({
      key: one.key,
      kind: kept.has(one) ? 'not recorded' : isUnsent(one) ? 'not sent' : 'failed',
      ...describeFailure(one, workspace),
    })),
    ...stale.map((one): ResultIssue => ({ key: one.key, kind: 'stale', ...describeStale(one) })),
    ...held.map((one): ResultIssue => ({
      key: one.key,
      kind: one.reason === 'not-reviewed' ? 'not reviewed' : 'blocked',
      ...describeBelowHead(one, workspace),
    })),
    ...unconfirmed.map(describeUnconfirmed),
  ];
}

/** Failures to record what was sent: the change itself was made. */
export function keptInClone({
  applied,
  failed,
}: Pick<Result, 'applied' | 'failed'>): Set<Result['failed'][number]> {
  const done = new Set(applied.map(({ key }) => key));
  return new Set(failed.filter(({ key, cause }) => cause.code === 'not-recorded' && done.has(key)));
}

function describeUnconfirmed({ key, component, paths }: Result['unconfirmed'][number]): ResultIssue {
  const fields = paths.length === 0 ? [component] : paths.map((path) => fieldName(component, path));
  return {
    key,
    kind: 'not confirmed',
    why: say`The change was sent, but the service doesn't show ${listed(fields.map(code))} as sent.`,
    todo: say`Check the campaign in the service. The change isn't sent again until the file or the live campaign changes.`,
  };
}
