import { expect, test } from 'vitest';
import { STATE_BRANCH } from '../../support/e2e/test-repository.ts';
import type { Pull } from '../../support/github/state.ts';
import { actionWorld } from '../../support/action/action-world.ts';
import { require, merged, progressOf, proposed, shownOn } from '../../support/action/reviewed.ts';
import { digest, utmParams, welcome } from '../../support/e2e/campaign-texts.ts';

test.each(['merge', 'squash', 'rebase'] as const)(
  'applies what a pull request showed after its %s, once, and reports it there',
  async (method) => {
    const world = await actionWorld({ campaigns: { 'digest.yaml': digest() } });
    const pull = world.openPull('welcome', { files: { 'welcome.yaml': welcome() } });
    const push = world.pushTo(pull, { 'welcome.yaml': welcome({ subject: 'Hello' }) });
    require(await world.plan(pull, { event: push }), 'planned');
    world.merge(pull, method);
    // GitHub may not have recorded it yet.
    pull.pull.mergeCommitSha = null;
    const first = await world.apply({ depth: 1 });
    // The digest was there before the tool was set up, so no pull request had it.
    expect(first).toMatchObject({ exit: 1, outputs: { outcome: 'held', 'failure-reason': 'not-reviewed' } });
    expect(first.outputs).toMatchObject({ changes: '1', creates: '1', held: '1' });
    expect(await world.service.writes()).toEqual(['create']);
    expect(progressOf(world, pull)).toEqual({ 'welcome create': 'done' });
    expect(shownOn(world, pull)).toContain('**Applied 1** change');
    const again = await world.apply();
    // A run has failed for it once. From then on it is only listed.
    expect(again.outputs).toMatchObject({ outcome: 'complete', changes: '0', held: '1' });
    expect(await world.service.writes()).toEqual(['create']);
  },
);

test('applies the parts of several pull requests merged since the last run in one patch', async () => {
  const world = await actionWorld({ campaigns: { 'workspaces-note.txt': '' } });
  await merged(world, { 'welcome.yaml': welcome(), 'digest.yaml': digest() });
  require(await world.apply(), 'complete');
  const subject = await proposed(world, { 'welcome.yaml': withSubject('Hello') });
  const utm = await proposed(world, { 'welcome.yaml': welcome({ utm: 'app' }) });
  const other = await proposed(world, { 'digest.yaml': digest({ utm: 'app' }) });
  for (const pull of [subject, utm, other]) world.merge(pull, 'merge');
  const ended = require(await world.apply(), 'complete');
  expect(ended.outputs).toMatchObject({ changes: '2', updates: '2', held: '0' });
  expect(await world.service.writes()).toEqual(['create', 'create', 'update', 'update']);
  const { campaign_content: content, utm_params } = await world.service.only('Welcome');
  expect(content).toMatchObject({ content: { email: { subject: 'Hello' } } });
  expect(utm_params).toEqual(utmParams('app'));
  expect([subject, utm, other].map((pull) => progressOf(world, pull))).toEqual([
    { 'welcome campaign_content': 'done' },
    { 'welcome utm_params': 'done' },
    { 'digest utm_params': 'done' },
  ]);
});

test('the record names who approved and who merged what was sent, as far as GitHub says', async () => {
  const world = await actionWorld({ campaigns: { 'workspaces-note.txt': '' } });
  const pull = await proposed(world, { 'welcome.yaml': welcome() });
  const {
    number,
    pull: { head },
  } = pull;
  const say = (author: string, state: 'APPROVED' | 'CHANGES_REQUESTED' | 'COMMENTED', more = {}) => {
    const association = { author_association: 'MEMBER' };
    world.github.state.reviews.push({ number, author, head: head.sha, state, ...association, ...more });
  };
  say('grace', 'CHANGES_REQUESTED');
  say('grace', 'APPROVED');
  say('grace', 'COMMENTED');
  say('eve', 'APPROVED', { head: 'f'.repeat(40) });
  say('mallory', 'APPROVED', { author_association: 'CONTRIBUTOR' });
  say('checker[bot]', 'APPROVED');
  say('ada', 'APPROVED');
  say('bob', 'APPROVED');
  say('bob', 'CHANGES_REQUESTED');
  world.merge(pull, 'squash');
  require(await world.apply(), 'complete');
  const recorded = (one: Pull) => {
    const asked = ['log', '--format=%B', `--grep=^Pull-Request: ${one.number}$`, STATE_BRANCH];
    return world.repo
      .gitAtOrigin(...asked)
      .split('\n')
      .filter((line) => /^(?:Approved|Merged|Edited)-By/.test(line));
  };
  expect(recorded(pull)).toEqual([
    'Edited-By: Ada Author <ada@example.com>',
    'Approved-By: grace',
    'Merged-By: carol',
  ]);

  const refused = { status: 403, body: { message: 'Resource not accessible by integration' } };
  const other = await proposed(world, { 'digest.yaml': digest() });
  world.merge(other, 'squash');
  world.github.faults.next(refused, { operation: 'pulls/list-reviews', times: 1 });
  require(await world.apply(), 'complete');
  expect(recorded(other).slice(1)).toEqual(['Approved-By: unknown', 'Merged-By: carol']);
});

function withSubject(subject: string): string {
  return welcome({ subject });
}
