import type { PlanObstacle } from '../model/action-reasons.ts';
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
): Extract<PlanObstacle, { code: 'no-key' }> {
  const isFork = trigger.kind === 'pull-request' && trigger.headRepository !== repository;
  const settings = isFork ? null : `${serverUrl}/${repository}/settings/secrets/actions`;
  return { code: 'no-key', secret: workspace.apiKeyEnv, settings };
}
