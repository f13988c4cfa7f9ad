import { isObject } from '../../model/json.ts';
import type { MergedPull } from '../../review/collect.ts';
import { CodeHostFailure, type Account, type Comment, type Issue, type OpenPull } from '../code-host.ts';

export function toOpenPull(value: {
  readonly number: number;
  readonly title: string;
  readonly body: string | null;
  readonly html_url: string;
}): OpenPull {
  const { number, title, body, html_url: url } = value;
  // Text that was sent with line feeds may be returned with other line endings.
  return { number, title, body: (body ?? '').replaceAll('\r\n', '\n'), url };
}

/** Empty if the answer isn't a comment. */
export function toComment(value: unknown): Comment[] {
  if (!isObject(value) || typeof value.id !== 'number') return [];
  const { id, node_id: nodeId, body, html_url: url } = value;
  return [
    {
      id,
      nodeId: typeof nodeId === 'string' ? nodeId : '',
      body: typeof body === 'string' ? body : '',
      url: typeof url === 'string' ? url : '',
      author: toAuthor(value.user),
    },
  ];
}

function toAuthor(value: unknown): Account {
  const user = isObject(value) ? value : {};
  const login = typeof user.login === 'string' ? user.login : '';
  return { login, isBot: user.type === 'Bot' || login.endsWith('[bot]') };
}

/** Empty if it wasn't merged into this branch since then. */
export function toMergedPull(
  value: unknown,
  { branch, since }: { readonly branch: string; readonly since: number },
): MergedPull[] {
  if (!isObject(value) || typeof value.number !== 'number') return [];
  const { number, head, base, merged_at: mergedAt, merge_commit_sha: mergeCommit } = value;
  if (!isObject(head) || typeof head.sha !== 'string' || !isObject(base) || base.ref !== branch) return [];
  if (typeof mergedAt !== 'string' || Date.parse(mergedAt) < since) return [];
  return [
    { number, head: head.sha, mergedAt, mergeCommit: typeof mergeCommit === 'string' ? mergeCommit : null },
  ];
}

/** Empty if the answer isn't an issue. */
export function toIssue(value: unknown): Issue[] {
  if (!isObject(value) || typeof value.number !== 'number') return [];
  const { number, title, body, html_url: url } = value;
  return [
    {
      number,
      title: typeof title === 'string' ? title : '',
      body: typeof body === 'string' ? body : '',
      url: typeof url === 'string' ? url : '',
      isPull: isObject(value.pull_request),
      author: toAuthor(value.user),
    },
  ];
}

/** The resource that GitHub says it created. */
export function firstOf<Answer>([answer]: readonly Answer[]): Answer {
  if (answer !== undefined) return answer;
  throw new CodeHostFailure({ code: 'nothing-returned' });
}
