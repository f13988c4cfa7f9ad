import { expect, it } from 'vitest';
import { replaceSteps } from '../../../src/render/text/replace-text.ts';
import { key } from '../../support/builders.ts';

it.each([
  [1, 'Commit this file and merge it.'],
  [2, 'Commit both files and merge them.'],
  [4, 'Commit these 4 files and merge them.'],
])('counts %i files to commit', (written, words) => {
  const file = (name: string) => `campaigns/${name}.yaml`;
  const text = replaceSteps(
    {
      workspace: 'local',
      old: { key: key('a'), file: file('a'), campaignId: '1', commit: 'c0ffee0' },
      copy: { key: key('a-2'), file: file('a-2'), name: 'A (2)' },
      texts: [],
      written,
      alsoCommit: [],
      alsoFor: [],
      takeover: { key: key('a'), type: 'PERIODIC', status: 'ACTIVE', wanted: 'ACTIVE', publishes: true },
      isDone: true,
    },
    { columns: 200 },
  );
  expect(text).toContain(`1. ${words}`);
});
