import { expect, test } from 'vitest';
import { actionWorld } from '../../support/action/action-world.ts';
import {
  expectEnd,
  progressOf,
  proposed,
  require,
  shownOn,
  stateFile,
} from '../../support/action/reviewed.ts';
import { welcome } from '../../support/e2e/campaign-texts.ts';
import { serverError } from '../../support/github/fake-github.ts';

test('says why an apply is refused and sends nothing; the next one loses nothing', async () => {
  const world = await actionWorld({ campaigns: {} });
  const pull = await proposed(world, { 'welcome.yaml': welcome() });
  const { length } = await world.service.requests();
  const open = world.pullEvent(pull, 'synchronize');
  expectEnd(await world.apply({ event: open }), '1 failed usage');
  expectEnd(await world.apply({ event: world.queueEvent(pull) }), '1 failed usage');
  world.merge(pull, 'squash');
  expectEnd(await world.apply({ env: { GITHUB_REF_TYPE: 'tag' } }), '1 failed usage');
  const unknown = { ...world.pushEvent(), name: 'workflow_run' };
  expectEnd(await world.apply({ event: unknown }), '1 failed usage');
  expect(await world.service.requests()).toHaveLength(length);
  expectEnd(await world.apply({ inputs: { 'api-key': 'wrong' } }), '1 failed credential');
  expectEnd(await world.apply({ inputs: { 'api-key': '' } }), '1 failed credential');
  world.github.faults.down();
  expectEnd(await world.apply(), '1 failed github');
  world.github.faults.clear();
  expect(stateFile(world, 'campaigns/welcome.json')).toBeUndefined();
  expect(await world.service.writes()).toEqual([]);

  // An apply that runs when the pull request is closed has the same commit.
  const closed = world.pullEvent(pull, 'closed');
  const token = world.github.jobToken({ contents: 'write', 'pull-requests': 'write' });
  const ended = require(await world.apply({ event: closed, token }), 'complete');
  expect(ended.outputs).toMatchObject({ creates: '1', 'failure-reason': '' });
  expect(ended.annotations).toMatchObject([
    { level: 'warning', message: expect.stringContaining('statuses: write') as string },
  ]);
  expect(shownOn(world, pull)).toContain('**Applied 1** change');
  const again = require(await world.apply(), 'complete');
  expect(again.outputs).toMatchObject({ changes: '0' });
  expect(await world.service.writes()).toEqual(['create']);
});

test("what was applied stays successful when it can't be reported, and an older run does nothing more", async () => {
  const world = await actionWorld({ campaigns: {} });
  const one = await proposed(world, { 'one.yaml': welcome({ name: 'One' }) });
  world.merge(one, 'rebase');
  const older = world.pushEvent();
  const two = await proposed(world, { 'two.yaml': welcome({ name: 'Two' }) });
  world.merge(two, 'merge');
  for (const operation of ['issues/create-comment', 'repos/create-commit-status'])
    world.github.faults.next(serverError(502), { operation, times: 20 });
  const ended = require(await world.apply(), 'complete');
  expect(ended.outputs).toMatchObject({ creates: '2', 'comment-url': '' });
  expect(ended.annotations.map(({ level }) => level)).toEqual(['warning', 'warning', 'warning']);
  expect([one, two].map((pull) => progressOf(world, pull))).toEqual([
    { 'one create': 'done' },
    { 'two create': 'done' },
  ]);
  world.github.faults.clear();
  const before = world.github.state.comments.length;
  const late = require(await world.apply({ event: older }), 'superseded');
  expect(late.outputs).toMatchObject({ changes: '0', drifted: '0' });
  expect(world.github.state.comments).toHaveLength(before);
  expect(await world.service.writes()).toEqual(['create', 'create']);
  world.branch('main', { 'broken.yaml': 'channel: EMAIL\nchannel: PUSH\n' });
  const broken = await world.apply();
  expectEnd(broken, '1 invalid invalid-files');
  expect(broken.annotations[0]).toMatchObject({ level: 'error', file: 'campaigns/broken.yaml' });
});
