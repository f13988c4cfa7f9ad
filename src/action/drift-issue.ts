import type { CodeHost, Issue } from './code-host.ts';

/** The invisible beginning of the body, by which the issue is found again. */
export function issueTag(workspace: string): string {
  return `<!-- campaigns-drift:${workspace} -->\n`;
}

/** The newest open issue of ours about a workspace's drift; undefined if there is none. Throws CodeHostFailure. */
export async function findDriftIssue(api: CodeHost, workspace: string): Promise<Issue | undefined> {
  return (await ourIssues(api, workspace)).at(-1);
}

/** Oldest first. Anyone can write the tag, so the author must be a bot or us. */
async function ourIssues(api: CodeHost, workspace: string): Promise<Issue[]> {
  const tagged = (await api.openIssues())
    .filter(({ body }) => body.startsWith(issueTag(workspace).trimEnd()))
    .sort((left, right) => left.number - right.number);
  const self = tagged.some(({ author }) => !author.isBot) ? await api.login() : undefined;
  return tagged.filter(({ author }) => author.isBot || author.login === self);
}

/**
 * One issue per workspace: opened with the first drift, edited only if its text changes, closed when there is no drift.
 * If two runs opened one each, the older one is closed. Returns the issue's address.
 */
export async function upsertDriftIssue(
  api: CodeHost,
  workspace: string,
  text: { readonly title: string; readonly body: string } | undefined,
): Promise<string | undefined> {
  const found = await ourIssues(api, workspace);
  const newest = found.at(-1);
  for (const old of text === undefined ? found : found.slice(0, -1))
    await api.updateIssue(old.number, { state: 'closed' });
  if (text === undefined) return newest?.url;
  const { title } = text;
  const body = `${issueTag(workspace)}${text.body}`;
  if (!newest) return (await api.createIssue(title, body)).url;
  if (newest.body !== body || newest.title !== title) await api.updateIssue(newest.number, { title, body });
  return newest.url;
}
