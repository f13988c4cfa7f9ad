import { movedTo, type AuditEntry } from '../../model/audit.ts';
import type { CampaignKey } from '../../model/campaign.ts';
import { EXIT } from '../../model/exit.ts';
import { isGlob } from '../../model/glob.ts';
import type { State } from '../../model/state.ts';
import type { Context } from '../context.ts';
import { UserFailure } from '../process/user-failure.ts';
import type { VersionTarget } from '../reading/file-versions.ts';
import { campaignFiles, selectCampaigns, type NamedCampaign } from '../reading/select-campaigns.ts';

// A revert may bring a deleted file back. Of a campaign that was moved or forgotten, that file would be planned as a new
// campaign, which sends to the same users again. So a folder or a pattern stands only for campaigns that have a file or
// a binding. A forgotten campaign has to be named by its own key, and a moved one by the key that it has now.

/** What is known about the campaigns of a workspace. */
export interface KnownCampaigns {
  readonly context: Context;
  readonly workspace: string;
  readonly bindings: State['bindings'];
  /** Newest first. */
  readonly trail: readonly AuditEntry[];
  /** The requested commit as the user gave it, and the keys that have a file there; if omitted, the last apply. */
  readonly then?: { readonly commit: string; readonly keys: readonly string[] };
}

/** The named campaigns, each with its current path; throws UserFailure if a name stands for none. */
export function chooseTargets(names: readonly string[], known: KnownCampaigns): readonly VersionTarget[] {
  const { context, bindings, trail, then } = known;
  const here = campaignFiles(context);
  const withFile = new Set(here.map(({ key }) => key));
  const hasBinding = (key: string) => bindings.has(key as CampaignKey);
  const recorded = trail.flatMap(({ key, movedFrom }) => (movedFrom === null ? [key] : [key, movedFrom]));
  const left = new Set(recorded.filter((key) => !withFile.has(key) && !hasBinding(key)));
  const gone = new Set([...bindings.keys(), ...recorded, ...(then?.keys ?? [])]);
  const all: readonly NamedCampaign[] = [
    ...here,
    ...[...gone]
      .filter((key) => !withFile.has(key))
      .sort()
      .map((key) => ({ key, files: [] })),
  ];
  const chosen = new Set(names.flatMap((name) => campaignsOf(name, { all, left, known })));
  return all.flatMap((one) => {
    if (!chosen.has(one)) return [];
    const { key, files } = one;
    if (!hasBinding(key) && (left.has(key) || !then)) requireNotMoved(key, known);
    return [{ key: key as CampaignKey, file: files[0] }];
  });
}

interface Choice {
  readonly all: readonly NamedCampaign[];
  /** The keys of campaigns that were moved, forgotten or never created, and have no file. */
  readonly left: ReadonlySet<string>;
  readonly known: KnownCampaigns;
}

function campaignsOf(name: string, { all, left, known }: Choice): readonly NamedCampaign[] {
  const { context } = known;
  const found = selectCampaigns([name], all, context);
  const isOne = found[0]?.key === name || (/\.ya?ml$/.test(name) && !isGlob(name));
  if (isOne || found.some(({ key }) => !left.has(key)))
    return found.filter(({ key }) => isOne || !left.has(key));
  for (const { key } of found) requireNotMoved(key, known);
  return selectCampaigns(
    [name],
    all.filter(({ key }) => !left.has(key)),
    context,
  );
}

function requireNotMoved(key: string, { workspace, trail, then }: KnownCampaigns): void {
  const now = movedTo(trail, key);
  if (now === undefined) return;
  const to = then?.commit;
  throw new UserFailure(EXIT.USAGE, {
    code: 'key-moved',
    key,
    now,
    workspace,
    ...(to !== undefined && { to }),
  });
}
