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

/** Empty if a list of issues shows a pull request there. Throws CodeHostFailure if the answer isn't an issue. */
export function toIssue(value: unknown): Issue[] {
  if (!isObject(value) || typeof value.number !== 'number') throw unexpected(SUCCESS, value);
  if (isObject(value.pull_request)) return [];
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

/** A pull request in a list, or by itself. */
export interface PullRow {
  readonly number: number;
  readonly head: string;
  readonly base: string;
  readonly updatedAt: string;
  readonly mergedAt: string | null;
  readonly mergeCommit: string | null;
  readonly state: 'open' | 'closed';
}

/** Empty if the answer isn't a pull request. */
export function toPull(value: unknown): PullRow[] {
  if (!isObject(value)) return [];
  const { number, head, base, state, updated_at: updatedAt, merge_commit_sha: mergeCommit } = value;
  const { merged_at: mergedAt = null } = value;
  const isWhole =
    typeof number === 'number' && isObject(head) && isObject(base) && isDate(updatedAt) && isKnown(state);
  if (!isWhole || typeof head.sha !== 'string' || typeof base.ref !== 'string') return [];
  if (mergedAt !== null && !isDate(mergedAt)) return [];
  const commit = typeof mergeCommit === 'string' ? mergeCommit : null;
  return [{ number, head: head.sha, base: base.ref, updatedAt, mergedAt, mergeCommit: commit, state }];
}

function isDate(value: unknown): value is string {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value));
}

function isKnown(state: unknown): state is PullRow['state'] {
  return state === 'open' || state === 'closed';
}

/** Empty if it wasn't merged into this branch since then. */
export function toMergedPull(
  { base, mergedAt, mergeCommit, number, head }: PullRow,
  { branch, since }: { readonly branch: string; readonly since: number },
): MergedPull[] {
  if (base !== branch || mergedAt === null || Date.parse(mergedAt) < since) return [];
  return [{ number, head, mergedAt, mergeCommit }];
}

/** How much of an answer a message shows, in characters. */
const SHOWN_CHARS = 60;

/** An answer that can't be what was asked for. */
export function unexpected(status: number, data: unknown): CodeHostFailure {
  const text = typeof data === 'string' ? data.trim() : JSON.stringify(data);
  const said = (text || 'nothing').split('\n')[0]?.slice(0, SHOWN_CHARS) ?? '';
  return new CodeHostFailure({ code: 'unexpected', status, said });
}

/** What an answer is about; throws CodeHostFailure if it is something else. */
export function firstOf<Answer>([answer]: readonly Answer[], data: unknown): Answer {
  if (answer !== undefined) return answer;
  throw unexpected(SUCCESS, data);
}

const SUCCESS = 200;
const CREATED = 201;

/**
 * Throws CodeHostFailure if a successful answer can't be what GitHub promises: a page in front of it answers with a text,
 * and the request that a redirect led to with something else. What is read of a resource is checked where it is read.
 */
export function requirePromised(
  { status, data }: { readonly status: number; readonly data: unknown },
  { method, url }: { readonly method: string; readonly url: string },
): void {
  const isList = method === 'GET' && /\/(?:comments|commits|issues|pulls|reviews)(?:\?|$)/.test(url);
  const promised = method === 'POST' && !/\/graphql$/.test(url) ? CREATED : SUCCESS;
  const isWhole = isList ? Array.isArray(data) : isObject(data);
  if (!isWhole || status !== promised) throw unexpected(status, data);
}

/** Throws CodeHostFailure if the answer is about another pull request or issue than this one. */
export function requireNumber(data: unknown, number: number): void {
  if (!isObject(data) || data.number !== number) throw unexpected(SUCCESS, data);
}
