import { created, invalid, NOT_FOUND, ok, refusal, type Answer } from './answers.ts';
import type { Call, Operate, Scene } from './call.ts';
import { edit, refuseIssue } from './issue-operations.ts';
import { paged } from './paging.ts';
import { pullResource, pullSummary, userResource } from './resources.ts';
import { instant, type Pull, type ReviewComment } from './state.ts';
import { ACTIONS_BOT } from './tokens.ts';

/** Pull requests, also by their commits. */
export const PULL_OPERATIONS = {
  'pulls/list': async (call, scene) => {
    await updateHeads(scene);
    return paged(
      listed(call, scene).map((pull) => pullSummary(pull, scene.site)),
      call,
    );
  },
  'pulls/get': withPull((pull, _call, scene) => ok(pullResource(pull, scene.site))),
  'pulls/update': withPull((pull, { body }, scene) => {
    const refused = refuseIssue({ title: pull.title, ...body });
    if (refused) return refused;
    if (body['state'] === 'open' && pull.pull.mergedAt !== null)
      return invalid('PullRequest', 'state', 'state cannot be changed. The pull request is already merged.');
    edit(pull, body);
    return ok(pullResource(pull, scene.site));
  }),
  'pulls/list-files': withPull(async (pull, call, scene) => {
    const { base, head } = pull.pull;
    const files = await scene.git().changedFiles(base.sha, head.sha);
    const patched = await Promise.all(
      files.map(async (file) => ({ ...file, patch: await scene.git().patch(base.sha, head.sha, file.path) })),
    );
    return paged(
      patched.map((file) => fileResource(file, head.sha, scene)),
      call,
    );
  }),
  'pulls/create': createPull,
  'pulls/create-review': withPull(createReview),
  'pulls/list-review-comments': withPull((pull, call, { state, site }) =>
    paged(
      state.reviewComments
        .filter(({ number }) => number === pull.number)
        .map((comment) => reviewCommentResource(comment, site)),
      call,
    ),
  ),
  'repos/list-pull-requests-associated-with-commit': async (call, scene) => {
    await updateHeads(scene);
    const sha = call.path['commit_sha'] ?? '';
    const found = scene.state.pulls().filter(({ pull }) => pull.commits.includes(sha));
    if (found.length === 0 && scene.hasGit && (await scene.git().commit(sha)) === undefined)
      return refusal(422, `No commit found for SHA: ${sha}`);
    return paged(
      found.map((pull) => pullSummary(pull, scene.site)),
      call,
    );
  },
} satisfies Record<string, Operate>;

/** A push to the branch of an open pull request moves its head, which GitHub does automatically. */
async function updateHeads({ state, site, git, hasGit }: Scene): Promise<void> {
  if (!hasGit) return;
  for (const { pull, state: status } of state.pulls()) {
    if (status === 'closed' || pull.head.repository !== site.repository) continue;
    const tip = await git().commit(`refs/heads/${pull.head.ref}`);
    if (tip === undefined) continue;
    pull.head.sha = tip;
    pull.commits = await git().commitsBetween(pull.base.sha, tip);
  }
}

async function createPull({ body, token }: Call, scene: Scene): Promise<Answer> {
  const { state, site, settings } = scene;
  if (token.login === ACTIONS_BOT && !settings.actionsMayOpenPulls)
    return refusal(403, 'GitHub Actions is not permitted to create or approve pull requests.');
  const refused = refuseIssue(body);
  if (refused) return refused;
  const [ref, baseRef] = [String(body['head']).replace(/^[^:]*:/, ''), String(body['base'])];
  const head = await scene.git().commit(`refs/heads/${ref}`);
  const base = await scene.git().commit(`refs/heads/${baseRef}`);
  if (head === undefined) return invalid('PullRequest', 'head', 'invalid');
  if (base === undefined) return invalid('PullRequest', 'base', 'invalid');
  const commits = await scene.git().commitsBetween(base, head);
  if (commits.length === 0) return invalid('PullRequest', 'head', `No commits between ${baseRef} and ${ref}`);
  const name = `${site.repository.split('/')[0] ?? ''}:${ref}`;
  if (state.pulls().some(({ state: status, pull }) => status === 'open' && pull.head.ref === ref))
    return invalid('PullRequest', 'head', `A pull request already exists for ${name}.`);
  const words = { title: String(body['title']), body: (body['body'] ?? null) as string | null };
  const pull = state.open(
    { ...words, author: token.login },
    {
      head: { repository: site.repository, ref, sha: head },
      base: { repository: site.repository, ref: baseRef, sha: base },
      ...{ draft: body['draft'] === true, mergedAt: null, mergeCommitSha: null, commits },
    },
  );
  return created(pullResource(pull, site));
}

/** GitHub takes comments on lines of the diff only: those that came, and those that stand around what changed. */
async function createReview(pull: Pull, { body, token }: Call, scene: Scene): Promise<Answer> {
  const { base, head } = pull.pull;
  const comments = (body['comments'] ?? []) as { path: string; line: number; body: string }[];
  for (const { path, line } of comments) {
    const patch = await scene.git().patch(base.sha, head.sha, path);
    if (!linesOf(patch).has(line))
      return refusal(422, 'Unprocessable Entity: Pull request review thread line must be part of the diff');
  }
  const createdAt = instant();
  for (const { path, line, body: text } of comments)
    scene.state.reviewComments.push({
      ...{ id: scene.state.nextId(), number: pull.number, author: token.login, createdAt },
      ...{ commit: head.sha, path, line, body: text },
    });
  const id = scene.state.nextId();
  return ok({
    ...{ id, node_id: `PRR_${id}`, user: userResource(token.login, scene.site), state: 'COMMENTED' },
    ...{ body: typeof body['body'] === 'string' ? body['body'] : '' },
    html_url: `${scene.site.serverUrl}/${scene.site.repository}/pull/${pull.number}#pullrequestreview-${id}`,
  });
}

/** Lines of the new side that are in hunks. */
function linesOf(patch: string): ReadonlySet<number> {
  const lines = new Set<number>();
  let next = 0;
  for (const line of patch.split('\n')) {
    const [, start] = /^@@ -\S+ \+(\d+)/.exec(line) ?? [];
    if (start !== undefined) next = Number(start);
    else if (line.startsWith('+') || line.startsWith(' ')) lines.add(next++);
  }
  return lines;
}

function reviewCommentResource(comment: ReviewComment, site: Scene['site']) {
  const { id, number, author, createdAt, commit, path, line, body } = comment;
  return {
    ...{ id, node_id: `PRRC_${id}`, path, line, side: 'RIGHT', body, commit_id: commit },
    ...{ url: `${site.apiUrl}/repos/${site.repository}/pulls/comments/${id}` },
    ...{ html_url: `${site.serverUrl}/${site.repository}/pull/${number}#discussion_r${id}` },
    ...{ user: userResource(author, site), created_at: createdAt, updated_at: createdAt },
  };
}

function listed({ query }: Call, { state }: Scene): Pull[] {
  const { state: wanted = 'open', head, base, sort, direction } = query;
  const found = state.pulls().filter(({ state: status, pull }) => {
    const label = `${pull.head.repository?.split('/')[0] ?? ''}:${pull.head.ref}`;
    return (
      (wanted === 'all' || status === wanted) &&
      (head === undefined || head === label) &&
      (base === undefined || base === pull.base.ref)
    );
  });
  const ascending =
    sort === 'updated' ? found.toSorted((a, b) => (a.updatedAt < b.updatedAt ? -1 : 1)) : found;
  const newestFirst = direction === undefined ? (sort ?? 'created') === 'created' : direction === 'desc';
  return newestFirst ? ascending.toReversed() : ascending;
}

function fileResource(
  { letter, path, before, patch }: { letter: string; path: string; before?: string; patch: string },
  commit: string,
  { site: { serverUrl, apiUrl, repository } }: Scene,
): unknown {
  const statuses: Record<string, string> = { A: 'added', D: 'removed', M: 'modified', R: 'renamed' };
  return {
    ...{ sha: commit, filename: path, status: statuses[letter] ?? 'changed' },
    ...{ additions: 1, deletions: 1, changes: 2 },
    blob_url: `${serverUrl}/${repository}/blob/${commit}/${encodeURI(path)}`,
    raw_url: `${serverUrl}/${repository}/raw/${commit}/${encodeURI(path)}`,
    contents_url: `${apiUrl}/repos/${repository}/contents/${encodeURI(path)}?ref=${commit}`,
    ...(before !== undefined && { previous_filename: before }),
    ...(patch !== '' && { patch }),
  };
}

function withPull(operate: (pull: Pull, call: Call, scene: Scene) => Answer | Promise<Answer>): Operate {
  return async (call, scene) => {
    await updateHeads(scene);
    const pull = scene.state.pull(Number(call.path['pull_number']));
    return pull ? operate(pull, call, scene) : NOT_FOUND;
  };
}
