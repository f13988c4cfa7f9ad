import { NOT_FOUND, refusal, type Answer } from './answers.ts';
import type { Operate, Scene } from './call.ts';
import { ISSUE_OPERATIONS } from './issue-operations.ts';
import { findOperation, type Operation } from './openapi.ts';
import { PULL_OPERATIONS } from './pull-operations.ts';
import { REPOSITORY_OPERATIONS } from './repository-operations.ts';
import { numberOf } from './templates.ts';
import { missingPermission, type Token } from './tokens.ts';

/** A request as received. */
export interface Incoming {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The raw text; empty if there is none. */
  readonly text: string;
}

/** What an exchange needs besides the request. */
export interface ExchangeContext {
  readonly scene: Scene;
  readonly tokens: ReadonlyMap<string, Token>;
  /** Records a violation of GitHub's description. */
  readonly violation: (text: string) => void;
}

const OPERATIONS: Readonly<Record<string, Operate>> = {
  ...ISSUE_OPERATIONS,
  ...PULL_OPERATIONS,
  ...REPOSITORY_OPERATIONS,
};

/** The operation of a request. GitHub also accepts a repository's number, which its links use. */
export function operationOf({ method, url }: Incoming, { site }: Scene): Operation | undefined {
  const byNumber = `/repositories/${numberOf(site.repository)}/`;
  return findOperation(method, url.pathname.replace(byNumber, `/repos/${site.repository}/`));
}

/** The token in a request; empty if there is none. */
export function shownToken({ headers }: Incoming): string {
  return /^(?:token|bearer) (.+)$/i.exec(String(headers['authorization'] ?? ''))?.[1] ?? '';
}

/** Answers one request like GitHub, and records violations. */
export async function exchange(
  incoming: Incoming,
  operation: Operation | undefined,
  desk: ExchangeContext,
): Promise<Answer> {
  const { violation, scene } = desk;
  if (!operation) {
    violation('no operation that the fake knows of');
    return NOT_FOUND;
  }
  if (incoming.headers['user-agent'] === undefined) {
    violation('no user-agent');
    return refusal(
      403,
      'Request forbidden by administrative rules. Please make sure your request has a User-Agent header',
    );
  }
  const body = parsed(incoming.text);
  if (body === BROKEN) {
    violation('the body is not JSON');
    return refusal(400, 'Problems parsing JSON');
  }
  const query: Record<string, unknown> = Object.fromEntries(incoming.url.searchParams);
  const wrong = operation.check(query, body);
  for (const each of wrong) violation(each);
  if (wrong.length > 0) return refusal(422, 'Invalid request.');
  const token = desk.tokens.get(shownToken(incoming));
  if (!token)
    return refusal(401, shownToken(incoming) === '' ? 'Requires authentication' : 'Bad credentials');
  const refused = refuse(operation, token, scene);
  if (refused) return refused;
  const answer = await operate(incoming, operation, { query, body, token, scene });
  for (const each of operation.checkAnswer(answer.status, answer.body)) violation(`our own ${each}`);
  return answer;
}

/** The headers that GitHub adds to every answer. */
export function usualHeaders(answer: Answer): Record<string, string> {
  const type = answer.type ?? 'application/json; charset=utf-8';
  return { ...(answer.body !== undefined && { 'content-type': type }), ...answer.headers };
}

function refuse(operation: Operation, token: Token, scene: Scene): Answer | undefined {
  const { owner, repo } = operation.path;
  if (owner !== undefined && `${owner}/${repo ?? ''}`.toLowerCase() !== scene.site.repository.toLowerCase())
    return NOT_FOUND;
  const missing = missingPermission(token, operation.id, kindOf(operation, scene));
  if (missing === undefined) return undefined;
  return refusal(403, 'Resource not accessible by integration', {
    'x-accepted-github-permissions': missing,
  });
}

/** Whether it is about an issue or a pull request. */
function kindOf({ path, id }: Operation, { state }: Scene): 'issue' | 'pull' {
  const number = path['issue_number'] ?? state.comment(Number(path['comment_id']))?.number;
  if (number === undefined) return id.includes('comment') ? 'pull' : 'issue';
  return state.issue(Number(number))?.pull === null ? 'issue' : 'pull';
}

async function operate(
  { url, headers }: Incoming,
  { id, path }: Operation,
  {
    query,
    body,
    token,
    scene,
  }: { query: Record<string, unknown>; body: unknown; token: Token; scene: Scene },
): Promise<Answer> {
  const run = OPERATIONS[id];
  if (!run) throw new Error(`${id} is described, but not implemented`);
  const { repository, apiUrl } = scene.site;
  const rest = url.pathname.replace(/^\/(repos\/[^/]+\/[^/]+|repositories\/\d+)/, '');
  const self = new URL(`${apiUrl}/repositories/${numberOf(repository)}${rest}${url.search}`);
  const fields = (body ?? {}) as Record<string, unknown>;
  return run({ path, query, body: fields, url: self, accept: String(headers['accept'] ?? ''), token }, scene);
}

const BROKEN = Symbol('not JSON');

function parsed(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return BROKEN;
  }
}
