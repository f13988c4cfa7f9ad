import type { CampaignRecord } from '../campaign/campaign-record.ts';

/** The documents of a campaign that a request refers to. */
export interface NamedDocuments {
  /** The document that the identifier names. It is read, validated, tested and published. */
  readonly named: CampaignRecord;
  /** The live document, whose status and locks count. If no version is live, the named document. */
  readonly live: CampaignRecord;
  /** The DRAFT above the live document, which the next update changes. Only with `draft-versions`. */
  readonly draft: CampaignRecord | null;
}

/** How identifiers are interpreted. Open point S7. */
export interface NamingRules {
  /** Whether a live campaign may have a DRAFT above it. */
  readonly draftVersions: boolean;
  /** Whether a campaign can be named only by the `id` of its newest document. */
  readonly documentIds: boolean;
}

/** Which of a campaign's documents, given newest first, an identifier names, or `null`. */
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
