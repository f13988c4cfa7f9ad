import { expect, it } from 'vitest';
import type { Components, Live } from '../../src/model/campaign.ts';
import type { Result } from '../../src/model/result.ts';
import { SETTLED_AFTER_MS } from '../../src/model/resolve-intent.ts';
import { recoverAndApply, stageOf, type Stage } from '../support/apply-world.ts';
import { desired, live, managing } from '../support/builders.ts';

// A service that stores one field of a component and keeps the old value of another. No such write may seem done.

const ALL = { is_all_user_campaign: true };
const SEGMENT = { is_all_user_campaign: false, included_filters: { filters: [{ name: 'VIP' }] } };

interface World extends Stage {
  readonly campaign: Live;
}

function world(file: Components, had: Components, status?: 'ACTIVE'): World {
  const campaign = live({ components: had });
  const stage = stageOf(managing([desired({ components: file, ...(status && { status }) })], [campaign]));
  return { ...stage, campaign };
}

async function later({ clock, ...rest }: World): Promise<Result> {
  clock.time += SETTLED_AFTER_MS + 60_000;
  return recoverAndApply({ clock, ...rest });
}

function sends({ service }: Stage): string[] {
  return service.writes.map(({ operation }) => operation);
}

it('is never published to everyone because one of two fields of its audience stayed unchanged', async () => {
  const stage = world({ segmentation_details: SEGMENT }, { segmentation_details: ALL }, 'ACTIVE');
  stage.service.shows = ({ segmentation_details: shown, ...rest }) => ({
    ...rest,
    ...(shown && { segmentation_details: { ...shown, is_all_user_campaign: true } }),
  });
  const results: Result[] = [];
  for (let run = 0; run < 6; run += 1) results.push(await later(stage));
  // Sent, sent once more, and then left to a person.
  expect(sends(stage)).toEqual(['update', 'update']);
  const paths = [{ key: 'a', component: 'segmentation_details', paths: ['/is_all_user_campaign'] }];
  for (const { unconfirmed } of results) expect(unconfirmed).toMatchObject(paths);
});
