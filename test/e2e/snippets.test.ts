import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { actionWorld } from '../support/action/action-world.ts';
import { digest, sale, welcome } from '../support/e2e/campaign-texts.ts';
import { planOf } from '../support/e2e/documents.ts';
import { appliedRepo } from '../support/e2e/opened.ts';

// A snippet is one of the files of every campaign that inserts it.

const REFERENCE = 'html_content: { $file: ./mail.html, with: { shop_url: { $var: shop_url } } }';
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
  const dirty = await repo.campaigns('apply');
  expect(dirty.status).toBe(5);
  expect(dirty.stderr).toContain('campaigns/snippets/footer.html');

  repo.git('checkout', '--quiet', '-b', 'topic');
  repo.commit('Reword the footer', 'Bob Builder <bob@example.com>');
  const plan = planOf(await repo.campaigns('plan', '--changed-since', 'main', '--json'));
  expect(plan.campaigns.map(({ key }) => key)).toEqual(['digest', 'welcome']);
  expect(plan.campaigns[0]?.requests[0]?.body).toMatchObject({ updated_by: 'bob@example.com' });

  repo.edit('campaigns/snippets/footer.html', /shop_url/, 'shop');
  const wrong = await repo.campaigns('validate');
  expect(wrong.status).toBe(5);
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
