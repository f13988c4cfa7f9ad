import type { CampaignKey } from '../../model/campaign.ts';
import type { GitHubApi } from './api.ts';
import type { Issue } from './resources.ts';

/** Stands in front of the body, unseen, so that the issue is found again. */
function tagOf(workspace: string): string {
  return `<!-- campaigns-drift:${workspace} -->`;
}

/** What the unseen lines in front of an issue say. */
export interface DriftedIn {
  readonly workspace: string;
  readonly keys: readonly CampaignKey[];
}

/** The unseen lines: the tag, and the campaigns, so that a plan can tell which of them it doesn't touch. */
export function issueHead({ workspace, keys }: DriftedIn): string {
  const listed = `${KEYS}${keys.join(' ')} -->\n`;
  return `${tagOf(workspace)}\n${listed.length <= KEYS_AT_MOST_CHARS ? listed : ''}`;
}

const KEYS = '<!-- campaigns-drifted: ';

/** Where more campaigns than that drifted, the room is for people. */
const KEYS_AT_MOST_CHARS = 10_000;

/** The keys of the campaigns that an issue is about; undefined where it doesn't list them. */
export function driftedKeys({ body }: Pick<Issue, 'body'>): readonly string[] | undefined {
  const line = body.split('\n').find((one) => one.startsWith(KEYS));
  return line
    ?.slice(KEYS.length)
    .replace(/ *-->.*/, '')
    .split(' ')
    .filter(Boolean);
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
  drifted: DriftedIn,
  text: { readonly title: string; readonly body: string } | undefined,
): Promise<{ readonly fate: IssueFate; readonly url: string | undefined }> {
  const found = await ourIssues(api, drifted.workspace);
  const newest = found.at(-1);
  for (const old of text === undefined ? found : found.slice(0, -1)) {
    await api.updateIssue(old.number, { state: 'closed' });
  }
  if (text === undefined) return { fate: newest ? 'closed' : 'none', url: newest?.url };
  const body = `${issueHead(drifted)}${text.body}`;
  if (!newest) return { fate: 'opened', url: (await api.createIssue(text.title, body)).url };
  if (newest.body === body && newest.title === text.title) return { fate: 'unchanged', url: newest.url };
  await api.updateIssue(newest.number, { title: text.title, body });
  return { fate: 'edited', url: newest.url };
}
