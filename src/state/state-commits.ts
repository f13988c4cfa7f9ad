import type { Entry } from '../apply/ports.ts';
import type { Move, NewBindings, ReviewUpdate } from '../apply/state-store.ts';
import type { CampaignKey } from '../model/campaign.ts';
import type { Intent, Ledger, State, StateTarget } from '../model/state.ts';
import { markDone } from '../model/approval.ts';
import {
  approvalPath,
  bindingPath,
  encodeApproval,
  encodeBinding,
  encodeJournal,
  encodeLedger,
  encodeReported,
  encodeTarget,
  journalPath,
  LEDGER_PATH,
  README_PATH,
  REPORTED_PATH,
  TARGET_PATH,
} from './state-files.ts';
import { readme } from './state-readme.ts';
import type { NewCommit } from '../git/tree.ts';
import { APPLIES } from '../model/audit.ts';
import { OURSELVES, recordCommit, type Signature } from './record-commit.ts';

/** Commits to make on top of a state, and the state after them. */
export interface Built {
  readonly commits: readonly NewCommit[];
  readonly state: State;
}

/** One commit that opens intents. */
export function intentCommit(
  state: State,
  intents: readonly Intent[],
  { ledger, by }: { readonly ledger: Ledger; readonly by: Signature },
): Built {
  const open = [...state.open, ...intents];
  const ours = open.filter((intent) => intent.run === by.run);
  const files = new Map<string, string | null>([
    [journalPath(by.run), encodeJournal(by.run, ours)],
    [LEDGER_PATH, encodeLedger(ledger, by.at)],
  ]);
  const summary = intents.map(({ kind, key }) => `${kind} ${key}`).join(', ');
  return { commits: [recordCommit(`intent: ${summary}`, files, by)], state: { ...state, open, ledger } };
}

/** One commit for each event. The ledger is recorded even if there are no events. */
export function outcomeCommits(
  state: State,
  entries: readonly Entry[],
  { ledger, by }: { readonly ledger: Ledger; readonly by: Signature },
): Built {
  let { open, approvals } = state;
  const bindings = new Map(state.bindings);
  const reported = new Map(state.reported);
  const counted: readonly [string, string] = [LEDGER_PATH, encodeLedger(ledger, by.at)];
  const commits = entries.map((entry) => {
    const files = new Map<string, string | null>();
    const closed = open.find((intent) => intent.requestId === entry.closes);
    open = open.filter((intent) => intent !== closed);
    if (closed) {
      const rest = open.filter((intent) => intent.run === closed.run);
      files.set(journalPath(closed.run), rest.length > 0 ? encodeJournal(closed.run, rest) : null);
    }
    const { keepsOpen } = entry;
    if (keepsOpen) {
      open = open.map((intent) => (intent.requestId === keepsOpen.requestId ? keepsOpen : intent));
      const ours = open.filter((intent) => intent.run === keepsOpen.run);
      files.set(journalPath(keepsOpen.run), encodeJournal(keepsOpen.run, ours));
    }
    if (entry.binding) {
      bindings.set(entry.key, entry.binding);
      files.set(bindingPath(entry.key), encodeBinding(entry.binding));
    }
    const before = approvals;
    approvals = markDone(before, { ...entry, campaignId: entry.binding?.campaignId }, by.baseBranch);
    const used = approvals.filter((one) => !before.includes(one));
    for (const approval of used) files.set(approvalPath(approval.pull), encodeApproval(approval));
    // A change that was sent isn't waiting for a review anymore.
    if (APPLIES.has(entry.change) && entry.change !== 'note' && reported.delete(entry.key))
      files.set(REPORTED_PATH, encodeReported(reported));
    files.set(...counted);
    return recordCommit(entry.summary, files, by, { ...entry, pulls: used.map(({ pull }) => pull) });
  });
  if (commits.length === 0) commits.push(recordCommit('count creation attempts', new Map([counted]), by));
  return { commits, state: { ...state, open, bindings, ledger, approvals, reported } };
}

/** One commit with what merged pull requests approve and what was reported as not reviewed. */
export function approvalCommit(state: State, { approvals, reported }: ReviewUpdate, by: Signature): Built {
  const before = new Map(state.approvals.map((one) => [one.pull, one]));
  const changed = approvals.filter((one) => {
    const known = before.get(one.pull);
    return !known || encodeApproval(known) !== encodeApproval(one);
  });
  const files = new Map<string, string | null>(
    changed.map((one) => [approvalPath(one.pull), encodeApproval(one)]),
  );
  const text = encodeReported(reported);
  if (text !== encodeReported(state.reported)) files.set(REPORTED_PATH, text);
  const added = changed.filter(({ pull }) => !before.has(pull)).map(({ pull }) => `#${pull}`);
  const summary =
    added.length > 0 ? `approve the changes reviewed in ${added.join(', ')}` : 'update approvals';
  const commits = files.size === 0 ? [] : [recordCommit(summary, files, by)];
  for (const one of changed) before.set(one.pull, one);
  return { commits, state: { ...state, approvals: [...before.values()], reported } };
}

/** A commit without files that repeats which code commit was applied last. */
export function newestCommit(newest: string, { run, at }: Pick<Signature, 'run' | 'at'>): NewCommit {
  const summary = `record ${newest.slice(0, 7)} as the newest applied commit`;
  const message = `${summary}\n\nCommit: ${newest}\nRun: ${run}\n`;
  return { message, author: OURSELVES, at, files: new Map() };
}

/** One commit for each binding that is dropped. */
export function forgetCommits(state: State, keys: readonly CampaignKey[], by: Signature): Built {
  const bindings = new Map(state.bindings);
  const commits = keys.map((key) => {
    bindings.delete(key);
    const entry = { key, change: 'forget', components: [], requestId: undefined, responseId: undefined };
    const summary = `forget ${key}; the live campaign is not changed`;
    return recordCommit(summary, new Map([[bindingPath(key), null]]), by, entry);
  });
  return { commits, state: { ...state, bindings } };
}

/** One commit for many bindings that were made by hand. It closes what earlier runs left open for them. */
export function bindCommit(state: State, { bindings: made, change }: NewBindings, by: Signature): Built {
  const [first] = made;
  if (!first) return { commits: [], state };
  const files = new Map<string, string | null>(made.map((one) => [bindingPath(one.key), encodeBinding(one)]));
  const keys = new Set(made.map(({ key }) => key));
  const open = state.open.filter(({ key }) => !keys.has(key));
  for (const run of new Set(state.open.filter(({ key }) => keys.has(key)).map((one) => one.run))) {
    const rest = open.filter((intent) => intent.run === run);
    files.set(journalPath(run), rest.length > 0 ? encodeJournal(run, rest) : null);
  }
  const summary =
    made.length === 1 ? `${change} ${first.key}: ${first.campaignId}` : `${change} ${made.length} campaigns`;
  const entry = { change, components: [], requestId: undefined, responseId: undefined };
  const bindings = new Map([...state.bindings, ...made.map((one) => [one.key, one] as const)]);
  return {
    commits: [recordCommit(summary, files, by, { ...entry, key: first.key, keys: [...keys] })],
    state: { ...state, bindings, open },
  };
}

/** One commit for each binding that gets another key. */
export function moveCommits(state: State, moves: readonly Move[], by: Signature): Built {
  const bindings = new Map(state.bindings);
  const commits = moves.flatMap(({ from, to }) => {
    const binding = bindings.get(from);
    if (!binding) return [];
    const moved = { ...binding, key: to };
    bindings.delete(from);
    bindings.set(to, moved);
    const files = new Map([
      [bindingPath(from), null],
      [bindingPath(to), encodeBinding(moved)],
    ]);
    const ids = { requestId: undefined, responseId: undefined };
    const entry = { key: to, change: 'move', movedFrom: from, components: [], ...ids };
    return [recordCommit(`move ${from} to ${to}`, files, by, entry)];
  });
  return { commits, state: { ...state, bindings } };
}

/** One commit with the service, workspace and folder that the branch belongs to from now on. */
export function targetCommit(
  state: State,
  { from, to }: { readonly from: StateTarget; readonly to: StateTarget },
  by: Signature,
): Built {
  const files = new Map([[TARGET_PATH, encodeTarget(to)]]);
  const [key] = state.bindings.keys();
  const summary = `move the workspace from ${targetWords(from)} to ${targetWords(to)}`;
  const ids = { requestId: undefined, responseId: undefined };
  const entry = { key, keys: [...state.bindings.keys()], change: 'target', components: [], ...ids };
  return { commits: [recordCommit(summary, files, by, entry.key && { ...entry, key: entry.key })], state };
}

function targetWords({ baseUrl, appKey, folder }: StateTarget): string {
  return `${baseUrl} (${appKey}${folder === undefined ? '' : `, ${folder}`})`;
}

/** The first commit of a branch says what the branch is and what it belongs to. */
export function withFirstFiles(
  [first, ...rest]: readonly NewCommit[],
  { workspace, target }: { readonly workspace: string; readonly target: StateTarget },
): readonly NewCommit[] {
  if (!first) return [];
  const own: [string, string][] = [
    [README_PATH, readme(workspace)],
    [TARGET_PATH, encodeTarget(target)],
  ];
  return [{ ...first, files: new Map([...own, ...first.files]) }, ...rest];
}

/** Adds the target to a branch that an older version created without one. */
export function withTarget(
  [first, ...rest]: readonly NewCommit[],
  target: StateTarget,
): readonly NewCommit[] {
  if (!first) return [];
  return [{ ...first, files: new Map([[TARGET_PATH, encodeTarget(target)], ...first.files]) }, ...rest];
}
