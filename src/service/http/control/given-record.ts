import { isStatus, RECORD_STATUSES, type CampaignRecord } from '../../domain/campaign/campaign-record.ts';
import { asWireTime, wireTime } from '../../domain/campaign/wire-time.ts';
import { invalid } from '../../domain/failure.ts';
import type { IdGenerator } from '../../domain/id-generator.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../domain/json.ts';

/** Reads a record as given and fills in the fields that a stored record needs. `place` is its path in the body. */
export function readSeed(
  given: JsonValue | undefined,
  { ids, now, place }: { readonly ids: IdGenerator; readonly now: number; readonly place: string },
): CampaignRecord {
  if (!isJsonObject(given)) throw invalid(place, 'a record is an object');
  const ofCampaign = IDENTIFIER.fits(given.campaign_id) ? given.campaign_id : undefined;
  const id = given.id ?? ofCampaign ?? ids.campaignId(now);
  const created_at = given.created_at ?? wireTime(now);
  const filled: JsonObject = {
    id,
    campaign_id: id,
    status: 'DRAFT',
    channel: 'PUSH',
    campaign_delivery_type: 'ONE_TIME',
    created_at,
    updated_at: created_at,
    ...given,
  };
  return asRecord(filled, now, `${place}.`);
}

/** A record after a manual edit. Given fields replace the stored ones as a whole; `null` removes a field. */
export function readEdit(record: CampaignRecord, edit: JsonObject, now: number): CampaignRecord {
  const moved = ['id', 'campaign_id'].find((name) => edit[name] !== undefined && edit[name] !== record[name]);
  if (moved !== undefined) throw invalid(moved, `${moved} never changes`);
  // An edit may contain the whole record that was read before. Its unchanged `updated_at` must still advance.
  const isTimed = edit.updated_at !== undefined && edit.updated_at !== record.updated_at;
  const edited: JsonObject = {
    ...record,
    ...edit,
    ...(!isTimed && { updated_at: editTime(record.updated_at, now) }),
  };
  return asRecord(Object.fromEntries(Object.entries(edited).filter(([, value]) => value !== null)), now, '');
}

/** Every edit advances `updated_at`, even if the clock hasn't moved since the last one. */
function editTime(before: string, now: number): string {
  const time = wireTime(now);
  const [millis, micros] = [before.slice(0, -3), Number(before.slice(-3))];
  if (!time.startsWith(millis) || micros >= 999) return time;
  return millis + String(micros + 1).padStart(3, '0');
}

function asRecord(given: JsonObject, now: number, place: string): CampaignRecord {
  const fields = withWholeTimes(withSentTime(given, now));
  for (const [field, { fits, wanted }] of Object.entries(rulesOf(fields))) {
    if (!fits(fields[field])) throw invalid(`${place}${field}`, `${field} must be ${wanted}`);
  }
  // The rules hold for the fields that the type names.
  return fields as CampaignRecord;
}

interface Rule {
  readonly wanted: string;
  readonly fits: (value: JsonValue | undefined) => boolean;
}

const IDENTIFIER: Rule = {
  wanted: 'an id of 24 hexadecimal digits',
  fits: (value) => isText(value, /^[0-9a-f]{24}$/i),
};
const WORD: Rule = { wanted: 'a non-empty text', fits: (value) => isText(value, /./) };
const TIME: Rule = {
  wanted: 'a time in UTC, like 2024-07-04 08:00:54.847000',
  fits: (value) => typeof value === 'string' && asWireTime(value) !== null,
};

/** The fields that the service itself reads and depends on. All others are stored as given. */
const RULES: Readonly<Record<string, Rule>> = {
  id: IDENTIFIER,
  // In any form, because it is opaque (open point W3).
  campaign_id: WORD,
  channel: WORD,
  campaign_delivery_type: WORD,
  created_at: TIME,
  updated_at: TIME,
  status: { wanted: `one of ${RECORD_STATUSES.join(', ')}`, fits: isStatus },
};

/** A campaign that is sending ends a fixed time after its `sent_time`. Open point S11. */
const RULES_OF_SENDING = { ...RULES, sent_time: TIME };

function rulesOf({ status }: JsonObject): Readonly<Record<string, Rule>> {
  return status === 'SENDING' ? RULES_OF_SENDING : RULES;
}

/** Adds the `sent_time` that a sending campaign needs. The default is now. */
function withSentTime(fields: JsonObject, now: number): JsonObject {
  return fields.status === 'SENDING' ? { ...fields, sent_time: fields.sent_time ?? wireTime(now) } : fields;
}

/** Times are compared as text, so all of them need the same number of digits. */
function withWholeTimes(fields: JsonObject): JsonObject {
  const rules = rulesOf(fields);
  const whole = Object.entries(fields).map(([name, value]): [string, JsonValue] => [
    name,
    rules[name] === TIME && typeof value === 'string' ? (asWireTime(value) ?? value) : value,
  ]);
  return Object.fromEntries(whole);
}

function isText(value: JsonValue | undefined, shape: RegExp): boolean {
  return typeof value === 'string' && shape.test(value);
}
