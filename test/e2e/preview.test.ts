import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/cleanup.ts';
import { sale } from '../support/e2e/campaign-texts.ts';
import { previewOf } from '../support/e2e/documents.ts';
import { repoBehindProxy, repoWithService } from '../support/e2e/opened.ts';
import { campaigns } from '../support/e2e/program.ts';
import { openRepo } from '../support/e2e/test-repository.ts';
import { tagTrouble } from '../support/well-formed.ts';

// `campaigns preview`: a message as a user gets it, from the service or with sample values.

const SUBJECT = 'Hi {{ user.first_name }}: {{ event.product_name | default: "boots" }}';
const ADA = { id: 'u-1042', email: 'ada@example.com', attributes: { first_name: 'Ada' } };

test('shows a message of a file that was never applied as a user gets it, and writes nothing', async () => {
  const { repo, service } = await repoWithService({ 'sale.yaml': sale({ subject: SUBJECT }) });
  await service.control('POST', 'users', { users: [ADA] });
  const before = repo.snapshot();
  const shown = previewOf(
    await repo.exits(0, 'preview', 'sale', '--user', 'u-1042', '--event', 'product_name=Skis = x', '--json'),
  );
  expect(shown).toMatchObject({
    ...{ key: 'sale', user: 'u-1042', locale: 'default', variation: 'variation_1', unresolved: [] },
    content: { email: { subject: 'Hi Ada: Skis = x', html_content: '<p>Hello</p>' } },
  });
  const byMail = previewOf(await repo.exits(0, 'preview', 'sale', '--user', ADA.email, '--json'));
  expect(byMail).toMatchObject({ content: { email: { subject: 'Hi Ada: boots' } } });
  expect((await repo.exits(0, 'preview', 'sale', '--user', 'u-1042')).stdout).toContain('Hi Ada: boots');

  const page = join(temporaryFolder(), 'preview.html');
  await repo.exits(0, 'preview', 'sale', '--user', 'u-1042', '--html', page);
  const html = readFileSync(page, 'utf8');
  expect(html).toContain('Hi Ada: boots');
  expect(tagTrouble(html)).toEqual([]);
  expect(repo.snapshot()).toEqual(before);
  expect(new Set((await service.requests()).map(({ operation }) => operation))).toEqual(new Set(['preview']));
});

test('shows sample values without a key or a service', async () => {
  const repo = openRepo({ campaigns: { 'sale.yaml': sale({ subject: SUBJECT }) } });
  const offline = (...args: string[]) =>
    campaigns(['preview', 'sale', '--offline', '--json', ...args], { cwd: repo.directory });
  expect(previewOf(await offline())).toMatchObject({
    ...{ user: null, unresolved: [] },
    content: { email: { subject: 'Hi Ada: [product name]' } },
  });
  expect(previewOf(await offline('--user', 'u-7', '--event', 'product_name=Skis'))).toMatchObject({
    ...{ user: 'u-7', content: { email: { subject: 'Hi u-7: Skis' } } },
  });
});

test('says at its line what cannot be filled in, with the service and without', async () => {
  const body = '<p>Hi {{ user.first_name }}</p>\n<p>{{ ContentBlock.footer }}</p>\n';
  const { repo, service } = await repoWithService({
    'sale.yaml': sale({ body: './sale.html' }),
    'sale.html': body,
  });
  await service.control('POST', 'users', { users: [ADA] });
  const expression = '{{ ContentBlock.footer }}';
  const unresolved = [
    {
      ...{ path: 'campaign_content.content.email.html_content', expression },
      ...{ file: 'campaigns/sale.html', line: 2 },
    },
  ];
  const offline = previewOf(await repo.exits(0, 'preview', 'sale', '--offline', '--json'));
  expect(offline).toMatchObject({ unresolved });
  const text = await repo.exits(0, 'preview', 'sale', '--offline');
  expect(text.stdout).toContain(`campaigns/sale.html:2 ${expression}`);

  // The service refuses the text as a whole, so it is shown as written; all others are filled in.
  const asked = previewOf(await repo.exits(0, 'preview', 'sale', '--user', 'u-1042', '--json'));
  expect(asked).toMatchObject({ unresolved, content: { email: { subject: 'Sale!', html_content: body } } });
});

test.each([
  ['a user whom the service does not know', 1, ['sale', '--user', 'nobody']],
  ['no user', 64, ['sale']],
  ['an unknown campaign', 64, ['sail', '--user', 'u-1']],
  ['an unknown language', 64, ['sale', '--user', 'u-1', '--locale', 'de']],
  ['an unknown variation', 64, ['sale', '--offline', '--variation', 'variation_9']],
  ['an attribute without a value', 64, ['sale', '--user', 'u-1', '--event', 'product_name']],
  ['two pages', 64, ['sale', '--offline', '--open', '--html', 'x.html']],
])('refuses %s', async (_, status, args) => {
  const { repo } = await repoWithService({ 'sale.yaml': sale() });
  const ended = await repo.exits(status, 'preview', ...args);
  expect(ended.stdout).toBe('');
  expect(ended.stderr).not.toBe('');
  expect(existsSync(join(repo.directory, 'x.html'))).toBe(false);
});

test('an answer without content, or a refused credential, is a failure', async () => {
  const { repo, proxy } = await repoBehindProxy({ 'sale.yaml': sale() });
  proxy.handler = () => ({ status: 200, body: '{"data": {"personalized_content": {}}}' });
  await repo.exits(1, 'preview', 'sale', '--user', 'u-1');
  proxy.handler = () => ({ status: 401, body: '{"error": {"code": "UNAUTHORIZED"}}' });
  await repo.exits(7, 'preview', 'sale', '--user', 'u-1');
});
