import type { Approval, ReportedChanges } from '../model/approval.ts';
import type { CampaignId, CampaignKey } from '../model/campaign.ts';
import { byCodeUnit, type JsonObject, type JsonValue } from '../model/json.ts';
import type { RefusalOf } from '../model/reasons.ts';
import type { Binding, Intent, IsOutlined, Ledger, State, StateTarget } from '../model/state.ts';
import { DAY_MS } from '../model/time.ts';
import {
  decodeApproval,
  decodeBinding,
  decodeIntent,
  decodeTarget,
  encodeApproval,
  encodeBinding,
  fileText,
  formatOf,
  journalText,
  outlineOf,
  judgeFormat,
  upgradeJournal,
  type FileKind,
} from './formats.ts';
import { stateFile } from './state-validator.ts';
import type { Files, NewCommit } from '../git/tree.ts';

export const LEDGER_PATH = 'ledger.json';
export const TARGET_PATH = 'target.json';
export const README_PATH = 'README.md';
export const REPORTED_PATH = 'approvals/reported.json';

export const bindingPath = (key: CampaignKey): string => `campaigns/${key}.json`;
export const approvalPath = (pull: number): string => `approvals/${pull}.json`;
export const journalPath = (run: string): string => `journal/${run}.json`;

/** The decoded content of a state branch, or the file that can't be decoded, and why. */
type DecodedState =
  | {
      readonly kind: 'state';
      readonly state: Known;
      readonly target: StateTarget | undefined;
    }
  | ({ readonly path: string } & Corrupt)
  /** Written by a newer version of this program. */
  | { readonly kind: 'newer'; readonly path: string; readonly format: string };

/** Specification of the formats: schemas/state.schema.json. Files that we don't know are ignored. */
export function decodeState(files: Files): DecodedState {
  const decoder = new StateDecoder();
  decoder.add(files);
  return decoder.decoded;
}

/** Decodes the files of a state branch a part at a time. */
export class StateDecoder {
  private readonly bindings = new Map<CampaignKey, Binding>();
  private readonly ids = new Set<CampaignId>();
  private readonly open: Intent[] = [];
  private readonly approvals: Approval[] = [];
  private ledger: Ledger = { attempts: [], successes: [] };
  private reported: ReportedChanges = new Map();
  private target: StateTarget | undefined;
  private unusable: Exclude<DecodedState, { readonly kind: 'state' }> | undefined;
  private readonly isOutlined: IsOutlined;

  constructor(isOutlined: IsOutlined = () => false) {
    this.isOutlined = isOutlined;
  }

  add(files: Files): void {
    for (const [path, text] of files) {
      const kind = kindOf(path);
      if (!kind) continue;
      const decoded = decodeFile(kind, text);
      const verdict = decoded.kind === 'value' ? this.take(kind, path, decoded.value) : decoded;
      this.unusable ??= verdict && { ...verdict, path };
    }
  }

  /** Undefined if the file can be used. */
  private take(kind: FileKind, path: string, value: JsonObject): FileVerdict | undefined {
    switch (kind) {
      case 'binding': {
        const binding = decodeBinding(value);
        const { key, campaignId } = binding;
        if (path !== bindingPath(key)) return { kind: 'corrupt', fault: 'other-key', said: key };
        if (this.ids.has(campaignId)) return { kind: 'corrupt', fault: 'bound-twice', said: campaignId };
        this.ids.add(campaignId);
        this.bindings.set(key, this.isOutlined(binding) ? outlineOf(binding) : binding);
        break;
      }
      case 'journal':
        this.open.push(...(value.intents as readonly JsonObject[]).map(decodeIntent));
        break;
      case 'ledger':
        this.ledger = { attempts: instants(value.attempts), successes: instants(value.successes) };
        break;
      case 'target':
        this.target = decodeTarget(value);
        break;
      case 'approval':
        // An older approval can't be matched with the steps of a plan, so it approves nothing.
        if (value.format === formatOf('approval')) this.approvals.push(decodeApproval(value));
        break;
      case 'reported':
        this.reported = toReported(value);
        break;
    }
    return undefined;
  }

  get decoded(): DecodedState {
    if (this.unusable) return this.unusable;
    const { bindings, open, ledger, reported, target } = this;
    const approvals = this.approvals.toSorted((a, b) => a.pull - b.pull);
    return { kind: 'state', state: { bindings, open, ledger, approvals, reported }, target };
  }
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
      if (decoded?.kind === 'value') idAt.set(path, decodeBinding(decoded.value).campaignId);
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

export function encodeReported(reported: ReportedChanges): string {
  const sorted = [...reported].sort(([left], [right]) => byCodeUnit(left, right));
  return fileText('reported', { changes: sorted.map(([key, changeId]) => ({ key, change_id: changeId })) });
}

function toReported({ changes }: JsonObject): ReportedChanges {
  const all = changes as readonly JsonObject[];
  return new Map(all.map(({ key, change_id: changeId }) => [key as CampaignKey, changeId as string]));
}

/** Only attempts and successes of the last 48 hours: older ones are too old for every window. */
export function encodeLedger(ledger: Ledger, now: number): string {
  const recent = (times: readonly number[]) =>
    times.filter((at) => at > now - 2 * DAY_MS).map((at) => new Date(at).toISOString());
  return fileText('ledger', { attempts: recent(ledger.attempts), successes: recent(ledger.successes) });
}

/** What a branch says at one commit. The name of the code commit isn't in its files. */
export type Known = Omit<State, 'lastCommit'>;

/** The files that turn one state of the branch into another one; null for those to remove. The same object is the same. */
export function changedFiles(before: Known, after: Known, at: number): NewCommit['files'] {
  const files = new Map<string, string | null>();
  for (const [key, binding] of after.bindings) {
    const known = before.bindings.get(key);
    if (known === binding) continue;
    const text = encodeBinding(binding);
    if (!known || encodeBinding(known) !== text) files.set(bindingPath(key), text);
  }
  for (const key of before.bindings.keys()) if (!after.bindings.has(key)) files.set(bindingPath(key), null);
  const isOther =
    ({ open }: Known) =>
    (intent: Intent) =>
      !open.includes(intent);
  const moved = [...before.open.filter(isOther(after)), ...after.open.filter(isOther(before))];
  for (const run of new Set(moved.map((intent) => intent.run)))
    files.set(journalPath(run), journalText(run, after.open));
  const approvals = new Map(before.approvals.map((one) => [one.pull, one]));
  for (const one of after.approvals) {
    const known = approvals.get(one.pull);
    if (known === one) continue;
    const text = encodeApproval(one);
    if (!known || encodeApproval(known) !== text) files.set(approvalPath(one.pull), text);
  }
  const reported = encodeReported(after.reported);
  if (reported !== encodeReported(before.reported)) files.set(REPORTED_PATH, reported);
  if (after.ledger !== before.ledger) files.set(LEDGER_PATH, encodeLedger(after.ledger, at));
  return files;
}

function instants(value: JsonValue | undefined): number[] {
  return (value as string[]).map((text) => Date.parse(text)).sort((a, b) => a - b);
}
