import {
  authorErrors,
  componentsOf,
  fieldErrors,
  kindErrors,
  movedKindErrors,
  opaqueCampaignId,
  isDraftChannel,
  isReadOnly,
  type CampaignRecord,
} from '../../domain/campaign/campaign-record.ts';
import { draftErrors, patchErrors } from '../../domain/campaign/draft-validation.ts';
import {
  checkLocks,
  dueAt,
  ACTIONS,
  ACTION_RULES,
  publishedStatus,
  type Action,
} from '../../domain/campaign/lifecycle.ts';
import { wireTime } from '../../domain/campaign/local-time.ts';
import { conflict, invalid, refuseInvalid, type Detail, shown, unprocessable } from '../../domain/failure.ts';
import {
  isJsonObject,
  textAt,
  valueAt,
  type JsonObject,
  type JsonValue,
  without,
} from '../../domain/json.ts';
import { isTaken } from '../idempotency.ts';
import { documentsNamed, done, type Call, type Done, type NamedDocuments } from './operation.ts';
import { publishErrors } from '../../domain/campaign/publish-validation.ts';
import { shapeErrors } from '../request-body.ts';

const KIND_FIELDS = ['request_id', 'channel', 'campaign_delivery_type'];

/** Specification, Create Campaign Draft. */
export function createCampaign(call: Call): Done {
  const { workspace, body, requestId, now, store } = call;
  const { channel } = body;
  if (requestId !== null && isTaken(store.creations.requestIdUse(workspace.appKey, requestId), now))
    throw invalid('request_id', 'a campaign was recently created with this request_id');
  refuseInvalid(createErrors(body, workspace.features));
  if (!isDraftChannel(channel)) throw new Error('kindErrors let an unknown channel through');
  const record = newRecord(call, channel);
  store.campaigns.put(workspace.appKey, record, null);
  if (requestId !== null) store.creations.useRequestId(workspace.appKey, requestId, { channel, at: now });
  const data = { id: record.id, status: record.status };
  return done(data, { status: 201, effect: `created ${record.id}` });
}

function createErrors(body: JsonObject, features: ReadonlySet<string>): readonly Detail[] {
  const { channel } = body;
  const kind = kindErrors(body);
  const author = authorErrors(body, 'created_by');
  if (kind.length > 0 || !isDraftChannel(channel)) return [...kind, ...author];
  const shape = [...fieldErrors(body, { channel, others: [...KIND_FIELDS, 'created_by'] }), ...author];
  if (shape.length > 0) return shape;
  const campaign_delivery_type = textAt(body, 'campaign_delivery_type') ?? '';
  return draftErrors({ channel, campaign_delivery_type, components: componentsOf(body, channel) }, features);
}

/** New campaigns are always drafts. They have a version number only with versioning (open points W3, S7 and S8). */
function newRecord({ workspace, body, now, newId, quirks }: Call, channel: 'PUSH' | 'EMAIL'): CampaignRecord {
  const id = newId(now);
  const [author, time] = [textAt(body, 'created_by') ?? '', wireTime(now)];
  return {
    id,
    campaign_id: quirks.has('document-ids') ? opaqueCampaignId() : id,
    ...(workspace.features.has('versioning') && { version_number: 1 }),
    status: 'DRAFT',
    channel,
    campaign_delivery_type: textAt(body, 'campaign_delivery_type') ?? '',
    ...{ created_by: author, updated_by: author, created_at: time, updated_at: time },
    ...componentsOf(body, channel),
  };
}

/** The document that an update changes or copies, and the live one, whose locks count. */
interface Edit {
  readonly base: CampaignRecord;
  readonly live: CampaignRecord;
  readonly components: JsonObject;
}

/** Specification, Update Campaign: components are replaced or merged, the others stay (W7). */
export function updateCampaign(call: Call): Done {
  const { workspace, identifier, body, now, store } = call;
  const { live, draft } = documentsNamed(call, identifier);
  const base = draft ?? live;
  const edit = { base, live, components: editedComponents(call, base) };
  checkEdit(call, edit);
  const updated = {
    ...base,
    ...nextVersion(call, edit),
    ...edit.components,
    ...(body.updated_by !== undefined && { updated_by: body.updated_by }),
    updated_at: wireTime(now),
  };
  // Nothing is due for a DRAFT, and it doesn't share its status with other versions.
  if (updated.status === 'DRAFT') store.campaigns.put(workspace.appKey, updated, null);
  else store.campaigns.putLive(workspace.appKey, updated, dueAt(updated, now));
  return done({ id: updated.id }, { effect: `updated ${updated.id}` });
}

/** Components to store; `merge-updates` merges objects at any depth, but no lists (W7). */
function editedComponents({ body, quirks }: Call, base: CampaignRecord): JsonObject {
  if (!isDraftChannel(base.channel)) return {};
  const sent = componentsOf(body, base.channel);
  return quirks.has('merge-updates') ? mergedFields(base, sent) : sent;
}

function mergedFields(stored: JsonObject, sent: JsonObject): JsonObject {
  const merged = (before: JsonValue | undefined, value: JsonValue): JsonValue =>
    isJsonObject(before) && isJsonObject(value) ? { ...before, ...mergedFields(before, value) } : value;
  return Object.fromEntries(
    Object.entries(sent).map(([name, value]) => [name, merged(valueAt(stored, name), value)]),
  );
}

/** With versioning, a change of a live campaign is a new document, or a DRAFT above it (S7). */
function nextVersion({ workspace, now, newId, quirks }: Call, { base, live }: Edit): Partial<CampaignRecord> {
  const isLive = ['SCHEDULED', 'ACTIVE', 'PAUSED'].includes(base.status);
  if (!workspace.features.has('versioning') || !isLive) return {};
  const { version_number: version } = base;
  return {
    id: newId(now),
    version_number: (typeof version === 'number' ? version : 1) + 1,
    ...(quirks.has('draft-versions') && base === live && { status: 'DRAFT' }),
  };
}

/** Checks, in this order, what the body may contain, what the status allows and what the components must contain. */
function checkEdit({ body, workspace: { features }, quirks }: Call, { base, live, components }: Edit): void {
  const { channel, campaign_delivery_type } = base;
  if (!isDraftChannel(channel) || isReadOnly(base))
    throw conflict('channel', `this ${channel} campaign can only be read`);
  refuseInvalid([
    ...movedKindErrors(body, base),
    ...fieldErrors(body, { channel, others: [...KIND_FIELDS, 'updated_by'] }),
    ...authorErrors(body, 'updated_by'),
  ]);
  if (quirks.has('draft-only-updates') && live.status !== 'DRAFT')
    throw conflict('status', 'only DRAFT campaigns can be updated');
  checkLocks(live, components);
  const merged: JsonObject = { ...componentsOf(base, channel), ...components };
  refuseInvalid(
    patchErrors({ channel, campaign_delivery_type, components: merged }, { components, features }),
  );
}

/** Specification, Update Campaign Status; path and answer are open point W9. */
export function updateStatus(call: Call): Done {
  const { workspace, identifier, body, now, store } = call;
  const action = ACTIONS.find((name) => name === body.action);
  if (!action)
    throw invalid('action', `action must be one of ${ACTIONS.join(', ')}, not ${shown(body.action)}`);
  const record = documentsNamed(call, identifier).live;
  const problem = problemWith(action, record);
  if (problem !== null) throw unprocessable(problem);
  const status = ACTION_RULES[action].to;
  const moved = { ...record, status, updated_at: wireTime(now) };
  store.campaigns.putLive(workspace.appKey, moved, dueAt(moved, now));
  return done({ id: record.id, action }, { effect: `status ${status} ${record.id}` });
}

function problemWith(action: Action, record: CampaignRecord): string | null {
  const { channel, status, campaign_delivery_type: type } = record;
  const { from, deliveryTypes } = ACTION_RULES[action];
  if (isReadOnly(record)) return `this ${channel} campaign can only be read`;
  if (!deliveryTypes.includes(type))
    return `${action} is only for ${deliveryTypes.join(' and ')} campaigns, and this one is ${type}`;
  return from.includes(status) ? null : `${action} is not possible while the campaign is ${status}`;
}

/** Publishes a campaign (W19). A DRAFT above a live document replaces it and gets its status (S7). */
export function publishCampaign(call: Call): Done {
  const { workspace, identifier, body, now, store, quirks } = call;
  if (body.status !== 'PUBLISH')
    throw invalid('status', `status must be "PUBLISH", not ${shown(body.status)}`);
  refuseInvalid(authorErrors(body, 'updated_by'));
  const found = documentsNamed(call, identifier);
  checkPublishable(call, found);
  const { named, live } = found;
  const published = {
    ...named,
    ...(body.updated_by !== undefined && { updated_by: body.updated_by }),
    status: live === named ? publishedStatus(named, now) : live.status,
    updated_at: wireTime(now),
  };
  // A send that is due at this very instant still happens.
  store.campaigns.putLive(workspace.appKey, published, dueAt(published, now - 1));
  const effect = `published ${named.id}`;
  return quirks.has('publish-200') ? done({ id: named.id }, { effect }) : done({}, { status: 204, effect });
}

function checkPublishable({ workspace: { features }, now }: Call, { named, live }: NamedDocuments): void {
  if (isReadOnly(named)) throw unprocessable(`this ${named.channel} campaign can only be read`);
  const isReplacement = live !== named && ['SCHEDULED', 'ACTIVE', 'PAUSED'].includes(live.status);
  if (named.status !== 'DRAFT' || (live !== named && !isReplacement))
    throw unprocessable(`only a DRAFT can be published, this campaign is ${live.status}`);
  const errors = publishErrors(named, { now, features, live });
  if (errors.length > 0) throw unprocessable('the campaign cannot be published yet; see details', errors);
}

/** The upload of users for the global control group, which is only stored (W30). */
export function updateControlGroup({ workspace, body, now, store }: Call): Done {
  refuseInvalid(shapeErrors('control_group_request', body));
  const upload = { at: wireTime(now), workspace: workspace.appKey, ...without(body, ['request_id']) };
  store.controlGroup.add(workspace.appKey, upload);
  return done({}, { status: 204, effect: `control group ${textAt(body, 'action_type') ?? ''}` });
}
