import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { CampaignFolder } from '../../src/files/campaign-folder.ts';
import { strayFile } from '../../src/load/file-diagnostic.ts';
import { temporaryFolder } from '../support/cleanup.ts';

const CAMPAIGN = 'channel: EMAIL\ncampaign_delivery_type: ONE_TIME\n';

function folderOf(
  files: readonly string[],
  text = CAMPAIGN,
  ignored: readonly string[] = [],
): CampaignFolder {
  const root = temporaryFolder();
  for (const file of ['campaigns/workspaces.yaml', ...files]) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  return new CampaignFolder(root, 'campaigns', { ignored: new Set(ignored) });
}

it.each([
  ['campaigns/promo/xmas.yaml.txt', /ends in \.txt$/],
  ['xmas.yml', /not in campaigns\/$/],
  ['xmas.yaml.txt', /not in campaigns\/$/],
  ['campaign/promo/xmas.yaml', /not in campaigns\/$/],
])('%s is not read', (file, why) => {
  const found = folderOf([file]).findStrayFiles();
  expect(found).toEqual([file]);
  expect(found.map((one) => strayFile(one, 'campaigns'))).toMatchObject([
    { file, line: 1, column: 1, code: 'W_FILE_NAME', message: expect.stringMatching(why) as string },
  ]);
});

it('leaves all other files alone', () => {
  const files = ['campaigns/a.yaml', 'campaigns/b.yml', 'docs/c.yaml', 'campaign/workspaces.yaml', 'd.md'];
  expect(folderOf(files).findStrayFiles()).toEqual([]);
  expect(folderOf(['docker.yaml', 'campaigns/notes.yaml.txt'], 'channel: stable\n').findStrayFiles()).toEqual(
    [],
  );
  expect(folderOf(['a.yaml', 'campaign/b.yaml'], CAMPAIGN, ['a.yaml', 'campaign/']).findStrayFiles()).toEqual(
    [],
  );
});
