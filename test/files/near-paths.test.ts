import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { CampaignFolder } from '../../src/files/campaign-folder.ts';
import { temporaryFolder } from '../support/cleanup.ts';

// The file that was probably meant by a path that leads nowhere.

function nearOf(path: string, from = 'campaigns/promo/a.yaml'): string | undefined {
  const above = temporaryFolder();
  const root = join(above, 'repository');
  for (const file of [
    'repository/campaigns/mails/Body.html',
    'repository/texts/No\u00ebl.html',
    'outside/secret.html',
  ]) {
    mkdirSync(dirname(join(above, file)), { recursive: true });
    writeFileSync(join(above, file), 'Hello');
  }
  symlinkSync(join(above, 'outside'), join(root, 'campaigns', 'linked'));
  mkdirSync(join(root, '.git'));
  writeFileSync(join(root, '.git', 'config'), 'secret');
  const answer = new CampaignFolder(root, 'campaigns', { ignored: new Set() }).readReference(from, path);
  expect(answer).toMatchObject({ kind: 'problem' });
  const fault = answer.kind === 'problem' ? answer.fault : undefined;
  return fault?.why === 'not-here' ? fault.near : undefined;
}

it.each([
  ['a folder in another letter case', '../MAILS/Body.html', '../mails/Body.html'],
  ['a file in another letter case', '../mails/body.html', '../mails/Body.html'],
  ['both', '../Mails/BODY.HTML', '../mails/Body.html'],
  ['a blank at its end', '../mails/Body.html ', '../mails/Body.html'],
  ['a line break at its end', '../mails/Body.html\n', '../mails/Body.html'],
  ['a character without a width', '../mails/\u200bBody.html', '../mails/Body.html'],
  ['an accent of its own', '../../texts/Noe\u0308l.html', '../../texts/No\u00ebl.html'],
  ['a typo', '../mals/Body.html', '../mails/Body.html'],
  ['another name', '../mails/footer.html', undefined],
  ['a folder that is a link out of the repository', '../linked/secert.html', undefined],
  ['the folder of git', '../../.git/confg', undefined],
])('%s: %j', (_, path, near) => {
  expect(nearOf(path)).toBe(near);
});

it('a path in the folder of the campaign begins with a dot', () => {
  expect(nearOf('./MAILS/body.html', 'campaigns/a.yaml')).toBe('./mails/Body.html');
});
