import { identityOf, type Desired, type Live } from '../../model/campaign.ts';
import type { LeftOut } from '../../model/import.ts';

/**
 * Campaigns of which only other workspaces have a file: one with the same name, channel and type. A second file would be a
 * copy that is not kept in sync, so none is written. `desired`: what the files say for each workspace.
 */
export function splitByOtherWorkspaces(
  campaigns: readonly Live[],
  desired: ReadonlyMap<string, readonly Desired[]>,
  here: string,
): { readonly fresh: readonly Live[]; readonly leftOut: readonly LeftOut[] } {
  const own = new Set((desired.get(here) ?? []).map(({ file }) => file));
  const files = new Map(
    [...desired.values()]
      .flat()
      .filter(({ file }) => !own.has(file))
      .map((one) => [identityOf(one), one.file]),
  );
  const leftOut = campaigns.flatMap((live): LeftOut[] => {
    const file = files.get(identityOf(live));
    return file === undefined ? [] : [{ id: live.id, live, reason: { code: 'other-workspace', file } }];
  });
  const left = new Set(leftOut.map(({ live }) => live));
  return { fresh: campaigns.filter((live) => !left.has(live)), leftOut };
}
