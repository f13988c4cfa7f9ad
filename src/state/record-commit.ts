import type { TrailRecord } from '../apply/ports.ts';
import type { CommitAuthor, RunSignature } from '../apply/state-store.ts';
import type { NewCommit } from '../git/tree.ts';
import { APPLIES, FROM_COMMIT } from '../model/audit.ts';
import type { RecordedChange } from '../model/recorded-change.ts';
import type { CampaignKey } from '../model/campaign.ts';
import type { TrailerName } from './trailers.ts';

export const OURSELVES: CommitAuthor = {
  name: 'campaign-reconciler',
  email: 'campaign-reconciler@localhost',
};

/** What all commits of a run have in common. */
export interface Signature extends Omit<RunSignature, 'overtaken'> {
  /** Epoch milliseconds. */
  readonly at: number;
}

interface Recorded extends Pick<
  TrailRecord,
  'key' | 'components' | 'status' | 'inService' | 'requestId' | 'responseId'
> {
  readonly change: RecordedChange;
  /** All campaigns that it concerns; omitted if there is only one. */
  readonly keys?: readonly CampaignKey[];
  /** Pull requests in which it was reviewed. */
  readonly pulls?: readonly number[];
  /** The components that were sent again because they had been edited in the service. */
  readonly restored?: readonly string[] | undefined;
  /** The previous key of the campaign. */
  readonly movedFrom?: CampaignKey;
}

/** One commit of the state branch: its author, its message and the trailers from which the audit trail is read. */
export function recordCommit(
  summary: string,
  files: NewCommit['files'],
  by: Signature,
  entry?: Recorded,
): NewCommit {
  const author = authorOf(entry, by);
  const trailers: readonly (readonly [TrailerName, string | null | undefined])[] = [
    ...(entry?.keys ?? [entry?.key]).map((key) => ['Campaign', key] as const),
    ['Change', entry?.change],
    ['Moved-From', entry?.movedFrom],
    ['Components', entry && entry.components.length > 0 ? entry.components.join(', ') : undefined],
    ['Restored', entry?.restored?.join(', ')],
    ['Status', entry?.status && `${entry.status.from} → ${entry.status.to}`],
    // Only an apply works from a commit, and an attempt without effect doesn't count as having applied its commit.
    ['Commit', entry && FROM_COMMIT.has(entry.change) ? by.commit : undefined],
    ['Allow', entry && APPLIES.has(entry.change) ? by.allowed.join(', ') : undefined],
    ['Pull-Request', entry?.pulls?.join(', ')],
    ['Actor', actorOf(entry, author)],
    ['At', entry?.inService?.at],
    ['Run', by.page === null ? by.run : `${by.run} ${by.page}`],
    ['Request-Id', entry?.requestId],
    ['Response-Id', entry?.responseId],
  ];
  const lines = trailers.flatMap(([name, value]) => (value ? [`${name}: ${oneLine(value)}`] : []));
  return { message: `${oneLine(summary)}\n\n${lines.join('\n')}\n`, author, at: by.at, files };
}

/** A change that was made in the service has the author that the service names. */
function authorOf(entry: Recorded | undefined, by: Signature): CommitAuthor {
  if (!entry) return OURSELVES;
  if (!entry.inService) return by.authorOf(entry.key);
  const { by: user } = entry.inService;
  return user === null ? OURSELVES : { name: user, email: user };
}

function actorOf(entry: Recorded | undefined, { name, email }: CommitAuthor): string | null | undefined {
  return entry?.inService ? entry.inService.by : entry && `${name} <${email}>`;
}

/** Text from a service or a file must not be able to end its line or a field of the trail. */
function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}
