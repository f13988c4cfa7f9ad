import { expect, test } from 'vitest';
import { actionWorld } from '../../support/action/action-world.ts';
import { insistOn, merged, progressOf, toldOn, upto } from '../../support/action/reviewed.ts';
import { digest, utmParams, welcome } from '../../support/e2e/campaign-texts.ts';

test('a push without a pull request waits for a review, is done by hand with only, and moves no review on', async () => {
  const world = await actionWorld({ campaigns: {} });
  await merged(world, { 'welcome.yaml': welcome(), 'digest.yaml': digest() });
  insistOn(await world.apply(), 'complete');
  const before = upto(world);
  world.branch('main', { 'welcome.yaml': welcome({ utm: 'tv' }) });
  const pull = await merged(world, { 'digest.yaml': digest({ utm: 'app' }) });
  world.github.faults.down();
  // The re-review: no GitHub is needed for it, only somebody who said yes to the environment.
  const byHand = await world.apply({
    event: world.dispatchEvent(),
    inputs: { reviewed: 'ignore', only: 'welcome' },
  });
  expect(insistOn(byHand, 'complete').outputs).toMatchObject({ updates: '1' });
  expect(byHand.annotations.map(({ level }) => level)).toEqual(['warning']);
  expect(upto(world)).toBe(before);
  world.github.faults.clear();
  expect(insistOn(await world.apply(), 'complete').outputs).toMatchObject({ updates: '1' });
  expect(progressOf(world, pull)).toEqual({ digest: '1 done' });
  expect(upto(world)).toBe(world.main);
});

test('where a missing review is only a warning it is told and done all the same', async () => {
  const world = await actionWorld({ campaigns: {} });
  const pull = await merged(world, { 'welcome.yaml': welcome() });
  world.branch('main', { 'digest.yaml': digest() });
  const ended = insistOn(await world.apply({ inputs: { reviewed: 'warn' } }), 'complete');
  expect(ended.outputs).toMatchObject({ creates: '2', held: '0' });
  expect(toldOn(world, pull)).toContain('digest: It would be created, but no reviewed plan has that.');
  expect(progressOf(world, pull)).toEqual({ welcome: '1 done' });
  world.branch('main', { 'digest.yaml': digest({ utm: 'tv' }) });
  world.github.faults.down();
  const alone = insistOn(await world.apply({ inputs: { reviewed: 'warn' } }), 'complete');
  expect((await world.service.only('Digest')).utm_params).toEqual(utmParams('tv'));
  expect(alone.summary).toContain('Nobody could check what was reviewed');
  // What could not be asked is asked again.
  expect(upto(world)).not.toBe(world.main);
});

test('a review that could not be read is found by a later run, wherever others applied from meanwhile', async () => {
  const world = await actionWorld({ campaigns: {} });
  await merged(world, { 'welcome.yaml': welcome() });
  insistOn(await world.apply(), 'complete');
  const pull = await merged(world, { 'welcome.yaml': welcome({ utm: 'tv' }) });
  const wrongKey = await world.apply({ inputs: { 'review-key': 'another, which is as long as keys are' } });
  expect(wrongKey.outputs).toMatchObject({ outcome: 'held', 'failure-reason': 'not-reviewed' });
  expect(wrongKey.summary).toContain('signed with another review-key');
  // A branch that was cut from main has what was merged there, but none of its pull requests.
  const sha = world.branch('release', { 'note.txt': 'cut from main' });
  const event = { ...world.dispatchEvent(), sha, ref: 'refs/heads/release' };
  expect((await world.apply({ event })).outputs).toMatchObject({ outcome: 'held' });
  expect(insistOn(await world.apply(), 'complete').outputs).toMatchObject({ updates: '1' });
  expect(progressOf(world, pull)).toEqual({ welcome: '1 done' });
  expect(upto(world)).toBe(world.main);
});
