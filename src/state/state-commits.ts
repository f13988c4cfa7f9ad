import type {
  TrailRecord,
  CommitAuthor,
  KeyMove,
  NewBindings,
  ReviewUpdate,
  RunSignature,
} from '../apply/ports.ts';
import type { CampaignKey } from '../model/campaign.ts';
import type { Intent, Ledger, State, StateTarget } from '../model/state.ts';
import { markDone, type RecordedChange } from '../model/approval.ts';
import {
  approvalPath,
  bindingPath,
  encodeApproval,
  encodeBinding,
  encodeLedger,
  encodeReported,
  encodeTarget,
  journalPath,
  journalText,
  LEDGER_PATH,
  README_PATH,
  REPORTED_PATH,
  TARGET_PATH,
} from './state-files.ts';
import type { NewCommit } from '../git/tree.ts';
import { APPLIES, changeOf, FROM_COMMIT } from '../model/audit.ts';
import { describeEvent, stateReadme, SUBJECT } from '../messages/trail-messages.ts';
import type { TrailerName } from './audit-trail.ts';

const OURSELVES: CommitAuthor = { name: 'campaign-reconciler', email: 'campaign-reconciler@localhost' };

/** What all commits of a run have in common. */
export interface Signature extends Omit<RunSignature, 'overtaken'> {
  /** Epoch milliseconds. */
  readonly at: number;
}

interface Recorded extends Pick<
  TrailRecord,
  'key' | 'components' | 'status' | 'inService' | 'requestId' | 'responseId'
> {
  readonly change: RecordedChange;
  /** All campaigns that it concerns; omitted if there is only one. */
  readonly keys?: readonly CampaignKey[];
  /** Pull requests in which it was reviewed. */
  readonly pulls?: readonly number[];
  /** The components that were sent again because they had been edited in the service. */
  readonly restored?: readonly string[] | undefined;
  /** The previous key of the campaign. */
  readonly movedFrom?: CampaignKey;
}

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
  const files = new Map<string, string | null>([
    [journalPath(by.run), journalText(by.run, open)],
    [LEDGER_PATH, encodeLedger(ledger, by.at)],
  ]);
  const commit = recordCommit(SUBJECT.intents(intents), files, by);
  return { commits: [commit], state: { ...state, open, ledger } };
}

/** One commit for each event. The ledger is recorded even if there are no events. */
export function outcomeCommits(
  state: State,
  entries: readonly TrailRecord[],
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
    if (closed) files.set(journalPath(closed.run), journalText(closed.run, open));
    const { keepsOpen } = entry;
    if (keepsOpen) {
      open = open.map((intent) => (intent.requestId === keepsOpen.requestId ? keepsOpen : intent));
      files.set(journalPath(keepsOpen.run), journalText(keepsOpen.run, open));
    }
    if (entry.binding) {
      bindings.set(entry.key, entry.binding);
      files.set(bindingPath(entry.key), encodeBinding(entry.binding));
    }
    const before = approvals;
    const change = changeOf(entry.event);
    approvals = markDone(before, { ...entry, change, campaignId: entry.binding?.campaignId }, by.baseBranch);
    const used = approvals.filter((one) => !before.includes(one));
    for (const approval of used) files.set(approvalPath(approval.pull), encodeApproval(approval));
    // A change that was sent isn't waiting for a review anymore.
    if (APPLIES.has(change) && change !== 'note' && reported.delete(entry.key))
      files.set(REPORTED_PATH, encodeReported(reported));
    files.set(...counted);
    const summary = describeEvent(entry.key, entry.event);
    const restored = entry.event.code === 'updated' ? entry.event.restored : undefined;
    const pulls = used.map(({ pull }) => pull);
    return recordCommit(summary, files, by, { ...entry, change, restored, pulls });
  });
  if (commits.length === 0) commits.push(recordCommit(SUBJECT.attempts, new Map([counted]), by));
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
  const added = changed.filter(({ pull }) => !before.has(pull)).map(({ pull }) => pull);
  const commits = files.size === 0 ? [] : [recordCommit(SUBJECT.approvals(added), files, by)];
  for (const one of changed) before.set(one.pull, one);
  return { commits, state: { ...state, approvals: [...before.values()], reported } };
}

/** A commit without files that repeats which code commit was applied last. */
export function noteNewestCommit(newest: string, { run, at }: Pick<Signature, 'run' | 'at'>): NewCommit {
  const message = `${SUBJECT.newest(newest)}\n\nCommit: ${newest}\nRun: ${run}\n`;
  return { message, author: OURSELVES, at, files: new Map() };
}

/** One commit for each binding that is dropped. */
export function forgetCommits(state: State, keys: readonly CampaignKey[], by: Signature): Built {
  const bindings = new Map(state.bindings);
  const commits = keys.map((key) => {
    bindings.delete(key);
    const entry = { key, change: 'forget', components: [] } as const;
    return recordCommit(SUBJECT.forgotten(key), new Map([[bindingPath(key), null]]), by, entry);
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
  for (const run of new Set(state.open.filter(({ key }) => keys.has(key)).map((one) => one.run)))
    files.set(journalPath(run), journalText(run, open));
  const entry = { change, key: first.key, keys: [...keys], components: [] };
  const bindings = new Map([...state.bindings, ...made.map((one) => [one.key, one] as const)]);
  return {
    commits: [recordCommit(SUBJECT.bound(change, made), files, by, entry)],
    state: { ...state, bindings, open },
  };
}

/** One commit for each binding that gets another key. */
export function moveCommits(state: State, moves: readonly KeyMove[], by: Signature): Built {
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
    const entry = { key: to, change: 'move', movedFrom: from, components: [] } as const;
    return [recordCommit(SUBJECT.renamed({ from, to }), files, by, entry)];
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
  // Without bound campaigns there is nothing that the audit trail could list the change for.
  const [key] = state.bindings.keys();
  const entry = { keys: [...state.bindings.keys()], change: 'target', components: [] } as const;
  const commit = recordCommit(SUBJECT.retargeted(from, to), files, by, key && { ...entry, key });
  return { commits: [commit], state };
}

/** The first commit of a branch says what the branch is and what it belongs to. */
export function withFirstFiles(
  commits: readonly NewCommit[],
  { workspace, target }: { readonly workspace: string; readonly target: StateTarget },
): readonly NewCommit[] {
  return withFiles(commits, [
    [README_PATH, stateReadme(workspace)],
    [TARGET_PATH, encodeTarget(target)],
  ]);
}

/** Adds the target to a branch that an older version created without one. */
export function withTarget(commits: readonly NewCommit[], target: StateTarget): readonly NewCommit[] {
  return withFiles(commits, [[TARGET_PATH, encodeTarget(target)]]);
}

/** Adds files to the first commit, unless it has them. */
function withFiles(
  [first, ...rest]: readonly NewCommit[],
  files: readonly (readonly [path: string, text: string])[],
): readonly NewCommit[] {
  return first ? [{ ...first, files: new Map([...files, ...first.files]) }, ...rest] : [];
}

/** One commit of the state branch: its author, its message and the trailers from which the audit trail is read. */
function recordCommit(
  summary: string,
  files: NewCommit['files'],
  by: Signature,
  entry?: Recorded,
): NewCommit {
  const author = authorOf(entry, by);
  const trailers: readonly (readonly [TrailerName, string | null | undefined])[] = [
    ...(entry?.keys ?? [entry?.key]).map((key) => ['Campaign', key] as const),
    ['Change', entry?.change],
    ['Moved-From', entry?.movedFrom],
    ['Components', entry && entry.components.length > 0 ? entry.components.join(', ') : undefined],
    ['Restored', entry?.restored?.join(', ')],
    ['Status', entry?.status && `${entry.status.from} → ${entry.status.to}`],
    // Only an apply works from a commit, and an attempt without effect doesn't count as having applied its commit.
    ['Commit', entry && FROM_COMMIT.has(entry.change) ? by.commit : undefined],
    ['Allow', entry && APPLIES.has(entry.change) ? by.allowed.join(', ') : undefined],
    ['Pull-Request', entry?.pulls?.join(', ')],
    ['Actor', actorOf(entry, author)],
    ['At', entry?.inService?.at],
    ['Run', by.page === null ? by.run : `${by.run} ${by.page}`],
    ['Request-Id', entry?.requestId],
    ['Response-Id', entry?.responseId],
  ];
  const lines = trailers.flatMap(([name, value]) => (value ? [`${name}: ${oneLine(value)}`] : []));
  return { message: `${oneLine(summary)}\n\n${lines.join('\n')}\n`, author, at: by.at, files };
}

/** A change that was made in the service has the author that the service names. */
function authorOf(entry: Recorded | undefined, by: Signature): CommitAuthor {
  if (!entry) return OURSELVES;
  if (!entry.inService) return by.authorOf(entry.key);
  const { by: user } = entry.inService;
  return user === null ? OURSELVES : { name: user, email: user };
}

function actorOf(entry: Recorded | undefined, { name, email }: CommitAuthor): string | null | undefined {
  return entry?.inService ? entry.inService.by : entry && `${name} <${email}>`;
}

/** Text from a service or a file must not be able to end its line or a field of the trail. */
function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}
