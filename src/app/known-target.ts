import type { CampaignFolder } from '../files/campaign-folder.ts';
import type { CodeHistory } from '../git/history.ts';
import type { OriginDefault } from '../git/shared-ref.ts';
import { EXIT } from '../model/exit.ts';
import { isOnThisMachine, sameTarget, type Workspace, type Configuration } from '../model/workspace.ts';
import type { RefusalCause } from '../model/reasons.ts';
import { onSignals, type Session } from './process/session.ts';
import { UserFailure } from './process/user-failure.ts';
import { loadConfiguration } from '../load/load-configuration.ts';
import type { Source } from '../load/yaml/source.ts';
import { DEFAULT_LIMITS } from '../quota/windows.ts';

// workspaces.yaml says where the API key is sent, and anyone can edit it: in a branch that a colleague wants tested, or
// by mistake. The version on origin's default branch was merged, so it is trusted. Any other target is shown to the
// user first. Targets on this machine are never a risk.

/** What the check needs from a context. */
interface TargetCheck extends Session {
  readonly folder: CampaignFolder;
  readonly history: CodeHistory;
  /** Origin's default branch. */
  readonly originDefault: () => Promise<OriginDefault>;
}

/** Throws UserFailure if the key of a workspace would be sent where origin's default branch sends none. */
export async function requireKnownTarget(
  context: TargetCheck,
  workspace: Workspace,
  { isAllowed }: { readonly isAllowed: boolean },
): Promise<void> {
  if (isAllowed || isOnThisMachine(workspace)) return;
  if (await isOnDefaultBranch(context, workspace)) return;
  const { name, apiKeyEnv: variable, baseUrl, appKey } = workspace;
  const file = context.folder.configurationFile;
  const where = { workspace: name, variable, baseUrl, appKey, file };
  const cause = { code: 'target-not-merged', ...where } as const;
  if (context.interaction.interactive && (await isConfirmed(context, cause))) return;
  throw new UserFailure(EXIT.INVALID, cause);
}

async function isConfirmed(context: TargetCheck, cause: RefusalCause): Promise<boolean> {
  const { interaction } = context;
  const signals = onSignals(context);
  try {
    interaction.notice(cause);
    return await interaction.confirm({ kind: 'send-key' }, signals);
  } finally {
    signals.stop();
  }
}

async function isOnDefaultBranch(context: TargetCheck, workspace: Workspace): Promise<boolean> {
  const found = await context.originDefault();
  const { history } = context;
  if (found.kind === 'no-origin' || found.kind === 'none') return false;
  const said = found.kind === 'unreachable' ? found.said : null;
  if (found.kind === 'unreachable' || !(await history.ensureTipFetched(found.name, found.tip)))
    throw new UserFailure(EXIT.FAILED, { code: 'origin-unreachable', said });
  const there = await configurationAt(history, context.folder, found.tip);
  const known = [...(there?.configuration.workspaces.values() ?? [])];
  return known.some((one) => sameTarget(one, workspace));
}

/** workspaces.yaml as of a commit; undefined if the commit has no valid one. */
export async function configurationAt(
  history: CodeHistory,
  { configurationFile: file }: Pick<CampaignFolder, 'configurationFile'>,
  commit: string,
): Promise<{ readonly configuration: Configuration; readonly source: Source } | undefined> {
  const text = await history.fileAt(commit, file);
  if (text === undefined) return undefined;
  const { configuration, source } = loadConfiguration(file, text, { limits: DEFAULT_LIMITS });
  return configuration && { configuration, source };
}
