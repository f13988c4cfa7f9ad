import type { Approval, ApprovedStep } from '../model/approval.ts';
import { isJsonObject, isList, jsonText, type JsonObject, type JsonValue } from '../model/json.ts';
import { componentNames, withoutComponents, type Components } from '../model/campaign.ts';
import type { RefusalOf } from '../model/reasons.ts';
import type { Binding, Intent, StateTarget } from '../model/state.ts';
import { stateFile, type FileKind } from './state-validator.ts';

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

export function formatOf(kind: FileKind): string {
  const { name, newest } = FORMATS[kind];
  return `${name}/${newest}`;
}

/** Why a file can't be used: it is corrupt, or a newer version of this program wrote it. */
export type Unusable =
  | ({ readonly kind: 'corrupt' } & Pick<RefusalOf<'state-unusable'>, 'fault' | 'said'>)
  | { readonly kind: 'newer'; readonly format: string };

/** A file with the names of its newest format, as its schema describes it. */
export function decodeFile(
  kind: FileKind,
  text: string,
): { readonly kind: 'value'; readonly value: JsonObject } | Unusable {
  let value: JsonValue;
  try {
    value = JSON.parse(text) as JsonValue;
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    return { kind: 'corrupt', fault: 'not-json', said };
  }
  const format = isJsonObject(value) && typeof value.format === 'string' ? value.format : '';
  const [, name, version] = /^([a-z-]+)\/([1-9]\d*)$/.exec(format) ?? [];
  if (name !== FORMATS[kind].name) return { kind: 'corrupt', fault: 'other-format', said: formatOf(kind) };
  if (Number(version) > FORMATS[kind].newest) return { kind: 'newer', format };
  // A known format is the format of an object.
  const file = kind === 'journal' ? upgradeJournal(value as JsonObject) : (value as JsonObject);
  const validate = stateFile[kind];
  if (validate(file)) return { kind: 'value', value: file };
  const [error] = validate.errors ?? [];
  const said = [error?.instancePath, error?.message].filter(Boolean).join(' ');
  return { kind: 'corrupt', fault: 'other-shape', said };
}

// The fields of each kind with their names on disk, in the order in which they are written. These names are a format of their
// own: renaming a field of `Intent` must not make a program forget a creation that an older one began. When files are read, their
// schema has accepted the value, so each field has the type that the schema gives it.

type Fields<One> = One extends unknown ? keyof One : never;
type Names<One> = Readonly<Record<Fields<One>, string>>;

const BINDING: Names<Binding> = {
  key: 'key',
  documentId: 'id',
  campaignId: 'campaign_id',
  channel: 'channel',
  deliveryType: 'type',
  name: 'name',
  updatedAt: 'updated_at',
  status: 'status',
  applied: 'applied',
  observed: 'observed',
  observedAt: 'observed_at',
  changing: 'changes_by_itself',
  reverted: 'reverted',
  adopted: 'adopted',
  unconfirmed: 'unconfirmed',
  editsRefused: 'edits_refused',
};

const INTENT: Names<Intent> = {
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
  actor: 'actor',
  action: 'action',
  desired: 'desired',
  from: 'from',
};

const APPROVAL: Names<Approval> = {
  pull: 'pull',
  mergedAt: 'merged_at',
  base: 'base',
  markers: 'markers',
  approvedBy: 'approved_by',
  mergedBy: 'merged_by',
  steps: 'steps',
};
const STEP: Names<ApprovedStep> = { key: 'key', name: 'step', end: 'end', campaignId: 'campaign_id' };
const TARGET: Names<StateTarget> = { baseUrl: 'base_url', appKey: 'app_key', folder: 'folder' };

/** The text of a file of the state branch. */
export function fileText(kind: FileKind, fields: object): string {
  return jsonText({ format: formatOf(kind), ...fields });
}

/** The fields that a value has, in the order of their names on disk. */
function written(value: object, names: Readonly<Record<string, string>>): JsonObject {
  const fields: Readonly<Record<string, JsonValue | undefined>> = { ...value };
  const named: Record<string, JsonValue> = {};
  for (const [field, name] of Object.entries(names))
    if (fields[field] !== undefined) named[name] = fields[field];
  return named;
}

function read<One>(value: JsonObject, names: Names<One>): One {
  const fields: Record<string, JsonValue> = {};
  for (const [field, name] of Object.entries<string>(names))
    if (value[name] !== undefined) fields[field] = value[name];
  // The schema of the file has checked every field.
  return fields as unknown as One;
}

/** What a binding has if its file says nothing, and what its file leaves out. */
const UNSAID = {
  ...{ observedAt: undefined, editsRefused: undefined },
  ...{ changing: {}, reverted: {}, adopted: [], unconfirmed: {} },
} satisfies Partial<Binding>;

export function encodeBinding(binding: Binding): string {
  const said = Object.entries(binding).filter(
    ([field, value]) => !(field in UNSAID) || Object.keys((value ?? {}) as object).length > 0,
  );
  const status = { ...binding.status, applied: binding.status.applied ?? null };
  return fileText('binding', written({ ...Object.fromEntries(said), status }, BINDING));
}

export function decodeBinding(value: JsonObject): Binding {
  const { applied, observed, seen } = value.status as JsonObject;
  const status = { applied: applied ?? undefined, observed, seen: seen ?? observed } as Binding['status'];
  return { ...UNSAID, ...read(value, BINDING), status };
}

/** Without what was sent, which throws, and without the content that was observed: both are large. */
export function outlineOf(binding: Binding): Binding {
  const names = Object.fromEntries(componentNames(binding.applied).map((name) => [name, {}]));
  const get = () => {
    throw new Error(`Only the outline of ${binding.key} was read.`);
  };
  const observed = withoutComponents(binding.observed, ['campaign_content']);
  return { ...binding, applied: new Proxy<Components>(names, { get }), observed };
}

export function encodeApproval(approval: Approval): string {
  const steps = approval.steps.map((step) => written({ ...step, end: step.end ?? null }, STEP));
  return fileText('approval', { ...written(approval, APPROVAL), steps });
}

export function decodeApproval(value: JsonObject): Approval {
  const steps = (value.steps as readonly JsonObject[]).map((step) => read<ApprovedStep>(step, STEP));
  const ended = steps.map((step) => ({ ...step, end: step.end ?? undefined }));
  return { ...read(value, APPROVAL), steps: ended };
}

export function encodeTarget(target: StateTarget): string {
  return fileText('target', written(target, TARGET));
}

/** The first version recorded only the host, and any address with that host counted as the same service. */
export function decodeTarget({ host, ...value }: JsonObject): StateTarget {
  return read({ base_url: `https://${host as string}/`, ...value }, TARGET);
}

/** The journal of a run, with those of the open intents that are its own; null if there are none. */
export function journalText(run: string, open: readonly Intent[]): string | null {
  const own = open.filter((intent) => intent.run === run);
  return own.length > 0 ? encodeJournal(run, own) : null;
}

export function encodeJournal(run: string, intents: readonly Intent[]): string {
  return fileText('journal', { run, intents: intents.map((intent) => written(intent, INTENT)) });
}

export function decodeIntent(value: JsonObject): Intent {
  return read(value, INTENT);
}

/** Version 1 had the names of the program at that time. */
const INTENT_IN_VERSION_1: Readonly<Record<string, string>> = {
  ...INTENT,
  namesakes: 'same_name_candidates',
};

/** A journal of any version, with the names of the newest one. */
function upgradeJournal(journal: JsonObject): JsonObject {
  if (journal.format !== 'campaign-journal/1') return journal;
  const upgraded = (intent: JsonValue) => {
    if (!isJsonObject(intent)) return intent;
    const fields = Object.entries(intent).map(([name, value]) => [INTENT_IN_VERSION_1[name] ?? name, value]);
    return Object.fromEntries(fields) as JsonObject;
  };
  return { ...journal, intents: isList(journal.intents) ? journal.intents.map(upgraded) : null };
}
