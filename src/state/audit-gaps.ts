import { APPLIES, NOT_CONFIRMED, UNKNOWN, type AuditEntry, type Gap } from '../model/audit.ts';
import { isJsonObject, isList, sameJson, type JsonObject, type JsonValue } from '../model/json.ts';
import { groupBy } from '../model/grouping.ts';
import type { Authors } from '../git/history.ts';
import type { HistoryStep } from './file-history.ts';

// What the state branch doesn't prove, from its commits alone. Whoever can write to the branch can write anything; so a
// value, a review and the people of an entry are each compared with what another commit says.

/** The history and entries of a state branch. */
interface Trail {
  /** Oldest first. */
  readonly steps: AsyncIterable<HistoryStep>;
  /** Every entry of every commit. */
  readonly entries: readonly AuditEntry[];
  /** Those that `log` lists. */
  readonly shown: readonly AuditEntry[];
  readonly authors: Authors;
}

/** Newest first. */
export async function findGaps({ steps, entries, shown, authors }: Trail): Promise<Gap[]> {
  const byCommit = new Map(groupBy(entries, ({ id }) => id).map((group) => [group[0]?.id, group]));
  const reviews = new Map<string, Review>();
  const gaps: Gap[] = [];
  for await (const step of steps) {
    for (const { path, after } of step.files) addReview(reviews, path, after);
    gaps.push(...unrecorded(step, byCommit.get(step.id) ?? []));
  }
  for (const entry of shown) gaps.push(...unproven(entry, reviews), ...otherEditors(entry, authors));
  return gaps.sort((one, other) => (one.at === other.at ? 0 : one.at < other.at ? 1 : -1));
}

const FOLDER = 'campaigns/';

/** The campaigns of a commit whose recorded values it changes, without an entry that names what changed. */
function unrecorded({ id: commit, at, files }: HistoryStep, entries: readonly AuditEntry[]): Gap[] {
  const before = new Map(files.map((file) => [file.path, file.before]));
  return files.flatMap(({ path, after }) => {
    if (!path.startsWith(FOLDER)) return [];
    const key = path.slice(FOLDER.length, -'.json'.length);
    const entry = entries.find((one) => one.key === key);
    if (entry?.change === 'import' || entry?.change === 'adopt') return [];
    const isMoved = entries.some(({ movedFrom }) => movedFrom === key);
    if (after === undefined && (entry?.change === 'forget' || isMoved)) return [];
    const from = entry?.movedFrom ? `${FOLDER}${entry.movedFrom}.json` : path;
    const named = new Set(entry?.components);
    const components = changedParts(before.get(from) ?? {}, after ?? {}, entry).filter(
      (one) => !named.has(one),
    );
    return components.length === 0
      ? []
      : [{ key, at, code: 'unrecorded-change' as const, commit, components }];
  });
}

/** The parts of a recorded campaign that no entry changes without naming them, except a creation. */
const IDENTITY = ['campaign_id', 'channel', 'type'];

/** The components, and other fields, in which two versions differ. An entry may change fields of its own accord. */
function changedParts(before: JsonObject, after: JsonObject, entry: AuditEntry | undefined): string[] {
  const sides = ['applied', 'observed'].map((side) => [partOf(before, side), partOf(after, side)] as const);
  const components = sides.flatMap(([was, is]) => differing(was, is));
  const fields = differing(before, after).filter(
    (name) => !['applied', 'observed', 'key', 'format'].includes(name),
  );
  const isOwn = (name: string) =>
    IDENTITY.includes(name) ? entry?.change === 'create' : entry !== undefined;
  return [...new Set([...components, ...fields.filter((name) => !isOwn(name))])];
}

function partOf(file: JsonObject, side: string): JsonObject {
  const part = file[side];
  return isJsonObject(part) ? part : {};
}

function differing(was: JsonObject, is: JsonObject): string[] {
  const names = new Set([...Object.keys(was), ...Object.keys(is)]);
  return [...names].filter((name) => !sameJson(was[name], is[name]));
}

/** A review as stored, in any version of its file. */
interface Review {
  readonly steps: readonly { readonly key: JsonValue; readonly name: JsonValue }[];
  readonly approvedBy: readonly string[];
  readonly mergedBy: readonly string[];
  /** Its people are recorded once. */
  readonly isAltered: boolean;
}

function addReview(reviews: Map<string, Review>, path: string, file: JsonObject | undefined): void {
  const [, pull] = /^approvals\/(\d+)\.json$/.exec(path) ?? [];
  if (pull === undefined) return;
  const known = reviews.get(pull);
  const steps = isList(file?.steps) ? file.steps.filter(isJsonObject) : [];
  const people = {
    approvedBy: named(textsOf(file?.approved_by)),
    mergedBy: named(textsOf([file?.merged_by ?? null])),
  };
  const isOther =
    known && (!same(known.approvedBy, people.approvedBy) || !same(known.mergedBy, people.mergedBy));
  reviews.set(pull, {
    ...people,
    steps: steps.map(({ key = '', step: name = '' }) => ({ key, name })),
    isAltered: known?.isAltered === true || isOther === true,
  });
}

function textsOf(value: JsonValue | undefined): string[] {
  return isList(value) ? value.filter((one) => typeof one === 'string') : [];
}

function named(people: readonly string[]): string[] {
  return people.filter((one) => one !== UNKNOWN && one !== '');
}

function same(some: readonly string[], others: readonly string[]): boolean {
  return sameJson([...new Set(some)].sort(), [...new Set(others)].sort());
}

/** What the stored reviews don't prove of an entry. */
function unproven(entry: AuditEntry, reviews: ReadonlyMap<string, Review>): Gap[] {
  const { key, at, id: commit, change } = entry;
  const pulls = entry.pullRequest?.match(/\d+/g) ?? [];
  const stored = pulls.flatMap((pull) => reviews.get(pull) ?? []);
  const people = [
    ['Approved-By', entry.approvedBy, stored.flatMap((one) => one.approvedBy)],
    ['Merged-By', entry.mergedBy?.split(', ') ?? [], stored.flatMap((one) => one.mergedBy)],
  ] as const;
  const isAltered = stored.some((one) => one.isAltered);
  const gaps: Gap[] = people
    .filter(([, said, recorded], index) => !same(named(said), recorded) || (isAltered && index === 0))
    .map(([trailer]) => ({ key, at, code: 'other-people', commit, trailer }));
  // Nothing was sent, or nobody knows what; a request whose effect isn't known names no pull request.
  if (change === 'note' || !(APPLIES.has(change) || NOT_CONFIRMED.has(change))) return gaps;
  const showing = NOT_CONFIRMED.has(change) ? [...reviews.values()] : stored;
  if (!isShown(entry, showing))
    return [...gaps, { key, at, code: 'not-reviewed', commit, pull: entry.pullRequest }];
  const unapproved = pulls.filter(
    (pull) => !reviews.get(pull)?.approvedBy.some((one) => isOther(one, entry)),
  );
  return [...gaps, ...unapproved.map((pull) => ({ key, at, code: 'not-approved' as const, commit, pull }))];
}

/** Whether the plans of these reviews showed what an entry did. */
function isShown({ key, change, components }: AuditEntry, reviews: readonly Review[]): boolean {
  const steps = reviews.flatMap((one) => one.steps).filter((one) => one.key === key);
  const has = (name: string) => steps.some((one) => one.name === name);
  if (change.startsWith('create')) return has('create');
  if (change.startsWith('update')) return components.every(has);
  // Actions are in capitals.
  return steps.some(({ name }) => typeof name === 'string' && /^[A-Z]/.test(name));
}

/** Whether somebody else than an editor approved: an account is also compared with the one in a GitHub address. */
function isOther(account: string, { editedBy }: AuditEntry): boolean {
  const own = editedBy.flatMap((person) => {
    const [, name = person, email = ''] = /^(.*?) *<([^<>]*)>$/.exec(person) ?? [];
    const [, login = ''] = /^(?:\d+\+)?([^@]+)@users\.noreply\.github\.com$/i.exec(email) ?? [];
    return [person, name, email, login];
  });
  return !own.some((one) => one.toLowerCase() === account.toLowerCase());
}

/** An editor who wrote none of the applied code, as far as this clone has it. With `dirty`, it may be in no commit. */
function otherEditors(entry: AuditEntry, { commits, people }: Authors): Gap[] {
  const { key, at, id, editedBy, allowed, commit } = entry;
  const isUnsure = commit === null || !commits.has(commit) || allowed.includes('dirty');
  if (isUnsure || named(editedBy).every((one) => people.has(one))) return [];
  return [{ key, at, code: 'other-people', commit: id, trailer: 'Edited-By' }];
}
