import { expect, test } from 'vitest';
import { digest, sale, utmParams, welcome } from '../support/e2e/campaign-texts.ts';
import { appliedRepo } from '../support/e2e/opened.ts';
import type { LiveService } from '../support/e2e/live-service.ts';
import type { TestRepository } from '../support/e2e/test-repository.ts';

const WELCOME = `# for everybody\n${welcome({ utm: 'file' }).replace('utm_source: file', "utm_source: 'file' # who sent it")}`;

const email = (html: string) => ({
  email: {
    ...{ subject: 'Welcome!', sender_name: 'Northtrail', from_address: 'hello@mail.example.com' },
    ...{ reply_to_address: 'care@example.com', html_content: html },
  },
});

/** Nothing is left to do: a plan has no changes, and an apply only records. */
async function expectPulled(repo: TestRepository, service: LiveService): Promise<void> {
  const writes = await service.writes();
  expect((await repo.exits(0, 'plan')).stdout).toMatch(/in sync/);
  repo.commit('Pull');
  expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
  expect(await service.writes()).toEqual(writes);
  expect(await repo.campaigns('drift')).toMatchObject({ status: 0 });
}

test('writes what was changed by hand into the file, and nothing else', async () => {
  const { repo, service, edit } = await appliedRepo({ 'welcome.yaml': WELCOME, 'digest.yaml': digest() });
  await edit('Welcome', {
    utm_params: { ...utmParams('by hand'), utm_term: 'new' },
    updated_by: 'bob@example.com',
  });
  const dry = await repo.campaigns('pull', '--dry-run');
  expect(dry).toMatchObject({ status: 0, stderr: '' });
  expect(dry.stdout).toContain('utm_source  file  →  by hand');
  expect(repo.read('campaigns/welcome.yaml')).toBe(WELCOME);
  await repo.exits(0, 'pull');
  expect(repo.git('status', '--porcelain').trim()).toBe('M campaigns/welcome.yaml');
  expect(repo.read('campaigns/welcome.yaml')).toContain("utm_source: 'by hand' # who sent it");
  await expectPulled(repo, service);
});

test.each([[['documented']], [['respell=entities,trim,drop-empty,nfc,utc']]])(
  "with a service with %s, one edit is one line, and the service's spelling is not written",
  async (quirks) => {
    const { repo, service, edit } = await appliedRepo({ 'digest.yaml': digest({ subject: 'Tom & Zoë ' }) });
    await service.control('POST', 'quirks', { quirks });
    expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
    const file = repo.read('campaigns/digest.yaml');
    await edit('Digest', { utm_params: { ...utmParams('by hand') } });
    await repo.exits(0, 'pull');
    expect(repo.read('campaigns/digest.yaml')).toBe(file.replace('utm_source: shop', 'utm_source: by hand'));
    await expectPulled(repo, service);
  },
);

test('a text that has Windows line endings in the service stays a separate file', async () => {
  const { repo, service, edit } = await appliedRepo({
    'mail.yaml': welcome({ name: 'Mail', body: './body.html' }),
    'body.html': '<p>Hello</p>\n<p>Bye</p>\n',
  });
  // A form of the dashboard sends such line endings.
  await edit('Mail', { campaign_content: { content: email('<p>Hello!</p>\r\n<p>Bye</p>\r\n') } });
  expect(await repo.campaigns('pull', '--yes')).toMatchObject({ status: 0 });
  expect(repo.read('campaigns/body.html')).toBe('<p>Hello!</p>\n<p>Bye</p>\n');
  expect(repo.read('campaigns/mail.yaml')).toContain('html_content: { $file: ./body.html, eol: crlf }');
  await expectPulled(repo, service);
});

test('content that gets a language keeps its text files', async () => {
  const { repo, service, edit } = await appliedRepo({
    'welcome.yaml': welcome({ body: './body.html' }),
    'body.html': '<p>Hi</p>\n',
  });
  const content = {
    default: { variation_1: email('<p>Hi</p>\n') },
    de: { variation_1: email('<p>Hallo</p>') },
  };
  await edit('Welcome', { campaign_content: { locales: ['de'], content } });
  await repo.exits(0, 'pull');
  expect(repo.read('campaigns/welcome.yaml')).toContain(
    `content:
    default:
      variation_1:
        email:
          subject: Welcome!
          sender_name: Northtrail
          from_address: hello@mail.example.com
          reply_to_address: care@example.com
          html_content: { $file: ./body.html }
    de:
      variation_1:
        email:`,
  );
  expect(repo.read('campaigns/body.html')).toBe('<p>Hi</p>\n');
  await expectPulled(repo, service);
});

test('takes one side of a conflict, and what only the other side changed', async () => {
  const { repo, service, edit } = await appliedRepo({ 'welcome.yaml': WELCOME, 'sale.yaml': sale() });
  await edit('Welcome', { utm_params: { ...utmParams('by hand'), utm_medium: 'sms' } });
  const edited = WELCOME.replace("'file'", "'edited'");
  repo.change({ 'welcome.yaml': edited });
  expect(await repo.campaigns('pull', '--ours', '--theirs')).toMatchObject({ status: 64 });

  await repo.exits(0, 'pull', '--ours');
  expect(repo.read('campaigns/welcome.yaml')).toBe(edited.replace('medium: email', 'medium: sms'));
  repo.write('campaigns/welcome.yaml', edited);
  expect(await repo.campaigns('pull', '--theirs')).toMatchObject({ status: 0 });
  expect(repo.read('campaigns/welcome.yaml')).toBe(
    edited.replace('medium: email', 'medium: sms').replace("'edited'", "'by hand'"),
  );
  await expectPulled(repo, service);
});

test('reports a variable, and pulls the rest of the campaign', async () => {
  const { repo, service, edit } = await appliedRepo({ 'welcome.yaml': welcome() });
  const entry = repo
    .read('campaigns/workspaces.yaml')
    .replace('limits: off', 'limits: off\n    vars: { source: shop }');
  repo.write('campaigns/workspaces.yaml', entry);
  repo.change({ 'welcome.yaml': welcome().replace('utm_source: shop', 'utm_source: { $var: source }') });
  expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
  await edit('Welcome', {
    utm_params: utmParams('by hand'),
    campaign_content: { content: email('<p>New</p>') },
  });
  const before = repo.read('campaigns/welcome.yaml');
  const reported = await repo.exits(1, 'pull', '--json');
  expect(JSON.parse(reported.stdout)).toMatchObject({
    left: [
      {
        key: 'welcome',
        reasons: [{ reason: 'variable', part: 'utm_params', path: '/utm_source', name: 'source' }],
      },
    ],
    pulled: [{ key: 'welcome', components: [{ name: 'campaign_content' }] }],
  });
  const pulled = before.replace('<p>Hello</p>', '<p>New</p>');
  expect(repo.read('campaigns/welcome.yaml')).toBe(pulled);
  expect(await service.writes()).toEqual(['create']);

  // No YAML file can contain NUL.
  await edit('Welcome', { utm_params: { ...utmParams('shop'), utm_term: 'a\0b' } });
  const unwritable = await repo.campaigns('pull', '--json');
  expect(JSON.parse(unwritable.stdout)).toMatchObject({
    left: [{ reasons: [{ reason: 'unwritable', part: 'utm_params' }] }],
  });
  expect(repo.read('campaigns/welcome.yaml')).toBe(pulled);
});

test('writes a status that the file contains, and removes a component that is gone', async () => {
  const { repo, service, edit } = await appliedRepo({
    'digest.yaml': digest({ status: 'ACTIVE' }),
    'welcome.yaml': welcome({ utm: 'file' }),
  });
  await edit('Digest', { status: 'PAUSED' });
  await edit('Welcome', { utm_params: null, status: 'PAUSED' });
  const file = repo.read('campaigns/digest.yaml');
  await repo.exits(0, 'pull');
  expect(repo.read('campaigns/digest.yaml')).toBe(file.replace('status: ACTIVE', 'status: PAUSED'));
  expect(repo.read('campaigns/welcome.yaml')).not.toMatch(/utm_params|status/);
  expect(await service.writes()).toEqual(['create', 'create', 'publish']);
  repo.commit('Pull');
  expect(await repo.campaigns('apply', '--exit-code')).toMatchObject({ status: 0 });
  expect(await service.writes()).toEqual(['create', 'create', 'publish']);
  expect((await repo.campaigns('plan')).stdout).toContain('everything is in sync');
});

// A pull takes whatever it can: other components of a campaign. What it can't take is listed.

const BY_HAND = { connector_type: 'SENDGRID', connector_name: 'by hand' };
const ONLY_THE_CONNECTOR = {
  pulled: [{ components: [{ name: 'connector' }] }],
  left: [{ reasons: [{ reason: 'invalid', part: 'utm_params' }] }],
};
const OTHER = `  other:
    base_url: http://127.0.0.1:9/
    app_key: other
    api_key_env: CAMPAIGNS_OTHER_KEY
`;

test('a component with which the file would be invalid is left, with its reason, and the others are pulled', async () => {
  const { repo, edit } = await appliedRepo({ 'welcome.yaml': welcome() });
  await edit('Welcome', { utm_params: { ...utmParams('by hand'), utm_medium: 5 }, connector: BY_HAND });
  const { status, stdout } = await repo.campaigns('pull', '--json', '--yes');
  expect(status).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject(ONLY_THE_CONNECTOR);
  expect(repo.read('campaigns/welcome.yaml')).toContain('connector_name: by hand');
});

test('a component with an API key is left, and the others are pulled', async () => {
  const { repo, edit } = await appliedRepo({ 'welcome.yaml': welcome() });
  await edit('Welcome', { utm_params: utmParams('sk-9f3b2c71d4e5'), connector: BY_HAND });
  const env = { CAMPAIGNS_OTHER_KEY: 'sk-9f3b2c71d4e5' };
  repo.write('campaigns/workspaces.yaml', `${repo.read('campaigns/workspaces.yaml')}${OTHER}`);
  const { stdout } = await repo.startWith({ env }, 'pull', '-w', 'local', '--json').ended;
  expect(JSON.parse(stdout)).toMatchObject(ONLY_THE_CONNECTOR);
});
