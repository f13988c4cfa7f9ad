import type { CampaignRecord } from '../campaign/campaign-record.ts';

/** The documents of a campaign that a request is about. */
export interface NamedDocuments {
  /** The one that its identifier names: what is read, validated, tested and published. */
  readonly named: CampaignRecord;
  /** The one that is live, whose status and locks count; the named one where no version is live. */
  readonly live: CampaignRecord;
  /** The DRAFT above the live one, which the next update changes. Only with `draft-versions`. */
  readonly draft: CampaignRecord | null;
}

/** How identifiers are understood. Open point S7. */
export interface NamingRules {
  /** Whether a live campaign may have a DRAFT above it. */
  readonly draftVersions: boolean;
  /** Whether only the `id` of the newest document names a campaign. */
  readonly documentIds: boolean;
}

/** Which of a campaign's documents, newest first, an identifier names; `null` for none of them. */
export function namedDocuments(
  versions: readonly CampaignRecord[],
  identifier: string,
  { draftVersions, documentIds }: NamingRules,
): NamedDocuments | null {
  const [newest] = versions;
  if (!newest || (documentIds && newest.id !== identifier)) return null;
  if (!draftVersions) return { named: newest, live: newest, draft: null };
  const live = versions.find(({ status }) => status !== 'DRAFT') ?? newest;
  const above = versions.slice(0, versions.indexOf(live));
  const named = above.find(({ id }) => id === identifier) ?? live;
  return { named, live, draft: above[0] ?? null };
}
