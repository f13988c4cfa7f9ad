import type { GitHubApi, Issue } from './api.ts';

/** Stands in front of the body, unseen, so that the issue is found again. */
function tagOf(workspace: string): string {
  return `<!-- campaigns-drift:${workspace} -->`;
}

/** What became of a workspace's issue. */
export type IssueFate = 'opened' | 'edited' | 'unchanged' | 'closed' | 'none';

/** The open issue about a workspace's drift that we made; undefined where there is none. Throws GitHubFailure. */
export async function findDriftIssue(api: GitHubApi, workspace: string): Promise<Issue | undefined> {
  const tagged = (await api.openIssues()).filter(({ body }) => body.startsWith(tagOf(workspace)));
  const bots = tagged.find(({ author }) => author.isBot);
  if (bots || tagged.length === 0) return bots;
  const self = await api.login();
  return tagged.find(({ author }) => author.login === self);
}

/** One issue per workspace: opened with the first drift, edited only when it says something else, closed when all is well. */
export async function keepDriftIssue(
  api: GitHubApi,
  workspace: string,
  text: { readonly title: string; readonly body: string } | undefined,
): Promise<{ readonly fate: IssueFate; readonly url: string | undefined }> {
  const found = await findDriftIssue(api, workspace);
  if (text === undefined) {
    if (!found) return { fate: 'none', url: undefined };
    await api.updateIssue(found.number, { state: 'closed' });
    return { fate: 'closed', url: found.url };
  }
  const body = `${tagOf(workspace)}\n${text.body}`;
  if (!found) return { fate: 'opened', url: (await api.createIssue(text.title, body)).url };
  if (found.body === body && found.title === text.title) return { fate: 'unchanged', url: found.url };
  await api.updateIssue(found.number, { title: text.title, body });
  return { fate: 'edited', url: found.url };
}
