import type { Approval, ApprovedStep, ReportedChanges } from '../model/approval.ts';
import type {
  CampaignId,
  CampaignKey,
  CampaignStatus,
  ComponentName,
  Components,
  DesiredStatus,
} from '../model/campaign.ts';
import { jsonText, byCodeUnit, type JsonObject, type JsonValue } from '../model/json.ts';
import type { RefusalOf } from '../model/reasons.ts';
import type { Binding, Intent, Ledger, State, StateTarget } from '../model/state.ts';
import { DAY_MS } from '../model/time.ts';
import {
  formatOf,
  judgeFormat,
  type FileKind,
  decodeIntent,
  encodeIntent,
  upgradeJournal,
} from './formats.ts';
import { stateFile } from './state-validator.ts';
import type { Files } from '../git/tree.ts';

export const LEDGER_PATH = 'ledger.json';
export const TARGET_PATH = 'target.json';
export const README_PATH = 'README.md';
export const REPORTED_PATH = 'approvals/reported.json';

export const bindingPath = (key: CampaignKey): string => `campaigns/${key}.json`;
export const approvalPath = (pull: number): string => `approvals/${pull}.json`;
export const journalPath = (run: string): string => `journal/${run}.json`;

/** The decoded content of a state branch, or the file that can't be decoded, and why. */
export type DecodedState =
  | {
      readonly kind: 'state';
      readonly state: Omit<State, 'lastCommit'>;
      readonly target: StateTarget | undefined;
    }
  | ({ readonly path: string } & Corrupt)
  /** Written by a newer version of this program. */
  | { readonly kind: 'newer'; readonly path: string; readonly format: string };

/** Specification of the formats: schemas/state.schema.json. Files that we don't know are ignored. */
export function decodeState(files: Files): DecodedState {
  const bindings = new Map<CampaignKey, Binding>();
  const ids = new Set<CampaignId>();
  const open: Intent[] = [];
  let ledger: Ledger = { attempts: [], successes: [] };
  let target: StateTarget | undefined;
  const approvals: Approval[] = [];
  let reported: ReportedChanges = new Map();
  for (const [path, text] of files) {
    const kind = kindOf(path);
    if (!kind) continue;
    const decoded = decodeFile(kind, text);
    if (decoded.kind !== 'value') return { ...decoded, path };
    const { value } = decoded;
    switch (kind) {
      case 'binding': {
        const binding = toBinding(value);
        if (path !== bindingPath(binding.key))
          return { kind: 'corrupt', path, fault: 'other-key', said: binding.key };
        const { campaignId } = binding;
        if (ids.has(campaignId)) return { kind: 'corrupt', path, fault: 'bound-twice', said: campaignId };
        ids.add(campaignId);
        bindings.set(binding.key, binding);
        break;
      }
      case 'journal':
        open.push(...(value.intents as readonly JsonObject[]).map(decodeIntent));
        break;
      case 'ledger':
        ledger = { attempts: instants(value.attempts), successes: instants(value.successes) };
        break;
      case 'target':
        target = toTarget(value);
        break;
      case 'approval':
        // An older approval can't be matched with the steps of a plan, so it approves nothing.
        if (value.format === formatOf('approval')) approvals.push(toApproval(value));
        break;
      case 'reported':
        reported = toReported(value);
        break;
    }
  }
  approvals.sort((a, b) => a.pull - b.pull);
  return { kind: 'state', state: { bindings, open, ledger, approvals, reported }, target };
}

/** Why this program could not read back a file that it is about to write; undefined if it could. */
export function unreadableBecause(path: string, text: string): FileVerdict | undefined {
  const kind = kindOf(path);
  if (!kind) return undefined;
  const decoded = decodeFile(kind, text);
  if (decoded.kind !== 'value') return decoded;
  const key = decoded.value.key as CampaignKey;
  if (kind !== 'binding' || path === bindingPath(key)) return undefined;
  return { kind: 'corrupt', fault: 'other-key', said: key };
}

/** A campaign that would have two keys after one of the commits; undefined if there is none. */
export function boundTwice(
  bindings: Iterable<Binding>,
  commits: readonly { readonly files: ReadonlyMap<string, string | null> }[],
): CampaignId | undefined {
  const idAt = new Map([...bindings].map(({ key, campaignId }) => [bindingPath(key), campaignId]));
  for (const { files } of commits) {
    for (const [path, text] of files) {
      if (kindOf(path) !== 'binding') continue;
      const decoded = text === null ? undefined : decodeFile('binding', text);
      if (decoded?.kind === 'value') idAt.set(path, toBinding(decoded.value).campaignId);
      else idAt.delete(path);
    }
    const ids = [...idAt.values()];
    const twice = ids.length === new Set(ids).size ? undefined : ids.find((id, at) => ids.indexOf(id) < at);
    if (twice !== undefined) return twice;
  }
  return undefined;
}

function kindOf(path: string): FileKind | undefined {
  if (path === LEDGER_PATH) return 'ledger';
  if (path === TARGET_PATH) return 'target';
  if (!path.endsWith('.json')) return undefined;
  if (path === REPORTED_PATH) return 'reported';
  if (/^approvals\/\d+\.json$/.test(path)) return 'approval';
  if (path.startsWith('journal/')) return 'journal';
  return path.startsWith('campaigns/') ? 'binding' : undefined;
}

type Corrupt = { readonly kind: 'corrupt' } & Pick<RefusalOf<'state-unusable'>, 'fault' | 'said'>;

/** Why a file can't be used. */
type FileVerdict = Corrupt | { readonly kind: 'newer'; readonly format: string };

function decodeFile(
  kind: FileKind,
  text: string,
): { readonly kind: 'value'; readonly value: JsonObject } | FileVerdict {
  let value: JsonValue;
  try {
    value = JSON.parse(text) as JsonValue;
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    return { kind: 'corrupt', fault: 'not-json', said };
  }
  const verdict = judgeFormat(kind, value);
  if (verdict.kind === 'newer') return verdict;
  if (verdict.kind === 'foreign') return { kind: 'corrupt', fault: 'other-format', said: formatOf(kind) };
  // A known format is the format of an object.
  const file = kind === 'journal' ? upgradeJournal(value as JsonObject) : (value as JsonObject);
  const validate = stateFile[kind];
  if (validate(file)) return { kind: 'value', value: file };
  const [error] = validate.errors ?? [];
  const said = [error?.instancePath, error?.message].filter(Boolean).join(' ');
  return { kind: 'corrupt', fault: 'other-shape', said };
}

/** Each cast is to the type that the schema of a binding, which accepted the value, gives the field. */
function toBinding(value: JsonObject): Binding {
  const status = value.status as JsonObject;
  return {
    key: value.key as CampaignKey,
    documentId: value.id as string,
    campaignId: value.campaign_id as CampaignId,
    channel: value.channel as string,
    deliveryType: value.type as string,
    name: value.name as string,
    ...(value.updated_at !== undefined && { updatedAt: value.updated_at as string }),
    applied: value.applied as Components,
    observed: value.observed as Components,
    observedAt: value.observed_at as string | undefined,
    changing: (value.changes_by_itself ?? {}) as Binding['changing'],
    reverted: (value.reverted ?? {}) as Binding['reverted'],
    adopted: (value.adopted ?? []) as ComponentName[],
    unconfirmed: (value.unconfirmed ?? {}) as Binding['unconfirmed'],
    editsRefused: value.edits_refused as unknown as Binding['editsRefused'],
    status: {
      applied: (status.applied ?? undefined) as DesiredStatus | undefined,
      observed: status.observed as CampaignStatus,
      seen: (status.seen ?? status.observed) as CampaignStatus,
    },
  };
}

export function encodeBinding(binding: Binding): string {
  return jsonText({
    format: formatOf('binding'),
    key: binding.key,
    id: binding.documentId,
    campaign_id: binding.campaignId,
    channel: binding.channel,
    type: binding.deliveryType,
    name: binding.name,
    ...(binding.updatedAt !== undefined && { updated_at: binding.updatedAt }),
    status: { ...binding.status, applied: binding.status.applied ?? null },
    applied: { ...binding.applied },
    observed: { ...binding.observed },
    ...(binding.observedAt !== undefined && { observed_at: binding.observedAt }),
    ...(Object.keys(binding.changing).length > 0 && { changes_by_itself: { ...binding.changing } }),
    ...(Object.keys(binding.reverted).length > 0 && { reverted: { ...binding.reverted } }),
    ...(binding.adopted.length > 0 && { adopted: binding.adopted }),
    ...(Object.keys(binding.unconfirmed).length > 0 && { unconfirmed: { ...binding.unconfirmed } }),
    ...(binding.editsRefused && { edits_refused: { ...binding.editsRefused } }),
  });
}

function toApproval(value: JsonObject): Approval {
  return {
    pull: value.pull as number,
    mergedAt: value.merged_at as string,
    base: value.base as string,
    markers: value.markers as string[],
    steps: (value.steps as readonly JsonObject[]).map((step) => ({
      key: step.key as CampaignKey,
      name: step.step as ApprovedStep['name'],
      end: (step.end ?? undefined) as ApprovedStep['end'],
      ...(typeof step.campaign_id === 'string' && { campaignId: step.campaign_id as CampaignId }),
    })),
  };
}

export function encodeApproval({ pull, mergedAt, base, markers, steps }: Approval): string {
  return jsonText({
    format: formatOf('approval'),
    pull,
    merged_at: mergedAt,
    base,
    markers,
    steps: steps.map(({ key, name, end, campaignId }) => ({
      key,
      step: name,
      end: end ?? null,
      ...(campaignId !== undefined && { campaign_id: campaignId }),
    })),
  });
}

export function encodeReported(reported: ReportedChanges): string {
  const sorted = [...reported].sort(([left], [right]) => byCodeUnit(left, right));
  return jsonText({
    format: formatOf('reported'),
    changes: sorted.map(([key, changeId]) => ({ key, change_id: changeId })),
  });
}

function toReported({ changes }: JsonObject): ReportedChanges {
  const all = changes as readonly JsonObject[];
  return new Map(all.map(({ key, change_id: changeId }) => [key as CampaignKey, changeId as string]));
}

/** Only attempts and successes of the last 48 hours: older ones are too old for every window. */
export function encodeLedger(ledger: Ledger, now: number): string {
  const recent = (times: readonly number[]) =>
    times.filter((at) => at > now - 2 * DAY_MS).map((at) => new Date(at).toISOString());
  return jsonText({
    format: formatOf('ledger'),
    attempts: recent(ledger.attempts),
    successes: recent(ledger.successes),
  });
}

export function encodeJournal(run: string, intents: readonly Intent[]): string {
  return jsonText({ format: formatOf('journal'), run, intents: intents.map(encodeIntent) });
}

/** The journal of a run, with those of the open intents that are its own; null if there are none. */
export function journalText(run: string, open: readonly Intent[]): string | null {
  const own = open.filter((intent) => intent.run === run);
  return own.length > 0 ? encodeJournal(run, own) : null;
}

export function encodeTarget({ baseUrl, appKey, folder }: StateTarget): string {
  return jsonText({
    format: formatOf('target'),
    base_url: baseUrl,
    app_key: appKey,
    ...(folder !== undefined && { folder }),
  });
}

/** The first version recorded only the host, and any address with that host counted as the same service. */
function toTarget({ base_url: baseUrl, host, app_key: appKey, folder }: JsonObject): StateTarget {
  return {
    baseUrl: (baseUrl as string | undefined) ?? `https://${host as string}/`,
    appKey: appKey as string,
    ...(folder !== undefined && { folder: folder as string }),
  };
}

function instants(value: JsonValue | undefined): number[] {
  return (value as string[]).map((text) => Date.parse(text)).sort((a, b) => a - b);
}
