import type { CampaignFolder } from '../../files/campaign-folder.ts';
import type { History } from '../../git/history.ts';
import type { OriginDefault } from '../../git/origin-default.ts';
import { EXIT } from '../../model/exit.ts';
import {
  isLoopback,
  sameTarget,
  targetFields,
  type Configuration,
  type Workspace,
} from '../../model/workspace.ts';
import { onSignals } from '../signals.ts';
import type { Session } from '../session.ts';
import { UserFailure } from '../user-failure.ts';
import { configurationAt } from './configuration-at.ts';

// workspaces.yaml says where the API key is sent, and anybody can edit it: in a branch that a colleague asks us to try,
// or by a slip of our own. What origin's default branch has was merged, so that is believed. Any other target is shown
// to a person first. This machine itself is no place to steal a key to.

/** What the check uses of a context. */
export interface TargetCheck extends Session {
  readonly folder: CampaignFolder;
  readonly history: History;
  /** Origin's default branch. */
  readonly originDefault: () => Promise<OriginDefault>;
}

/** Throws UserFailure where the key of a workspace would go where origin's default branch sends none. */
export async function requireKnownTarget(
  context: TargetCheck,
  workspace: Workspace,
  { isAllowed }: { readonly isAllowed: boolean },
): Promise<void> {
  if (isAllowed || isLoopback(new URL(workspace.baseUrl).hostname)) return;
  const otherwise = await differenceFromDefault(context, workspace);
  if (otherwise === undefined) return;
  const message = `${workspace.name} would send the API key in ${workspace.apiKeyEnv} to ${workspace.baseUrl} (app_key ${workspace.appKey}), ${otherwise}.`;
  if (context.interaction.interactive && (await isConfirmed(context, message))) return;
  throw new UserFailure(EXIT.INVALID, message, {
    hint: `Nothing was sent. Merge the change of ${context.folder.configurationFile} first. To send the key there anyway: --allow target`,
  });
}

async function isConfirmed(context: TargetCheck, message: string): Promise<boolean> {
  const { interaction } = context;
  const signals = onSignals(context);
  try {
    interaction.notice(message);
    return await interaction.confirm('Send the key there?', signals);
  } finally {
    signals.stop();
  }
}

/** What the default branch says instead; undefined where it names this very target. */
async function differenceFromDefault(
  context: TargetCheck,
  workspace: Workspace,
): Promise<string | undefined> {
  const found = await context.originDefault();
  const { history } = context;
  switch (found.kind) {
    case 'no-origin':
      return 'and there is no origin to compare this target with';
    case 'none':
      return 'and origin has no default branch to compare this target with';
    case 'unreachable':
      throw unreachable(found.why);
    case 'branch': {
      if (!(await history.bringTip(found.name, found.tip)))
        throw unreachable(`${found.name} can't be fetched`);
      const there = await configurationAt(history, context.folder, found.tip);
      return differenceFrom(there, workspace, found.name);
    }
  }
}

function differenceFrom(
  there: Configuration | undefined,
  workspace: Workspace,
  branch: string,
): string | undefined {
  const known = [...(there?.workspaces.values() ?? [])];
  if (known.some((one) => sameTarget(one, workspace))) return undefined;
  const former = there?.workspaces.get(workspace.name);
  if (!former) return `and ${branch} at origin does not name this target`;
  const here = new Map(targetFields(workspace));
  const others = targetFields(former)
    .filter(([field, value]) => field !== 'base_url' && here.get(field) !== value)
    .map(([field, value]) => `${field} ${value}`);
  const more = others.length === 0 ? '' : ` (${others.join(', ')})`;
  return `and ${branch} at origin names ${former.baseUrl}${more} for it`;
}

function unreachable(why: string): UserFailure {
  return new UserFailure(EXIT.FAILED, `The target can't be compared with origin's default branch: ${why}`, {
    hint: 'Nothing was sent. Check the network and the right to read the repository, then run again.',
    isUntried: true,
  });
}
