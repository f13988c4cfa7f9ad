import { bodyRefusal, created, invalid, lengthOf, NOT_FOUND, ok, textOf, type Answer } from './answers.ts';
import type { Call, Operate, Scene } from './call.ts';
import { paged } from './paging.ts';
import { commentResource, issueResource } from './resources.ts';
import { instant, setState, type Comment, type Issue } from './state.ts';

/** Issues, their comments and labels. */
export const ISSUE_OPERATIONS = {
  'issues/list-for-repo': (call, scene) =>
    paged(
      listed(call, scene).map((issue) => resource(issue, scene)),
      call,
    ),
  'issues/create': ({ body, token }, scene) => {
    const refused = refuseIssue(body);
    if (refused) return refused;
    const { title, body: text } = body;
    const words = { title: String(title), body: (text ?? null) as string | null };
    const issue = scene.state.open({ ...words, author: token.login }, null);
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
  'issues/update-comment': withComment((comment, issue, { body }, scene) => {
    const refused = refuseComment(body);
    if (refused) return refused;
    comment.body = String(body['body']);
    comment.updatedAt = instant();
    return ok(commentResource(comment, issue, scene.site));
  }),
} satisfies Record<string, Operate>;

/** Changes the fields in the request, like `PATCH`. */
export function edit(issue: Issue, body: Call['body']): void {
  const { title, body: text, state, state_reason: reason } = body;
  if (title !== undefined) issue.title = textOf(title, issue.title);
  if (text !== undefined) issue.body = text as string | null;
  if (state !== undefined) setState(issue, state as Issue['state']);
  if (state === 'closed') issue.stateReason = textOf(reason, 'completed');
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
  const { state: wanted = 'open' } = query;
  return state.issues.filter((issue) => wanted === 'all' || issue.state === wanted).toReversed();
}

function resource(issue: Issue, { state, site }: Scene): unknown {
  const comments = state.comments.filter(({ number }) => number === issue.number).length;
  return issueResource(issue, comments, site);
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
