import type { CampaignKey, Desired } from '../../model/campaign.ts';
import type { State } from '../../model/state.ts';
import type { Workspace } from '../../model/workspace.ts';
import type { FilesContext } from '../context.ts';
import { selectCampaigns, type NamedCampaign } from './select-campaigns.ts';

/**
 * The keys of the campaigns that the user named, by key, pattern, folder or path; undefined for all. Throws UserFailure
 * with exit code 64 if a name matches none in the workspace.
 */
export function checkOnly(
  only: readonly string[] | undefined,
  { context, workspace: { name: workspace }, desired, state }: FilesAndRecord,
): ReadonlySet<CampaignKey> | undefined {
  if (!only || only.length === 0) return undefined;
  const known = knownCampaigns({ desired, state });
  const named = selectCampaigns(only, known, { ...context, workspace });
  return new Set(named.map(({ key }) => key));
}

/** The only member of a set; undefined if it has several or none, or if there is no set. */
export function onlyMember<Member>(set: ReadonlySet<Member> | undefined): Member | undefined {
  return set?.size === 1 ? [...set][0] : undefined;
}

interface FilesAndRecord {
  readonly context: Pick<FilesContext, 'folder' | 'directory'>;
  readonly workspace: Pick<Workspace, 'name'>;
  readonly desired: readonly Desired[];
  readonly state: State;
}

/** Campaigns with a file, and campaigns that are managed without one. */
function knownCampaigns({
  desired,
  state,
}: Pick<FilesAndRecord, 'desired' | 'state'>): readonly (NamedCampaign & { readonly key: CampaignKey })[] {
  const withFile = new Set(desired.map(({ key }) => key));
  const orphaned = [...state.bindings.keys()].filter((key) => !withFile.has(key));
  return [
    ...desired.map(({ key, sources }) => ({ key, files: sources })),
    ...orphaned.map((key) => ({ key, files: [] })),
  ];
}

/** The intersection of two sets; an undefined set contains everything. */
export function both<Member>(
  left: ReadonlySet<Member> | undefined,
  right: ReadonlySet<Member> | undefined,
): ReadonlySet<Member> | undefined {
  if (!left || !right) return left ?? right;
  return new Set([...left].filter((one) => right.has(one)));
}
