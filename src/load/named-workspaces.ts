import type { Diagnostic } from '../model/diagnostic.ts';
import { groupBy } from '../model/grouping.ts';
import { nameList } from '../model/show.ts';

/** A diagnostic of a file that was loaded for one workspace. */
export interface OfWorkspace {
  readonly workspace: string;
  readonly diagnostic: Diagnostic;
}

/**
 * The diagnostics of all workspaces. Where one place has the same mistake, but with other words, because the campaign is
 * live in only one of the workspaces, the words of each name theirs: otherwise, they would contradict each other.
 */
export function withNamedWorkspaces(found: readonly OfWorkspace[]): Diagnostic[] {
  return groupBy(found, ({ diagnostic: { file, line, column, code } }) =>
    JSON.stringify([file, line, column, code]),
  ).flatMap((atPlace) => {
    const versions = groupBy(atPlace, ({ diagnostic: { message, hint } }) => JSON.stringify([message, hint]));
    const isClear = versions.length === 1 || atPlace.some(({ diagnostic }) => diagnostic.namesWorkspace);
    if (isClear) return atPlace.map(({ diagnostic }) => diagnostic);
    return versions.flatMap((version) => {
      const names = nameList(version.map(({ workspace }) => workspace));
      return version.map(({ diagnostic: one }) => ({ ...one, message: `${one.message} (in ${names})` }));
    });
  });
}
