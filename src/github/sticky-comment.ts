import type { Comment, GitHubApi } from './api.ts';

/** What a sticky comment is about: one per pull request, workspace and purpose. */
export interface StickyName {
  readonly purpose: 'plan' | 'result';
  readonly workspace: string;
}

/** Stands in front of the body, unseen, so that the comment is found again. */
export function stickyTag({ purpose, workspace }: StickyName): string {
  return `<!-- campaigns-${purpose}:${workspace} -->`;
}

/** Characters that the tag takes of a comment's room. */
export function tagLength(name: StickyName): number {
  return stickyTag(name).length + 1;
}

/** What of a body has to differ for an edit to be worth it; all of it unless told. */
type Essence = (body: string) => string;

/**
 * Writes the one comment of its name on a pull request: edits the one that is there where it says something else, or
 * makes it. Where two runs made one each, the newest is kept and the others say that they are outdated. Throws
 * GitHubFailure.
 */
export async function keepComment(
  api: GitHubApi,
  pull: number,
  comment: {
    readonly name: StickyName;
    readonly body: string;
    readonly onlyIfThere?: true;
    readonly essence?: Essence;
  },
): Promise<Comment | undefined> {
  const { name, body, essence = asItIs } = comment;
  const found = await findComments(api, pull, name);
  const newest = found.at(-1);
  if (!newest && comment.onlyIfThere) return undefined;
  const text = `${stickyTag(name)}\n${body}`;
  const kept = newest
    ? essence(newest.body) === essence(text)
      ? newest
      : await api.updateComment(newest.id, text)
    : await api.createComment(pull, text);
  for (const old of found.slice(0, -1))
    await api.updateComment(old.id, `Outdated: see [the newer one](${kept.url}).`);
  return kept;
}

const asItIs: Essence = (body) => body;

/** Our own comments of a name, the oldest first: anybody can write the tag, so the author must be a bot or we. */
export async function findComments(api: GitHubApi, pull: number, name: StickyName): Promise<Comment[]> {
  const tagged = (await api.comments(pull)).filter(({ body }) => body.startsWith(stickyTag(name)));
  if (tagged.every(({ author }) => author.isBot)) return tagged;
  const self = await api.login();
  return tagged.filter(({ author }) => author.isBot || author.login === self);
}
