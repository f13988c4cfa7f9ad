import { expect, test } from 'vitest';
import { actionWorld } from '../../support/action/action-world.ts';
import { expectEnd, merged, progressOf, proposed, require, shownOn } from '../../support/action/reviewed.ts';
import { digest, sale, utmParams, welcome } from '../../support/e2e/campaign-texts.ts';

test("skips what was edited by hand since the review and fails; an edit elsewhere doesn't prevent anything", async () => {
  const world = await actionWorld({ campaigns: {} });
  const files = { welcome: welcome(), digest: digest(), sale: sale({ status: 'ACTIVE' }) };
  await merged(world, Object.fromEntries(Object.entries(files).map(([key, text]) => [`${key}.yaml`, text])));
  require(await world.apply(), 'complete');
  const [one, two, three] = await Promise.all(
    ['Welcome', 'Digest', 'Sale'].map((name) => world.service.only(name)),
  );
  const moved = await proposed(world, { 'welcome.yaml': welcome({ utm: 'app' }) });
  const beside = await proposed(world, { 'digest.yaml': digest({ utm: 'app' }) });
  const locked = await proposed(world, { 'sale.yaml': sale({ status: 'ACTIVE', audience: 'members' }) });
  await world.service.editByHand(one?.id ?? '', { utm_params: utmParams('by hand') });
  const content = { content: { email: { ...emailOf(two), subject: 'By hand' } } };
  await world.service.editByHand(two?.id ?? '', { campaign_content: content });
  await world.service.editByHand(three?.id ?? '', { status: 'SENT' });
  for (const pull of [moved, beside, locked]) world.merge(pull, 'squash');
  const writes = (await world.service.writes()).length;
  const ended = await world.apply();
  expectEnd(ended, '1 held not-reviewed', { updates: '1' });
  expect((await world.service.writes()).slice(writes)).toEqual(['update']);
  expect(await world.service.get(one?.id ?? '')).toMatchObject({ utm_params: utmParams('by hand') });
  expect(await world.service.get(two?.id ?? '')).toMatchObject({
    ...{ utm_params: utmParams('app'), campaign_content: content },
  });
  expect(progressOf(world, beside)).toEqual({ 'digest utm_params': 'done' });
  expect(shownOn(world, moved)).toContain('(`utm_params`) changed both in the file and in the service');
  // A block doesn't concern any other pull request. The first line says how to resolve it.
  const message =
    ended.annotations.map((one) => one.message).find((text) => text.includes('was skipped')) ?? '';
  expect(message).toMatch(/#\d+ no longer approves .* because that is blocked now\. /);
  expect(message).toMatch(/1 other campaign/);
  expect(message).not.toContain('Open a pull request');
  expect(shownOn(world, locked)).toMatch(
    /#\S*4 no longer approves the update of `segmentation_details`, because that is blocked now/,
  );
  // The part that could be applied succeeds.
  const rest = await world.apply({ inputs: { only: 'digest' } });
  expect(rest).toMatchObject({ exit: 0, outputs: { outcome: 'complete', changes: '0' } });
  // Once it is in the reviewed state again, it is applied.
  await world.service.editByHand(one?.id ?? '', { utm_params: utmParams('shop') });
  const back = await world.apply();
  expect(back.outputs).toMatchObject({ updates: '1' });
  expect(progressOf(world, moved)).toEqual({ 'welcome utm_params': 'done' });
  // A used approval doesn't count anymore: when someone reverts the change by hand, it is drift and not a merge.
  await world.service.editByHand(one?.id ?? '', { utm_params: utmParams('shop') });
  const later = await world.apply({ inputs: { only: 'welcome' } });
  expect(later).toMatchObject({ exit: 0, outputs: { outcome: 'complete', changes: '0' } });
  expect(await world.service.get(one?.id ?? '')).toMatchObject({ utm_params: utmParams('shop') });
});

function emailOf(campaign: unknown): Record<string, string> {
  const { campaign_content: content } = campaign as {
    campaign_content: { content: { email: Record<string, string> } };
  };
  return content.content.email;
}

test('applies a reviewed pause whatever else changed, and reports what is not possible anymore', async () => {
  const world = await actionWorld({ campaigns: {} });
  await merged(world, {
    'welcome.yaml': welcome({ status: 'ACTIVE' }),
    'digest.yaml': digest({ status: 'ACTIVE' }),
  });
  require(await world.apply(), 'complete');
  const [one, two] = await Promise.all(['Welcome', 'Digest'].map((name) => world.service.only(name)));
  const pause = await proposed(world, { 'welcome.yaml': welcome({ status: 'PAUSED', utm: 'app' }) });
  const late = await proposed(world, { 'digest.yaml': digest({ status: 'PAUSED' }) });
  await world.service.editByHand(one?.id ?? '', { utm_params: utmParams('by hand') });
  await world.service.editByHand(two?.id ?? '', { status: 'ARCHIVED' });
  for (const pull of [pause, late]) world.merge(pull, 'squash');
  const ended = await world.apply();
  expect(ended).toMatchObject({ exit: 1, outputs: { outcome: 'held', transitions: '1', updates: '0' } });
  expect(await world.service.get(one?.id ?? '')).toMatchObject({
    ...{ status: 'PAUSED', utm_params: utmParams('by hand') },
  });
  expect(shownOn(world, pause)).toMatch(/#\S*2 no longer approves the update of `utm_params`, because/);
  // The digest can't be paused anymore. That differs from the review, so the run fails.
  expect(shownOn(world, late)).toMatch(/#\S*3 no longer approves PAUSE, because that is blocked now/);
});
