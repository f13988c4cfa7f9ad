import type { GitHubApi } from './api.ts';
import type { Comment } from './resources.ts';

/** What a comment of ours is about: one of each per pull request, workspace and campaign folder. */
export interface StickyName {
  readonly purpose: 'plan' | 'result';
  readonly workspace: string;
  /** From the repository's root. */
  readonly folder: string;
}

/** The first line of the comment, which nobody sees, so that it is found again. Later parts have their number. */
export function stickyTag({ purpose, workspace, folder }: StickyName, part = 1): string {
  const number = part === 1 ? '' : ` ${part}`;
  return `<!-- campaigns-${purpose}:${workspace} ${encodeURI(folder)}${number} -->`;
}

/** Which part of a comment a line is the tag of; undefined for another line. */
export function partOfTag(name: StickyName, line: string): number | undefined {
  const stem = stickyTag(name).replace(/ -->$/, '');
  if (!line.startsWith(stem)) return undefined;
  // Whatever stood behind it would be seen in the comment, and be part of no signature.
  const match = /^(?: ([2-9]|[1-9]\d+))? -->$/.exec(line.slice(stem.length));
  if (!match) return undefined;
  return match[1] === undefined ? 1 : Number(match[1]);
}

/** Characters that the tag takes of a comment's size. */
export function tagLength(name: StickyName): number {
  return stickyTag(name, 1_000).length + 1;
}

/** A comment of ours and the part that it is. */
export interface StickyComment extends Comment {
  readonly part: number;
}

/**
 * Our own comments of a name on a pull request, the oldest first; of those that were read already, where they are given.
 * Anybody can write the tag, and only our own can be edited.
 */
export async function findComments(
  api: GitHubApi,
  pull: number,
  name: StickyName,
  comments?: readonly Comment[],
): Promise<StickyComment[]> {
  const tagged = (comments ?? (await api.comments(pull))).flatMap((comment) => {
    const part = partOfTag(name, comment.body.split(/\r?\n/, 1)[0] ?? '');
    return part === undefined ? [] : [{ ...comment, part }];
  });
  if (tagged.every(({ author }) => author.isBot)) return tagged;
  const self = await api.login();
  return tagged.filter(({ author }) => author.isBot || author.login === self);
}

/** What of a body has to differ for an edit to be worth it; all of it by default. */
export type Essence = (body: string) => string;

/**
 * Writes the comments of a name on a pull request, one for each body: edits those that are there where they say
 * something else, and creates what is missing. Parts that are no longer used say so. Throws GitHubFailure.
 */
export async function upsertComments(
  api: GitHubApi,
  pull: number,
  comment: {
    readonly name: StickyName;
    readonly bodies: readonly string[];
    readonly found?: readonly StickyComment[];
    readonly essence?: Essence;
  },
): Promise<Comment | undefined> {
  const { name, bodies, essence = (text: string) => text } = comment;
  const found = comment.found ?? (await findComments(api, pull, name));
  const written: Comment[] = [];
  for (const [at, body] of bodies.entries()) {
    const text = `${stickyTag(name, at + 1)}\n${body}`;
    const newest = found.findLast(({ part }) => part === at + 1);
    if (!newest) written.push(await api.createComment(pull, text));
    else if (essence(newest.body) === essence(text)) written.push(newest);
    else written.push(await api.updateComment(newest.id, text));
  }
  const kept = new Set(written.map(({ id }) => id));
  // Without the tag they are not found again.
  const outdated = `Outdated: see [the newer one](${written[0]?.url ?? ''}).`;
  for (const { id } of found) if (!kept.has(id)) await api.updateComment(id, outdated);
  return written[0];
}
