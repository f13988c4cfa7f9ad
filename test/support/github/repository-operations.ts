import { created, invalid, lengthOf, NOT_FOUND, ok, refusal, textOf, type Answer } from './answers.ts';
import type { Call, Operate, Scene } from './call.ts';
import { paged } from './paging.ts';
import { fullRepositoryResource, ownUserResource, statusResource } from './resources.ts';
import { instant } from './state.ts';

/** The repository, its statuses and its git data; and the current user. */
export const REPOSITORY_OPERATIONS = {
  'repos/get': (_call, { site }) => ok(fullRepositoryResource(site)),
  'repos/create-commit-status': ({ path, body, token }, { state, site }) => {
    const { state: verdict, context = 'default', description = null, target_url: targetUrl = null } = body;
    if (typeof description === 'string' && lengthOf(description) > LONGEST_DESCRIPTION_CHARACTERS)
      return invalid('Status', 'description', 'description is too long (maximum is 140 characters)');
    const status = {
      ...{ id: state.nextId(), sha: path['sha'] ?? '', state: String(verdict), context: String(context) },
      ...{ description: description as string | null, targetUrl: targetUrl as string | null },
      ...{ creator: token.login, createdAt: instant() },
    };
    state.statuses.push(status);
    return created(statusResource(status, site));
  },
  'repos/list-commit-statuses-for-ref': async (call, { state, site, git, hasGit }) => {
    const ref = call.path['ref'] ?? '';
    const sha = (hasGit ? await git().commit(ref) : undefined) ?? ref;
    const found = state.statuses.filter((status) => status.sha === sha).toReversed();
    return paged(
      found.map((status) => statusResource(status, site)),
      call,
    );
  },
  'repos/get-content': content,
  'git/get-ref': async ({ path }, scene) => {
    const ref = `refs/${path['ref'] ?? ''}`;
    const sha = await scene.git().commit(ref);
    return sha === undefined ? NOT_FOUND : ok(refResource(ref, sha, scene));
  },
  'git/create-ref': async ({ body }, scene) => {
    const [ref, sha] = [String(body['ref']), String(body['sha'])];
    if (!/^refs\/.+\/.+/.test(ref))
      return refusal(422, "Reference name must start with 'refs' and have at least two slashes.");
    if ((await scene.git().commit(ref)) !== undefined) return refusal(422, 'Reference already exists');
    if ((await scene.git().commit(sha)) !== sha) return refusal(422, 'Object does not exist');
    await scene.git().setRef(ref, sha);
    return created(refResource(ref, sha, scene));
  },
  'git/update-ref': async ({ path, body }, scene) => {
    const [ref, sha] = [`refs/${path['ref'] ?? ''}`, String(body['sha'])];
    const before = await scene.git().commit(ref);
    if (before === undefined) return refusal(422, 'Reference does not exist');
    if ((await scene.git().commit(sha)) !== sha) return refusal(422, 'Object does not exist');
    if (body['force'] !== true && !(await scene.git().isAncestor(before, sha)))
      return refusal(422, 'Update is not a fast forward');
    await scene.git().setRef(ref, sha);
    return ok(refResource(ref, sha, scene));
  },
  'users/get-authenticated': ({ token }, { site }) =>
    token.kind === 'installation'
      ? refusal(403, 'Resource not accessible by integration')
      : ok(ownUserResource(token.login, site)),
  'rate-limit/get': (_call, { settings }) => {
    const rate = rateOf(settings.requestsLeft);
    return ok({ resources: { core: rate, search: rate }, rate });
  },
} satisfies Record<string, Operate>;

/** GitHub's hourly limit for a repository's jobs. */
export const REQUESTS_AN_HOUR = 1_000;
const LONGEST_DESCRIPTION_CHARACTERS = 140;

/** The rate limit as in `GET /rate_limit` and, with other names, in headers. */
export function rateOf(left: number): Record<'limit' | 'used' | 'remaining' | 'reset', number> {
  const reset = Math.floor(Date.now() / 1000) + 3600;
  return { limit: REQUESTS_AN_HOUR, used: REQUESTS_AN_HOUR - left, remaining: left, reset };
}

async function content({ path, query, accept }: Call, scene: Scene): Promise<Answer> {
  const git = scene.git();
  const name = path['path'] ?? '';
  const ref = textOf(query['ref'], 'main');
  const commit = await git.commit(ref);
  if (commit === undefined) return refusal(404, `No commit found for the ref ${ref}`);
  const found = await git.object(commit, name);
  if (!found) return NOT_FOUND;
  if (found.type === 'tree') {
    const entries = await git.entries(found.sha);
    return ok(
      entries.map((entry) =>
        entryResource({ ...entry, path: `${name}/${entry.name}`, commit, size: 0 }, scene),
      ),
    );
  }
  const blob = await git.blob(found.sha);
  if (/application\/vnd\.github(\.v3)?\.raw/.test(accept))
    return { status: 200, body: blob.toString('utf8'), type: 'application/vnd.github.raw; charset=utf-8' };
  const file = { ...found, name: name.split('/').at(-1) ?? '', path: name, commit, size: blob.length };
  // GitHub breaks lines every 60 characters.
  const encoded = blob.toString('base64').replaceAll(/.{60}/g, '$&\n');
  return ok({ ...entryResource(file, scene), content: `${encoded}\n`, encoding: 'base64' });
}

function entryResource(
  entry: { type: string; sha: string; name: string; path: string; commit: string; size: number },
  { site: { apiUrl, serverUrl, repository } }: Scene,
): Record<string, unknown> {
  const { sha, name, path, commit, size } = entry;
  const kind = entry.type === 'tree' ? 'tree' : 'blob';
  const url = `${apiUrl}/repos/${repository}/contents/${encodeURI(path)}?ref=${commit}`;
  const html = `${serverUrl}/${repository}/${kind}/${commit}/${encodeURI(path)}`;
  const gitUrl = `${apiUrl}/repos/${repository}/git/${kind}s/${sha}`;
  return {
    ...{
      type: kind === 'tree' ? 'dir' : 'file',
      name,
      path,
      sha,
      size,
      url,
      html_url: html,
      git_url: gitUrl,
    },
    download_url: kind === 'tree' ? null : `${serverUrl}/${repository}/raw/${commit}/${encodeURI(path)}`,
    _links: { self: url, git: gitUrl, html },
  };
}

function refResource(ref: string, sha: string, { site: { apiUrl, repository } }: Scene): unknown {
  const api = `${apiUrl}/repos/${repository}/git`;
  const object = { type: 'commit', sha, url: `${api}/commits/${sha}` };
  return { ref, node_id: `REF_${sha}`, url: `${api}/${ref}`, object };
}
