import { APPLIES, FROM_COMMIT, type AuditEntry } from '../model/audit.ts';
import type { Context } from './context.ts';
import { campaignFiles, withTexts } from './reading/select-campaigns.ts';

/** The commit of an edit. */
export interface EditCommit {
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
