import type { CampaignKey } from '../model/campaign.ts';
import type { CodeHost, Issue } from './code-host.ts';

/** The invisible beginning of the body, by which the issue is found again. */
function tagOf(workspace: string): string {
  return `<!-- campaigns-drift:${workspace} -->`;
}

/** The content of the invisible lines at the beginning of an issue. */
export interface DriftedIn {
  readonly workspace: string;
  readonly keys: readonly CampaignKey[];
}

/** The invisible lines: the tag, and the campaigns, so that a plan knows which of them it doesn't touch. */
export function issueHead({ workspace, keys }: DriftedIn): string {
  const listed = `${KEYS}${keys.join(' ')} -->\n`;
  return `${tagOf(workspace)}\n${listed.length <= KEYS_AT_MOST_CHARS ? listed : ''}`;
}

const KEYS = '<!-- campaigns-drifted: ';

/** If the list is longer, it is left out to make room for the visible text. */
const KEYS_AT_MOST_CHARS = 10_000;

/** The keys of the campaigns that an issue is about; undefined if it doesn't list them. */
export function driftedKeys({ body }: Pick<Issue, 'body'>): readonly string[] | undefined {
  const line = body.split('\n').find((one) => one.startsWith(KEYS));
  return line
    ?.slice(KEYS.length)
    .replace(/ *-->.*/, '')
    .split(' ')
    .filter(Boolean);
}

/** The newest open issue of ours about a workspace's drift; undefined if there is none. Throws CodeHostFailure. */
export async function findDriftIssue(api: CodeHost, workspace: string): Promise<Issue | undefined> {
  return (await ourIssues(api, workspace)).at(-1);
}

/** Oldest first. Anyone can write the tag, so the author must be a bot or us. */
async function ourIssues(api: CodeHost, workspace: string): Promise<Issue[]> {
  const tagged = (await api.openIssues())
    .filter(({ body }) => body.startsWith(tagOf(workspace)))
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
  drifted: DriftedIn,
  text: { readonly title: string; readonly body: string } | undefined,
): Promise<string | undefined> {
  const found = await ourIssues(api, drifted.workspace);
  const newest = found.at(-1);
  for (const old of text === undefined ? found : found.slice(0, -1))
    await api.updateIssue(old.number, { state: 'closed' });
  if (text === undefined) return newest?.url;
  const body = `${issueHead(drifted)}${text.body}`;
  if (!newest) return (await api.createIssue(text.title, body)).url;
  if (newest.body !== body || newest.title !== text.title)
    await api.updateIssue(newest.number, { title: text.title, body });
  return newest.url;
}
