import type { PlanObstacle } from '../model/action-codes/plan-notice.ts';
import type { Workspace } from '../model/workspace.ts';
import type { GitHubEnvironment } from './github-environment.ts';
import type { Trigger } from './trigger.ts';

/**
 * Why there is no API key to plan with: a pull request from a fork gets no secrets, on purpose; anywhere else the secret
 * was forgotten. `trigger` is what the run is about; the workspace names the secret that it would have.
 */
export function missingKey(
  { repository, serverUrl }: Pick<GitHubEnvironment, 'repository' | 'serverUrl'>,
  { trigger, workspace }: { readonly trigger: Trigger; readonly workspace: Workspace },
): Extract<PlanObstacle, { code: 'no-key' | 'no-key-in-fork' }> {
  if (trigger.kind === 'pull-request' && trigger.headRepository !== repository)
    return { code: 'no-key-in-fork' };
  return {
    code: 'no-key',
    secret: workspace.apiKeyEnv,
    settings: `${serverUrl}/${repository}/settings/secrets/actions`,
  };
}
