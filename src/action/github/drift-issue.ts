import type { GitHubApi } from './api.ts';
import type { Issue } from './resources.ts';

/** Stands in front of the body, unseen, so that the issue is found again. */
function tagOf(workspace: string): string {
  return `<!-- campaigns-drift:${workspace} -->`;
}

/** Characters that the tag takes of an issue's room. */
export function issueTagLength(workspace: string): number {
  return tagOf(workspace).length + 1;
}

/** What became of a workspace's issue. */
export type IssueFate = 'opened' | 'edited' | 'unchanged' | 'closed' | 'none';

/** The open issue about a workspace's drift that we made, the newest; undefined where there is none. Throws GitHubFailure. */
export async function findDriftIssue(api: GitHubApi, workspace: string): Promise<Issue | undefined> {
  return (await ourIssues(api, workspace)).at(-1);
}

/** The oldest first. Anybody can write the tag, so the author must be a bot or we. */
async function ourIssues(api: GitHubApi, workspace: string): Promise<Issue[]> {
  const tagged = (await api.openIssues())
    .filter(({ body }) => body.startsWith(tagOf(workspace)))
    .sort((left, right) => left.number - right.number);
  const self = tagged.some(({ author }) => !author.isBot) ? await api.login() : undefined;
  return tagged.filter(({ author }) => author.isBot || author.login === self);
}

/**
 * One issue per workspace: opened with the first drift, edited only when it says something else, closed when all is
 * well. Where two runs opened one each, the older one is closed.
 */
export async function upsertDriftIssue(
  api: GitHubApi,
  workspace: string,
  text: { readonly title: string; readonly body: string } | undefined,
): Promise<{ readonly fate: IssueFate; readonly url: string | undefined }> {
  const found = await ourIssues(api, workspace);
  const newest = found.at(-1);
  for (const old of text === undefined ? found : found.slice(0, -1)) {
    await api.updateIssue(old.number, { state: 'closed' });
  }
  if (text === undefined) return { fate: newest ? 'closed' : 'none', url: newest?.url };
  const body = `${tagOf(workspace)}\n${text.body}`;
  if (!newest) return { fate: 'opened', url: (await api.createIssue(text.title, body)).url };
  if (newest.body === body && newest.title === text.title) return { fate: 'unchanged', url: newest.url };
  await api.updateIssue(newest.number, { title: text.title, body });
  return { fate: 'edited', url: newest.url };
}
