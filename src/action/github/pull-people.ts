import { isObject } from '../../model/json.ts';

/** Who had a part in a merged pull request, by account; undefined for what GitHub doesn't say. */
export interface PullPeople {
  readonly approvedBy: readonly string[] | undefined;
  readonly mergedBy: string | undefined;
}

/** The associations of people who can write to a repository. */
const WRITERS: ReadonlySet<unknown> = new Set(['OWNER', 'MEMBER', 'COLLABORATOR']);

/** States of a review that replace what the same person said before. A comment doesn't. */
const VERDICTS: ReadonlySet<unknown> = new Set(['APPROVED', 'CHANGES_REQUESTED', 'DISMISSED']);

/**
 * The people with write access whose latest review of the merged head approves it. Neither bots nor the authors of the
 * pull request and its commits count. Each part is undefined if it could not be read.
 */
export function peopleIn(
  pull: unknown,
  {
    reviews,
    commits,
  }: { readonly reviews: readonly unknown[] | undefined; readonly commits: readonly unknown[] | undefined },
): PullPeople {
  if (!isObject(pull)) return { approvedBy: undefined, mergedBy: undefined };
  const mergedBy = accountIn(pull.merged_by)?.login;
  const author = accountIn(pull.user)?.login;
  const head = isObject(pull.head) ? pull.head.sha : undefined;
  if (!reviews || !commits || author === undefined || typeof head !== 'string')
    return { approvedBy: undefined, mergedBy };
  const authors = new Set([
    author,
    ...commits.flatMap((one) => (isObject(one) ? (accountIn(one.author)?.login ?? []) : [])),
  ]);
  const latest = new Map<string, unknown>();
  for (const review of reviews) {
    if (!isObject(review) || review.commit_id !== head || !VERDICTS.has(review.state)) continue;
    const account = accountIn(review.user);
    if (!account || account.isBot || !WRITERS.has(review.author_association)) continue;
    if (!authors.has(account.login)) latest.set(account.login, review.state);
  }
  return {
    approvedBy: [...latest].flatMap(([login, state]) => (state === 'APPROVED' ? [login] : [])),
    mergedBy,
  };
}

function accountIn(user: unknown): { readonly login: string; readonly isBot: boolean } | undefined {
  if (!isObject(user) || typeof user.login !== 'string' || user.login === '') return undefined;
  const { login, type } = user;
  return { login, isBot: type === 'Bot' || login.endsWith('[bot]') };
}
