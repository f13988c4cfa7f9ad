import { isStatus, type CampaignRecord } from '../campaign/campaign-record.ts';
import type { IdGenerator } from '../id-generator.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../json.ts';
import { wireTime } from '../campaign/wire-time.ts';

export type SeedRead =
  | { readonly kind: 'read'; readonly record: CampaignRecord }
  | { readonly kind: 'refused'; readonly path: readonly string[]; readonly message: string };

/** A record as given; what a stored record can't be without is filled in. */
export function readSeed(
  given: JsonValue | undefined,
  fill: { readonly ids: IdGenerator; readonly now: number },
): SeedRead {
  if (!isJsonObject(given)) return { kind: 'refused', path: [], message: 'a record is an object' };
  const id = given.id ?? given.campaign_id ?? fill.ids.campaignId(fill.now);
  const created_at = given.created_at ?? wireTime(fill.now);
  return asRecord({
    id,
    campaign_id: id,
    status: 'DRAFT',
    channel: 'PUSH',
    campaign_delivery_type: 'ONE_TIME',
    created_at,
    updated_at: created_at,
    ...given,
  });
}

/** A record after an edit by hand: fields that are given replace the stored ones whole, `null` removes one. */
export function readEdit(record: CampaignRecord, edit: JsonObject, now: number): SeedRead {
  if (edit.id !== undefined) return { kind: 'refused', path: ['id'], message: 'an id never changes' };
  const edited: JsonObject = { ...record, updated_at: wireTime(now), ...edit };
  return asRecord(Object.fromEntries(Object.entries(edited).filter(([, value]) => value !== null)));
}

const TEXTS = ['channel', 'campaign_delivery_type'] as const;
const TIMES = ['created_at', 'updated_at'] as const;

function asRecord(fields: JsonObject): SeedRead {
  const wrong = [
    ...(['id', 'campaign_id'] as const).filter((field) => !isText(fields[field], /^[0-9a-f]{24}$/i)),
    ...TEXTS.filter((field) => !isText(fields[field], /./)),
    ...TIMES.filter((field) => !isText(fields[field], /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}(\.\d+)?$/)),
    ...(isStatus(fields.status) ? [] : ['status']),
  ];
  if (wrong[0] !== undefined || !isRecord(fields)) {
    const field = wrong[0] ?? '';
    return { kind: 'refused', path: [field], message: `${field} is not what a record has there` };
  }
  return { kind: 'read', record: fields };
}

/** The shape is checked field by field above, for a message that names the field; here for the compiler. */
function isRecord(fields: JsonObject): fields is CampaignRecord {
  return (
    isStatus(fields.status) &&
    ['id', 'campaign_id', ...TEXTS, ...TIMES].every((field) => isText(fields[field], /./))
  );
}

function isText(value: JsonValue | undefined, shape: RegExp): value is string {
  return typeof value === 'string' && shape.test(value);
}
