import { expect, test } from 'vitest';
import { actionWorld } from '../../support/action/action-world.ts';
import { planCommentOn, promiseOf } from '../../support/action/plan-comments.ts';
import { digest, welcome } from '../../support/e2e/campaign-texts.ts';

const CAMPAIGNS = { 'welcome.yaml': welcome(), 'digest.yaml': digest() };
const WRONG = welcome().replace('channel: EMAIL', 'channel: MAIL');
const AT_THE_WORD = { level: 'error', title: 'E_VALUE', file: 'campaigns/welcome.yaml', line: 1, column: 10 };

test('validate succeeds for valid files and fails for others, with each error at its line', async () => {
  const world = await actionWorld({ campaigns: CAMPAIGNS });
  const good = await world.run('validate', { inputs: { 'api-key': '' } });
  expect(good).toMatchObject({
    exit: 0,
    annotations: [],
    outputs: { outcome: 'valid', 'failure-reason': '' },
  });
  expect(good.summary).toContain('2 campaign files checked for local: 0 errors');
  world.branch('main', { 'welcome.yaml': WRONG });
  const bad = await world.run('validate', { inputs: { 'api-key': '' } });
  expect(bad).toMatchObject({
    exit: 1,
    outputs: { outcome: 'invalid', 'failure-reason': 'invalid-files' },
    annotations: [AT_THE_WORD, { level: 'error' }],
  });
  expect(bad.summary).toContain('campaigns/welcome.yaml');
  expect(await world.service.requests()).toEqual([]);
});

test('a plan of files with errors fails and replaces the previous plan', async () => {
  const world = await actionWorld({ campaigns: CAMPAIGNS });
  const pull = world.openPull('edit', { files: { 'welcome.yaml': welcome({ utm: 'web' }) } });
  expect(await world.plan(pull)).toMatchObject({ exit: 0 });
  const { id } = planCommentOn(world, pull);

  const event = world.pushTo(pull, { 'welcome.yaml': WRONG });
  const ended = await world.plan(pull, { event });
  expect(ended).toMatchObject({
    exit: 1,
    outputs: { outcome: 'invalid', 'failure-reason': 'invalid-files', changes: '', 'plan-file': '' },
    annotations: [AT_THE_WORD, { level: 'error' }],
  });
  const comment = planCommentOn(world, pull);
  expect(comment.id).toBe(id);
  expect(ended.outputs['comment-url']).toContain(String(id));
  expect(promiseOf(comment)).toBeUndefined();
  expect(comment.body).toMatch(
    /\*\*The newest commit \([0-9a-f]{7}\) could not be planned\. The campaign files have errors/,
  );
  expect(comment.body).toContain(pull.pull.head.sha.slice(0, 7));
  // The previous plan is folded below and can't be approved anymore.
  expect(comment.body).toMatch(/<details><summary>The last plan, which is out of date[\s\S]*creates 1/);
  expect(world.github.comments(pull.number)).toHaveLength(1);

  // The same applies to workspaces.yaml. If it can't be read at all, the base branch says whose comment it is.
  const broken = world.pushTo(pull, { 'welcome.yaml': welcome(), 'workspaces.yaml': 'default: [local\n' });
  expect(await world.plan(pull, { event: broken })).toMatchObject({
    exit: 1,
    outputs: { outcome: 'invalid' },
  });
  expect(planCommentOn(world, pull).body).toContain('campaigns/workspaces.yaml');
  expect(world.github.comments(pull.number)).toHaveLength(1);

  const well = world.pushTo(pull, {
    'workspaces.yaml': world.repo.git('show', 'main:campaigns/workspaces.yaml'),
  });
  expect(await world.plan(pull, { event: well })).toMatchObject({ exit: 0 });
  expect(promiseOf(planCommentOn(world, pull))).toMatchObject({ head: pull.pull.head.sha });
});

test('a proxy that cannot be used ends the step, instead of a connection past it', async () => {
  const world = await actionWorld({ campaigns: CAMPAIGNS });
  const env = { HTTPS_PROXY: 'socks5://127.0.0.1:1080', GITHUB_API_URL: 'https://api.github.invalid' };
  const ended = await world.run('plan', { env });
  expect(ended).toMatchObject({ exit: 1, outputs: { outcome: 'failed', 'failure-reason': 'usage' } });
  expect(ended.annotations.map(({ message }) => message).join()).toContain('HTTPS_PROXY');
  expect(await world.service.requests()).toEqual([]);
});
