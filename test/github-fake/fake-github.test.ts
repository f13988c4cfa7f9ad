import { Octokit } from '@octokit/core';
import { paginateRest } from '@octokit/plugin-paginate-rest';
import { describe, expect, test } from 'vitest';
import { startFakeGithub, type FakeGithub } from '../support/github/fake-github.ts';
import { htmlPage, secondaryRateLimit, serverError } from '../support/github/faults.ts';
import type { Permissions } from '../support/github/tokens.ts';

const [HEAD, BASE, MERGED] = ['a'.repeat(40), 'b'.repeat(40), 'c'.repeat(40)] as const;
const REPO = { owner: 'northtrail', repo: 'campaigns' };

/** GitHub's own client, connected to the fake. */
function client(github: FakeGithub, token = github.jobToken()) {
  const silent = { debug: ignore, info: ignore, warn: ignore, error: ignore };
  const Client = Octokit.plugin(paginateRest);
  return new Client({ auth: token, baseUrl: github.site.apiUrl, log: silent });
}

function ignore(): void {
  // Deprecations and the like don't concern these tests.
}

/** What came back: the answer or the refusal. */
async function outcome(request: Promise<{ readonly status: number }>): Promise<{ readonly status: number }> {
  try {
    return await request;
  } catch (error) {
    return error as { status: number };
  }
}

function openPull(github: FakeGithub) {
  return github.pull({ head: { ref: 'sale', sha: HEAD }, base: { ref: 'main', sha: BASE } });
}

const COMMENTS = '/repos/{owner}/{repo}/issues/{issue_number}/comments';
const COMMENT = '/repos/{owner}/{repo}/issues/comments/{comment_id}';

test("every answer matches GitHub's description", async () => {
  const github = await startFakeGithub();
  const octokit = client(github);
  const { number } = openPull(github);
  const on = { ...REPO, issue_number: number };
  const { data: comment } = await octokit.request(`POST ${COMMENTS}`, { ...on, body: 'Hello' });
  const { data: issue } = await octokit.request('POST /repos/{owner}/{repo}/issues', {
    ...REPO,
    title: 'Drift',
    labels: ['drift'],
  });
  await octokit.request(`PATCH ${COMMENT}`, { ...REPO, comment_id: comment.id, body: 'Bye' });
  await octokit.request(`GET ${COMMENT}`, { ...REPO, comment_id: comment.id });
  await octokit.request('PATCH /repos/{owner}/{repo}/issues/{issue_number}', {
    ...REPO,
    issue_number: issue.number,
    state: 'closed',
  });
  await octokit.request('GET /repos/{owner}/{repo}/issues', { ...REPO, state: 'all' });
  await octokit.request('GET /repos/{owner}/{repo}/issues/{issue_number}', on);
  await octokit.request('POST /repos/{owner}/{repo}/issues/{issue_number}/labels', { ...on, labels: ['x'] });
  await octokit.request('POST /repos/{owner}/{repo}/labels', { ...REPO, name: 'new' });
  await octokit.request('GET /repos/{owner}/{repo}/labels', REPO);
  await octokit.request('GET /repos/{owner}/{repo}/pulls', REPO);
  await octokit.request('GET /repos/{owner}/{repo}/pulls/{pull_number}', { ...REPO, pull_number: number });
  await octokit.request('PATCH /repos/{owner}/{repo}/pulls/{pull_number}', {
    ...REPO,
    pull_number: number,
    title: 'T',
  });
  await octokit.request('GET /repos/{owner}/{repo}/commits/{commit_sha}/pulls', {
    ...REPO,
    commit_sha: HEAD,
  });
  await octokit.request('POST /repos/{owner}/{repo}/statuses/{sha}', {
    ...REPO,
    sha: HEAD,
    state: 'success',
  });
  await octokit.request('GET /repos/{owner}/{repo}/commits/{ref}/statuses', { ...REPO, ref: HEAD });
  await octokit.request('GET /repos/{owner}/{repo}', REPO);
  await octokit.request('GET /rate_limit');
  await client(github, github.personalToken('ada')).request('GET /user');
  await octokit.request(`DELETE ${COMMENT}`, { ...REPO, comment_id: comment.id });
  expect(github.requests.map(({ status }) => status).filter((status) => status >= 300)).toEqual([]);
  expect(github.comments(number)).toEqual([]);
  expect(github.issues()).toMatchObject([{ title: 'Drift', state: 'closed', labels: ['drift'] }]);
});

test('lists come in pages, with links to the others', async () => {
  const github = await startFakeGithub();
  const { number } = openPull(github);
  for (let n = 1; n <= 205; n += 1) github.comment(number, { author: 'ada', body: `Comment ${n}` });
  const octokit = client(github);
  const on = { ...REPO, issue_number: number };

  const second = await octokit.request(`GET ${COMMENTS}`, { ...on, per_page: 100, page: 2 });
  expect(second.data).toHaveLength(100);
  expect(second.data[0]).toMatchObject({ body: 'Comment 101' });
  const rels = [...(second.headers.link ?? '').matchAll(/[?&]page=(\d)>; rel="(\w+)"/g)];
  expect(rels.map(([, page, rel]) => `${rel ?? ''} ${page ?? ''}`)).toEqual([
    'prev 1',
    'next 3',
    'last 3',
    'first 1',
  ]);

  expect((await octokit.request(`GET ${COMMENTS}`, on)).data).toHaveLength(30);
  expect((await octokit.request(`GET ${COMMENTS}`, { ...on, per_page: 1000 })).data).toHaveLength(100);
  const all = await octokit.paginate(`GET ${COMMENTS}`, { ...on, per_page: 100 });
  expect(all.map(({ body }) => body)).toEqual(github.comments(number).map(({ body }) => body));
});

describe('permissions', () => {
  const none: Permissions = {};
  test.each<[string, Permissions, number, number]>([
    ['nothing', none, 403, 403],
    ['pull requests', { 'pull-requests': 'write' }, 201, 403],
    ['pull requests, to read', { 'pull-requests': 'read' }, 403, 403],
    ['issues', { issues: 'write' }, 201, 201],
  ])('a job that may write %s', async (_, permissions, onPull, onIssue) => {
    const github = await startFakeGithub();
    const [pull, issue] = [openPull(github), github.issue({ title: 'Drift', author: 'ada' })];
    const octokit = client(github, github.jobToken(permissions));
    const comment = async (number: number) =>
      (await outcome(octokit.request(`POST ${COMMENTS}`, { ...REPO, issue_number: number, body: 'Hello' })))
        .status;
    expect([await comment(pull.number), await comment(issue.number)]).toEqual([onPull, onIssue]);
  });

  test('names a missing permission', async () => {
    const github = await startFakeGithub();
    const octokit = client(github, github.jobToken({ 'pull-requests': 'write' }));
    const path = 'POST /repos/{owner}/{repo}/statuses/{sha}';
    await expect(octokit.request(path, { ...REPO, sha: HEAD, state: 'success' })).rejects.toMatchObject({
      status: 403,
      response: {
        data: { message: 'Resource not accessible by integration' },
        headers: { 'x-accepted-github-permissions': 'statuses=write' },
      },
    });
  });

  test("only a user can read who they are, and strangers can't read anything", async () => {
    const github = await startFakeGithub();
    await expect(client(github).request('GET /user')).rejects.toMatchObject({ status: 403 });
    await expect(client(github, 'ghs_unknown').request('GET /user')).rejects.toMatchObject({ status: 401 });
    const { data } = await client(github, github.personalToken('ada')).request('GET /user');
    expect(data).toMatchObject({ login: 'ada', type: 'User' });
  });

  test('the author of a comment is the owner of the token', async () => {
    const github = await startFakeGithub();
    const on = { ...REPO, issue_number: openPull(github).number };
    const ofJob = await client(github).request(`POST ${COMMENTS}`, { ...on, body: 'Hello' });
    expect(ofJob.data.user).toMatchObject({ login: 'github-actions[bot]', type: 'Bot', id: 41898282 });
    const ofAda = client(github, github.personalToken('ada'));
    expect((await ofAda.request(`POST ${COMMENTS}`, { ...on, body: 'Hello' })).data.user?.login).toBe('ada');
  });
});

test.each([
  [65_536, 201],
  [65_537, 422],
])('answers a comment of %i characters with %i', async (length, status) => {
  const github = await startFakeGithub();
  const on = { ...REPO, issue_number: openPull(github).number };
  const answered = client(github).request(`POST ${COMMENTS}`, { ...on, body: '🏔'.repeat(length) });
  expect((await outcome(answered)).status).toBe(status);
});

describe('failures in transit', () => {
  test('affect as many requests as configured, of the configured operation', async () => {
    const github = await startFakeGithub();
    const on = { ...REPO, issue_number: openPull(github).number };
    const read = () => outcome(client(github).request(`GET ${COMMENTS}`, on));
    github.faults.next(serverError(502), { operation: 'issues/list-comments', times: 2 });
    github.faults.next(secondaryRateLimit(7), { operation: 'issues/list-comments' });
    github.faults.next(htmlPage(503), { operation: 'pulls/list' });
    expect(await read()).toMatchObject({ status: 502 });
    expect(await read()).toMatchObject({ status: 502 });
    const limited = await read();
    expect(limited).toMatchObject({ status: 403, response: { headers: { 'retry-after': '7' } } });
    expect(await read()).toMatchObject({ status: 200 });
    await expect(client(github).request('GET /repos/{owner}/{repo}/pulls', REPO)).rejects.toMatchObject({
      status: 503,
    });
  });

  test('a reset after the effect loses only the answer', async () => {
    const github = await startFakeGithub();
    const { number } = openPull(github);
    const write = () =>
      client(github).request(`POST ${COMMENTS}`, { ...REPO, issue_number: number, body: 'Hello' });
    github.faults.next('reset', { operation: 'issues/create-comment' });
    await expect(write()).rejects.toThrow();
    expect(github.comments(number)).toHaveLength(0);
    github.faults.next('reset', { operation: 'issues/create-comment', afterEffect: true });
    await expect(write()).rejects.toThrow();
    expect(github.comments(number)).toHaveLength(1);
    github.faults.down();
    await expect(write()).rejects.toThrow();
    github.faults.clear();
    expect((await write()).status).toBe(201);
    expect(github.requests.map(({ status }) => status)).toEqual([0, 0, 0, 201]);
  });

  test('reports and enforces the hourly limit', async () => {
    const github = await startFakeGithub();
    github.settings.requestsLeft = 1;
    const { headers } = await client(github).request('GET /repos/{owner}/{repo}', REPO);
    expect(headers).toMatchObject({ 'x-ratelimit-limit': '1000', 'x-ratelimit-remaining': '0' });
    await expect(client(github).request('GET /repos/{owner}/{repo}', REPO)).rejects.toMatchObject({
      status: 403,
      response: { data: { message: expect.stringContaining('rate limit exceeded') as string } },
    });
  });
});

test.each([
  ['an unknown path', 'GET', '/repos/northtrail/campaigns/isues', undefined, /no operation/],
  ['an unknown query', 'GET', '/repos/northtrail/campaigns/issues?stat=all', undefined, /"stat"/],
  ['a forbidden value', 'GET', '/repos/northtrail/campaigns/issues?state=done', undefined, /query\/state/],
  ['a number that is none', 'GET', '/repos/northtrail/campaigns/issues/one', undefined, /path\/issue_number/],
  ['a missing field', 'POST', '/repos/northtrail/campaigns/issues', '{}', /"title"/],
  ['an unknown field', 'POST', '/repos/northtrail/campaigns/issues', '{"title":"T","text":"x"}', /"text"/],
  ['a body that is not JSON', 'POST', '/repos/northtrail/campaigns/issues', '{', /not JSON/],
])('reports %s as a violation', async (_, method, path, body, words) => {
  const github = await startFakeGithub();
  const headers = { authorization: `Bearer ${github.jobToken()}` };
  const { status } = await fetch(github.site.apiUrl + path, {
    method,
    headers,
    ...(body !== undefined && { body }),
  });
  expect(status).toBeGreaterThanOrEqual(400);
  expect(() => {
    github.assertNoViolations();
  }).toThrow(words);
  expect(github.takeViolations()).toEqual([]);
});

test('finds a merged pull request by its own commits and by those on the base branch', async () => {
  const github = await startFakeGithub();
  const { number } = openPull(github);
  const found = async (sha: string) => {
    const path = 'GET /repos/{owner}/{repo}/commits/{commit_sha}/pulls';
    return (await client(github).request(path, { ...REPO, commit_sha: sha })).data;
  };
  expect(await found(HEAD)).toMatchObject([{ number, state: 'open', merged_at: null }]);
  expect(await found(MERGED)).toEqual([]);
  github.merge(number, { commits: [MERGED] });
  const merged = { number, state: 'closed', merge_commit_sha: MERGED, head: { sha: HEAD } };
  expect(await found(MERGED)).toMatchObject([merged]);
  expect(await found(HEAD)).toMatchObject([merged]);
  expect((await found(MERGED))[0]?.merged_at).toMatch(/Z$/);
});
