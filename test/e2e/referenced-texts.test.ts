import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { actionWorld } from '../support/action/action-world.ts';
import { temporaryFolder } from '../support/cleanup.ts';
import { digest, sale, welcome } from '../support/e2e/campaign-texts.ts';
import { planOf } from '../support/e2e/documents.ts';
import { startLiveService } from '../support/e2e/live-service.ts';
import { appliedRepo } from '../support/e2e/opened.ts';
import { openRepo, workspacesText } from '../support/e2e/test-repository.ts';

const NOBODY = 'http://127.0.0.1:9/';
const REFERRING = welcome({ subject: 'PLACEHOLDER' }).replace('PLACEHOLDER', '{ $file: ./subject.txt }');

function referring(text: string) {
  return openRepo({
    campaigns: { 'welcome.yaml': REFERRING, 'subject.txt': text },
    origin: false,
  });
}

test('a text has only line feeds, whatever platform checked it out', async () => {
  const service = await startLiveService();
  const bodies = await Promise.all(
    ['One\nTwo\n', 'One\r\nTwo\r\n'].map(async (text) => {
      const repo = referring(text);
      repo.edit('campaigns/workspaces.yaml', /http:\/\/127\.0\.0\.1:9\//, service.url);
      const [campaign] = planOf(await repo.campaigns('plan', '--json')).campaigns;
      return JSON.stringify(campaign?.requests[0]?.body);
    }),
  );
  expect(bodies[0]).toContain('One\\nTwo\\n');
  expect(bodies[1]).toBe(bodies[0]);
});

test('does not send a Git LFS pointer instead of the text', async () => {
  const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'a'.repeat(64)}\nsize 12345\n`;
  const ended = await referring(pointer).exits(5, 'validate');
  expect(ended.stdout).toMatch(
    /^campaigns\/welcome\.yaml:\d+:\d+ E_FILE .*subject\.txt.*Git LFS.*git lfs pull/m,
  );
});

test('workspaces.yaml must not be a link that leads out of the repository', async () => {
  const repo = referring('Hello');
  const outside = join(temporaryFolder(), 'workspaces.yaml');
  writeFileSync(outside, workspacesText({ url: NOBODY }));
  repo.remove('campaigns/workspaces.yaml');
  symlinkSync(outside, join(repo.directory, 'campaigns/workspaces.yaml'));
  const ended = await repo.exits(5, 'validate');
  expect(ended.stdout).toMatch(/^campaigns\/workspaces\.yaml:1:1 E_FILE .*is outside the repository/m);

  repo.remove('campaigns/workspaces.yaml');
  repo.write('elsewhere.yaml', workspacesText({ url: NOBODY }));
  symlinkSync('../elsewhere.yaml', join(repo.directory, 'campaigns/workspaces.yaml'));
  expect(await repo.campaigns('validate')).toMatchObject({ status: 0 });
});

test('in a workflow a text must be tracked by git, because another step may have written it', async () => {
  const world = await actionWorld({
    campaigns: { 'welcome.yaml': REFERRING, 'subject.txt': 'Hello' },
  });
  const folder = world.checkout(world.pushEvent(), 0);
  expect(await world.stepIn(folder, 'validate', {})).toMatchObject({ exit: 0, annotations: [] });

  const other = REFERRING.replace('subject.txt', 'made.txt');
  world.branch('main', { 'welcome.yaml': other, 'subject.txt': null });
  const next = world.checkout(world.pushEvent(), 0);
  writeFileSync(join(next, 'campaigns/made.txt'), 'Made by a step');
  for (const command of ['validate', 'apply'] as const) {
    const ended = await world.stepIn(next, command, {});
    expect(ended).toMatchObject({ exit: 1, outputs: { outcome: 'invalid' } });
    expect(ended.annotations).toEqual([
      expect.objectContaining({
        file: 'campaigns/welcome.yaml',
        line: other.split('\n').findIndex((line) => line.includes('made.txt')) + 1,
        title: 'E_FILE',
      }),
      expect.anything(),
    ]);
  }
});

// A snippet is one of the files of every campaign that inserts it.

const REFERENCE = 'html_content: { $file: ./mail.html, with: { shop_url: { $var: shop_url } } }';
const EVE = 'Eve Editor <eve@example.com>';
const withMail = (text: string) => text.replace(/html_content: .*/, REFERENCE);

const FILES: Readonly<Record<string, string>> = {
  'digest.yaml': withMail(digest()),
  'welcome.yaml': withMail(welcome()),
  'sale.yaml': sale(),
  'mail.html': '<p>Hello</p>\n[[> footer.html]]\n',
  'snippets/footer.html': '<a href="[[shop_url]]/unsubscribe">Unsubscribe</a>\n',
};
const VARS = 'limits: off\n    vars: { shop_url: https://shop.example.com }';

test('an edit of a snippet is an edit of the campaigns that insert it, by the author of the edit', async () => {
  const { service, repo } = await appliedRepo(FILES, { workspace: VARS });
  expect(JSON.stringify(await service.only('Welcome'))).toContain(
    '<p>Hello</p>\\n<a href=\\"https://shop.example.com/unsubscribe\\">Unsubscribe</a>\\n',
  );
  repo.edit('campaigns/snippets/footer.html', /Unsubscribe/, 'No more of this');
  const dirty = await repo.exits(5, 'apply');
  expect(dirty.stderr).toContain('campaigns/snippets/footer.html');

  repo.git('checkout', '--quiet', '-b', 'topic');
  repo.commit('Reword the footer', 'Bob Builder <bob@example.com>');
  const plan = planOf(await repo.campaigns('plan', '--changed-since', 'main', '--json'));
  expect(plan.campaigns.map(({ key }) => key)).toEqual(['digest', 'welcome']);
  expect(plan.campaigns[0]?.requests[0]?.body).toMatchObject({ updated_by: 'bob@example.com' });

  // An edit that changes nothing of what is sent doesn't count, nor does a rename.
  const shop = /https:\/\/shop\.example\.com/;
  repo.edit('campaigns/workspaces.yaml', shop, 'https://shop.example.org');
  const moved = 'Move the shop\n\nCo-authored-by: Dan, Jr. <dan@example.com>';
  repo.commit(moved, 'Cleo Cook <cleo@example.com>');
  repo.edit('campaigns/workspaces.yaml', /limits: off/, 'limits: off # for tests');
  repo.remove('campaigns/welcome.yaml');
  repo.change({ 'hello.yaml': `# Says hello.\nkey: welcome\n${withMail(welcome())}` }, EVE);
  const applied = await repo.campaigns('apply', 'welcome', '--allow', 'branch');
  expect(applied.status).toBe(0);
  expect(JSON.stringify(await service.only('Welcome'))).toContain('"updated_by":"cleo@example.com"');
  const { stdout } = await repo.campaigns('log', 'welcome', '-n', '1', '--json');
  expect(JSON.parse(stdout)).toMatchObject({
    entries: [{ edited_by: ['Cleo Cook <cleo@example.com>', 'Dan, Jr. <dan@example.com>'] }],
  });

  repo.edit('campaigns/snippets/footer.html', /shop_url/, 'shop');
  const wrong = await repo.exits(5, 'validate');
  expect(wrong.stdout).toMatch(
    /^campaigns\/snippets\/footer\.html:1:10 E_PLACEHOLDER \[\[shop\]\] has no value in campaigns\/digest\.yaml/m,
  );
});

test('in a workflow a snippet must be tracked by git', async () => {
  const world = await actionWorld({
    campaigns: {
      'welcome.yaml': welcome({ body: './mail.html' }),
      'mail.html': '<p>Hello</p>\n[[> made.html]]\n',
    },
  });
  const folder = world.checkout(world.pushEvent(), 0);
  mkdirSync(join(folder, 'campaigns/snippets'));
  writeFileSync(join(folder, 'campaigns/snippets/made.html'), '<p>');
  const ended = await world.stepIn(folder, 'validate', {});
  expect(ended).toMatchObject({ exit: 1, outputs: { outcome: 'invalid' } });
  expect(ended.annotations).toContainEqual(
    expect.objectContaining({
      ...{ file: 'campaigns/mail.html', line: 2 },
      message: expect.stringContaining('git does not track campaigns/snippets/made.html') as string,
    }),
  );
});
