import type { Entry } from '../apply/ports.ts';
import type { Author, RunSignature } from '../apply/state-store.ts';
import type { NewCommit } from '../git/tree.ts';
import { APPLIES } from '../model/audit.ts';
import type { CampaignKey } from '../model/campaign.ts';

/** What an apply tried that came to nothing, or isn't known to have come to something. */
function isAttempt(change: string): boolean {
  return /-not-(?:done|confirmed)$/.test(change);
}

export const OURSELVES: Author = { name: 'campaign-reconciler', email: 'campaign-reconciler@localhost' };

/** What every commit of a run says alike. */
export interface Signature extends Omit<RunSignature, 'overtaken'> {
  /** Epoch milliseconds. */
  readonly at: number;
}

interface Recorded extends Pick<
  Entry,
  'key' | 'change' | 'components' | 'status' | 'inService' | 'requestId' | 'responseId'
> {
  /** All campaigns that it is about; left out: the one. */
  readonly keys?: readonly CampaignKey[];
  /** Pull requests in which it was reviewed. */
  readonly pulls?: readonly number[];
  /** The key that the campaign had before. */
  readonly movedFrom?: CampaignKey;
}

/** One commit of the state branch: its author, its message and the trailers that the audit trail is read from. */
export function recordCommit(
  summary: string,
  files: NewCommit['files'],
  by: Signature,
  entry?: Recorded,
): NewCommit {
  const author = authorOf(entry, by);
  const trailers: readonly (readonly [string, string | null | undefined])[] = [
    ...(entry?.keys ?? [entry?.key]).map((key) => ['Campaign', key] as const),
    ['Change', entry?.change],
    ['Moved-From', entry?.movedFrom],
    ['Components', entry && entry.components.length > 0 ? entry.components.join(', ') : undefined],
    ['Status', entry?.status && `${entry.status.from} → ${entry.status.to}`],
    // Only an apply works from a commit. What came to nothing doesn't make its commit the one that was applied last.
    ['Commit', entry && (APPLIES.has(entry.change) || isAttempt(entry.change)) ? by.commit : undefined],
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

/** What was done in the service was done by whom the service names. */
function authorOf(entry: Recorded | undefined, by: Signature): Author {
  if (!entry) return OURSELVES;
  if (!entry.inService) return by.authorOf(entry.key);
  const { by: user } = entry.inService;
  return user === null ? OURSELVES : { name: user, email: user };
}

function actorOf(entry: Recorded | undefined, { name, email }: Author): string | null | undefined {
  return entry?.inService ? entry.inService.by : entry && `${name} <${email}>`;
}

/** What comes from a service or a file can end neither its line nor a field of those who read the trail. */
function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}
