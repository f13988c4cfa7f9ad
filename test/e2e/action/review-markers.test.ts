import { expect, test } from 'vitest';
import type { MarkerContents } from '../../../src/review/marker.ts';
import { actionWorld } from '../../support/action/action-world.ts';
import { expectEnd, merged, progressOf, proposed, shownOn } from '../../support/action/reviewed.ts';
import { promisedBy, promiseFor, signedComment } from '../../support/action/signed-pulls.ts';
import { welcome } from '../../support/e2e/campaign-texts.ts';
import { ACTIONS_BOT, type Pull } from '../../support/github/state.ts';

/** One defect each, and the message about it. */
const FORGERIES = {
  'of-another-head': { head: '0'.repeat(40) },
  'of-another-pull': { pull: 999 },
  'of-another-repository': { repository: 999 },
  'of-another-workspace': { workspace: 'staging' },
  'of-another-folder': { folder: 'other' },
  'of-another-branch': { base: 'release' },
  'part-missing': { part: [1, 2] },
} as const satisfies Record<string, Partial<MarkerContents>>;

const REASONS: Readonly<Record<string, string>> = {
  'of-another-head': '(other head)',
  'of-another-pull': '(other pull)',
  'of-another-repository': '(other repository)',
  'of-another-workspace': '(other workspace)',
  'of-another-folder': '(other folder)',
  'of-another-branch': '(other base)',
  'part-missing': '(part missing)',
  'edited-text': '(edited)',
  'edited-marker': '(not signed)',
  'foreign-key': '(not signed)',
  'below-a-text': '(no comment)',
  none: '(no comment)',
};

/** Only two runs, because each takes seconds: one plan that knows all steps, and one apply after all the defects. */
test('only an unmodified plan comment for exactly this merge approves anything, whoever wrote it', async () => {
  const world = await actionWorld({ campaigns: {} });
  const names = [...Object.keys(REASONS), 'good', 'by-a-person'];
  const files = Object.fromEntries(names.map((name) => [`${name}.yaml`, welcome({ name })]));
  const signed = promisedBy(world, await proposed(world, files));
  const pulls = new Map(
    names.map((name) => [
      name,
      world.openPull(name, { files: { [`${name}.yaml`]: files[`${name}.yaml`] ?? '' } }),
    ]),
  );
  for (const [name, pull] of pulls) {
    const promise = {
      ...promiseFor(signed, pull, [name]),
      ...(FORGERIES as Record<string, Partial<MarkerContents>>)[name],
    };
    const key = name === 'foreign-key' ? 'another key of 32 characters or more' : undefined;
    const whole = signedComment(promise, key === undefined ? {} : { key });
    // The tag is that of this workspace and folder, whatever the marker says.
    const comment = whole.replace(/^.*\n/, '<!-- campaigns-plan:local campaigns -->\n');
    const edits: Record<string, string> = {
      'edited-text': comment.replace('A plan.', 'Changes nothing.'),
      'edited-marker': comment.replace(/"[0-9a-f]{32}"/, `"${'0'.repeat(32)}"`),
      'below-a-text': `Look:\n${comment}`,
    };
    const author = name === 'by-a-person' ? 'mallory' : ACTIONS_BOT;
    if (name !== 'none') world.github.comment(pull.number, { author, body: edits[name] ?? comment });
    // A person's own comment next to ours changes nothing.
    if (name === 'good')
      world.github.comment(pull.number, { author: 'mallory', body: comment.replace('create', 'PAUSE') });
    world.merge(pull, 'squash');
  }
  const ended = await world.apply();
  expectEnd(ended, '1 held not-reviewed', { creates: '2', held: String(names.length - 2) });
  expect(await world.service.writes()).toEqual(['create', 'create']);
  expect((await world.service.only('good')).status).toBe('DRAFT');
  for (const [name, reason] of Object.entries(REASONS)) {
    const row = ended.summary
      .split('\n')
      .find((line) => line.startsWith('| ⚠️') && line.includes(`[${name}]`));
    expect(row?.replaceAll('\\', ''), name).toContain(reason);
  }
  const reported = shownOn(world, pulls.get('edited-text') as Pull);
  expect(reported).toContain('add it with the init command');
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
  for (const pull of [pushed, deleted, silent]) expect(shownOn(world, pull)).toContain('3 blocked');
  expect(progressOf(world, pushed)).toEqual({});
});
