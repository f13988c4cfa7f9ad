import { expect, it } from 'vitest';
import { moveText } from '../../../src/render/text/state-texts.ts';
import { key } from '../../support/builders.ts';

const moved = { from: key('old'), to: key('new'), file: 'campaigns/new.yaml' };

it('a moved binding asks for a file only if there is none with its key', () => {
  const binding = { others: [], ...moved, campaignId: '1', workspace: 'local' };
  expect(moveText(binding)).toContain('Its file is campaigns/new.yaml.');
  expect(moveText({ ...binding, file: undefined })).toContain('Next: give its file the same key');
});

it('a move in one workspace names the others', () => {
  const text = (others: readonly string[]) =>
    moveText({ ...moved, campaignId: 'id-a', workspace: 'local', others });
  expect(text([])).toMatch(/To check: campaigns plan -w local\n$/);
  expect(text(['staging', 'production'])).toMatch(
    /Run this with -w for each of them that has the campaign: staging, production\.\n$/,
  );
});
