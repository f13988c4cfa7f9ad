import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { digest, sale, welcome } from '../support/e2e/campaign-texts.ts';
import { planOf } from '../support/e2e/documents.ts';
import { appliedRepo } from '../support/e2e/opened.ts';
import type { TestRepository } from '../support/e2e/test-repository.ts';

const HEAD = '# yaml-language-server: $schema=../schemas/campaign.schema.json\n# Ours, for new people.\n';
const FILE = 'campaigns/welcome.yaml';

function unwrapped(text: string): string {
  return text.replace(/\s+/g, ' ');
}

async function applied(repo: TestRepository): Promise<void> {
  const { status, stdout, stderr } = await repo.campaigns('apply');
  expect([status, stdout, stderr].join('\n')).toMatch(/^0\n/);
}

async function locked(text: string, edit: (repo: TestRepository) => void, more: Record<string, string> = {}) {
  const { service, repo } = await appliedRepo({ 'welcome.yaml': text, ...more });
  edit(repo);
  return { service, repo };
}

test('moves a locked edit into a copy, which takes over without sending anything twice', async () => {
  const text = HEAD + welcome({ status: 'ACTIVE' });
  const { service, repo } = await locked(text, (at) => {
    at.edit(FILE, /is_all_user_campaign: true/, 'is_all_user_campaign: true # everybody');
    at.edit(FILE, /count: 1/, 'count: 2');
    at.commit('Welcome after two accounts');
  });
  const edited = repo.read(FILE);
  expect((await repo.campaigns('plan')).stdout).toContain('campaigns replace welcome -w local');
  expect(await repo.campaigns('replace', 'welcome', '--dry-run')).toMatchObject({ status: 0, stderr: '' });
  expect(repo.git('status', '--porcelain')).toBe('');

  const done = await repo.campaigns('replace', FILE);
  expect(done).toMatchObject({ status: 0, stderr: '' });
  expect(repo.read(FILE)).toBe(text);
  expect(repo.read('campaigns/welcome-2.yaml')).toBe(
    edited.replace('name: Welcome', 'name: Welcome (2)').replace('status: ACTIVE', 'status: DRAFT'),
  );
  expect(unwrapped(done.stdout)).toContain('set status: PAUSED in campaigns/welcome.yaml');

  repo.commit('Replace it');
  expect(planOf(await repo.campaigns('plan', '--json')).summary).toMatchObject({
    create: 1,
    in_sync: 1,
    held: 0,
  });
  await applied(repo);
  expect(await service.only('Welcome')).toMatchObject({ status: 'ACTIVE' });
  expect(await service.only('Welcome (2)')).toMatchObject({ status: 'DRAFT' });

  repo.edit('campaigns/welcome-2.yaml', /status: DRAFT/, 'status: ACTIVE');
  repo.edit(FILE, /status: ACTIVE/, 'status: PAUSED');
  repo.commit('The copy takes over');
  await applied(repo);
  const writes = await service.writes();
  expect(writes.slice(-2)).toEqual(['status', 'publish']);
  expect(await service.only('Welcome')).toMatchObject({ status: 'PAUSED' });
  expect(await service.only('Welcome (2)')).toMatchObject({ status: 'ACTIVE' });
});

test('keeps a campaign paused that was paused in the service', async () => {
  const { service, repo } = await locked(HEAD + welcome({ status: 'ACTIVE' }), (at) => {
    at.edit(FILE, /count: 1/, 'count: 2');
  });
  await service.editByHand((await service.only('Welcome')).id, { status: 'PAUSED' });
  const { stdout } = await repo.campaigns('replace', 'welcome', '--yes');
  const [, steps = ''] = unwrapped(stdout).split(' Next ');
  expect(steps).toMatch(/^1\. Set status: PAUSED in campaigns\/welcome\.yaml, or /);
  repo.edit(FILE, /status: ACTIVE/, 'status: PAUSED');
  repo.commit('Replace it');
  await applied(repo);
  expect(await service.only('Welcome')).toMatchObject({ status: 'PAUSED' });
  expect(await service.only('Welcome (2)')).toMatchObject({ status: 'DRAFT' });
});

describe('what the edit contains', () => {
  test('a pause in the same edit stays in the old file', async () => {
    const { repo } = await locked(HEAD + welcome({ status: 'ACTIVE' }), (at) => {
      at.edit(FILE, /status: ACTIVE/, 'status: PAUSED');
      at.edit(FILE, /count: 1/, 'count: 2');
    });
    await repo.exits(0, 'replace', 'welcome');
    expect(repo.read(FILE)).toBe(HEAD + welcome({ status: 'PAUSED' }));
    expect(repo.read('campaigns/welcome-2.yaml')).toMatch(/^status: DRAFT/m);
  });

  test('a text of its own moves along; a text that others use keeps the edit', async () => {
    const own = sale({ status: 'ACTIVE', body: './body.html' });
    const other = welcome({ body: 'shared.html' });
    const shared = own.replace('Sale!', '{ $file: "shared.html" }');
    const texts = { 'body.html': '<p>Old</p>\n', 'shared.html': 'Old subject', 'other.yaml': other };
    const { service, repo } = await locked(
      shared,
      (at) => {
        at.write('campaigns/body.html', '<p>New</p>\n');
        at.write('campaigns/shared.html', 'New subject');
      },
      texts,
    );
    await service.editByHand((await service.only('Sale')).id, { status: 'SENT' });
    const done = await repo.campaigns('replace', 'welcome', '--json');
    expect(JSON.parse(done.stdout)).toMatchObject({
      format: 'campaign-replacement/1',
      done: true,
      copy: { key: 'welcome-2', file: 'campaigns/welcome-2.yaml', name: 'Sale (2)' },
      texts: [
        { file: 'campaigns/welcome-2.html', of: 'copy' },
        { file: 'campaigns/welcome.html', of: 'old' },
        { file: 'campaigns/body.html', of: 'old' },
      ],
    });
    expect(repo.read('campaigns/body.html')).toBe('<p>Old</p>\n');
    expect(repo.read('campaigns/welcome-2.html')).toBe('<p>New</p>\n');
    expect(repo.read('campaigns/shared.html')).toBe('New subject');
    expect(repo.read('campaigns/welcome.html')).toBe('Old subject');
    expect(repo.read('campaigns/welcome-2.yaml')).toContain('$file: ./welcome-2.html');
    expect(repo.read(FILE)).toBe(shared.replace('"shared.html"', '"./welcome.html"'));
    repo.commit('Replace it');
    const { summary } = planOf(await repo.campaigns('plan', '--json'));
    expect(summary).toMatchObject({ create: 1, update: 1, in_sync: 1, held: 0 });
  });
});

describe('the edit of a variable', () => {
  const text = (more = '') =>
    HEAD + more + welcome({ status: 'ACTIVE' }).replace('Account Created', '{ $var: signup } # joined');
  async function varied(file: string, more: Record<string, string> = {}) {
    const workspace = 'limits: off\n    vars: { signup: Account Created }';
    const { service, repo } = await appliedRepo({ 'welcome.yaml': file, ...more }, { workspace });
    repo.edit('campaigns/workspaces.yaml', /signup: Account Created/, 'signup: Registered');
    return { service, repo };
  }

  test('stays in the copy, and the file gets the old value', async () => {
    const { service, repo } = await varied(text());
    const done = await repo.campaigns('replace', 'welcome');
    expect(done).toMatchObject({ status: 0, stderr: '' });
    expect(repo.read(FILE)).toBe(text().replace('{ $var: signup }', 'Account Created'));
    expect(repo.read('campaigns/welcome-2.yaml')).toContain('action_name: { $var: signup } # joined');
    repo.commit('Replace it');
    expect(planOf(await repo.campaigns('plan', '--json')).summary).toMatchObject({
      ...{ create: 1, in_sync: 1, held: 0 },
    });
    await applied(repo);
    expect(await service.only('Welcome')).toMatchObject({ status: 'ACTIVE' });
  });
});

describe('an edit of an override', () => {
  const overridden = (start: string) =>
    `${digest({ status: 'ACTIVE' })}overrides:\n  local:\n    scheduling_details: { start_time: '${start}' } # ours\n`;

  test('is moved with the override, and plan says what replace promised', async () => {
    const { repo } = await appliedRepo({ 'welcome.yaml': overridden('2031-01-10T16:00:00') });
    repo.edit(FILE, /01-10T16/, '01-17T16');
    const edited = repo.read(FILE);
    expect(await repo.campaigns('replace', 'welcome')).toMatchObject({ status: 0, stderr: '' });
    expect(repo.read(FILE)).toBe(overridden('2031-01-10T16:00:00'));
    expect(repo.read('campaigns/welcome-2.yaml')).toBe(
      edited.replace('name: Digest', 'name: Digest (2)').replace('status: ACTIVE', 'status: DRAFT'),
    );
    repo.commit('Replace it');
    expect(planOf(await repo.campaigns('plan', '--json')).summary).toMatchObject({
      ...{ create: 1, in_sync: 1, held: 0 },
    });
  });
});

describe('writes nothing', () => {
  test('if the file has no edit, or the campaign is a draft or unmanaged', async () => {
    const { repo } = await locked(welcome({ status: 'ACTIVE' }), (at) => {
      at.change({ 'new.yaml': sale(), 'draft.yaml': digest() });
    });
    await applied(repo);
    repo.edit('campaigns/draft.yaml', /2031-01-03T16/, '2031-01-10T16');
    repo.write('campaigns/fresh.yaml', sale({ name: 'Fresh' }));
    const before = repo.git('status', '--porcelain');
    for (const name of ['welcome', 'draft', 'fresh', 'nothing'])
      expect(await repo.campaigns('replace', name)).toMatchObject({ status: 64 });
    repo.edit(FILE, /count: 1/, 'count: two');
    expect(await repo.campaigns('replace', 'welcome')).toMatchObject({ status: 5 });
    expect(repo.git('status', '--porcelain').split('\n').length).toBe(before.split('\n').length + 1);
    expect(existsSync(join(repo.directory, 'campaigns/welcome-2.yaml'))).toBe(false);
  });

  test('if a part of the edit is in a snippet', async () => {
    const text = welcome({ status: 'ACTIVE', body: './body.html' });
    const texts = { 'body.html': '<p>Hello</p>[[> foot.html]]\n', 'snippets/foot.html': 'Old' };
    const edit = (at: TestRepository) => {
      at.write('campaigns/snippets/foot.html', 'New');
    };
    const { service, repo } = await locked(text, edit, texts);
    await service.editByHand((await service.only('Welcome')).id, { status: 'SENT' });
    expect(await repo.campaigns('replace', 'welcome')).toMatchObject({ status: 1 });
    expect(repo.git('status', '--porcelain').trim()).toBe('M campaigns/snippets/foot.html');
  });

  test('if the campaign was adopted with differences and no apply has recorded it yet, and neither does revert', async () => {
    const { service, repo } = await locked(welcome({ status: 'ACTIVE' }), () => undefined);
    expect(await repo.campaigns('state', 'forget', 'welcome', '--yes')).toMatchObject({ status: 0 });
    const { id } = await service.only('Welcome');
    await service.control('PATCH', `campaigns/${id}`, { utm_params: { utm_source: 'm', utm_medium: 'n' } });
    await repo.exits(0, 'adopt', 'welcome', '--id', id);
    repo.edit(FILE, /count: 1/, 'count: 2');
    for (const [command, status] of [
      ['replace', 64],
      ['revert', 5],
    ] as const)
      expect(await repo.campaigns(command, 'welcome')).toMatchObject({ status });
  });
});
