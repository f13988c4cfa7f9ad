import { expect, test } from 'vitest';
import { actionWorld } from '../../support/action/action-world.ts';
import { planCommentOn, promiseOf, REVIEW_KEY, reported } from '../../support/action/plan-comments.ts';
import { require } from '../../support/action/reviewed.ts';
import { digest, utmParams, welcome } from '../../support/e2e/campaign-texts.ts';

const PULL = { inputs: { 'pull-request': 'true' } };
const BRANCH = 'campaigns-pull/local';

async function drifted(policy?: string) {
  const world = await actionWorld({
    campaigns: { 'welcome.yaml': welcome({ utm: 'file' }), 'digest.yaml': digest() },
    ...(policy !== undefined && { policy }),
  });
  require(await world.apply({ inputs: { reviewed: 'ignore' } }), 'complete');
  const { id } = await world.service.only('Welcome');
  const edit = (utm: string) =>
    world.service.editByHand(id, { utm_params: utmParams(utm), updated_by: 'bob@example.com' });
  const pulls = () => world.github.state.pulls();
  return { world, edit, pulls };
}

test('one pull request keeps the drift, plans nothing, and its merge records it', async () => {
  const { world, edit, pulls } = await drifted('{ drift: hold }');
  require(await world.drift(PULL), 'clean');
  expect(pulls()).toEqual([]);
  const main = world.main;

  await edit('by hand');
  require(await world.drift(PULL), 'drifted');
  const [pull, ...others] = pulls();
  expect(others).toEqual([]);
  if (!pull) throw new Error('no pull request');
  expect(pull).toMatchObject({ title: 'Keep the changes made in the service (local)', state: 'open' });
  expect(pull.body).toMatch(
    /\| \[welcome\]\(\S+\) \| DRAFT \| UTM source: file → by hand<br>last edited by bob@\S*example\.com on 20\d\d-\d\d-\d\d \d\d:\d\d UTC \|/,
  );
  expect(pull.body).toContain('+ by hand');
  expect(world.main).toBe(main);
  expect(world.repo.gitAtOrigin('diff', '--name-only', 'main', BRANCH)).toBe('campaigns/welcome.yaml');
  expect(world.repo.gitAtOrigin('show', `${BRANCH}:campaigns/welcome.yaml`)).toBe(
    welcome({ utm: 'by hand' }).trim(),
  );

  // The same drift changes nothing; different drift updates the pull request.
  const [tip, writes] = [world.repo.gitAtOrigin('rev-parse', BRANCH), world.github.writes().length];
  require(await world.drift(PULL), 'drifted');
  expect(world.repo.gitAtOrigin('rev-parse', BRANCH)).toBe(tip);
  expect(world.github.writes()).toHaveLength(writes);
  await edit('by another hand');
  require(await world.drift(PULL), 'drifted');
  expect(pulls()).toHaveLength(1);
  expect(pull.body).toContain('by another hand');

  const sent = await world.service.writes();
  world.repo.git('fetch', '--quiet', 'origin', `${BRANCH}:${BRANCH}`);
  pull.pull.head.sha = world.repo.gitAtOrigin('rev-parse', BRANCH);
  require(await world.plan(pull), 'planned');
  const comment = planCommentOn(world, pull);
  expect(comment.body).toContain('changes nothing');
  expect(promiseOf(comment, REVIEW_KEY)?.campaigns).toMatchObject(new Map([['welcome', []]]));
  world.merge(pull, 'squash');
  require(await world.apply(), 'complete');
  expect(await world.service.writes()).toEqual(sent);
  require(await world.drift(PULL), 'clean');
  expect(pulls()).toHaveLength(1);
  expect(world.github.issues().map(({ state }) => state)).toEqual(['closed']);
});

test('closes the pull request when the drift is gone, and never overwrites what others pushed to its branch', async () => {
  const { world, edit, pulls } = await drifted();
  await edit('by hand');
  require(await world.drift(PULL), 'drifted');
  await edit('file');
  require(await world.drift(PULL), 'clean');
  expect(pulls().map(({ state }) => state)).toEqual(['closed']);
  expect(world.repo.gitAtOrigin('for-each-ref', `refs/heads/${BRANCH}`)).toBe('');

  await edit('by hand');
  require(await world.drift(PULL), 'drifted');
  expect(pulls()).toHaveLength(2);
  world.repo.git('fetch', '--quiet', 'origin', `${BRANCH}:${BRANCH}`);
  const own = world.branch(BRANCH, { 'digest.yaml': digest({ subject: 'Mine' }) });
  await edit('by another hand');
  const left = require(await world.drift(PULL), 'drifted');
  expect(reported(left, 'warning')).toContain('has commits from other authors');
  expect(world.repo.gitAtOrigin('rev-parse', BRANCH)).toBe(own);
});

test('a job that may not open pull requests gets a warning that says what is missing', async () => {
  const { world, edit } = await drifted();
  await edit('by hand');
  world.github.settings.actionsMayOpenPulls = false;
  const warned = require(await world.drift(PULL), 'drifted');
  expect(reported(warned, 'warning')).toContain('could not be written');
  const token = world.github.jobToken({ contents: 'write', issues: 'write', 'pull-requests': 'read' });
  const refused = require(await world.drift({ ...PULL, token }), 'drifted');
  expect(reported(refused, 'warning')).toContain('lacks the permission pull-requests: write, add it.');
});
