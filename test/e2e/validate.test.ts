import { expect, test } from 'vitest';
import { welcome } from '../support/e2e/campaign-texts.ts';
import { planOf } from '../support/e2e/documents.ts';
import { DAY_MS } from '../../src/model/time.ts';
import { repoWithService } from '../support/e2e/opened.ts';
import { testClock } from '../support/e2e/program.ts';
import { openRepo, type TestRepository } from '../support/e2e/test-repository.ts';

const INVALID = 5;
/** A file that requests ACTIVE and doesn't mention its connector. */
const unfinished = () => welcome({ status: 'ACTIVE' }).replace(/^connector:.*\n(?: .*\n)*/m, '');

async function reported(repo: TestRepository, ...args: string[]): Promise<string[]> {
  const { stdout } = await repo.campaigns('validate', '--format', 'json', ...args);
  const { diagnostics } = JSON.parse(stdout) as {
    diagnostics: { file: string; line: number; column: number; code: string }[];
  };
  return diagnostics.map(({ file, line, column, code }) => `${file}:${line}:${column} ${code}`);
}

test('checks named files alone, and the configuration always, from any folder', async () => {
  const wrong = welcome().replace('filter_operator: and', 'filter_operator: AND');
  const repo = openRepo({
    campaigns: { 'a/one.yaml': wrong, 'a/two.yaml': wrong.replace('Welcome', 'B') },
  });
  const [one = '', two = ''] = await reported(repo);
  expect([one, two].map((line) => line.split(':')[0])).toEqual([
    'campaigns/a/one.yaml',
    'campaigns/a/two.yaml',
  ]);
  expect(await reported(repo, 'campaigns/a/two.yaml')).toEqual([two]);
  expect(await reported(repo, '-C', 'campaigns/a', 'one.yaml')).toEqual([one]);
  const settings = await repo.campaigns('validate', 'campaigns/workspaces.yaml');
  expect(settings).toMatchObject({
    ...{ status: 0, stdout: 'campaigns/workspaces.yaml checked for local: no problems found.\n' },
  });
});

test('reports a mistake in a variable in workspaces.yaml, even if only the campaign is named', async () => {
  const repo = openRepo({
    campaigns: { 'a.yaml': welcome().replace(/from_address: .*/, 'from_address: { $var: sender }') },
    workspace: 'limits: off\n    vars: { sender: nobody }',
  });
  const [line] = await reported(repo, 'campaigns/a.yaml');
  expect(line).toMatch(/^campaigns\/workspaces\.yaml:\d+:\d+ E_FORMAT$/);
});

test('a part that publishing requires is an error of the file; a plan creates the draft and blocks publishing', async () => {
  const { service, repo } = await repoWithService({ 'welcome.yaml': unfinished() });
  expect(await repo.campaigns('validate')).toMatchObject({ status: INVALID });
  expect(await reported(repo)).toEqual(['campaigns/welcome.yaml:1:1 E_PUBLISH']);

  const [campaign] = planOf(await repo.exits(0, 'plan', '--json')).campaigns;
  expect(campaign?.verdict).toBe('create');
  expect(campaign?.held.map(({ reason }) => reason)).toEqual(['transition-not-possible']);
  expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
  const requests = await service.requests();
  expect(requests.filter(({ operation }) => operation === 'publish')).toEqual([]);

  // Beside a file that prevents a plan, it reports the same as validate.
  repo.write('campaigns/other.yaml', welcome().replace('filter_operator: and', 'filter_operator: AND'));
  const { stderr } = await repo.campaigns('plan');
  for (const line of await reported(repo)) expect(stderr).toContain(line);
});

const PAST = welcome()
  .replace('EVENT_TRIGGERED', 'ONE_TIME')
  .replace(/^trigger_condition:.*\n(?: .*\n)*/m, '')
  .replace(
    /^scheduling_details:.*\n(?: .*\n)*/m,
    'scheduling_details: { delivery_type: AT_FIXED_TIME, start_time: 2021-05-01T09:00:00, timezone: UTC }\n',
  );

test('a campaign that was sent has no start in the past, also beside a file with a mistake', async () => {
  const tomorrow = new Date(testClock.now() + DAY_MS).toISOString().slice(0, 10);
  const sale = `status: ACTIVE\n${PAST.replace('2021-05-01', tomorrow)}`;
  const { repo, service } = await repoWithService({ 'sale.yaml': sale });
  await repo.exits(0, 'apply');
  const { id } = await service.only('Welcome');
  await service.control('PATCH', `campaigns/${id}`, { status: 'SENT' });
  repo.write('campaigns/other.yaml', sale.replace('name: Welcome', 'name: Other\n  tags: A'));
  await testClock.sleep(2 * DAY_MS);
  for (const command of ['plan', 'apply', 'validate']) {
    const { stdout, stderr } = await repo.exits(INVALID, command);
    expect((stdout + stderr).match(/^campaigns\S+(?=:\d+:\d+ E_START_PAST)/gm)).toEqual([
      'campaigns/other.yaml',
    ]);
  }
});

test('warnings come after the plan and the result, about changed files only, and the others are counted', async () => {
  const idle = (name: string) =>
    welcome({ name }).replace('  content_type:', '  colour: green\n  content_type:');
  const { repo } = await repoWithService({ 'a.yaml': idle('A'), 'b.yaml': idle('B') });
  await repo.exits(0, 'apply');
  repo.change({ 'b.yaml': idle('B').replace('green', 'blue') });
  for (const command of ['plan', 'apply']) {
    const { stderr } = await repo.exits(0, command);
    expect(stderr).toContain('campaigns/b.yaml');
    expect(stderr).not.toContain('campaigns/a.yaml');
    expect(stderr).toContain("1 warning in files that this plan doesn't change");
  }
});

test('a draft with a start in the past is reported by validate, in the plan and after it was created', async () => {
  const { repo } = await repoWithService({ 'sale.yaml': PAST });
  expect(await reported(repo)).toEqual([
    expect.stringMatching(/^campaigns\/sale\.yaml:\d+:\d+ W_START_PAST$/),
  ]);
  expect((await repo.campaigns('plan')).stdout).toContain('start past');
  expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
  // Nothing is edited now, so there is nothing to know about it.
  expect((await repo.campaigns('plan')).stdout).not.toContain('start past');
  expect(await reported(repo)).toHaveLength(1);
});

const repoOf = (text: string) => openRepo({ campaigns: { 'w.yaml': text } });

test('--fix writes what is certain, and keeps everything around it', async () => {
  const right = `# Ours\nstatus: ACTIVE # soon\n${welcome()}`;
  const wrong = right
    .replace('status: ACTIVE', "status:   'Active'")
    .replace('filter_operator: and', 'filter_operator:   AND   # all of them')
    .replace('channel: EMAIL', '"Channel ": email')
    .replace('content_type:', 'Content_Type:');
  expect(wrong.match(/'Active'|AND|"Channel "|Content_Type/g)).toHaveLength(4);
  const repo = repoOf(wrong);
  expect(await repo.campaigns('validate')).toMatchObject({ status: 5 });
  expect(repo.read('campaigns/w.yaml')).toBe(wrong);
  const { status, stdout, stderr } = await repo.campaigns('validate', '--fix');
  expect(repo.read('campaigns/w.yaml')).toBe(
    right
      .replace('status: ACTIVE', "status:   'ACTIVE'")
      .replace('filter_operator: and', 'filter_operator:   and   # all of them')
      .replace('channel: EMAIL', '"channel": EMAIL'),
  );
  expect({ status, last: stdout.split(':').at(-1) }).toEqual({ status: 0, last: ' no problems found.\n' });
  expect(stderr).toMatch(/^corrected campaigns\/w\.yaml:2:11 E_STATUS "Active" → "ACTIVE"$/m);
  expect(await repo.campaigns('validate')).toMatchObject({ status: 0 });
});

test('--fix takes away a line break that only a block adds', async () => {
  const wrong = welcome()
    .replace('utm_source: shop', 'utm_source: >  # ours\n    shop')
    .replace('utm_medium: email', 'utm_medium: |+\n    email\n\n');
  expect(wrong).toMatch(/>  # ours\n.*\|\+/s);
  const repo = repoOf(wrong);
  const { stderr } = await repo.campaigns('validate', '--fix');
  expect(stderr.match(/^corrected .*$/gm)).toEqual([expect.stringContaining('W_TEXT "shop\\n" → "shop"')]);
  expect(repo.read('campaigns/w.yaml')).toBe(wrong.replace('>  #', '>-  #'));
});

test('--fix creates no duplicate names', async () => {
  const text = welcome().replace('basic_details:\n', 'basic_details:\n  Name: Other\n');
  const repo = repoOf(text);
  expect((await repo.campaigns('validate', '--fix', '--strict')).status).toBe(5);
  expect(repo.read('campaigns/w.yaml')).toBe(text);
});

test('--fix skips what a person has to decide, and files that were not named', async () => {
  const text = welcome().replace('filter_operator: and', 'filter_operator: adn');
  const repo = repoOf(text);
  repo.write('campaigns/other.yaml', `status: active\n${welcome({ name: 'Other' })}`);
  const { status, stderr } = await repo.campaigns('validate', '--fix', 'w');
  expect(status).toBe(5);
  expect(stderr).not.toContain('corrected');
  expect(repo.read('campaigns/w.yaml')).toBe(text);
  expect(repo.read('campaigns/other.yaml')).toContain('status: active');
});

test('--fix keeps a byte order mark, and leaves a file in which it would change anything else', async () => {
  const repo = repoOf(`\ufeffstatus: Active\n${welcome()}`);
  expect(await repo.campaigns('validate', '--fix')).toMatchObject({ status: 0 });
  expect(repo.read('campaigns/w.yaml')).toBe(`\ufeffstatus: ACTIVE\n${welcome()}`);

  const aliased = `status: &s Active\n${welcome().replace('name: Welcome', 'name: *s')}`;
  repo.write('campaigns/w.yaml', aliased);
  expect(await repo.campaigns('validate', '--fix')).toMatchObject({ status: 5 });
  expect(repo.read('campaigns/w.yaml')).toBe(aliased);
});
