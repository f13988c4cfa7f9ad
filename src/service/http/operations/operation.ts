import type { OperationName, Window } from '../../domain/rate-limits.ts';
import type { CampaignRecord, NewId } from '../../domain/campaign/campaign-record.ts';
import { refusal } from '../../domain/failure.ts';
import type { JsonObject } from '../../domain/json.ts';
import type { Quirks } from '../../domain/quirks/quirks.ts';
import type { Workspace } from '../../domain/service-options.ts';
import type { Store } from '../../store/store.ts';

/** One row of the operation table: the operation's name, path, requirements and function. */
export interface Operation {
  readonly name: OperationName;
  /** A write happens completely or not at all, and is on disk before it is answered. */
  readonly kind: 'read' | 'write';
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT';
  /** Relative to the base address. `{campaign_id}` is replaced with an identifier. */
  readonly path: string;
  readonly idempotencyKey: 'required' | 'optional' | 'ignored';
  readonly requestId: 'required' | 'optional';
  readonly body: 'required' | 'optional' | 'ignored';
  readonly scope: string | null;
  readonly limits: readonly Window[];
  /** Throws a `Refusal` if it can't be done. */
  readonly run: (call: Call) => Done;
}

/** A request that passed all checks that operations share. */
export interface Call {
  readonly workspace: Workspace;
  /** The identifier in the path; empty for operations without one. */
  readonly identifier: string;
  readonly body: JsonObject;
  readonly requestId: string | null;
  /** The instant of the request, in milliseconds since 1970. */
  readonly now: number;
  readonly store: Store;
  readonly newId: NewId;
  readonly quirks: Quirks;
  readonly nextRead: () => number;
}

/** What an operation answers. */
export interface Done {
  readonly status: 200 | 201 | 204;
  /** What `data` is about. Open point W1. */
  readonly type: 'campaign' | 'personalization';
  readonly data: JsonObject;
  readonly beside: JsonObject;
  readonly effect: string;
}

/** The scope of component-level updates (Specification, Authentication). No other operation needs it (W8). */
export const MANAGE_SCOPE = 'campaigns:create_manage';

/** Publishing has a scope of its own (open point W8); the name is our choice. */
export const PUBLISH_SCOPE = 'campaigns:publish';

/** A successful outcome. By default 200, about a campaign, without effect. */
export function done(data: JsonObject, other: Partial<Done> = {}): Done {
  return { status: 200, type: 'campaign', beside: {}, effect: 'none', data, ...other };
}

/** The documents of a campaign that a request refers to. */
export interface NamedDocuments {
  /** The document that the identifier names. It is read, validated, tested and published. */
  readonly named: CampaignRecord;
  /** The live document, whose status and locks count. If no version is live, the named document. */
  readonly live: CampaignRecord;
  /** The DRAFT above the live document, which the next update changes. Only with `draft-versions`. */
  readonly draft: CampaignRecord | null;
}

/** The documents of the campaign that an identifier names, `null` if it is unknown (S7). */
export function versionsOf(
  { workspace, store, quirks }: Pick<Call, 'workspace' | 'store' | 'quirks'>,
  identifier: string,
): NamedDocuments | null {
  const { appKey, features } = workspace;
  const versions = store.campaigns.versions(appKey, identifier);
  const [newest] = versions;
  if (!newest) return null;
  if (!quirks.has('draft-versions') || !features.has('versioning'))
    return { named: newest, live: newest, draft: null };
  const live = versions.find(({ status }) => status !== 'DRAFT') ?? newest;
  const above = versions.slice(0, versions.indexOf(live));
  return { named: above.find(({ id }) => id === identifier) ?? live, live, draft: above[0] ?? null };
}

/** The documents that an identifier in a path names. With `document-ids`, only the `id` of the newest one does. */
export function findDocuments(
  call: Pick<Call, 'workspace' | 'store' | 'quirks'>,
  identifier: string,
): NamedDocuments | null {
  const found = versionsOf(call, identifier);
  const newest = found?.draft ?? found?.live;
  return call.quirks.has('document-ids') && newest?.id !== identifier ? null : found;
}

/** The documents that an identifier names; one that is unknown in the workspace is refused with 404. Open points W4 and W8. */
export function documentsNamed(call: Call, identifier: string, target = 'campaign_id'): NamedDocuments {
  const found = findDocuments(call, identifier);
  if (found) return found;
  throw refusal(404, `there is no campaign ${identifier}`, { target });
}
