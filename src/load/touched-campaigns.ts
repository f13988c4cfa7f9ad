import type { CampaignKey, Desired } from '../model/campaign.ts';
import { memberOf, sameJson } from '../model/json.ts';
import type { Configuration, Workspace } from '../model/workspace.ts';
import { keyOf } from './key.ts';
import { readHead } from './read-head.ts';
import { isSource, parseSource } from './yaml/source.ts';

export interface TouchInputs {
  /** Files that changed, were added or are gone, from the root; of a submodule its folder. */
  readonly changed: ReadonlySet<string>;
  readonly workspace: Workspace;
  readonly configuration: Pick<Configuration, 'policy'>;
  /** What workspaces.yaml said before; undefined where it was not there or made no sense. */
  readonly before: Pick<Configuration, 'policy' | 'workspaces'> | undefined;
  readonly desired: readonly Desired[];
  /** The changed campaign files as they were, where they were. */
  readonly former: readonly { readonly file: string; readonly below: string; readonly text: string }[];
}

/** Campaigns that a change of files touches; `all` where it changes what every campaign is planned by. */
export function touchedCampaigns(inputs: TouchInputs): 'all' | ReadonlySet<CampaignKey> {
  const { workspace, before, desired, former } = inputs;
  const entry = before?.workspaces.get(workspace.name);
  if (!before || !entry || !samePolicy(inputs.configuration, before) || !sameButForVars(workspace, entry)) {
    return 'all';
  }
  const isMoved = (name: string) => !sameJson(memberOf(workspace.vars, name), memberOf(entry.vars, name));
  const now = desired.filter(
    ({ sources, links, variables }) =>
      [...sources, ...links].some((path) => isChanged(path, inputs.changed)) || variables.some(isMoved),
  );
  return new Set([...now.map(({ key }) => key), ...former.map(formerKey)]);
}

/** Compared as understood: another layout, or a default that is now written out, changes no plan. */
function samePolicy(now: Pick<Configuration, 'policy'>, before: Pick<Configuration, 'policy'>): boolean {
  return JSON.stringify(now.policy) === JSON.stringify(before.policy);
}

/**
 * A variable touches the campaigns that use it; everything else in the entry touches all, but for the line in which it
 * is written.
 */
function sameButForVars(now: Workspace, before: Workspace): boolean {
  const rest = { vars: null, baseUrlAt: null };
  return JSON.stringify({ ...now, ...rest }) === JSON.stringify({ ...before, ...rest });
}

/** Changed itself, or in something that changed as one: a submodule, a link to a folder. */
function isChanged(path: string, changed: ReadonlySet<string>): boolean {
  const parts = path.split('/');
  return parts.some((_, index) => changed.has(parts.slice(0, index + 1).join('/')));
}

/** Whose file it was: of a campaign whose file is gone, or names another key now, only this still tells. */
function formerKey({ file, below, text }: TouchInputs['former'][number]): CampaignKey {
  const source = parseSource(file, text);
  const head = isSource(source) ? readHead(source, { below, workspaces: [] }).head : undefined;
  return head?.key ?? (keyOf(below) as CampaignKey);
}
