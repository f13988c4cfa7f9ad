import type { Approval, ApprovedStep, ReportedChanges } from '../model/approval.ts';
import type { CampaignKey } from '../model/campaign.ts';
import type { Intent, State } from '../model/state.ts';
import {
  approvalPath,
  bindingPath,
  decodeState,
  encodeApproval,
  encodeBinding,
  encodeJournal,
  encodeLedger,
  encodeReported,
  journalPath,
  LEDGER_PATH,
  REPORTED_PATH,
} from './state-files.ts';
import type { Files, NewCommit } from '../git/tree.ts';
import { mergeLedgers } from './what-moved.ts';

// A run whose outcomes origin did not take keeps them in its clone. If another run moves origin's branch before the
// first one's next apply, there are two histories, and each has something that the other must not lose. So the local
// commits are made again on top of origin's, one by one: each keeps its message, its author and its time, and what it
// does to the state is done to the state as origin has it. An outcome that origin knows too, since the other run found
// out what became of the same request, is left out. Where both recorded something of one campaign, origin's record
// stays, for that run read the campaign later.

/** What a branch knows at one commit; which code commit it names is not in its files. */
type Known = Omit<State, 'lastCommit'>;

/** A commit as it was made, with all files after it. */
export interface KeptCommit {
  readonly message: string;
  readonly author: NewCommit['author'];
  /** Epoch milliseconds. */
  readonly at: number;
  readonly files: Files;
}

/** Two histories that parted. */
export interface Parted {
  /** The files where they did. */
  readonly base: Files;
  /** What only this clone has, the oldest first. */
  readonly ours: readonly KeptCommit[];
  /** What origin has: its files, and the messages of what was recorded there since. */
  readonly theirs: { readonly files: Files; readonly messages: readonly string[] };
}

/** Our commits as they go on top of theirs, and the state after them; undefined where the two don't make one. */
export function replay({ base, ours, theirs }: Parted): { commits: NewCommit[]; state: Known } | undefined {
  const [parted, origin] = [decoded(base), decoded(theirs.files)];
  if (!parted || !origin) return undefined;
  const recorded = theirs.messages.map(outcomeIn);
  const commits: NewCommit[] = [];
  let [before, now] = [parted, origin];
  for (const { message, author, at, files } of ours) {
    const after = decoded(files);
    if (!after) return undefined;
    const outcome = outcomeIn(message);
    if (!recorded.some((one) => isSame(outcome, one))) {
      const next = step({ parted, before, after, origin, now });
      commits.push({ message, author, at, files: changedFiles(now, next, at) });
      now = next;
    }
    before = after;
  }
  const ids = [...now.bindings.values()].map(({ campaignId }) => campaignId);
  return new Set(ids).size === ids.length ? { commits, state: now } : undefined;
}

function decoded(files: Files): Known | undefined {
  const read = decodeState(files);
  return read.kind === 'state' ? read.state : undefined;
}

/** What a commit of the audit trail says it is about. */
interface Outcome {
  readonly subject: string;
  readonly key: string;
  readonly change: string;
  readonly components: readonly string[];
  readonly requestId: string;
}

function outcomeIn(message: string): Outcome {
  const trailer = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(message)?.[1] ?? '';
  return {
    subject: message.split('\n')[0] ?? '',
    key: trailer('Campaign'),
    change: trailer('Change'),
    components: trailer('Components').split(', ').filter(Boolean),
    requestId: trailer('Request-Id'),
  };
}

/** Whether two commits tell the same; that a request is not confirmed yet is no news where its outcome is known. */
function isSame(ours: Outcome, theirs: Outcome): boolean {
  if (ours.key === '' || ours.key !== theirs.key) return false;
  if (ours.requestId === '') return ours.subject === theirs.subject && theirs.requestId === '';
  if (ours.requestId !== theirs.requestId) return false;
  return ours.change === theirs.change || ours.change.endsWith('-not-confirmed');
}

type OwnStep = Pick<Step, 'before' | 'after' | 'now'>;

interface Step {
  /** Where the histories parted, and what origin has. */
  readonly parted: Known;
  readonly origin: Known;
  /** What the commit did in this clone. */
  readonly before: Known;
  readonly after: Known;
  /** What it is done to. */
  readonly now: Known;
}

function step({ parted, origin, before, after, now }: Step): Known {
  return {
    bindings: bindingsAfter({ parted, origin, before, after, now }),
    open: openAfter({ before, after, now }),
    ledger: mergeLedgers({ base: parted.ledger, ours: after.ledger, theirs: origin.ledger }),
    approvals: approvalsAfter({ before, after, now }),
    reported: reportedAfter({ before, after, now }),
  };
}

function bindingsAfter({ parted, origin, before, after, now }: Step): State['bindings'] {
  const bindings = new Map(now.bindings);
  const keys = new Set([...before.bindings.keys(), ...after.bindings.keys()]);
  for (const key of keys) {
    if (bindingText(before, key) === bindingText(after, key)) continue;
    const binding = after.bindings.get(key);
    const isTheirs = bindingText(parted, key) !== bindingText(origin, key);
    // A binding that was dropped by hand is not wanted, whatever was recorded of it since.
    if (!binding) bindings.delete(key);
    else if (!isTheirs) bindings.set(key, binding);
  }
  return bindings;
}

function openAfter({ before, after, now }: OwnStep): readonly Intent[] {
  const idsBefore = new Set(before.open.map(({ requestId }) => requestId));
  const byId = new Map(after.open.map((intent) => [intent.requestId, intent]));
  const kept = now.open.flatMap((intent) => {
    if (!idsBefore.has(intent.requestId)) return [intent];
    const ours = byId.get(intent.requestId);
    return ours ? [ours] : [];
  });
  return [...kept, ...after.open.filter(({ requestId }) => !idsBefore.has(requestId))];
}

/** A step that ended here has ended at origin, too; of a review that both changed, all else is as origin has it. */
function approvalsAfter({ before, after, now }: OwnStep): readonly Approval[] {
  const [had, have] = [before, after].map(
    ({ approvals }) => new Map(approvals.map((one) => [one.pull, one])),
  );
  const known = now.approvals.map((one) => {
    const [ours, earlier] = [have?.get(one.pull), had?.get(one.pull)];
    if (!ours || (earlier && encodeApproval(ours) === encodeApproval(earlier))) return one;
    if (earlier && encodeApproval(earlier) === encodeApproval(one)) return ours;
    return { ...one, steps: one.steps.map((step) => endedIn(ours, step)) };
  });
  const isKnown = new Set(now.approvals.map(({ pull }) => pull));
  const added = after.approvals.filter(({ pull }) => !had?.has(pull) && !isKnown.has(pull));
  return [...known, ...added].sort((left, right) => left.pull - right.pull);
}

function endedIn({ steps }: Approval, step: ApprovedStep): ApprovedStep {
  const ours = steps.find(({ key, name }) => key === step.key && name === step.name);
  return step.end === undefined && ours?.end !== undefined ? ours : step;
}

function reportedAfter({ before, after, now }: OwnStep): ReportedChanges {
  const reported = new Map(now.reported);
  for (const key of new Set([...before.reported.keys(), ...after.reported.keys()])) {
    const ours = after.reported.get(key);
    // Where origin changed it too, its report is the later one.
    if (ours === before.reported.get(key) || now.reported.get(key) !== before.reported.get(key)) continue;
    if (ours === undefined) reported.delete(key);
    else reported.set(key, ours);
  }
  return reported;
}

function changedFiles(before: Known, after: Known, at: number): NewCommit['files'] {
  const files = new Map<string, string | null>();
  for (const key of new Set([...before.bindings.keys(), ...after.bindings.keys()])) {
    const text = bindingText(after, key);
    if (text !== bindingText(before, key)) files.set(bindingPath(key), text ?? null);
  }
  for (const run of new Set([...before.open, ...after.open].map((intent) => intent.run))) {
    const text = journalText(after, run);
    if (text !== journalText(before, run)) files.set(journalPath(run), text);
  }
  const approvals = new Map(before.approvals.map((one) => [one.pull, encodeApproval(one)]));
  for (const one of after.approvals) {
    const text = encodeApproval(one);
    if (approvals.get(one.pull) !== text) files.set(approvalPath(one.pull), text);
  }
  const reported = encodeReported(after.reported);
  if (reported !== encodeReported(before.reported)) files.set(REPORTED_PATH, reported);
  files.set(LEDGER_PATH, encodeLedger(after.ledger, at));
  return files;
}

function bindingText({ bindings }: Known, key: CampaignKey): string | undefined {
  const binding = bindings.get(key);
  return binding && encodeBinding(binding);
}

function journalText({ open }: Known, run: string): string | null {
  const intents = open.filter((intent) => intent.run === run);
  return intents.length > 0 ? encodeJournal(run, intents) : null;
}
