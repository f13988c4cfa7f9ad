import type { TrailRecord, CommitAuthor, RecordEdit, ReviewUpdate, RunSignature } from '../apply/ports.ts';
import { pickComponents, withoutComponents, type CampaignKey } from '../model/campaign.ts';
import { changedIn, type Intent, type Ledger, type State, type StateTarget } from '../model/state.ts';
import { markDone, type Approval, type RecordedChange } from '../model/approval.ts';
import { encodeTarget } from './formats.ts';
import { bindingPath, changedFiles, TARGET_PATH } from './state-files.ts';
import { OURSELVES, type NewCommit } from '../git/tree.ts';
import { APPLIES, changeOf, FROM_COMMIT, UNKNOWN } from '../model/audit.ts';
import { describeEvent, SUBJECT } from '../messages/trail-messages.ts';
import type { HandEdit } from '../model/trail-event.ts';
import type { TrailerName } from './audit-trail.ts';

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
  readonly pulls?: readonly Approval[];
  /** The components that were sent again because they had been edited in the service. */
  readonly restored?: readonly string[] | undefined;
  /** The values that were changed in the service. */
  readonly values?: HandEdit['values'];
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
  const next = { ...state, open: [...state.open, ...intents], ledger };
  return { commits: [commitTo(state, next, SUBJECT.intents(intents), by)], state: next };
}

/** One commit for each event. The ledger is recorded even if there are no events. */
export function outcomeCommits(
  state: State,
  entries: readonly TrailRecord[],
  { ledger, by }: { readonly ledger: Ledger; readonly by: Signature },
): Built {
  let now = state;
  const commits = entries.flatMap((entry) => {
    const { key, closes, keepsOpen, binding, event } = entry;
    const before = now;
    const change = changeOf(event);
    const sent = { ...entry, change, campaignId: binding?.campaignId };
    const reported = new Map(before.reported);
    // A change that was sent isn't waiting for a review anymore.
    if (APPLIES.has(change) && change !== 'note') reported.delete(key);
    now = {
      ...before,
      bindings: binding ? new Map(before.bindings).set(key, binding) : before.bindings,
      open: before.open
        .filter(({ requestId }) => requestId !== closes)
        .map((intent) => (intent.requestId === keepsOpen?.requestId ? keepsOpen : intent)),
      ledger,
      approvals: markDone(before.approvals, sent, by.baseBranch),
      reported,
    };
    const pulls = now.approvals.filter((one) => !before.approvals.includes(one));
    const restored = event.code === 'updated' ? event.restored : undefined;
    const edit = event.code === 'hand-edited' ? event.edit : undefined;
    const recorded = {
      ...entry,
      change,
      restored,
      pulls,
      ...(edit && { inService: edit, values: edit.values }),
    };
    const noted = notedBeside(entry, before);
    return [
      ...handEditCommits(entry, before, by),
      ...(noted ? [commitTo(before, noted.state, noted.subject, by, noted.entry)] : []),
      commitTo(noted?.state ?? before, now, describeEvent(key, event), by, recorded),
    ];
  });
  const next = { ...now, ledger };
  if (commits.length === 0) commits.push(commitTo(state, next, SUBJECT.attempts, by));
  return { commits, state: next };
}

/** What was changed by hand before an entry is an entry of its own, which changes nothing that is recorded. */
function handEditCommits({ key, handEdit: edit }: TrailRecord, state: State, by: Signature): NewCommit[] {
  if (!edit) return [];
  const { components, values } = edit;
  const entry = { key, change: 'hand-edit', components, values, inService: edit } as const;
  return [commitTo(state, state, describeEvent(key, { code: 'hand-edited', edit }), by, entry)];
}

/** What an entry records besides the components that it names was found as the file says: an entry before it. */
function notedBeside({ key, binding, components: named }: TrailRecord, state: State) {
  const known = state.bindings.get(key);
  const names = binding && known ? changedIn(binding, known).filter((one) => !named.includes(one)) : [];
  if (!binding || !known || names.length === 0) return undefined;
  const side = (of: 'applied' | 'observed') => ({
    ...withoutComponents(known[of], names),
    ...pickComponents(binding[of], names),
  });
  const noted = { ...known, applied: side('applied'), observed: side('observed') };
  const isReleased = names.every((name) => binding.applied[name] === undefined);
  const why = { code: isReleased ? 'released' : 'in-sync', components: names } as const;
  return {
    state: { ...state, bindings: new Map(state.bindings).set(key, noted) },
    subject: describeEvent(key, { code: 'noted', why }),
    entry: { key, change: 'note', components: names } as const,
  };
}

/** One commit with what merged pull requests approve and what was reported as not reviewed. */
export function approvalCommit(state: State, { approvals, reported }: ReviewUpdate, by: Signature): Built {
  const before = new Map(state.approvals.map((one) => [one.pull, one]));
  const added = approvals.map(({ pull }) => pull).filter((pull) => !before.has(pull));
  const all = new Map([...before, ...approvals.map((one) => [one.pull, one] as const)]);
  const next = { ...state, approvals: [...all.values()], reported };
  const commit = commitTo(state, next, SUBJECT.approvals(added), by);
  return { commits: commit.files.size === 0 ? [] : [commit], state: next };
}

/** A commit without files that repeats which code commit was applied last. */
export function noteNewestCommit(newest: string, { run, at }: Pick<Signature, 'run' | 'at'>): NewCommit {
  const message = `${SUBJECT.newest(newest)}\n\nCommit: ${newest}\nRun: ${run}\n`;
  return { message, author: OURSELVES, at, files: new Map() };
}

/** A commit for each binding that is dropped or gets another key, or one for all that are new. */
export function editCommits(state: State, edit: RecordEdit, by: Signature): Built {
  const bindings = new Map(state.bindings);
  const { change } = edit;
  switch (change) {
    case 'forget': {
      const commits = edit.keys.map((key) => {
        bindings.delete(key);
        const entry = { key, change, components: [] };
        return recordCommit(SUBJECT.forgotten(key), new Map([[bindingPath(key), null]]), by, entry);
      });
      return { commits, state: { ...state, bindings } };
    }
    case 'move': {
      const { from, to } = edit;
      const binding = bindings.get(from);
      if (!binding) return { commits: [], state };
      bindings.delete(from);
      const next = { ...state, bindings: bindings.set(to, { ...binding, key: to }) };
      const entry = { key: to, change, movedFrom: from, components: [] };
      return { commits: [commitTo(state, next, SUBJECT.renamed(edit), by, entry)], state: next };
    }
    case 'import':
    case 'adopt': {
      const keys = edit.bindings.map(({ key }) => key);
      const [key] = keys;
      if (key === undefined) return { commits: [], state };
      for (const one of edit.bindings) bindings.set(one.key, one);
      const next = { ...state, bindings, open: state.open.filter((intent) => !keys.includes(intent.key)) };
      const components = [
        ...new Set(edit.bindings.flatMap((one) => changedIn(one, state.bindings.get(one.key)))),
      ];
      const entry = { key, change, keys, components };
      return {
        commits: [commitTo(state, next, SUBJECT.bound(change, edit.bindings), by, entry)],
        state: next,
      };
    }
  }
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

/** One commit with the files that differ between two states. */
function commitTo(before: State, after: State, summary: string, by: Signature, entry?: Recorded): NewCommit {
  return recordCommit(summary, changedFiles(before, after, by.at), by, entry);
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
    ['Pull-Request', entry?.pulls?.map(({ pull }) => pull).join(', ')],
    ...editorsIn(entry, by).map((one) => ['Edited-By', one] as const),
    ...people(entry, ({ approvedBy }) => approvedBy).map((one) => ['Approved-By', one] as const),
    ...people(entry, ({ mergedBy }) => mergedBy).map((one) => ['Merged-By', one] as const),
    ['Actor', actorOf(entry, author)],
    [entry?.change === 'hand-edit' ? 'Edited-At' : 'At', entry?.inService?.at],
    ...valueLines(entry).map((line) => ['Value', line] as const),
    ['Run', by.page === null ? by.run : `${by.run} ${by.page}`],
    ['Request-Id', entry?.requestId],
    ['Response-Id', entry?.responseId],
  ];
  const lines = trailers.flatMap(([name, value]) =>
    value ? [`${name}: ${name === 'Value' ? value : oneLine(value)}`] : [],
  );
  return { message: `${oneLine(summary)}\n\n${lines.join('\n')}\n`, author, at: by.at, files };
}

/** A change that was made in the service has the author that the service names. */
function authorOf(entry: Recorded | undefined, by: Signature): CommitAuthor {
  if (!entry) return OURSELVES;
  if (!entry.inService) return by.actor;
  const { by: user } = entry.inService;
  return user === null ? OURSELVES : { name: user, email: user };
}

/** What the service doesn't say is not known. */
function actorOf(entry: Recorded | undefined, author: CommitAuthor): string | undefined {
  return entry?.inService ? (entry.inService.by ?? UNKNOWN) : entry && nameOf(author);
}

/** Who made the edit that an apply carried out. */
function editorsIn(entry: Recorded | undefined, by: Signature): readonly string[] {
  if (!entry || entry.inService || !FROM_COMMIT.has(entry.change)) return [];
  const people = by.editorsOf(entry.key);
  return people.length === 0 ? [UNKNOWN] : [...new Set(people.map(nameOf))];
}

/** Those who had a part in the reviews of an entry, each once. */
function people(
  entry: Recorded | undefined,
  part: (review: Approval) => readonly string[] | string | undefined,
): readonly string[] {
  return [...new Set((entry?.pulls ?? []).flatMap((review) => part(review) ?? [UNKNOWN]))];
}

function nameOf({ name, email }: CommitAuthor): string {
  return email === '' ? name : `${name} <${email}>`;
}

/** `/utm_params/utm_source: "spring" → "by hand"`, `/status: "ACTIVE" → "STOPPED"` */
function valueLines({ change, values = [], status }: Partial<Recorded> = {}): readonly string[] {
  const moved = change === 'hand-edit' && status ? [{ at: '/status', was: status.from, now: status.to }] : [];
  const edited = values.map(({ component, path, ...one }) => ({ at: `/${component}${path}`, ...one }));
  return [...moved, ...edited].map(({ at, was, now }) => {
    const [before, after] = [was, now].map((value) => (value === undefined ? 'none' : JSON.stringify(value)));
    // JSON leaves some characters as they are that end a line for other programs.
    return `${at}: ${before ?? ''} → ${after ?? ''}`.replace(/[\p{Cc}\u2028\u2029]/gu, escaped);
  });
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Text from a service or a file must not be able to end its line or a field of the trail. */
function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}
