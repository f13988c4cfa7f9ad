import type { Approval, ApprovedStep, ReportedChanges } from '../model/approval.ts';
import { NOT_CONFIRMED, type AuditEntry } from '../model/audit.ts';
import type { CampaignKey } from '../model/campaign.ts';
import { groupBy } from '../model/grouping.ts';
import type { Intent, State } from '../model/state.ts';
import { encodeApproval, encodeBinding } from './formats.ts';
import { changedFiles, decodeState, mergeLedgers, type Known } from './state-files.ts';
import type { Git } from '../git/git.ts';
import { readFiles, type NewCommit } from '../git/tree.ts';
import { readEntries, readLog } from './audit-trail.ts';

// If origin doesn't accept the outcomes of a run, they stay in the run's clone. If another run moves origin's branch
// before that clone's next apply, the two histories diverge, and neither may lose what the other one has. So the local
// commits are replayed on top of origin's one by one: each keeps its message, its author and its time, and its change
// of the state is made to origin's state. An outcome that origin has too, because the other run resolved the same
// request, is left out. If both recorded something about one campaign, origin's record wins, because that run read the
// campaign later.

/** Outcomes that origin had not accepted before another run moved its branch. */
export interface LocalOutcomes {
  /** The tip of the branch in this clone. */
  readonly tip: string;
  /** The same outcomes as commits on top of origin's; empty if origin knows all of them. */
  readonly commits: readonly NewCommit[];
}

/** What only this clone has, rebuilt on top of what origin has; undefined if the two can't be combined. */
export async function localOutcomes(
  git: Git,
  local: string,
  remote: string,
): Promise<{ outcomes: LocalOutcomes; state: Known } | undefined> {
  const base = (await git.ask('merge-base', local, remote))?.trim();
  if (!base) return undefined;
  const [ancestor, origin] = [await knownAt(git, base), await knownAt(git, remote)];
  if (!ancestor || !origin) return undefined;
  const ours = groupBy(await readEntries(git, [`${base}..${local}`]), ({ id }) => id);
  const theirs = await readEntries(git, [`${base}..${remote}`]);
  const commits: NewCommit[] = [];
  let [before, now] = [ancestor, origin];
  for (const { id, message, author, at } of await commitsBetween(git, base, local)) {
    const after = await knownAt(git, id);
    if (!after) return undefined;
    const entries = ours.find(([one]) => one?.id === id) ?? [];
    const isKnown = entries.every((entry) => theirs.some((one) => isSame(entry, one)));
    if (entries.length === 0 || !isKnown) {
      const next = replayed({ ancestor, before, after, origin, now });
      commits.push({ message, author, at, files: changedFiles(now, next, at) });
      now = next;
    }
    before = after;
  }
  const ids = [...now.bindings.values()].map(({ campaignId }) => campaignId);
  return new Set(ids).size === ids.length ? { outcomes: { tip: local, commits }, state: now } : undefined;
}

/** What the branch, or the `wanted` files of it, says at a commit; undefined if this version can't read it. */
export async function knownAt(
  git: Git,
  commit: string,
  wanted?: (path: string) => boolean,
): Promise<Known | undefined> {
  const read = decodeState(await readFiles(git, commit, wanted));
  return read.kind === 'state' ? read.state : undefined;
}

/** Whether two entries record the same event. "Not confirmed yet" adds nothing if the outcome is known. */
function isSame(ours: AuditEntry, theirs: AuditEntry): boolean {
  if (ours.key !== theirs.key || ours.requestId !== theirs.requestId) return false;
  if (ours.requestId === null) return ours.summary === theirs.summary;
  return ours.change === theirs.change || NOT_CONFIRMED.has(ours.change);
}

interface Step {
  /** The state at the common ancestor, and origin's state. */
  readonly ancestor: Known;
  readonly origin: Known;
  /** The state before and after the commit in this clone. */
  readonly before: Known;
  readonly after: Known;
  /** The state that the change is made to. */
  readonly now: Known;
}

function replayed(step: Step): Known {
  const { ancestor, origin, after } = step;
  return {
    bindings: bindingsAfter(step),
    open: openAfter(step),
    ledger: mergeLedgers({ base: ancestor.ledger, ours: after.ledger, theirs: origin.ledger }),
    approvals: approvalsAfter(step),
    reported: reportedAfter(step),
  };
}

function bindingsAfter({ ancestor, origin, before, after, now }: Step): State['bindings'] {
  const bindings = new Map(now.bindings);
  const keys = new Set([...before.bindings.keys(), ...after.bindings.keys()]);
  for (const key of keys) {
    if (bindingText(before, key) === bindingText(after, key)) continue;
    const binding = after.bindings.get(key);
    const isTheirs = bindingText(ancestor, key) !== bindingText(origin, key);
    // A binding that was dropped by hand stays dropped, whatever was recorded about it since.
    if (!binding) bindings.delete(key);
    else if (!isTheirs) bindings.set(key, binding);
  }
  return bindings;
}

function openAfter({ before, after, now }: Step): readonly Intent[] {
  const idsBefore = new Set(before.open.map(({ requestId }) => requestId));
  const byId = new Map(after.open.map((intent) => [intent.requestId, intent]));
  const kept = now.open.flatMap((intent) => {
    if (!idsBefore.has(intent.requestId)) return [intent];
    const ours = byId.get(intent.requestId);
    return ours ? [ours] : [];
  });
  return [...kept, ...after.open.filter(({ requestId }) => !idsBefore.has(requestId))];
}

/** A step that ended here also ended at origin. Everything else in a review that both changed is as origin has it. */
function approvalsAfter({ before, after, now }: Step): readonly Approval[] {
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

function reportedAfter({ before, after, now }: Step): ReportedChanges {
  const reported = new Map(now.reported);
  for (const key of new Set([...before.reported.keys(), ...after.reported.keys()])) {
    const ours = after.reported.get(key);
    // If origin changed it too, its report is the later one.
    if (ours === before.reported.get(key) || now.reported.get(key) !== before.reported.get(key)) continue;
    if (ours === undefined) reported.delete(key);
    else reported.set(key, ours);
  }
  return reported;
}

function bindingText({ bindings }: Known, key: CampaignKey): string | undefined {
  const binding = bindings.get(key);
  return binding && encodeBinding(binding);
}

/** The commits of `tip` that `base` doesn't have, oldest first. */
async function commitsBetween(
  git: Git,
  base: string,
  tip: string,
): Promise<readonly (Omit<NewCommit, 'files'> & { readonly id: string })[]> {
  const how = ['--reverse', '--topo-order', '--no-show-signature', '--no-mailmap'];
  const listed = await readLog(git, ['%H', '%an', '%ae', '%at', '%B'], ...how, `${base}..${tip}`);
  return listed.map(([id = '', name = '', email = '', seconds = '', message = '']) => {
    return { id, author: { name, email }, at: Number(seconds) * 1000, message: `${message}\n` };
  });
}
