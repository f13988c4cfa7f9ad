import { expect, it } from 'vitest';
import { heldBy } from '../../../src/model/held.ts';
import type { RevertedCampaign } from '../../../src/model/revert.ts';
import { PLAIN } from '../../../src/render/text/paint.ts';
import { revertDoneText, revertText } from '../../../src/render/text/revert-text.ts';
import { key } from '../../support/builders.ts';

const REVERTED: RevertedCampaign = {
  ...{ key: key('promo/a'), file: 'campaigns/promo/a.yaml', written: ['campaigns/promo/a.yaml'] },
  commit: { id: 'a'.repeat(40), at: '2031-01-01T09:00:00Z', by: 'Ada', subject: 'Start it' },
  ...{ shared: [], alsoChanges: [], otherStatuses: new Map(), mistakes: [], held: [] },
  status: { from: 'STOPPED', to: 'ACTIVE' },
};

/** A version whose file asks for another status than the file now. */
function textFor(blocked: RevertedCampaign['held'], names: readonly string[] = ['promo/a']): string {
  const campaigns = names.map((name): RevertedCampaign => ({ ...REVERTED, key: key(name), held: blocked }));
  const report = { workspace: 'local', campaigns, isLastApplied: false, isDone: false };
  return revertText(report, { paint: PLAIN, columns: 200 });
}

it('says that the next apply requests the status of the version', () => {
  expect(textFor([])).toContain(
    'This version has status: ACTIVE instead of STOPPED, which the next apply requests.',
  );
});

const STOPPED = heldBy('transition-not-possible', {
  code: 'transition-not-possible',
  ...{ wanted: 'ACTIVE', from: 'STOPPED', word: 'STOPPED', type: 'ONE_TIME' },
});

it('lists all blocked campaigns under one heading', () => {
  const text = textFor([STOPPED, STOPPED], ['promo/a', 'promo/b']);
  expect(text.split('the plan will block:')).toHaveLength(2);
  expect(text).toMatch(/the plan will block:\n {2}promo\/a\n( {4}.*\n)+ {2}promo\/b\n( {4}.*\n)+$/);
});

it('says only once that the status is blocked', () => {
  const text = textFor([STOPPED]);
  expect(text).toContain("This ONE_TIME campaign can't change from STOPPED to ACTIVE.");
  expect(text).not.toContain('which the next apply requests');
});

it('names the plan of each workspace that changes', () => {
  const text = (others: readonly string[]) =>
    revertDoneText({
      workspace: 'local',
      campaigns: [{ ...REVERTED, alsoChanges: others }],
      isLastApplied: true,
      isDone: true,
    });
  expect(text([])).toMatch(/check the plan, .* To see the plan: campaigns plan -w local\n$/);
  expect(text(['staging'])).toMatch(/To see them: campaigns plan -w local; campaigns plan -w staging\n$/);
});

it.each([true, false])('says how to go back further if nothing is left to undo (%s)', (isLastApplied) => {
  const campaigns = [{ ...REVERTED, written: [], status: undefined }];
  expect(revertDoneText({ workspace: 'local', campaigns, isLastApplied, isDone: true })).toBe(
    `The file already has this version, so nothing was written.\n${
      isLastApplied
        ? 'To go back further, find the commit before the change that you want to undo (campaigns log promo/a -w local), then run: campaigns revert promo/a --to COMMIT -w local\n'
        : ''
    }`,
  );
});
