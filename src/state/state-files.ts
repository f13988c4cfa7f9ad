import type { Approval, ReportedChanges } from '../model/approval.ts';
import type { CampaignId, CampaignKey } from '../model/campaign.ts';
import { byCodeUnit, type JsonObject, type JsonValue } from '../model/json.ts';
import type { Binding, Intent, IsOutlined, Ledger, State, StateTarget } from '../model/state.ts';
import { DAY_MS } from '../model/time.ts';
import {
  decodeApproval,
  decodeBinding,
  decodeFile,
  decodeIntent,
  decodeTarget,
  encodeApproval,
  encodeBinding,
  fileText,
  formatOf,
  journalText,
  outlineOf,
  type Unusable,
} from './formats.ts';
import type { FileKind } from './state-validator.ts';
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
  | ({ readonly path: string } & Unusable);

/** Specification of the formats: schemas/state.schema.json. Files that we don't know are ignored. */
export function decodeState(files: Files): DecodedState {
  const decoder = new StateDecoder();
  decoder.add(files);
  return decoder.decoded;
}

/** Decodes the files of a state branch a part at a time. */
export class StateDecoder {
  private readonly bindings = new Map<CampaignKey, Binding>();
  private readonly ids: Set<CampaignId>;
  private readonly open: Intent[] = [];
  private readonly approvals: Approval[] = [];
  private ledger: Ledger = { attempts: [], successes: [] };
  private reported: ReportedChanges = new Map();
  private target: StateTarget | undefined;
  private unusable: Exclude<DecodedState, { readonly kind: 'state' }> | undefined;
  private readonly isOutlined: IsOutlined;

  /** `others` are campaigns that have a binding besides those in the files. */
  constructor({ isOutlined, others }: { isOutlined?: IsOutlined; others?: Iterable<CampaignId> } = {}) {
    this.isOutlined = isOutlined ?? (() => false);
    this.ids = new Set(others);
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
  private take(kind: FileKind, path: string, value: JsonObject): Unusable | undefined {
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

/**
 * What this program could not read back if commits were put on top of a state with these bindings; undefined if it could
 * read everything.
 */
export function unreadable(
  bindings: Iterable<Binding>,
  commits: readonly Pick<NewCommit, 'files'>[],
): Exclude<DecodedState, { readonly kind: 'state' }> | undefined {
  const last = new Map(commits.flatMap(({ files }) => [...files]));
  const kept = [...bindings].filter(({ key }) => !last.has(bindingPath(key)));
  const decoder = new StateDecoder({ others: kept.map(({ campaignId }) => campaignId) });
  decoder.add(new Map([...last].flatMap(([path, text]) => (text === null ? [] : [[path, text]]))));
  const { decoded } = decoder;
  return decoded.kind === 'state' ? undefined : decoded;
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
  const put = <One>(path: string, encode: (one: One) => string, is: One, was: One | undefined) => {
    if (is === was) return;
    const text = encode(is);
    if (was === undefined || text !== encode(was)) files.set(path, text);
  };
  for (const [key, binding] of after.bindings)
    put(bindingPath(key), encodeBinding, binding, before.bindings.get(key));
  for (const key of before.bindings.keys()) if (!after.bindings.has(key)) files.set(bindingPath(key), null);
  const isOther =
    ({ open }: Known) =>
    (intent: Intent) =>
      !open.includes(intent);
  const moved = [...before.open.filter(isOther(after)), ...after.open.filter(isOther(before))];
  for (const run of new Set(moved.map((intent) => intent.run)))
    files.set(journalPath(run), journalText(run, after.open));
  const approvals = new Map(before.approvals.map((one) => [one.pull, one]));
  for (const one of after.approvals)
    put(approvalPath(one.pull), encodeApproval, one, approvals.get(one.pull));
  put(REPORTED_PATH, encodeReported, after.reported, before.reported);
  if (after.ledger !== before.ledger) files.set(LEDGER_PATH, encodeLedger(after.ledger, at));
  return files;
}

function instants(value: JsonValue | undefined): number[] {
  return (value as string[]).map((text) => Date.parse(text)).sort((a, b) => a - b);
}

/** What both counted: `base`, theirs, and ours since. Two calls in one millisecond are two; nothing is dropped. */
export function mergeLedgers({ base, ours, theirs }: Record<'base' | 'ours' | 'theirs', Ledger>): Ledger {
  return {
    attempts: mergeTimes(base.attempts, ours.attempts, theirs.attempts),
    successes: mergeTimes(base.successes, ours.successes, theirs.successes),
  };
}

function mergeTimes(base: readonly number[], ours: readonly number[], theirs: readonly number[]): number[] {
  return [...theirs, ...without(base, theirs), ...without(ours, base)].sort((a, b) => a - b);
}

/** What `times` has in addition to `others`. */
function without(times: readonly number[], others: readonly number[]): number[] {
  const left = new Map<number, number>();
  for (const at of others) left.set(at, (left.get(at) ?? 0) + 1);
  return times.filter((at) => {
    const count = left.get(at) ?? 0;
    left.set(at, count - 1);
    return count <= 0;
  });
}
