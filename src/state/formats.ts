import { isJsonObject, type JsonValue, isList, type JsonObject } from '../model/json.ts';
import type { Intent } from '../model/state.ts';

/** The kinds of files on a state branch. */
export type FileKind = 'approval' | 'binding' | 'journal' | 'ledger' | 'reported' | 'target';

/**
 * The only place that decides versions: for each kind of file the name of its format, and the version that this program
 * writes. The program reads that version and all older ones, except older approvals, which approve nothing. It rejects
 * newer ones, because it can't know what it would lose. If you increase a number here, make `decodeState` read the older
 * files.
 */
const FORMATS: Readonly<Record<FileKind, { readonly name: string; readonly newest: number }>> = {
  approval: { name: 'campaign-approval', newest: 2 },
  binding: { name: 'campaign-binding', newest: 1 },
  journal: { name: 'campaign-journal', newest: 2 },
  ledger: { name: 'campaign-ledger', newest: 1 },
  reported: { name: 'campaign-reported', newest: 1 },
  target: { name: 'campaign-target', newest: 2 },
};

/** What a file says about its own format. */
type FormatVerdict =
  { readonly kind: 'known' | 'foreign' } | { readonly kind: 'newer'; readonly format: string };

export function formatOf(kind: FileKind): string {
  const { name, newest } = FORMATS[kind];
  return `${name}/${newest}`;
}

export function judgeFormat(kind: FileKind, value: JsonValue): FormatVerdict {
  const format = isJsonObject(value) ? value.format : undefined;
  if (typeof format !== 'string') return { kind: 'foreign' };
  const [, name, version] = /^([a-z-]+)\/([1-9]\d*)$/.exec(format) ?? [];
  if (name !== FORMATS[kind].name) return { kind: 'foreign' };
  return Number(version) > FORMATS[kind].newest ? { kind: 'newer', format } : { kind: 'known' };
}

// The intents in journal/<run>.json. The names on disk are a format of their own: renaming a field of `Intent` must not make
// a program forget a creation that an older one began.

type Fields<One> = One extends unknown ? keyof One : never;

/** The fields of intents with their names on disk, in the order in which they are written. */
const NAMES = {
  kind: 'kind',
  key: 'key',
  changeId: 'change_id',
  run: 'run',
  at: 'at',
  idempotencyKey: 'idempotency_key',
  requestId: 'request_id',
  file: 'file',
  answered: 'answered',
  campaignId: 'campaign_id',
  channel: 'channel',
  deliveryType: 'delivery_type',
  name: 'name',
  components: 'components',
  body: 'body',
  sameNameCandidates: 'same_name_candidates',
  created: 'created',
  isTaken: 'is_taken',
  before: 'before',
  action: 'action',
  desired: 'desired',
  from: 'from',
} as const satisfies Record<Fields<Intent>, string>;

const FIELDS = Object.entries(NAMES);

/** An intent as the schema of the journal describes it. */
export function encodeIntent(intent: Intent): JsonObject {
  return renamed({ ...intent }, FIELDS);
}

/** The schema of the journal accepted the value, so each field has the type that it gives the field. */
export function decodeIntent(value: JsonObject): Intent {
  const fields: unknown = renamed(
    value,
    FIELDS.map(([field, name]) => [name, field]),
  );
  return fields as Intent;
}

/** The fields that a value has, in this order and with other names. */
function renamed(
  value: Readonly<Record<string, unknown>>,
  names: readonly (readonly [from: string, to: string])[],
): JsonObject {
  return Object.fromEntries(
    names.flatMap(([from, to]) => (value[from] === undefined ? [] : [[to, value[from] as JsonValue]])),
  );
}

/** Version 1 had the names of the program at that time. */
const NAMES_IN_VERSION_1: Readonly<Record<string, string>> = { ...NAMES, namesakes: 'same_name_candidates' };

/** A journal of any version, with the names of the newest one. */
export function upgradeJournal(journal: JsonObject): JsonObject {
  if (journal.format !== 'campaign-journal/1') return journal;
  return { ...journal, intents: isList(journal.intents) ? journal.intents.map(upgradeIntent) : null };
}

function upgradeIntent(intent: JsonValue): JsonValue {
  if (!isJsonObject(intent)) return intent;
  return Object.fromEntries(
    Object.entries(intent).map(([name, value]) => [NAMES_IN_VERSION_1[name] ?? name, value]),
  );
}
