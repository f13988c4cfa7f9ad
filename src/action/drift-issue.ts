import type { CampaignKey } from '../model/campaign.ts';
import { type CodeHost, type Issue, CodeHostFailure } from './code-host.ts';
import type { PlanNotice } from '../model/action-codes/plan-notice.ts';
import type { Plan } from '../model/plan.ts';
import type { ActionContext } from './context.ts';

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

/** What happened to a workspace's issue. */
export type IssueFate = 'opened' | 'edited' | 'unchanged' | 'closed' | 'none';

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
 * If two runs opened one each, the older one is closed.
 */
export async function upsertDriftIssue(
  api: CodeHost,
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

/** One line about drift outside this pull request: other live campaigns were changed manually. */
export async function driftNotice({ api, github }: ActionContext, plan: Plan): Promise<PlanNotice[]> {
  if (!api || github.trigger.kind === 'branch' || (plan.scope?.others ?? 0) === 0) return [];
  try {
    const issue = await findDriftIssue(api, plan.workspace);
    if (!issue) return [];
    const count = countOutside(plan, driftedKeys(issue));
    if (count === 0) return [];
    return [{ code: 'drift-elsewhere', workspace: plan.workspace, count, issue: issue.url }];
  } catch (error) {
    // The token may lack permission to read issues, which a plan doesn't need.
    if (error instanceof CodeHostFailure) return [];
    throw error;
  }
}

/** How many of the keys in the issue are outside of the plan; undefined if the keys are unknown. */
function countOutside({ campaigns }: Plan, drifted: readonly string[] | undefined): number | undefined {
  const touched = new Set<string>(campaigns.map(({ key }) => key));
  return drifted?.filter((key) => !touched.has(key)).length;
}
