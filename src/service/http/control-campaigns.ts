import type { CampaignRecord } from '../domain/campaign/campaign-record.ts';
import { dueAt } from '../domain/campaign/lifecycle.ts';
import { asWireTime, wireTime } from '../domain/campaign/local-time.ts';
import { detail, invalid, refusal, refuseInvalid } from '../domain/failure.ts';
import { isJsonObject, listAt, textAt, type JsonObject, type JsonValue } from '../domain/json.ts';
import { advanceLifecycle } from '../store/advance-lifecycle.ts';
import { versionsOf } from './operations/operation.ts';
import { shapeErrors } from './request-body.ts';
import type { Service } from './service.ts';

/** The lists that the control interface accepts for a workspace, by body field, and their schemas. */
const SCHEMAS = { campaigns: 'seeds', users: 'users', features: 'features' } as const;

/** Reads a body with one list for the workspace `app_key`, by default the first one. */
export function readList(
  service: Service,
  body: JsonObject,
  field: keyof typeof SCHEMAS,
): { readonly workspace: string; readonly list: readonly JsonValue[] } {
  refuseInvalid(shapeErrors(SCHEMAS[field], body));
  const [workspace = ''] = workspacesNamed(service, body.app_key);
  return { workspace, list: listAt(body, field) };
}

function workspacesNamed({ options }: Service, named: JsonValue | undefined): readonly string[] {
  const all = options.workspaces.map(({ appKey }) => appKey);
  const found = all.filter((name) => name === (named ?? name));
  if (found.length === 0) throw invalid('app_key', 'there is no such workspace');
  return found;
}

const NONE: ReadonlySet<string> = new Set();

/** Stores records as given, with any channel and status. Either all of them are stored or none. */
export function seedCampaigns(service: Service, body: JsonObject): JsonObject {
  const { workspace, list } = readList(service, body, 'campaigns');
  const now = service.clock.now();
  const records = list.map((campaign, place) => readSeed(service, campaign, `campaigns.${place}`));
  service.store.atomically(() => {
    for (const record of records) service.store.campaigns.put(workspace, record, dueAt(record, now));
  });
  return { ids: records.map(({ id }) => id) };
}

/** Edits a campaign manually, ignoring all locks, in `app_key` or the first workspace that has it. */
export function editCampaign(service: Service, body: JsonObject, id: string): JsonObject {
  const { store, clock, quirks } = service;
  const { app_key: asked, ...edit } = body;
  const now = clock.now();
  advanceLifecycle(service, now);
  for (const appKey of workspacesNamed(service, asked)) {
    const workspace = { appKey, features: service.features.get(appKey) ?? NONE, scopes: NONE };
    const found = versionsOf({ workspace, store, quirks }, id);
    if (!found) continue;
    const { named, live } = found;
    const edited = readEdit(named, edit, now);
    store.atomically(() => {
      if (named === live) store.campaigns.putLive(appKey, edited, dueAt(edited, now));
      else store.campaigns.put(appKey, edited, null);
    });
    return { id: named.id };
  }
  throw refusal(404, `there is no campaign ${id}`);
}

/** Reads a record as given and fills in the fields that a stored record needs. `place` is its path in the body. */
function readSeed({ newId, clock }: Service, given: JsonValue, place: string): CampaignRecord {
  if (!isJsonObject(given)) throw invalid(place, 'a record is an object');
  const now = clock.now();
  const ofCampaign = textAt(given, 'campaign_id') ?? '';
  const id = given.id ?? (/^[0-9a-f]{24}$/i.test(ofCampaign) ? ofCampaign : newId(now));
  const created_at = given.created_at ?? wireTime(now);
  const filled = {
    ...{ id, campaign_id: id, status: 'DRAFT', channel: 'PUSH', campaign_delivery_type: 'ONE_TIME' },
    ...{ created_at, updated_at: created_at },
    ...given,
  };
  return asRecord(filled, now, place);
}

/** A record after a manual edit. Given fields replace the stored ones as a whole; `null` removes a field. */
function readEdit(record: CampaignRecord, edit: JsonObject, now: number): CampaignRecord {
  const moved = ['id', 'campaign_id'].find((name) => edit[name] !== undefined && edit[name] !== record[name]);
  if (moved !== undefined) throw invalid(moved, `${moved} never changes`);
  // An edit may contain the whole record that was read before. Its unchanged `updated_at` must still advance.
  const { updated_at = record.updated_at } = edit;
  const time = updated_at === record.updated_at ? editTime(updated_at, now) : updated_at;
  const fields = Object.entries({ ...record, ...edit, updated_at: time });
  return asRecord(Object.fromEntries(fields.filter(([, value]) => value !== null)), now, '');
}

/** Every edit advances `updated_at`, even if the clock hasn't moved since the last one. */
function editTime(before: string, now: number): string {
  const time = wireTime(now);
  const [millis, micros] = [before.slice(0, -3), Number(before.slice(-3))];
  if (!time.startsWith(millis) || micros >= 999) return time;
  return millis + String(micros + 1).padStart(3, '0');
}

/** Times are compared as text, so all of them need the same number of digits. */
const TIMES = ['created_at', 'updated_at', 'sent_time'];

/** A record with valid fields as far as the service reads them; `sent_time` is now by default (S11). */
function asRecord(given: JsonObject, now: number, place: string): CampaignRecord {
  const isSending = given.status === 'SENDING';
  const fields: JsonObject = { ...given, ...(isSending && { sent_time: given.sent_time ?? wireTime(now) }) };
  const times = TIMES.filter((name) => name !== 'sent_time' || isSending).map((name) => ({
    name,
    time: asWireTime(textAt(fields, name)),
  }));
  refuseInvalid([
    ...shapeErrors('stored_record', fields, place),
    ...times
      .filter(({ time }) => time === null)
      .map(({ name }) =>
        detail(
          place === '' ? name : `${place}.${name}`,
          'must be a time in UTC, like 2024-07-04 08:00:54.847000',
        ),
      ),
  ]);
  // The rules hold for the fields that the type names.
  return { ...fields, ...Object.fromEntries(times.map(({ name, time }) => [name, time])) } as CampaignRecord;
}
