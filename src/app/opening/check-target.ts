import type { CampaignFolder } from '../../files/campaign-folder.ts';
import type { CodeHistory } from '../../git/history.ts';
import type { OriginDefault } from '../../git/origin-default.ts';
import { EXIT } from '../../model/exit.ts';
import {
  isOnThisMachine,
  sameTarget,
  targetFields,
  type Configuration,
  type Workspace,
} from '../../model/workspace.ts';
import type { RefusalCause, UnmergedTarget } from '../../model/reasons.ts';
import { onSignals } from '../process/signals.ts';
import type { Session } from '../process/session.ts';
import { UserFailure } from '../process/user-failure.ts';
import { configurationAt } from './configuration-at.ts';

// workspaces.yaml says where the API key is sent, and anyone can edit it: in a branch that a colleague wants tested, or
// by mistake. The version on origin's default branch was merged, so it is trusted. Any other target is shown to the
// user first. Targets on this machine are never a risk.

/** What the check needs from a context. */
export interface TargetCheck extends Session {
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
  const known = await differenceFromDefault(context, workspace);
  if (known === undefined) return;
  const { name, apiKeyEnv: variable, baseUrl, appKey } = workspace;
  const file = context.folder.configurationFile;
  const cause = {
    code: 'target-not-merged',
    workspace: name,
    variable,
    baseUrl,
    appKey,
    file,
    ...known,
  } as const;
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

/** What the default branch says instead; undefined if it names this same target. */
async function differenceFromDefault(
  context: TargetCheck,
  workspace: Workspace,
): Promise<Pick<UnmergedTarget, 'instead'> | undefined> {
  const found = await context.originDefault();
  const { history } = context;
  switch (found.kind) {
    case 'no-origin':
    case 'none':
      return { instead: null };
    case 'unreachable':
      throw untried({ code: 'origin-unreachable', said: found.said });
    case 'branch': {
      if (!(await history.ensureTipFetched(found.name, found.tip)))
        throw untried({
          code: 'wrong-commit',
          why: 'not-fetched',
          commit: found.tip.slice(0, 7),
          branch: found.name,
        });
      const there = await configurationAt(history, context.folder, found.tip);
      return differenceFrom(there?.configuration, workspace);
    }
  }
}

function differenceFrom(
  there: Configuration | undefined,
  workspace: Workspace,
): Pick<UnmergedTarget, 'instead'> | undefined {
  const known = [...(there?.workspaces.values() ?? [])];
  if (known.some((one) => sameTarget(one, workspace))) return undefined;
  const former = there?.workspaces.get(workspace.name);
  if (!former) return { instead: null };
  const here = new Map(targetFields(workspace));
  const fields = targetFields(former).filter(([field, value]) => here.get(field) !== value);
  return { instead: fields.map(([field, value]) => `${field} ${value}`).join(', ') };
}

function untried(cause: RefusalCause): UserFailure {
  return new UserFailure(EXIT.FAILED, cause, { isUntried: true });
}
