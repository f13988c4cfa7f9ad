import { EXIT } from '../model/exit.ts';
import { entriesOf, type AuditEntry, APPLIES, FROM_COMMIT } from '../model/audit.ts';
import type { Context } from './context.ts';
import { openStateStore } from './record.ts';
import type { Workspace } from '../model/workspace.ts';
import { campaignFiles, selectCampaigns, withFiles, withTexts } from './select-campaigns.ts';
import { UserFailure } from './process/user-failure.ts';

/** The requested part of the audit trail. */
export interface LogRequest {
  /** Campaigns as given to a command; none: all. */
  readonly names: readonly string[];
  /** The maximum number of entries, newest first. */
  readonly number?: number | undefined;
  /** Only entries since then: an instant, or a number of milliseconds ago. */
  readonly since?: Since | undefined;
}

export type Since = { readonly at: number } | { readonly agoMs: number };

/** A part of the audit trail, newest first. */
interface AuditLog {
  readonly entries: readonly AuditEntry[];
  /** The requested campaigns; undefined for all. */
  readonly keys: readonly string[] | undefined;
  /** The whole trail, of which `entries` are a part. */
  readonly trail: readonly AuditEntry[];
}

/**
 * The audit trail of a workspace, or of some campaigns. Works offline with what this clone has. Throws UserFailure if
 * the state branch can't be used, or if a name matches no campaign.
 */
export async function readAuditLog(
  context: Context,
  workspace: Workspace,
  { names, number, since }: LogRequest,
): Promise<AuditLog> {
  const trail = await openStateStore(context, workspace).wholeTrail();
  if ('code' in trail) throw new UserFailure(EXIT.INVALID, trail);
  const { entries: all, problem } = trail;
  if (problem) context.interaction.progress({ kind: 'read-from-clone', problem });
  const keys = names.length === 0 ? undefined : keysInTrail(names, all, context);
  const ofThese = keys ? entriesOf(all, new Set(keys)) : all;
  const from = since === undefined ? -Infinity : instantOf(since, context.clock.now());
  const entries = ofThese.filter(({ at }) => Date.parse(at) >= from).slice(0, number);
  return { entries, keys, trail: all };
}

/** The subjects of the code commits that were applied, by commit, as far as this clone has them. */
export function commitSubjects(
  entries: readonly AuditEntry[],
  { history }: Pick<Context, 'history'>,
): Promise<ReadonlyMap<string, string>> {
  return history.subjectsOf(entries.flatMap(({ commit }) => commit ?? []));
}

/** Includes campaigns that are gone, or that had another key earlier. */
function keysInTrail(
  names: readonly string[],
  trail: readonly AuditEntry[],
  context: Context,
): readonly string[] {
  const recorded = trail.flatMap(({ key, movedFrom }) => [key, ...(movedFrom === null ? [] : [movedFrom])]);
  const withFile = campaignFiles(context).map(({ key }) => key);
  const known = [...new Set([...withFile, ...recorded])].sort();
  return selectCampaigns(names, withFiles(known, context), context).map(({ key }) => key);
}

function instantOf(since: Since, now: number): number {
  return 'at' in since ? since.at : now - since.agoMs;
}

/** The commit of an edit. */
interface EditCommit {
  readonly id: string;
  readonly subject: string;
}

type Within = Pick<Context, 'folder' | 'configuration' | 'history'>;

/**
 * The commits with the edits that were applied: an apply sends what several commits changed, and its own commit may be
 * about another campaign. For each entry of the trail, the newest commit since the campaign's previous apply that changed
 * its files; omitted if there is none, as for an edited variable, or if it isn't known, as in a shallow clone.
 * `entries`: those to explain; `trail`: all of them. Both are the newest first.
 */
export async function editCommits(
  { entries, trail }: Readonly<Record<'entries' | 'trail', readonly AuditEntry[]>>,
  context: Within,
): Promise<ReadonlyMap<AuditEntry, EditCommit>> {
  const { folder, history } = context;
  const applied = entries.filter(({ change, commit }) => commit !== null && FROM_COMMIT.has(change));
  // In a shallow clone, the oldest commit seems to have changed every file.
  if (applied.length === 0 || (await history.isShallow())) return new Map();
  const files = new Map(
    withTexts(campaignFiles(context), context).map((one) => [one.key, one.files] as const),
  );
  const outside = [...files.values()].flat().filter((file) => !folder.contains(file));
  const changes = await history.changesTo([folder.path, ...new Set(outside)]);
  const places = await history.places();
  return new Map(
    applied.flatMap((entry): [AuditEntry, EditCommit][] => {
      const own = new Set(files.get(entry.key));
      const from = places.get(entry.commit ?? '');
      const until = places.get(previousCommit(entry, trail) ?? '') ?? Infinity;
      const isBetween = (at: number) => from !== undefined && at >= from && at < until;
      const found = changes.find(
        ({ id, files: changed }) => isBetween(places.get(id) ?? NaN) && changed.some((file) => own.has(file)),
      );
      return found ? [[entry, found]] : [];
    }),
  );
}

/** The commit of the apply of the same campaign before this one. */
function previousCommit({ id, key, commit }: AuditEntry, trail: readonly AuditEntry[]): string | undefined {
  const at = trail.findIndex((one) => one.id === id && one.key === key);
  const before = trail
    .slice(at + 1)
    .find(
      (one) => one.key === key && APPLIES.has(one.change) && one.commit !== null && one.commit !== commit,
    );
  return before?.commit ?? undefined;
}
