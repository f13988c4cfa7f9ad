import type { CampaignKey, Desired } from '../model/campaign.ts';
import { memberOf, sameJson } from '../model/json.ts';
import type { Configuration, Workspace } from '../model/workspace.ts';
import { keyOf } from './key.ts';
import { headOfFile } from './resolve.ts';

export interface TouchInputs {
  /** Files that were changed, added or deleted, from the root; for a submodule, its folder. */
  readonly changed: ReadonlySet<string>;
  readonly workspace: Workspace;
  readonly configuration: Pick<Configuration, 'policy'>;
  /** The earlier workspaces.yaml; undefined if it did not exist or was invalid. */
  readonly before: Pick<Configuration, 'policy' | 'workspaces'> | undefined;
  /** The earlier versions of the changed campaign files, by their paths then. */
  readonly former: readonly { readonly file: string; readonly below: string; readonly text: string }[];
}

/** Whether a change of files affects a campaign, which may have no file anymore. */
export interface Touch {
  readonly touches: (campaign: Pick<Desired, 'key' | 'sources' | 'links' | 'variables'>) => boolean;
  /** The keys that changed files had. */
  readonly former: ReadonlySet<CampaignKey>;
}

/** The campaigns that a change of files affects, with or without a file; undefined if all are. */
export function touchedKeys(
  touch: 'all' | Touch,
  desired: readonly Desired[],
): ReadonlySet<CampaignKey> | undefined {
  if (touch === 'all') return undefined;
  return new Set([...desired.filter(touch.touches).map(({ key }) => key), ...touch.former]);
}

/** What decides that; `all` if files change something that every plan depends on. */
export function touchOf(inputs: TouchInputs): 'all' | Touch {
  const { workspace, before, former } = inputs;
  const entry = before?.workspaces.get(workspace.name);
  if (!before || !entry || common(inputs.configuration, workspace) !== common(before, entry)) return 'all';
  const isMoved = (name: string) => !sameJson(memberOf(workspace.vars, name), memberOf(entry.vars, name));
  // If a campaign's file was deleted, or sets another key now, only its former version says so.
  const formerKeys = new Set(
    former.map((one) => headOfFile(one, { workspaces: new Map() })?.key ?? (keyOf(one.below) as CampaignKey)),
  );
  return {
    former: formerKeys,
    touches: ({ key, sources, links, variables }) =>
      formerKeys.has(key) ||
      [...sources, ...links].some((path) => isChanged(path, inputs.changed)) ||
      variables.some(isMoved),
  };
}

/**
 * What every plan for a workspace depends on, as parsed values: another layout, or a default that is now written out,
 * changes none. A variable affects only the campaigns that use it, and the position of the address none.
 */
function common({ policy }: Pick<Configuration, 'policy'>, workspace: Workspace): string {
  return JSON.stringify([policy, { ...workspace, vars: null, baseUrlAt: null }]);
}

/** Whether the file itself changed, or is part of something that changed: a submodule, a link to a folder. */
function isChanged(path: string, changed: ReadonlySet<string>): boolean {
  const parts = path.split('/');
  return parts.some((_, index) => changed.has(parts.slice(0, index + 1).join('/')));
}
