import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { CampaignFolder } from '../../src/files/campaign-folder.ts';
import { clones, openedRepository } from '../support/state/clones.ts';

const [KEPT, EDITED, HIDDEN, LINK] = ['kept.yaml', 'edited.yaml', 'hidden.yaml', 'link.yaml'];

/** A repository in which some files were edited, and what git knows of its texts. */
async function known(attributes = '* text\n', place = '.gitattributes') {
  const [clone] = clones({ origin: false });
  const { root, git } = clone;
  const run = (...args: string[]) => clone.run(...args);
  const write = (name: string, text: string) => {
    writeFileSync(join(root, 'campaigns', name), text);
  };
  mkdirSync(join(root, 'campaigns'));
  mkdirSync(join(root, '.git/info'), { recursive: true });
  for (const name of [KEPT, EDITED, HIDDEN]) write(name, `# ${name} wörtlich\n`);
  symlinkSync(KEPT, join(root, 'campaigns', LINK));
  run('config', 'filter.other.clean', 'cat');
  writeFileSync(join(root, place), attributes);
  run('add', '--all');
  run('-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', 'commit', '--quiet', '--message', 'Add');
  run('update-index', '--assume-unchanged', `campaigns/${HIDDEN}`);
  // In the same second, and with as many bytes.
  for (const name of [EDITED, HIDDEN]) write(name, `# ${name} wortlich \n`);
  write('new.yaml', '# new\n');
  return { root, run, blobs: await (await openedRepository(git)).blobs() };
}

it('the texts that git knows are those of its files that nobody edited', async () => {
  const { run, blobs } = await known();
  const id = run('rev-parse', `HEAD:campaigns/${KEPT}`).trim();
  expect([...blobs]).toEqual([
    ['.gitattributes', expect.stringMatching(/^[0-9a-f]{40}$/)],
    [`campaigns/${KEPT}`, id],
  ]);
});

it.each([
  ['.gitattributes', 'filter=other'],
  ['.git/info/attributes', 'filter=other'],
  ['.git/info/attributes', 'working-tree-encoding=UTF-16LE'],
  ['.git/info/attributes', 'ident'],
])('it knows none of which %s may make another text: %s', async (place, attribute) => {
  const { blobs } = await known(`*.yaml ${attribute}\n`, place);
  expect([...blobs.keys()].filter((path) => path.endsWith('.yaml'))).toEqual([]);
});

it('a file is read unless its text is known, and then has the ID that git gives it', async () => {
  const { root, run, blobs } = await known();
  const folder = new CampaignFolder(root, 'campaigns', { ignored: new Set(), blobs });
  const files = folder.files((file, id) => file.endsWith(KEPT) && id === blobs.get(file));
  const found = files.flatMap((one) => ('text' in one ? [one] : []));
  for (const { file, text, id } of found) {
    expect(id).toBe(run('hash-object', file).trim());
    expect(text).toMatch(/^# [a-z]+/);
  }
  expect(found.map(({ below }) => below)).toEqual([EDITED, HIDDEN, KEPT, 'new.yaml']);
  // It was edited after git listed it.
  const kept = folder.files(() => true).find(({ below }) => below === KEPT);
  writeFileSync(join(root, 'campaigns', KEPT), '# late\n');
  expect(kept).toMatchObject({ text: '# late\n', id: run('hash-object', `campaigns/${KEPT}`).trim() });
  expect(folder.glanceAtReference(`campaigns/${KEPT}`, `./${KEPT}`)).toMatchObject({ text: '' });
  expect(folder.glanceAtReference(`campaigns/${KEPT}`, `./${EDITED}`)).toBeUndefined();
});
