import { isDeepStrictEqual } from 'node:util';
import { COMMENT } from '../messages/comment-messages.ts';
import { phraseMarkdown } from '../render/markdown/escape-markdown.ts';
import { commentParts, type CommentPlace, type Signer } from '../review/marker.ts';
import { CodeHostFailure, type Comment, type CommitStatus } from './github/resources.ts';
import type { GitHubApi } from './github/api.ts';
import type { ActionContext } from './context.ts';
import { stepNotice } from '../messages/catalog/steps.ts';
import type { StepNoticeParams } from '../model/action-reasons.ts';
import { visibleLine } from '../render/text-layout.ts';
import { EXIT } from '../model/exit.ts';
import { sha256, type Context } from '../app/context.ts';
import { UserFailure } from '../app/process/user-failure.ts';
import { createHmac, timingSafeEqual } from 'node:crypto';

/** The subject of one of our comments: one per pull request, workspace and campaign folder. */
export interface StickyName {
  readonly purpose: 'plan' | 'result' | 'test';
  readonly workspace: string;
  /** From the repository's root. */
  readonly folder: string;
}

/** The invisible first line of the comment, by which it is found again. Later parts have their number in it. */
export function stickyTag({ purpose, workspace, folder }: StickyName, part = 1): string {
  const number = part === 1 ? '' : ` ${part}`;
  return `<!-- campaigns-${purpose}:${workspace} ${encodeURI(folder)}${number} -->`;
}

/** Which part of a comment a line is the tag of; undefined if it isn't a tag. */
export function partOfTag(name: StickyName, line: string): number | undefined {
  const stem = stickyTag(name).replace(/ -->$/, '');
  if (!line.startsWith(stem)) return undefined;
  // Anything after it would be visible in the comment but not part of a signature.
  const match = /^(?: ([2-9]|[1-9]\d+))? -->$/.exec(line.slice(stem.length));
  if (!match) return undefined;
  return match[1] === undefined ? 1 : Number(match[1]);
}

/** How many characters of a comment the tag takes. */
export function tagLength(name: StickyName): number {
  return stickyTag(name, 1_000).length + 1;
}

/** One of our comments and its part number. */
export interface StickyComment extends Comment {
  readonly part: number;
}

/** Our comments of a name on a pull request, one for each body, and those that they may replace. */
interface Comments {
  readonly bodies: readonly string[];
  readonly replaced: readonly StickyComment[];
}

/**
 * Writes the comments of a name on a pull request: edits existing ones, and creates missing ones. Parts that are no
 * longer used are marked as outdated. `compose` gets those that are there; undefined: nothing is written. Returns the
 * address of the first one.
 */
export async function postComments(
  job: ActionContext,
  { pull, what, name }: Pick<Posted, 'what'> & { readonly pull: number; readonly name: StickyName },
  compose: (found: readonly StickyComment[]) => Comments | undefined | Promise<Comments | undefined>,
): Promise<string | undefined> {
  return postToCodeHost(job, { what, at: `#${pull}` }, async (api) => {
    const comments = await compose(await findComments(api, pull, name));
    if (!comments) return undefined;
    const { bodies, replaced } = comments;
    const written: Comment[] = [];
    for (const [at, body] of bodies.entries()) {
      const text = `${stickyTag(name, at + 1)}\n${body}`;
      const newest = replaced.findLast(({ part }) => part === at + 1);
      // Another run with the same result is nothing new.
      const isSame = newest && isDeepStrictEqual(commentParts(newest.body), commentParts(text));
      if (isSame) written.push(newest);
      else written.push(await (newest ? api.updateComment(newest.id, text) : api.createComment(pull, text)));
    }
    const kept = new Set(written.map(({ id }) => id));
    // Without the tag, they would not be found again.
    const outdated = phraseMarkdown(COMMENT.outdated(written[0]?.url ?? ''));
    for (const { id } of replaced) if (!kept.has(id)) await api.updateComment(id, outdated);
    return written[0]?.url;
  });
}

/** Oldest first. */
export async function findComments(api: GitHubApi, pull: number, name: StickyName): Promise<StickyComment[]> {
  const tagged = (await api.comments(pull)).flatMap((comment) => {
    const part = partOfTag(name, comment.body.split(/\r?\n/, 1)[0] ?? '');
    return part === undefined ? [] : [{ ...comment, part }];
  });
  return api.ours(tagged);
}

/** What is posted; `at`: the pull request or the commit, if it is for one. */
type Posted = Pick<StepNoticeParams['not-posted'], 'what' | 'at'>;

/**
 * Posts something to the code host. If that fails, the work continues: the result is undefined, and a warning says why.
 */
export async function postToCodeHost<Answer>(
  { api, log }: ActionContext,
  posted: Posted,
  act: (api: GitHubApi) => Promise<Answer>,
): Promise<Answer | undefined> {
  try {
    if (!api) throw new CodeHostFailure({ code: 'no-token' });
    return await act(api);
  } catch (error) {
    if (!(error instanceof CodeHostFailure)) throw error;
    log.warn(stepNotice({ code: 'not-posted', ...posted, problem: error.problem }));
    return undefined;
  }
}

/** GitHub accepts 140 characters for the description of a commit status. */
const DESCRIPTION_CHARS = 140;

/** Sets a commit status. `campaigns/<workspace>/plan` is what teams can make a required check. */
export async function postStatus(job: ActionContext, head: string, status: CommitStatus): Promise<void> {
  const text = visibleLine(job.session.secrets.redact(status.description));
  const description = text.length <= DESCRIPTION_CHARS ? text : `${text.slice(0, DESCRIPTION_CHARS - 1)}…`;
  await postToCodeHost(job, { what: 'status', at: head.slice(0, 7) }, (api) =>
    api.setStatus(head, { ...status, description }),
  );
}

/** HMAC-SHA256 with the review key. Without a key, nothing verifies, because anyone can sign with an empty key. */
export function signerFor(reviewKey: string): Signer {
  const sign = (text: string) => createHmac('sha256', reviewKey).update(text).digest('hex');
  return {
    sign,
    verify: (text, signature) =>
      reviewKey !== '' && timingSafeEqual(Buffer.from(sign(text), 'hex'), Buffer.from(signature, 'hex')),
    digest: sha256,
  };
}

/**
 * The place that plan comments of this run are signed for, without the pull request. Throws CodeHostFailure, and
 * UserFailure if the repository's ID is unknown.
 */
export async function reviewPlace(
  { github, api }: Pick<ActionContext, 'github' | 'api'>,
  { folder }: Pick<Context, 'folder'>,
  { workspace, base }: Pick<CommentPlace, 'workspace' | 'base'>,
): Promise<Omit<CommentPlace, 'pull'>> {
  const repository = github.repositoryId ?? (await api?.repositoryId());
  if (repository !== undefined) return { repository, folder: folder.path, workspace, base };
  throw new UserFailure(EXIT.USAGE, { code: 'event-unusable', why: 'no-repository' });
}
