import type { Environment } from '../../model/environment.ts';

/** The address of a workflow's run; null outside of one. */
export function runUrl(environment: Environment): string | null {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_RUN_ID: id } = environment;
  return server && repository && id ? `${server}/${repository}/actions/runs/${id}` : null;
}
