import { missingPermission, type Token } from './tokens.ts';
import { ok, refusal, type Answer } from './answers.ts';
import type { State } from './state.ts';

/** The action uses one GraphQL operation, because a comment can't be minimized with REST. */
export function answerGraphql(raw: string, token: Token | undefined, state: State): Answer {
  if (!token) return refusal(401, 'Bad credentials');
  const { query, variables } = JSON.parse(raw) as { query: string; variables: { id?: string } };
  const comment = state.comments.find(({ id }) => `IC_${id}` === variables.id);
  if (!/minimizeComment\(input: \{ subjectId: \$id, classifier: OUTDATED \}\)/.test(query))
    return problem('the fake knows minimizeComment only');
  if (missingPermission(token, 'issues/update-comment', 'pull') !== undefined)
    return problem('Resource not accessible by integration');
  if (!comment) return problem(`Could not resolve to a node with the global id of '${variables.id ?? ''}'`);
  comment.isMinimized = true;
  return ok({ data: { minimizeComment: { clientMutationId: null } } });
}

/** GraphQL also answers refusals with 200. */
function problem(message: string): Answer {
  return ok({
    data: null,
    errors: [{ type: 'FORBIDDEN', message, path: ['minimizeComment'], locations: [] }],
  });
}
