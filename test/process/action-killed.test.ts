import { expect, test } from 'vitest';
import { actionWorld, type ActionWorld } from '../support/action/action-world.ts';
import { killingOrigin, type Kill } from '../support/action/killing-origin.ts';
import { approvalOf, require, progressOf, proposed } from '../support/action/reviewed.ts';
import { openSigned, promisedBy } from '../support/action/signed-pulls.ts';
import { welcome } from '../support/e2e/campaign-texts.ts';
import { STATE_BRANCH } from '../support/e2e/test-repository.ts';

/**
 * The first push records the approval, the second the intents of the creations, the third their outcomes. The fault
 * runs kill a run at each of these.
 */
const KILLS: Readonly<Record<string, Kill>> = {
  'once the approval is recorded': { signal: 'KILL', push: 1, origin: 'takes it' },
  'once the campaign exists, unpublished': { signal: 'KILL', push: 3, origin: 'takes it' },
  'by a user who cancels it': { signal: 'TERM', push: 3, origin: 'takes it' },
};

test('the next apply finishes one that is killed at any point: one campaign each, and nothing is left open', async () => {
  const world = await actionWorld({ campaigns: {} });
  const names = Object.keys(KILLS).map((_, at) => `c${at}`);
  const text = (name: string) => welcome({ name, status: 'ACTIVE' });
  const all = await proposed(world, Object.fromEntries(names.map((name) => [`${name}.yaml`, text(name)])));
  const promise = promisedBy(world, all);
  const seen: Record<string, unknown> = {};
  for (const [at, [when, kill]] of Object.entries(KILLS).entries()) {
    const name = `c${at}`;
    const pull = openSigned(world, promise, { [`${name}.yaml`]: text(name) });
    world.merge(pull, 'squash');
    const { entry, restore } = killingOrigin(world, kill);
    const ended = await world.apply({ entry });
    restore();
    expect(approvalOf(world, pull)?.steps).toMatchObject([
      { key: name, step: 'create' },
      { key: name, step: 'PUBLISH', end: null },
    ]);
    const [then] = await world.service.named(name);
    const next = require(await world.apply(), 'complete');
    const [now, ...more] = await world.service.named(name);
    expect([now?.status, more.length, Object.values(progressOf(world, pull))]).toEqual([
      'ACTIVE',
      0,
      ['done', 'done'],
    ]);
    const { creates, transitions } = next.outputs;
    seen[when] = [ended.exit, then?.status, `${creates} created, ${transitions} started by the next`];
  }
  expect(seen).toEqual({
    'once the approval is recorded': [null, undefined, '1 created, 1 started by the next'],
    'once the campaign exists, unpublished': [null, 'DRAFT', '0 created, 1 started by the next'],
    'by a user who cancels it': [1, 'DRAFT', '0 created, 1 started by the next'],
  });
  expect(await world.service.writes()).toHaveLength(2 * names.length);
  const commits = trail(world);
  for (const name of names) expect(commits.filter((one) => one === `create ${name}`)).toHaveLength(1);
  expect(commits.filter((one) => one === 'approve')).toHaveLength(names.length);
});

/** Creations and approvals on the state branch. */
function trail(world: ActionWorld): string[] {
  const subjects = world.repo.gitAtOrigin('log', '--format=%s', STATE_BRANCH).split('\n');
  return subjects.flatMap((subject) => {
    const [found] = /^create c\d|^approve/.exec(subject) ?? [];
    return found === undefined ? [] : [found];
  });
}
