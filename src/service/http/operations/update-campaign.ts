import {
  authorErrors,
  componentsOf,
  fieldErrors,
  movedKindErrors,
} from '../../domain/campaign/campaign-body.ts';
import { isDraftChannel, isReadOnly, type CampaignRecord } from '../../domain/campaign/campaign-record.ts';
import { dueAt } from '../../domain/campaign/lifecycle.ts';
import { patchErrors } from '../../domain/campaign/draft-validation.ts';
import { checkLocks } from '../../domain/campaign/edit-locks.ts';
import { conflict, refuseInvalid } from '../../domain/failure.ts';
import { isJsonObject, valueAt, type JsonObject, type JsonValue } from '../../domain/json.ts';
import { documentsNamed, done, type Call, type Done } from './operation.ts';
import { wireTime } from '../../domain/campaign/wire-time.ts';

/** The statuses of a campaign that is live and can be changed. Open point S7. */
const VERSIONED: readonly string[] = ['SCHEDULED', 'ACTIVE', 'PAUSED'];

const OTHER_FIELDS = ['request_id', 'channel', 'campaign_delivery_type', 'updated_by'];

/** The document that an update changes or copies, and the live one, whose locks count. */
interface Edit {
  readonly base: CampaignRecord;
  readonly live: CampaignRecord;
  /** The components as they will be stored. */
  readonly components: JsonObject;
}

/**
 * Specification, Update Campaign. A component in the request replaces the stored one as a whole, or is merged into it.
 * The other components stay (open point W7).
 */
export function updateCampaign(call: Call): Done {
  const { identifier, body, now } = call;
  const { live, draft } = documentsNamed(call, identifier);
  const base = draft ?? live;
  const edit = { base, live, components: editedComponents(call, base) };
  checkEdit(call, edit);
  const author = body.updated_by === undefined ? {} : { updated_by: body.updated_by };
  const updated = {
    ...base,
    ...nextVersion(call, edit),
    ...edit.components,
    ...author,
    updated_at: wireTime(now),
  };
  keep(call, updated);
  return done({ id: updated.id }, { effect: `updated ${updated.id}` });
}

function editedComponents({ body, quirks }: Call, base: CampaignRecord): JsonObject {
  if (!isDraftChannel(base.channel)) return {};
  const sent = componentsOf(body, base.channel);
  return quirks.mergeUpdates ? mergeComponents(componentsOf(base, base.channel), sent) : sent;
}

/**
 * Components as the quirk `merge-updates` stores them: each component in the request is merged into the stored one.
 * Objects are merged field by field at any depth; lists and plain values are replaced. Open point W7.
 */
function mergeComponents(stored: JsonObject, sent: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(sent).map(([name, value]) => [name, merged(valueAt(stored, name), value)]),
  );
}

function merged(stored: JsonValue | undefined, sent: JsonValue): JsonValue {
  if (!isJsonObject(stored) || !isJsonObject(sent)) return sent;
  return { ...stored, ...mergeComponents(stored, sent) };
}

/**
 * With versioning, a change of a live campaign is a new document. By default it replaces the previous one; with
 * `draft-versions` it is a DRAFT above the live one, which later updates change. Open point S7.
 */
function nextVersion({ workspace, now, ids, quirks }: Call, { base, live }: Edit): Partial<CampaignRecord> {
  if (!workspace.features.has('versioning') || !VERSIONED.includes(base.status)) return {};
  const { version_number: version } = base;
  return {
    id: ids.campaignId(now),
    version_number: (typeof version === 'number' ? version : 1) + 1,
    ...(quirks.draftVersions && base === live && { status: 'DRAFT' }),
  };
}

/** Nothing is due for a DRAFT, and it doesn't share its status with other versions. */
function keep({ workspace: { appKey }, now, store }: Call, updated: CampaignRecord): void {
  if (updated.status === 'DRAFT') store.campaigns.put(appKey, updated, null);
  else store.campaigns.putLive(appKey, updated, dueAt(updated, now));
}

/** Checks, in this order, what the body may contain, what the status allows and what the components must contain. */
function checkEdit({ body, workspace: { features }, quirks }: Call, { base, live, components }: Edit): void {
  const { channel, campaign_delivery_type } = base;
  if (!isDraftChannel(channel) || isReadOnly(base)) {
    throw conflict('channel', `this ${channel} campaign can only be read`);
  }
  refuseInvalid([
    ...movedKindErrors(body, base),
    ...fieldErrors(body, { channel, others: OTHER_FIELDS }),
    ...authorErrors(body, 'updated_by'),
  ]);
  if (quirks.draftOnlyUpdates && live.status !== 'DRAFT') {
    throw conflict('status', 'only DRAFT campaigns can be updated');
  }
  checkLocks(live, components);
  const merged: JsonObject = { ...componentsOf(base, channel), ...components };
  const draft = { channel, campaign_delivery_type, components: merged };
  refuseInvalid(patchErrors(draft, { components, features }));
}
