import type { Trigger } from './github/event.ts';
import type { Workspace } from '../model/workspace.ts';
import type { GitHubEnvironment } from './github-environment.ts';

/** Why there is no API key to plan with, and what follows from that. */
export interface MissingKey {
  readonly text: string;
  /** A pull request from a fork gets no secrets, on purpose; anywhere else the secret was forgotten. */
  readonly kind: 'of-a-fork' | 'forgotten';
}

/** `trigger` is what the run is about; the workspace names the secret that it would have. */
export function missingKey(
  { repository }: Pick<GitHubEnvironment, 'repository'>,
  { trigger, workspace }: { readonly trigger: Trigger; readonly workspace: Workspace },
): MissingKey {
  if (trigger.kind === 'pull-request' && trigger.headRepository !== repository)
    return { kind: 'of-a-fork', text: `${IN_A_FORK} ${CONSEQUENCE} ${PUSH_IT}` };
  const secret = workspace.apiKeyEnv;
  return {
    kind: 'forgotten',
    text: `The input api-key is empty. ${CONSEQUENCE} Check the secret that the workflow passes to it. If that is ${secret}, set it with: gh secret set ${secret}`,
  };
}

const IN_A_FORK = 'There is no API key, because a pull request from a fork gets no secrets.';
const CONSEQUENCE = 'The service was not queried, so merging this applies nothing.';
const PUSH_IT = 'To get a full plan, push the branch to this repository.';
