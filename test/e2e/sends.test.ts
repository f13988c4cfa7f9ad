import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ICAL from 'ical.js';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/cleanup.ts';
import { digest, sale, utmParams, welcome } from '../support/e2e/campaign-texts.ts';
import { calendarOf, showOf } from '../support/e2e/documents.ts';
import { appliedRepo, repoWithService } from '../support/e2e/opened.ts';
import { campaigns, type Ended } from '../support/e2e/program.ts';
import { openRepo, type TestRepository } from '../support/e2e/test-repository.ts';
import { tagTrouble } from '../support/well-formed.ts';

// `campaigns show` and `campaigns calendar`: what goes out, with the service and without it.

const ACTIVE = { status: 'ACTIVE' } as const;
const MAY = ['--from', '2031-05-01', '--weeks', '2'];

/** Runs the program without any secret. */
const withoutKey = (repo: TestRepository, ...args: string[]): Promise<Ended> =>
  campaigns(args, { cwd: repo.directory });

test('shows a campaign that is not created yet, without a key, a service or a record', async () => {
  const repo = openRepo({
    campaigns: { 'digest.yaml': digest(), 'sale.yaml': sale({ audience: 'members' }) },
  });
  const before = repo.snapshot();
  const shown = showOf(await withoutKey(repo, 'show', 'digest', '--json'));
  expect(shown).toMatchObject({ key: 'digest', campaign_id: null, live_status: null, people: null });
  expect(shown.next_sends).toEqual(
    ['03', '10', '17', '24', '31'].map((day) => `2031-01-${day}T15:00:00.000Z`),
  );
  expect(shown.offline).toEqual({ record: null, from: 'origin' });
  const words = new Map(shown.words.map(({ label, value }) => [label, value]));
  expect(words.get('audience')).toBe('all users');
  expect(words.get('schedule')).toMatch(
    /^weekly on Friday, 52 times, from Fri 2031-01-03 16:00 Europe\/Berlin/,
  );
  expect(words.get('UTM parameters')).toContain('shop');

  const text = await campaigns(['show', 'campaigns/sale.yaml'], {
    cwd: repo.directory,
    env: { TZ: 'America/New_York' },
  });
  expect(text).toMatchObject({ status: 0, stderr: '' });
  expect(text.stdout).toContain('Fri 2031-05-09 09:00 Europe/Berlin  Fri 2031-05-09 03:00 America/New_York');
  expect(text.stdout).toMatch(/^.{0,80}$/m);
  expect(repo.snapshot()).toEqual(before);
});

test('shows the live status, and what is sent next of a campaign that is live', async () => {
  const { repo, service } = await appliedRepo({
    'digest.yaml': digest(ACTIVE),
    'sale.yaml': sale(),
    'welcome.yaml': welcome(ACTIVE),
  });
  expect(showOf(await repo.campaigns('show', 'sale', '--json'))).toMatchObject({ live_status: 'DRAFT' });
  const live = await repo.campaigns('show', 'digest', '--json');
  expect(showOf(live)).toMatchObject({ live_status: 'SCHEDULED' });
  expect(showOf(live).offline).toBeUndefined();
  expect(showOf(await repo.campaigns('show', 'welcome', '--json'))).toMatchObject({ next_sends: [] });
  // Without its file, as the record has it.
  repo.remove('campaigns/digest.yaml');
  repo.commit('gone');
  expect(showOf(await withoutKey(repo, 'show', 'digest', '--json'))).toMatchObject({
    ...{ live_status: 'SCHEDULED', campaign_id: showOf(live).campaign_id },
    next_sends: showOf(live).next_sends,
  });
  // A service that fails is no reason to show nothing.
  await service.arm({ kind: 'status', status: 401, times: 100 });
  const refused = await repo.campaigns('show', 'sale', '--json');
  expect(showOf(refused)).toMatchObject({ live_status: 'DRAFT', offline: { from: 'origin' } });
  expect(refused.stderr).not.toBe('');
});

test('an unknown key, several, or a file with an error', async () => {
  const repo = openRepo({
    campaigns: { 'a/sale.yaml': sale(), 'a/digest.yaml': digest(), 'bad.yaml': 'x: [' },
  });
  expect((await repo.exits(64, 'show', 'a/*')).stderr).toContain('a/sale');
  expect((await withoutKey(repo, 'show', 'a/sale')).status).toBe(0);
  expect((await repo.exits(5, 'show', 'bad')).stderr).toMatch(/bad\.yaml:1:\d+ E_/);
  expect((await repo.exits(5, 'calendar')).stderr).toMatch(/bad\.yaml:1:\d+ E_/);
  repo.remove('campaigns/bad.yaml');
  repo.commit('mended');
  expect((await withoutKey(repo, 'show', 'a/sael')).status).toBe(64);
});

test('the calendar shows what the files change, with the service and by the record alike', async () => {
  const { repo, service } = await appliedRepo({
    'digest.yaml': digest(ACTIVE),
    'edited.yaml': sale({ ...ACTIVE, name: 'Edited' }),
    'stopped.yaml': sale({ ...ACTIVE, name: 'Stopped' }),
    'draft.yaml': sale({ name: 'Draft' }),
    'welcome.yaml': welcome(ACTIVE),
  });
  repo.change({
    'edited.yaml': sale({ ...ACTIVE, name: 'Edited', utm: 'other' }),
    'stopped.yaml': sale({ name: 'Stopped', status: 'STOPPED' }),
    'new.yaml': sale({ ...ACTIVE, name: 'New', audience: 'members' }),
  });
  const online = await repo.campaigns('calendar', ...MAY, '--json');
  const asked = (await service.requests()).length;
  const offline = await withoutKey(repo, 'calendar', ...MAY, '--json');
  expect(await service.requests()).toHaveLength(asked);
  expect(offline).toMatchObject({ status: 0, stderr: '' });
  for (const document of [calendarOf(online), calendarOf(offline)]) {
    expect(document).toMatchObject({ from: '2031-05-01', to: '2031-05-14', warnings: [] });
    expect(document.sends.map(({ key, at, change }) => [key, at, change])).toEqual([
      ['digest', '2031-05-02T14:00:00.000Z', null],
      ['edited', '2031-05-09T07:00:00.000Z', 'changed'],
      ['new', '2031-05-09T07:00:00.000Z', 'new'],
      ['stopped', '2031-05-09T07:00:00.000Z', 'stopped'],
      ['digest', '2031-05-09T14:00:00.000Z', null],
    ]);
    expect(document.sends[2]).toMatchObject({
      ...{ zone: 'Europe/Berlin', channel: 'EMAIL', audience: 'users in "Members"', people: null },
    });
  }
  expect([calendarOf(online).offline, calendarOf(offline).offline?.from]).toEqual([undefined, 'origin']);
  const { stdout } = await withoutKey(repo, 'calendar', ...MAY);
  expect(stdout).toMatch(/^Fri 9 May 2031 +09:00 Berlin +edited/m);
  expect(stdout).toContain('events trigger them: 1 campaign.');
  expect(stdout).toContain('only once they are published: 1 campaign.');
  await service.editByHand((await service.only('Edited')).id, { utm_params: utmParams('by hand') });
  expect(calendarOf(await withoutKey(repo, 'calendar', ...MAY, '--json')).sends).toHaveLength(5);
});

test('the calendar says on which days a segment gets more than the team allows, whatever the level of the rule', async () => {
  const members = (name: string) => sale({ ...ACTIVE, name, audience: 'members' });
  for (const rule of ['2', '{ at_most: 2, level: warn }']) {
    const repo = openRepo({
      campaigns: { 'a.yaml': members('A'), 'b.yaml': members('B'), 'c.yaml': members('C') },
      policy: `{ rules: { sends_per_day: ${rule} } }`,
    });
    const document = calendarOf(await withoutKey(repo, 'calendar', ...MAY, '--json'));
    expect(document.warnings).toEqual([{ date: '2031-05-09', segment: 'Members', count: 3, limit: 2 }]);
    expect((await withoutKey(repo, 'calendar', ...MAY)).stdout).toContain(
      'Members gets 3 messages on Fri 9 May 2031',
    );
  }
});

test('a plan says when each campaign is sent next, and which change crowds a day', async () => {
  const { repo } = await repoWithService(
    {
      'a.yaml': sale({ ...ACTIVE, name: 'A', audience: 'members' }),
      'b.yaml': sale({ ...ACTIVE, name: 'B', audience: 'members' }),
    },
    { policy: '{ rules: { sends_per_day: { at_most: 1, level: warn } } }' },
  );
  const { stdout } = await repo.campaigns('plan', '--json');
  const plan = JSON.parse(stdout) as { campaigns: { next_send: string | null }[] };
  expect(plan.campaigns.map((one) => one.next_send)).toEqual(Array(2).fill('2031-05-09T07:00:00.000Z'));
  expect((await repo.campaigns('plan')).stdout.match(/crowded day/g)).toHaveLength(2);
});

test('writes pages and calendar files, one of them perhaps to standard output', async () => {
  const { repo } = await appliedRepo({ 'sale.yaml': sale({ ...ACTIVE, subject: '<script>x</script>' }) });
  const folder = temporaryFolder();
  const [page, file] = [join(folder, 'sends.html'), join(folder, 'sends.ics')];
  const both = await withoutKey(repo, 'calendar', ...MAY, '--html', page, '--ics', file);
  expect(both).toMatchObject({ status: 0, stderr: '' });
  expect(both.stdout).toContain('sale');
  expect(tagTrouble(readFileSync(page, 'utf8'))).toEqual([]);
  const events = (text: string) =>
    new ICAL.Component(ICAL.parse(text) as unknown[])
      .getAllSubcomponents('vevent')
      .map((one) => new ICAL.Event(one).startDate.toJSDate().toISOString());
  expect(events(readFileSync(file, 'utf8'))).toEqual(['2031-05-09T07:00:00.000Z']);
  const out = await withoutKey(repo, 'calendar', ...MAY, '--ics', '-');
  expect(events(out.stdout)).toEqual(['2031-05-09T07:00:00.000Z']);
  expect(out.stderr).toContain('sale');

  const shown = join(folder, 'sale.html');
  expect((await withoutKey(repo, 'show', 'sale', '--html', shown)).status).toBe(0);
  expect(tagTrouble(readFileSync(shown, 'utf8'))).toEqual([]);
  expect(readFileSync(shown, 'utf8')).not.toContain('<script>x');
  for (const args of [
    ['--ics', '-', '--json'],
    ['--ics', '-', '--html', '-'],
    ['--html', page, '--ics', page],
    ['--ics', 'campaigns/sale.yaml'],
    ['--from', '2031-02-30'],
    ['--weeks', '0'],
    ['--weeks', '261'],
  ])
    await repo.exits(64, 'calendar', ...args);
  expect(existsSync(join(repo.directory, 'campaigns/sale.yaml'))).toBe(true);
});
