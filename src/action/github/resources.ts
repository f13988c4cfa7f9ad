import type { CodeHostProblem } from '../../model/action-reasons.ts';
import { isObject } from '../../model/json.ts';
import type { MergedPull } from '../../review/collect.ts';

// What a step reads and writes on the code host; `github/api.ts` does it.

/** A text that somebody wrote on the code host. */
export interface Written {
  readonly body: string;
  readonly url: string;
  readonly author: { readonly login: string; readonly isBot: boolean };
}

export interface Comment extends Written {
  readonly id: number;
  /** The object's other identifier, which GraphQL needs. */
  readonly nodeId: string;
}

/** An issue, or a pull request that can still be changed. */
export interface Issue extends Written {
  readonly number: number;
  readonly title: string;
}

/** The current state of a pull request. */
export interface PullNow {
  readonly fate: 'open' | 'merged' | 'closed';
  /** Its newest commit. */
  readonly head: string;
}

/** What is changed of a pull request or an issue. */
export interface Change {
  readonly title?: string;
  readonly body?: string;
  readonly state?: 'open' | 'closed';
}

export interface CommitStatus {
  readonly state: 'success' | 'failure' | 'pending';
  readonly context: string;
  /** At most 140 characters. */
  readonly description: string;
  readonly url: string | null;
}

/** The code host refused a request, or did not answer it. The message of the error is only the code. */
export class CodeHostFailure extends Error {
  override readonly name = 'CodeHostFailure';
  readonly problem: CodeHostProblem;

  constructor(problem: CodeHostProblem, options?: ErrorOptions) {
    super(problem.code, options);
    this.problem = problem;
  }
}

/** Empty if the answer isn't a comment. */
export function toComment(value: unknown): Comment[] {
  if (!isObject(value) || typeof value.id !== 'number') return [];
  const { id, node_id: nodeId } = value;
  return [{ id, nodeId: textOf(nodeId), ...textBy(value) }];
}

/** Empty if a list of issues shows a pull request there, or no issue at all. */
export function toIssue(value: unknown): Issue[] {
  if (!isObject(value) || typeof value.number !== 'number' || isObject(value.pull_request)) return [];
  return [{ number: value.number, title: textOf(value.title), ...textBy(value) }];
}

function textBy({ body, html_url: url, user }: Readonly<Record<string, unknown>>) {
  const { login: name, type } = isObject(user) ? user : {};
  const login = textOf(name);
  const author = { login, isBot: type === 'Bot' || login.endsWith('[bot]') };
  return { body: textOf(body), url: textOf(url), author };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
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

/** The resource that GitHub says it created. */
export function firstOf<Answer>([answer]: readonly Answer[]): Answer {
  if (answer !== undefined) return answer;
  throw new CodeHostFailure({ code: 'nothing-returned' });
}
