import { expect, it } from 'vitest';
import { replaceSteps } from '../../../src/render/text/replace-text.ts';
import { key } from '../../support/builders.ts';

it.each([
  [['a-2'], ['a-2'], 'Commit campaigns/a-2.yaml and apply it.'],
  [['a-2', 'a'], ['a-2', 'a'], 'Commit both files and apply them.'],
  [['a-2', 'a'], ['a-2'], 'Commit campaigns/a-2.yaml and apply it.'],
  [['a-2', 'a', 't', 'u'], ['a-2', 'a', 't', 'u'], 'Commit these 4 files and apply them.'],
  [['a-2', 'a', 't'], ['a-2', 't'], 'Commit campaigns/a-2.yaml and campaigns/t.yaml and apply them.'],
] as const)('of %j, names or counts %j to commit', (written, toCommit, words) => {
  const file = (name: string) => `campaigns/${name}.yaml`;
  const text = replaceSteps(
    {
      workspace: 'local',
      old: { key: key('a'), file: file('a'), campaignId: '1', commit: 'c0ffee0' },
      copy: { key: key('a-2'), file: file('a-2'), name: 'A (2)' },
      texts: [],
      ...{ written: written.map(file), toCommit: toCommit.map(file) },
      alsoCommit: [],
      alsoFor: [],
      advice: { key: key('a'), type: 'PERIODIC', status: 'ACTIVE', wanted: 'ACTIVE', publishes: true },
      isDone: true,
    },
    { columns: 200 },
  );
  expect(text).toContain(`1. ${words}`);
  expect(text).toMatch(/^Wrote campaigns\/a-2\.yaml\b.*\.\nNext\n/);
});
