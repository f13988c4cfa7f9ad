import { expect, it } from 'vitest';
import { moveText } from '../../../src/render/text/state-texts.ts';
import { key } from '../../support/builders.ts';

const MOVED = {
  ...{ from: key('old'), to: key('new'), file: 'campaigns/new.yaml' },
  ...{ campaignId: 'id-a', workspace: 'local', others: [] },
};

it('a moved binding names its file, if there is one, and the workspaces that still have the old key', () => {
  expect(moveText(MOVED)).toContain('campaigns/new.yaml');
  expect(moveText({ ...MOVED, file: undefined })).not.toContain('campaigns/new.yaml');
  expect(moveText({ ...MOVED, others: ['staging', 'production'] })).toContain('staging, production');
});
