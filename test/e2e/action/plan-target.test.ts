import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { actionWorld } from '../../support/action/action-world.ts';
import { expectEnd } from '../../support/action/reviewed.ts';
import { planCommentOn, promiseOf, reported } from '../../support/action/plan-comments.ts';
import { welcome } from '../../support/e2e/campaign-texts.ts';
import { portOf } from '../../support/e2e/port.ts';

const CAMPAIGNS = { 'welcome.yaml': welcome() };

/** A server of an attacker who waits for secrets. */
async function trap(): Promise<{ readonly url: string; readonly connections: () => number }> {
  let connections = 0;
  const server = createServer((_, answer) => answer.end('{}')).on('connection', () => (connections += 1));
  return { url: `http://127.0.0.1:${await portOf(server)}/`, connections: () => connections };
}

test('plans a pull request that changes where the secret is sent offline, without a single request', async () => {
  const world = await actionWorld({ campaigns: CAMPAIGNS });
  // The record knows where the campaigns are.
  expect(await world.repo.campaigns('apply')).toMatchObject({ status: 0 });
  const { length } = await world.service.requests();
  const { url, connections } = await trap();
  const text = world.repo.read('campaigns/workspaces.yaml');
  const edits = {
    base_url: text.replace(world.service.url, url),
    app_key: text.replace('app_key: local', 'app_key: other'),
    api_key_env: text.replace('CAMPAIGNS_API_KEY', 'CAMPAIGNS_OTHER_KEY'),
    publish_api_key_env: text.replace(
      'app_key: local',
      'app_key: local\n    publish_api_key_env: CAMPAIGNS_OTHER',
    ),
    header_prefix: `${text.trimEnd()}\n    header_prefix: ABC\n`,
  };
  const pull = world.openPull('elsewhere', { files: { 'welcome.yaml': welcome({ utm: 'web' }) } });
  for (const [field, edited] of Object.entries(edits)) {
    expect(edited, field).not.toBe(text);
    const event = world.pushTo(pull, { 'workspaces.yaml': edited });
    const ended = await world.plan(pull, { event });
    expect(ended, field).toMatchObject({ exit: 0, outputs: { outcome: 'planned-offline' } });
    const comment = planCommentOn(world, pull);
    expect(promiseOf(comment), field).toBeUndefined();
    expect(comment.body).toContain('This changes where the API key of local is sent');
  }
  // Drift doesn't either, whatever event it runs on.
  const event = world.pushTo(pull, { 'workspaces.yaml': edits.base_url });
  expect(await world.drift({ event })).toMatchObject({ exit: 1, outputs: { 'failure-reason': 'usage' } });
  const review = { ...event, name: 'pull_request_review' };
  expect(await world.run('plan', { event: review })).toMatchObject({
    outputs: { outcome: 'planned-offline' },
  });
  expect(connections()).toBe(0);
  expect(await world.service.requests()).toHaveLength(length);
});

test('a pull request can revert a target that was changed by mistake, and its status succeeds', async () => {
  const world = await actionWorld({ campaigns: CAMPAIGNS });
  expect(await world.repo.campaigns('apply')).toMatchObject({ status: 0 });
  const text = world.repo.read('campaigns/workspaces.yaml');
  const statusOf = (pull: { readonly pull: { readonly head: { readonly sha: string } } }) =>
    world.github.state.statuses.find(({ sha }) => sha === pull.pull.head.sha)?.state;
  const away = world.openPull('away', {
    files: { 'workspaces.yaml': text.replace('app_key: local', 'app_key: other') },
  });
  expect(await world.plan(away)).toMatchObject({ exit: 0, outputs: { outcome: 'planned-offline' } });
  expect(statusOf(away)).toBe('success');
  expect(world.github.state.statuses.at(-1)?.description).toContain('there is nothing to apply');
  world.merge(away);
  expect((await world.apply()).outputs).toMatchObject({ outcome: 'failed', 'failure-reason': 'usage' });

  const back = world.openPull('back', { files: { 'workspaces.yaml': text } });
  expect(await world.plan(back)).toMatchObject({ exit: 0, outputs: { outcome: 'planned-offline' } });
  expect(statusOf(back)).toBe('success');
  const more = world.openPull('more', {
    files: { 'workspaces.yaml': text, 'welcome.yaml': welcome({ utm: 'web' }) },
  });
  await world.plan(more);
  expect(statusOf(more)).toBe('failure');
  world.merge(back);
  expect((await world.apply()).outputs).toMatchObject({ outcome: 'complete', changes: '0' });
});

test('plans the first pull request with workspaces.yaml offline, but not one with another workspace', async () => {
  const world = await actionWorld({ campaigns: CAMPAIGNS });
  const text = world.repo.read('campaigns/workspaces.yaml');
  const other = `${text}  other:\n    base_url: https://other.example.com/\n    app_key: other\n    api_key_env: CAMPAIGNS_OTHER_KEY\n`;
  const beside = world.openPull('beside', {
    files: { 'workspaces.yaml': other, 'welcome.yaml': welcome({ utm: 'web' }) },
  });
  expect(await world.plan(beside)).toMatchObject({ exit: 0, outputs: { outcome: 'planned', changes: '1' } });
  expect(promiseOf(planCommentOn(world, beside))).toBeDefined();

  world.branch('main', { 'workspaces.yaml': null });
  const { length } = await world.service.requests();
  const first = world.openPull('first', { files: { 'workspaces.yaml': text } });
  expect(await world.plan(first)).toMatchObject({ exit: 0, outputs: { outcome: 'planned-offline' } });
  expect(planCommentOn(world, first).body).toContain('main');
  expect(await world.service.requests()).toHaveLength(length);
});

test('a pull request that makes another workspace the default sends the first key to neither', async () => {
  const world = await actionWorld({ campaigns: CAMPAIGNS });
  const { url, connections } = await trap();
  const entry = `  staging:\n    base_url: ${url}\n    app_key: local\n    api_key_env: CAMPAIGNS_STAGING_KEY\n`;
  const text = world.repo.read('campaigns/workspaces.yaml') + entry;
  world.branch('main', { 'workspaces.yaml': text });
  const moved = text.replace('default: local', 'default: staging');
  const pull = world.openPull('moved', { files: { 'workspaces.yaml': moved } });
  expect(await world.plan(pull)).toMatchObject({ exit: 0, outputs: { outcome: 'planned-offline' } });
  expect(connections()).toBe(0);
  const comment = planCommentOn(world, pull, 'staging');
  expect(comment.body).toContain('This changes where the API key of staging is sent');
  expect(promiseOf(comment)).toBeUndefined();
  // The workflow itself names the workspace, so nothing is proposed.
  expect(await world.plan(pull, { inputs: { workspace: 'local' } })).toMatchObject({
    outputs: { outcome: 'planned' },
  });
});

test('a fork gets a plan from the record, no marker, and a warning that no comment can be written', async () => {
  const world = await actionWorld({ campaigns: CAMPAIGNS });
  const files = { 'welcome.yaml': welcome({ utm: 'web' }) };
  const pull = world.openPull('edit', { files, fork: 'mallory/campaigns', author: 'mallory' });
  const ended = await world.plan(pull);
  expect(ended).toMatchObject({ exit: 0, outputs: { outcome: 'planned-offline', 'failure-reason': '' } });
  expect(reported(ended, 'warning')).toContain('pull-requests: write');
  expect(ended.summary).toContain('Pull requests from forks get no secrets, so the service was not queried');
  expect(reported(ended, 'warning')).not.toContain('api-key');
  expect(ended.summary).not.toContain('campaigns-review');
  expect(world.github.comments(pull.number)).toEqual([]);
  expect(await world.service.requests()).toEqual([]);
});

test('a plan of something other than the pull request says so and approves nothing', async () => {
  const world = await actionWorld({ campaigns: CAMPAIGNS });
  const pull = world.openPull('edit', { files: { 'welcome.yaml': welcome({ utm: 'web' }) } });
  const event = world.pullEvent(pull, 'opened');
  // With the whole history, and with the head instead of the test merge, both belong to the pull request.
  expectEnd(await world.plan(pull, { event, depth: 0 }), '0 planned');
  const whole = promiseOf(planCommentOn(world, pull));
  const head = { ...event, sha: pull.pull.head.sha, ref: 'refs/heads/edit' };
  expect(await world.plan(pull, { event: head })).toMatchObject({ exit: 0 });
  expect(promiseOf(planCommentOn(world, pull))).toEqual(whole);

  const elsewhere = { ...event, sha: world.main, ref: 'refs/heads/main' };
  expectEnd(await world.plan(pull, { event: elsewhere }), '0 planned');
  expect(promiseOf(planCommentOn(world, pull))).toBeUndefined();
  expect(planCommentOn(world, pull).body).toContain("isn't the newest one of this pull request");

  // If the base is gone, it is unknown where secrets may be sent, so nothing is requested.
  const { length } = await world.service.requests();
  const folder = world.checkout(event);
  world.repo.git('-C', folder, 'remote', 'set-url', 'origin', '/nowhere/at/all');
  const lost = await world.stepIn(folder, 'plan', { event });
  expect(lost).toMatchObject({ exit: 0, outputs: { outcome: 'planned-offline', changes: '1' } });
  expect(promiseOf(planCommentOn(world, pull))).toBeUndefined();
  expect(await world.service.requests()).toHaveLength(length);
});

test.each(['workflow_dispatch', 'push', 'schedule'])(
  'a run of another branch by %s sends the key where the default branch does, or nowhere',
  async (name) => {
    const world = await actionWorld({ campaigns: CAMPAIGNS });
    const { url, connections } = await trap();
    const text = world.repo.read('campaigns/workspaces.yaml');
    const runOf = (branch: string, sha: string) => {
      const event = { ...world.dispatchEvent(), name, sha, ref: `refs/heads/${branch}` };
      // A schedule doesn't say which branch is the default.
      return name === 'schedule' ? { ...event, payload: { schedule: '17 6 * * *' } } : event;
    };
    const moved = runOf(
      'moved',
      world.branch('moved', { 'workspaces.yaml': text.replace(world.service.url, url) }),
    );
    const ended = await world.run('plan', { event: moved });
    expect(ended).toMatchObject({ exit: 0, outputs: { outcome: 'planned-offline' } });
    expect(ended.summary).toContain('This changes where the API key of local is sent');
    expect(await world.run('drift', { event: moved })).toMatchObject({
      exit: 1,
      outputs: { 'failure-reason': 'usage' },
    });
    // A tag may have the name of the default branch.
    const tag = { event: { ...moved, ref: 'refs/tags/main' }, env: { GITHUB_REF_TYPE: 'tag' } };
    expect((await world.stepIn(world.checkout(moved), 'plan', tag)).outputs.outcome).toBe('planned-offline');
    expect(connections()).toBe(0);
    expect(await world.service.requests()).toEqual([]);

    const edited = runOf('edited', world.branch('edited', { 'welcome.yaml': welcome({ utm: 'web' }) }));
    expect((await world.run('plan', { event: edited })).outputs.outcome).toBe('planned');
  },
);

test("a pull request into a branch that anyone may push to sends no secret to an address that the default branch doesn't name", async () => {
  const world = await actionWorld({ campaigns: CAMPAIGNS });
  const { url, connections } = await trap();
  const elsewhere = world.repo.read('campaigns/workspaces.yaml').replace(world.service.url, url);
  const base = world.branch('their-base', { 'workspaces.yaml': elsewhere });
  const pull = world.openPull('their-head', {
    files: { 'workspaces.yaml': elsewhere, 'welcome.yaml': welcome({ utm: 'web' }) },
  });
  const { pull: part } = pull;
  Object.assign(part, { base: { ...part.base, ref: 'their-base', sha: base } });
  const ended = await world.plan(pull, { event: world.pullEvent(pull, 'synchronize') });
  expect(ended).toMatchObject({ exit: 0, outputs: { outcome: 'planned-offline' } });
  expect(promiseOf(planCommentOn(world, pull))).toBeUndefined();
  expect(ended.summary).toContain('This changes where the API key of local is sent');
  expect(connections()).toBe(0);
});
