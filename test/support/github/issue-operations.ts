import { bodyRefusal, created, invalid, lengthOf, NOT_FOUND, ok, textOf, type Answer } from './answers.ts';
import type { Call, Operate, Scene } from './call.ts';
import { paged } from './paging.ts';
import { commentResource, issueResource, labelResource } from './resources.ts';
import { instant, setState, type Comment, type Issue } from './state.ts';

/** Issues, their comments and labels. */
export const ISSUE_OPERATIONS = {
  'issues/list-for-repo': (call, scene) =>
    paged(
      listed(call, scene).map((issue) => resource(issue, scene)),
      call,
    ),
  'issues/get': withIssue((issue, _call, scene) => ok(resource(issue, scene))),
  'issues/create': ({ body, token }, scene) => {
    const refused = refuseIssue(body);
    if (refused) return refused;
    const { title, body: text, labels } = body;
    const words = { title: String(title), body: (text ?? null) as string | null };
    const issue = scene.state.open({ ...words, author: token.login, labels: labelNames(labels) }, null);
    return created(resource(issue, scene));
  },
  'issues/update': withIssue((issue, { body }, scene) => {
    const refused = refuseIssue({ title: issue.title, ...body });
    if (refused) return refused;
    edit(issue, body);
    return ok(resource(issue, scene));
  }),
  'issues/list-comments': withIssue((issue, call, scene) => {
    const since = textOf(call.query['since'], '');
    const all = scene.state.comments.filter(
      ({ number, updatedAt }) => number === issue.number && updatedAt >= since,
    );
    return paged(
      all.map((comment) => commentResource(comment, issue, scene.site)),
      call,
    );
  }),
  'issues/create-comment': withIssue((issue, { body, token }, scene) => {
    const refused = refuseComment(body);
    if (refused) return refused;
    const text = String(body['body']);
    const comment = scene.state.addComment(issue.number, { author: token.login, body: text });
    return created(commentResource(comment, issue, scene.site));
  }),
  'issues/get-comment': withComment((comment, issue, _call, scene) =>
    ok(commentResource(comment, issue, scene.site)),
  ),
  'issues/update-comment': withComment((comment, issue, { body }, scene) => {
    const refused = refuseComment(body);
    if (refused) return refused;
    comment.body = String(body['body']);
    comment.updatedAt = instant();
    return ok(commentResource(comment, issue, scene.site));
  }),
  'issues/delete-comment': withComment((comment, _issue, _call, { state }) => {
    state.comments.splice(state.comments.indexOf(comment), 1);
    return { status: 204 };
  }),
  'issues/list-labels-for-repo': (call, { state, site }) =>
    paged(
      [...state.labels].map((label) => labelResource(label, site)),
      call,
    ),
  'issues/create-label': ({ body }, { state, site }) => {
    const name = String(body['name']);
    if (state.labels.has(name)) return invalid('Label', 'name', 'already_exists');
    state.labels.add(name);
    return created(labelResource(name, site));
  },
  'issues/add-labels': withIssue((issue, { body }, { state, site }) => {
    const names = labelNames(body['labels'] ?? body);
    for (const name of names) state.labels.add(name);
    issue.labels = [...new Set([...issue.labels, ...names])];
    return ok(issue.labels.map((label) => labelResource(label, site)));
  }),
} satisfies Record<string, Operate>;

/** Changes the fields in the request, like `PATCH`. */
export function edit(issue: Issue, body: Call['body']): void {
  const { title, body: text, state, state_reason: reason, labels } = body;
  if (title !== undefined) issue.title = textOf(title, issue.title);
  if (text !== undefined) issue.body = text as string | null;
  if (state !== undefined) setState(issue, state as Issue['state']);
  if (state === 'closed') issue.stateReason = textOf(reason, 'completed');
  if (labels !== undefined) issue.labels = labelNames(labels);
  issue.updatedAt = instant();
}

/** Why GitHub would refuse this title and body. */
export function refuseIssue({ title, body }: Call['body']): Answer | undefined {
  const text = textOf(title, '');
  if (text.trim() === '') return invalid('Issue', 'title', "title can't be blank");
  if (lengthOf(text) > 256) return invalid('Issue', 'title', 'title is too long (maximum is 256 characters)');
  return bodyRefusal('Issue', body as string | null | undefined);
}

function refuseComment({ body }: Call['body']): Answer | undefined {
  if (String(body).trim() === '') return invalid('IssueComment', 'data', "Body can't be blank");
  return bodyRefusal('IssueComment', String(body));
}

/** Newest first, including pull requests. */
function listed({ query }: Call, { state }: Scene): Issue[] {
  const { state: wanted = 'open', labels = '', creator, sort, direction } = query;
  const names = String(labels)
    .split(',')
    .filter((name) => name !== '');
  const found = state.issues.filter(
    (issue) =>
      (wanted === 'all' || issue.state === wanted) &&
      (creator === undefined || issue.author === creator) &&
      names.every((name) => issue.labels.includes(name)),
  );
  const ascending =
    sort === 'updated' ? found.toSorted((a, b) => (a.updatedAt < b.updatedAt ? -1 : 1)) : found;
  return direction === 'asc' ? ascending : ascending.toReversed();
}

function resource(issue: Issue, { state, site }: Scene): unknown {
  const comments = state.comments.filter(({ number }) => number === issue.number).length;
  return issueResource(issue, comments, site);
}

function labelNames(labels: unknown): string[] {
  if (!Array.isArray(labels)) return [];
  return labels.map((label: string | { name: string }) => (typeof label === 'string' ? label : label.name));
}

function withIssue(operate: (issue: Issue, call: Call, scene: Scene) => Answer): Operate {
  return (call, scene) => {
    const issue = scene.state.issue(Number(call.path['issue_number']));
    return issue ? operate(issue, call, scene) : NOT_FOUND;
  };
}

function withComment(operate: (comment: Comment, on: Issue, call: Call, scene: Scene) => Answer): Operate {
  return (call, scene) => {
    const comment = scene.state.comment(Number(call.path['comment_id']));
    const issue = comment && scene.state.issue(comment.number);
    return comment && issue ? operate(comment, issue, call, scene) : NOT_FOUND;
  };
}
