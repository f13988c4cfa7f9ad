import type { CampaignKey } from '../../model/campaign.ts';
import { isUnseen, isUnsent, type Failed } from '../../model/failure.ts';
import type { Held } from '../../model/held.ts';
import type { HeldChange, Result } from '../../model/result.ts';
import { describeFailure, describeStale } from '../../messages/catalog/failures.ts';
import { describeBelowHead } from './below-head.ts';
import { code, listed, say, type Message } from '../../messages/phrase.ts';
import { withoutNames, type OwnNames } from './one-cause.ts';
import { dottedName } from '../../messages/note-messages.ts';

/** One change that did not go as planned. */
export interface ResultIssue {
  readonly key: CampaignKey;
  readonly words: IssueWords;
  /** `words` without the names of the campaign and the positions in its file. */
  readonly shared: IssueWords;
}

export interface IssueWords extends Message {
  readonly kind:
    'failed' | 'not sent' | 'not recorded' | 'stale' | 'blocked' | 'not reviewed' | 'not confirmed';
}

/** What a run did not do or could not confirm, the worst first. */
export function describeIssues(result: Result): ResultIssue[] {
  const { failed, stale, unconfirmed, held, workspace } = result;
  const kept = keptInClone(result);
  return [
    ...failed.map((one): ResultIssue => {
      const kind = kept.has(one) ? 'not recorded' : kindOf(one);
      const words = (failure: Failed): IssueWords => ({ kind, ...describeFailure(failure, workspace) });
      return { key: one.key, words: words(one), shared: words(withoutPlaces(one)) };
    }),
    ...stale.map((one): ResultIssue => same(one.key, { kind: 'stale', ...describeStale(one, workspace) })),
    ...held.map((one): ResultIssue => {
      const kind = one.reason === 'not-reviewed' ? 'not reviewed' : 'blocked';
      const words = (change: Omit<Held, 'reason'>): IssueWords => ({
        kind,
        ...describeBelowHead(change, workspace),
      });
      return { key: one.key, words: words(one), shared: words(withoutNames(one, ownNames(one))) };
    }),
    ...unconfirmed.map(describeUnconfirmed),
  ];
}

function kindOf(failed: Failed): IssueWords['kind'] {
  if (isUnsent(failed)) return 'not sent';
  return isUnseen(failed) ? 'not confirmed' : 'failed';
}

/** Words that name nothing of the campaign. */
function same(key: CampaignKey, words: IssueWords): ResultIssue {
  return { key, words, shared: words };
}

/** A refusal with the same complaints about another file. */
function withoutPlaces(failed: Failed): Failed {
  const bare = withoutNames(failed, failed);
  const { cause } = bare;
  if (cause.code !== 'refused') return bare;
  return {
    ...bare,
    cause: { ...cause, complaints: cause.complaints.map((one) => ({ ...one, place: undefined })) },
  };
}

function ownNames({ key, cause }: HeldChange): OwnNames & { readonly key: CampaignKey } {
  return {
    key,
    file: 'file' in cause && typeof cause.file === 'string' ? cause.file : undefined,
    campaignId: 'campaignId' in cause ? cause.campaignId : undefined,
    former: cause.code === 'renamed' ? cause.orphan : undefined,
  };
}

/** Failures to record what was sent: the change itself was made. */
export function keptInClone({
  applied,
  failed,
}: Pick<Result, 'applied' | 'failed'>): Set<Result['failed'][number]> {
  const done = new Set(applied.map(({ key }) => key));
  return new Set(
    failed.filter((one) => one.cause.code === 'not-recorded' && !isUnsent(one) && done.has(one.key)),
  );
}

function describeUnconfirmed({ key, component, paths }: Result['unconfirmed'][number]): ResultIssue {
  const fields = paths.length === 0 ? [component] : paths.map((path) => dottedName(component, path));
  return same(key, {
    kind: 'not confirmed',
    why: say`The change was sent, but the service doesn't show ${listed(fields.map(code))} as it was sent.`,
    todo: say`Check the campaign in the service. The change isn't sent again until the file or the live campaign changes.`,
  });
}
