import { expect, test } from 'vitest';
import { writeMarker, type MarkerContents } from '../../../src/github/marker.ts';
import { actionWorld } from '../../support/action/action-world.ts';
import { merged, progressOf, proposed, toldOn } from '../../support/action/reviewed.ts';
import { promisedBy, promiseFor, usualKey } from '../../support/action/signed-pulls.ts';
import { welcome } from '../../support/e2e/campaign-texts.ts';
import { ACTIONS_BOT } from '../../support/github/tokens.ts';
import type { Pull } from '../../support/github/state.ts';

const TAG = '<!-- campaigns-plan:local -->\n';

/** One wrong thing each, and what is said of it. */
const FORGERIES = {
  'of-another-head': { head: '0'.repeat(40) },
  'of-another-pull': { pull: 999 },
  'of-another-repository': { repository: 'northtrail/other' },
  'of-another-workspace': { workspace: 'staging' },
  'of-another-branch': { base: 'release' },
  'of-another-digest': { digest: 999 },
} as const satisfies Record<string, Partial<MarkerContents>>;

/** Two runs only, since each takes seconds: one plan that knows all ids, and one apply after all that was done to them. */
test('only an untouched plan comment of ours, for this very merge, approves anything', async () => {
  const world = await actionWorld({ campaigns: {} });
  const names = [
    ...Object.keys(FORGERIES),
    ...['edited', 'foreign-key', 'of-a-person', 'below-a-text', 'none', 'good'],
  ];
  const files = Object.fromEntries(names.map((name) => [`${name}.yaml`, welcome({ name })]));
  const signed = promisedBy(world, await proposed(world, files));
  const pulls = new Map(
    names.map((name) => [
      name,
      world.openPull(name, { files: { [`${name}.yaml`]: files[`${name}.yaml`] ?? '' } }),
    ]),
  );
  for (const [name, pull] of pulls) {
    const forged = {
      ...promiseFor(signed, pull, [name]),
      ...(FORGERIES as Record<string, Partial<MarkerContents>>)[name],
    };
    const marker = writeMarker(forged, usualKey(world, name === 'foreign-key' ? 'other' : 'local'));
    if (name !== 'none')
      world.github.comment(pull.number, {
        author: name === 'of-a-person' ? 'mallory' : ACTIONS_BOT,
        body: `${name === 'below-a-text' ? `Look:\n${TAG}` : TAG}${name === 'edited' ? marker.replace(/"[0-9a-f]{16}"/, '"0123456789abcdef"') : marker}`,
      });
    // A person's own comment beside ours changes nothing.
    if (name === 'good')
      world.github.comment(pull.number, { author: 'mallory', body: `${TAG}${marker.replace('j', 'z')}` });
    world.merge(pull, 'squash');
  }
  const ended = await world.apply();
  expect(ended).toMatchObject({
    exit: 1,
    outputs: { outcome: 'held', 'failure-reason': 'not-reviewed', creates: '1', held: '11' },
  });
  expect(await world.service.writes()).toEqual(['create']);
  expect((await world.service.only('good')).status).toBe('DRAFT');
  const reason = (name: string) => {
    const { number } = pulls.get(name) ?? { number: 0 };
    return new RegExp(`Nothing of #\\S*;${number} is approved: (.*)\\.`).exec(ended.summary)?.[1];
  };
  expect(Object.fromEntries(names.map((name) => [name, reason(name)]))).toEqual({
    'of-another-head': 'its plan comment is not of its last commit',
    'of-another-pull': 'its plan comment was signed for something else',
    'of-another-repository': 'its plan comment was signed for something else',
    'of-another-workspace': 'its plan comment was signed for something else',
    'of-another-branch': 'its plan comment was signed for something else',
    'of-another-digest': 'its plan comment was signed for something else',
    edited: 'its plan comment was changed by hand, or signed with another review-key',
    'foreign-key': 'its plan comment was changed by hand, or signed with another review-key',
    'of-a-person': 'it has no plan comment of the account that this token stands for',
    'below-a-text': 'it has no plan comment of the account that this token stands for',
    none: 'it has no plan comment of the account that this token stands for',
    good: undefined,
  });
  const told = toldOn(world, pulls.get('edited') as Pull);
  expect(told).toContain('`campaigns init --unreviewed`');
  expect(told).toContain('+ edited');
});

test('a push after the plan, a deleted comment and comment: never approve nothing', async () => {
  const world = await actionWorld({ campaigns: {} });
  const pushed = await proposed(world, { 'pushed.yaml': welcome({ name: 'Pushed' }) });
  world.pushTo(pushed, { 'pushed.yaml': welcome({ name: 'Pushed', subject: 'Other' }) });
  const deleted = await proposed(world, { 'deleted.yaml': welcome({ name: 'Deleted' }) });
  world.github.state.comments.splice(0, Infinity, ...world.github.comments(pushed.number));
  for (const pull of [pushed, deleted]) world.merge(pull, 'merge');
  const silent = await merged(
    world,
    { 'silent.yaml': welcome({ name: 'Silent' }) },
    { inputs: { comment: 'never' } },
  );
  const ended = await world.apply({ inputs: { comment: 'always' } });
  expect(ended).toMatchObject({
    exit: 1,
    outputs: { 'failure-reason': 'not-reviewed', held: '3', changes: '0' },
  });
  expect(await world.service.writes()).toEqual([]);
  for (const pull of [pushed, deleted, silent]) expect(toldOn(world, pull)).toContain('3 are not reviewed');
  expect(progressOf(world, pushed)).toEqual({});
});
