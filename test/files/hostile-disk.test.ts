import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Git } from '../../src/git/git.ts';
import { runGit } from '../../src/git/run-git.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CampaignFolder } from '../../src/files/campaign-folder.ts';
import { judge, type Judged } from '../../src/load/judge.ts';
import { loadCampaigns } from '../../src/load/load-campaigns.ts';
import { place } from '../../src/model/diagnostic.ts';
import { workspace } from '../support/load/marked.ts';
import { openedRepository } from '../support/state/clones.ts';
import { ON_DISK, putOnDisk } from '../support/hostile-disk.ts';

/** An empty repository in a folder of its own. */
function newRepository(): { readonly above: string; readonly root: string } {
  const above = realpathSync(mkdtempSync(join(tmpdir(), 'hostile-disk-')));
  const root = join(above, 'repository');
  mkdirSync(join(root, 'campaigns'), { recursive: true });
  spawnSync('git', ['init', '--quiet', root]);
  return { above, root };
}

async function folderOf(root: string): Promise<CampaignFolder> {
  const repository = await openedRepository(new Git(root, { PATH: process.env.PATH }, runGit));
  return new CampaignFolder(root, 'campaigns', { ignored: await repository.ignored() });
}

function load(folder: CampaignFolder): Judged {
  const local = workspace();
  const loading = { workspaces: new Map([['local', local]]), workspacesToLoad: [local] };
  const readReference = folder.readReference.bind(folder);
  return judge(loadCampaigns({ ...loading, files: folder.files(), readReference }));
}

describe('on disk', () => {
  let above: string;
  let loaded: Judged;

  beforeAll(async () => {
    const repository = newRepository();
    above = repository.above;
    for (const one of ON_DISK) putOnDisk(repository.root, one);
    loaded = load(await folderOf(repository.root));
  });

  afterAll(() => {
    rmSync(above, { recursive: true });
  });

  it.each(ON_DISK)('$what', ({ reported, keys = [] }) => {
    const { diagnostics, desired } = loaded;
    const files = new Set(reported.map((one) => one.slice(0, one.lastIndexOf(' ')).replace(/:\d+:\d+$/, '')));
    const found = diagnostics.filter(({ file, code }) => files.has(file) && code !== 'W_PUBLISH');
    expect(found.map((one) => `${place(one)} ${one.code}`)).toEqual(reported);
    for (const one of found) expect(one.message.length).toBeLessThanOrEqual(400);
    expect(desired.get('local')?.map(({ key }) => key)).toEqual(expect.arrayContaining([...keys]));
  });

  it('reports nothing else, and loads nothing else', () => {
    const { diagnostics, desired } = loaded;
    const all = diagnostics.filter(({ code }) => code !== 'W_PUBLISH');
    const reported = ON_DISK.flatMap((one) => one.reported).sort();
    expect(all.map((one) => `${place(one)} ${one.code}`).sort()).toEqual(reported);
    const keys = ON_DISK.flatMap((one) => one.keys ?? []).sort();
    expect(desired.get('local')?.map(({ key }) => key)).toEqual(keys);
  });
});

describe('a folder', () => {
  let above: string;
  let root: string;

  beforeEach(() => {
    ({ above, root } = newRepository());
  });

  afterEach(() => {
    rmSync(above, { recursive: true });
  });

  const write = (path: string, content: string) => {
    writeFileSync(join(root, path), content);
  };

  // Other systems refuse such names.
  it.skipIf(process.platform !== 'linux')('with names that are not UTF-8 says so', async () => {
    const name = (text: string) =>
      Buffer.concat([Buffer.from(`${root}/campaigns/`), Buffer.from(text, 'latin1')]);
    writeFileSync(name('caf\u00e9.yaml'), 'key: coffee\n');
    mkdirSync(name('th\u00e9'));
    const files = (await folderOf(root)).files();
    expect(files.map((one) => [one.below, 'fault' in one && one.fault.why])).toEqual([
      ['caf\ufffd.yaml', 'not-text'],
      ['th\ufffd', 'not-text'],
    ]);
  });

  it('reads each file only once if many references name it', async () => {
    write('campaigns/body.html', 'one');
    const folder = await folderOf(root);
    const first = folder.readReference('campaigns/a.yaml', './body.html');
    write('campaigns/body.html', 'another');
    expect(folder.readReference('campaigns/b.yaml', '../campaigns/body.html')).toEqual(first);
  });

  it('reports that campaigns/ itself is a link', async () => {
    rmSync(join(root, 'campaigns'), { recursive: true });
    mkdirSync(join(above, 'elsewhere'));
    symlinkSync('../elsewhere', join(root, 'campaigns'));
    const files = (await folderOf(root)).files();
    expect(files).toMatchObject([{ file: 'campaigns', fault: { why: 'link' } }]);
  });
});
