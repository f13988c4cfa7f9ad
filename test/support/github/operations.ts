import { spawnSync } from 'node:child_process';
import {
  ACTIONS_BOT,
  instant,
  pullResource,
  REPOSITORY_ID,
  userResource,
  type Comment,
  type Issue,
  type Pull,
  type Site,
  type State,
} from './state.ts';

/** An answer to the caller. A body that is text is sent unchanged. */
export interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What operations work on. */
export interface Scene {
  readonly site: Site;
  readonly state: State;
  /** "Allow GitHub Actions to create and approve pull requests". */
  readonly settings: { actionsMayOpenPulls: boolean };
  /** The folder of the bare repository. GitHub knows what is pushed there. */
  readonly gitDirectory: string;
}

/** A request of a known caller. `id` is the number in its path. */
export interface Call {
  readonly id: string;
  readonly query: URLSearchParams;
  readonly url: URL;
  readonly body: Readonly<Record<string, unknown>>;
  readonly login: string;
}

type Operate = (call: Call, scene: Scene) => Answer;
export type Scope = 'contents' | 'issues' | 'pull-requests' | 'statuses';

/** An operation, its path below the repository, and the permissions of which one is needed; none for public data. */
interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: RegExp;
  readonly scopes: readonly Scope[];
  readonly run: Operate;
}

function operation(id: string, route: string, scopes: readonly Scope[], run: Operate): Operation {
  const [method = '', path = ''] = route.split(' ');
  return { id, method, path: new RegExp(`^${path.replace('{}', '([^/]+)')}$`), scopes, run };
}

const COMMENTS: readonly Scope[] = ['issues', 'pull-requests'];

/** What the action uses. Pull requests are issues too, so either permission allows to comment on one. */
export const OPERATIONS: readonly Operation[] = [
  operation('users/get-authenticated', 'GET /user', [], () =>
    refusal(403, 'Resource not accessible by integration'),
  ),
  operation('repos/get', 'GET ', [], () => ok({ id: REPOSITORY_ID })),
  operation('issues/list-for-repo', 'GET /issues', ['issues'], (call, { state, site }) => {
    const open = state.issues.filter((issue) => issue.state === 'open').toReversed();
    return paged(open, call, (issue) => issueResource(issue, site));
  }),
  operation('issues/create', 'POST /issues', ['issues'], ({ body, login }, { state, site }) => {
    const words = { title: String(body['title']), body: String(body['body']), author: login };
    return refuseText(body) ?? created(issueResource(state.open(words, null), site));
  }),
  operation('issues/update', 'PATCH /issues/{}', COMMENTS, (call, { state, site }) => {
    const issue = state.issues.find(({ number }) => String(number) === call.id);
    return issue ? (refuseText(call.body) ?? ok(issueResource(edit(issue, call), site))) : NOT_FOUND;
  }),
  operation('issues/list-comments', 'GET /issues/{}/comments', COMMENTS, (call, { state, site }) => {
    const all = state.comments.filter(({ number }) => String(number) === call.id);
    return paged(all, call, (comment) => commentResource(comment, site));
  }),
  operation('issues/create-comment', 'POST /issues/{}/comments', COMMENTS, (call, { state, site }) => {
    if (!state.issues.some(({ number }) => String(number) === call.id)) return NOT_FOUND;
    const words = { author: call.login, body: String(call.body['body']) };
    return refuseText(call.body) ?? created(commentResource(state.addComment(Number(call.id), words), site));
  }),
  operation('issues/update-comment', 'PATCH /issues/comments/{}', COMMENTS, (call, { state, site }) => {
    const comment = state.comments.find(({ id }) => String(id) === call.id);
    if (!comment) return NOT_FOUND;
    const refused = refuseText(call.body);
    if (!refused) comment.body = String(call.body['body']);
    return refused ?? ok(commentResource(comment, site));
  }),
  operation('pulls/list', 'GET /pulls', ['pull-requests'], (call, scene) => {
    updateHeads(scene);
    return paged(listed(call, scene), call, pullResource);
  }),
  operation('pulls/get', 'GET /pulls/{}', ['pull-requests'], ({ id }, scene) => {
    updateHeads(scene);
    const pull = scene.state.pulls().find(({ number }) => String(number) === id);
    return pull ? ok(pullResource(pull)) : NOT_FOUND;
  }),
  operation('pulls/list-reviews', 'GET /pulls/{}/reviews', ['pull-requests'], (call, { state }) =>
    paged(
      state.reviews.filter(({ number }) => String(number) === call.id),
      call,
      ({ author, head, ...review }) => ({ ...review, commit_id: head, user: userResource(author) }),
    ),
  ),
  operation('pulls/list-commits', 'GET /pulls/{}/commits', ['pull-requests'], (call, { state }) => {
    const pull = state.pulls().find(({ number }) => String(number) === call.id);
    return pull ? paged([pull], call, ({ author }) => ({ author: userResource(author) })) : NOT_FOUND;
  }),
  operation('pulls/update', 'PATCH /pulls/{}', ['pull-requests'], (call, { state }) => {
    const pull = state.pulls().find(({ number }) => String(number) === call.id);
    if (!pull) return NOT_FOUND;
    const refused = refuseText(call.body);
    if (!refused) edit(pull, call);
    return refused ?? ok(pullResource(pull));
  }),
  operation('pulls/create', 'POST /pulls', ['pull-requests'], createPull),
  operation(
    'repos/create-commit-status',
    'POST /statuses/{}',
    ['statuses'],
    ({ id: sha, body }, { state }) => {
      const { state: verdict, context, description } = body;
      if (length(description) > 140) return invalid('description is too long (maximum is 140 characters)');
      const words = typeof description === 'string' ? description : null;
      state.statuses.push({ sha, state: String(verdict), context: String(context), description: words });
      return created({});
    },
  ),
];

/** A comment can't be minimized with REST. GraphQL also answers refusals with 200. */
export function minimize(body: Call['body'], { state }: Scene): Answer {
  const { id } = (body['variables'] ?? {}) as { id?: string };
  const comment = state.comments.find((one) => `IC_${one.id}` === id);
  const isKnown = /minimizeComment\(input: \{ subjectId: \$id, classifier: OUTDATED \}\)/.test(
    String(body['query']),
  );
  if (!comment || !isKnown)
    return ok({ data: null, errors: [{ type: 'NOT_FOUND', message: 'Could not resolve to a node' }] });
  comment.isMinimized = true;
  return ok({ data: { minimizeComment: { clientMutationId: null } } });
}

function ok(body: unknown, headers: Readonly<Record<string, string>> = {}): Answer {
  return { status: 200, body, headers };
}

function created(body: unknown): Answer {
  return { status: 201, body };
}

/** An error in GitHub's words. */
export function refusal(status: number, message: string, headers: Answer['headers'] = {}): Answer {
  return { status, body: { message, status: String(status) }, headers };
}

const NOT_FOUND = refusal(404, 'Not Found');

function invalid(message: string): Answer {
  return refusal(422, `Validation Failed: ${message}`);
}

/** The length in characters as people count them, not in UTF-16 units. */
function length(text: unknown): number {
  return typeof text === 'string' ? Array.from(text).length : 0;
}

/** GitHub's limits for the title and the text of an issue, a pull request or a comment. */
function refuseText({ title, body }: Call['body']): Answer | undefined {
  if (length(title) > 256) return invalid('title is too long (maximum is 256 characters)');
  if (length(body) > 65_536) return invalid('Body is too long (maximum is 65536 characters)');
  return [title, body].some((text) => text === '') ? invalid("can't be blank") : undefined;
}

/** One page of a list, with the link to the next one. */
function paged<Item>(all: readonly Item[], { query, url }: Call, shown: (item: Item) => unknown): Answer {
  const size = Math.min(Number(query.get('per_page') ?? 30), 100);
  const page = Number(query.get('page') ?? 1);
  const next = new URL(url);
  next.searchParams.set('page', String(page + 1));
  const items = all.slice((page - 1) * size, page * size).map(shown);
  return ok(items, page * size < all.length ? { link: `<${next.href}>; rel="next"` } : {});
}

function edit<Kind extends Issue>(issue: Kind, { body: { title, body, state } }: Call): Kind {
  if (typeof title === 'string') issue.title = title;
  if (typeof body === 'string') issue.body = body;
  if (state !== undefined) issue.state = state === 'closed' ? 'closed' : 'open';
  issue.updatedAt = instant();
  return issue;
}

function issueResource({ number, title, body, state, author, pull }: Issue, site: Site): object {
  const html_url = `${site.serverUrl}/${site.repository}/${pull ? 'pull' : 'issues'}/${number}`;
  const user = userResource(author);
  return { number, title, body, state, user, html_url, ...(pull && { pull_request: {} }) };
}

function commentResource({ id, number, author, body }: Comment, site: Site): object {
  const html_url = `${site.serverUrl}/${site.repository}/pull/${number}#issuecomment-${id}`;
  return { id, node_id: `IC_${id}`, html_url, user: userResource(author), body };
}

function tipOf(branch: string, { gitDirectory }: Scene): string | undefined {
  const args = ['rev-parse', '--quiet', '--verify', `refs/heads/${branch}`];
  const { status, stdout } = spawnSync('git', args, { cwd: gitDirectory, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}

/** A push to the branch of an open pull request moves its head, which GitHub does automatically. */
function updateHeads(scene: Scene): void {
  for (const { pull, state } of scene.state.pulls()) {
    if (state === 'closed' || pull.head.repository !== scene.site.repository) continue;
    pull.head.sha = tipOf(pull.head.ref, scene) ?? pull.head.sha;
  }
}

function listed({ query }: Call, { state }: Scene): Pull[] {
  const [wanted, head, base] = ['state', 'head', 'base'].map((name) => query.get(name));
  return state
    .pulls()
    .filter(({ state: status, pull }) => {
      const label = `${pull.head.repository?.split('/')[0] ?? ''}:${pull.head.ref}`;
      return (
        status === (wanted ?? 'open') &&
        (head ?? label) === label &&
        (base ?? pull.base.ref) === pull.base.ref
      );
    })
    .toSorted((a, b) => (a.updatedAt < b.updatedAt ? -1 : 1))
    .toReversed();
}

function createPull({ body, login }: Call, scene: Scene): Answer {
  const { state, site, settings } = scene;
  if (login === ACTIONS_BOT && !settings.actionsMayOpenPulls)
    return refusal(403, 'GitHub Actions is not permitted to create or approve pull requests.');
  const [ref, baseRef] = [String(body['head']), String(body['base'])];
  const [head, base] = [tipOf(ref, scene), tipOf(baseRef, scene)];
  if (head === undefined || base === undefined) return invalid('head or base is unknown');
  if (head === base) return invalid(`No commits between ${baseRef} and ${ref}`);
  if (state.pulls().some((one) => one.state === 'open' && one.pull.head.ref === ref))
    return invalid(`A pull request already exists for ${ref}.`);
  const words = { title: String(body['title']), body: String(body['body']), author: login };
  const side = (name: string, sha: string) => ({ repository: site.repository, ref: name, sha });
  const sides = { head: side(ref, head), base: side(baseRef, base) };
  const pull = state.open(words, { ...sides, mergedAt: null, mergeCommitSha: null });
  return refuseText(body) ?? created(pullResource(pull));
}
