import { created, invalid, NOT_FOUND, ok, refusal, type Answer } from './answers.ts';
import type { Call, Operate, Scene } from './call.ts';
import { edit, refuseIssue } from './issue-operations.ts';
import { paged } from './paging.ts';
import { pullResource, pullSummary } from './resources.ts';
import type { Pull } from './state.ts';
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
  'pulls/create': createPull,
} satisfies Record<string, Operate>;

/** A push to the branch of an open pull request moves its head, which GitHub does automatically. */
async function updateHeads({ state, site, git }: Scene): Promise<void> {
  for (const { pull, state: status } of state.pulls()) {
    if (status === 'closed' || pull.head.repository !== site.repository) continue;
    const tip = await git.commit(`refs/heads/${pull.head.ref}`);
    if (tip === undefined) continue;
    pull.head.sha = tip;
    pull.commits = await git.commitsBetween(pull.base.sha, tip);
  }
}

async function createPull({ body, token }: Call, scene: Scene): Promise<Answer> {
  const { state, site, settings } = scene;
  if (token.login === ACTIONS_BOT && !settings.actionsMayOpenPulls)
    return refusal(403, 'GitHub Actions is not permitted to create or approve pull requests.');
  const refused = refuseIssue(body);
  if (refused) return refused;
  const [ref, baseRef] = [String(body['head']).replace(/^[^:]*:/, ''), String(body['base'])];
  const head = await scene.git.commit(`refs/heads/${ref}`);
  const base = await scene.git.commit(`refs/heads/${baseRef}`);
  if (head === undefined) return invalid('PullRequest', 'head', 'invalid');
  if (base === undefined) return invalid('PullRequest', 'base', 'invalid');
  const commits = await scene.git.commitsBetween(base, head);
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
      ...{ mergedAt: null, mergeCommitSha: null, commits },
    },
  );
  return created(pullResource(pull, site));
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

function withPull(operate: (pull: Pull, call: Call, scene: Scene) => Answer | Promise<Answer>): Operate {
  return async (call, scene) => {
    await updateHeads(scene);
    const pull = scene.state.pull(Number(call.path['pull_number']));
    return pull ? operate(pull, call, scene) : NOT_FOUND;
  };
}
