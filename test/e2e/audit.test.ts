import { join } from 'node:path';
import { readFileSync, rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sale, welcome } from '../support/e2e/campaign-texts.ts';
import { auditOf } from '../support/e2e/audit.ts';
import { temporaryFolder } from '../support/cleanup.ts';
import { appliedRepo } from '../support/e2e/opened.ts';
import { STATE_BRANCH, type TestRepository } from '../support/e2e/test-repository.ts';
import { readSchema, type JsonMap } from '../schemas/schemas.ts';
import { tagTrouble } from '../support/well-formed.ts';

const YEARS = ['--from', '2000-01-01', '--to', '2099-12-31'];
const FILES = { 'sale.yaml': sale(), 'welcome.yaml': welcome() };

const reasonsIn = async (repo: TestRepository, ...args: string[]) =>
  (await auditOf(repo, 2, args.length > 0 ? args : YEARS)).gaps
    .map(({ key, reason }) => `${key} ${reason}`)
    .sort();

/** Commits to the state branch what somebody does to its files. */
function byHand(repo: TestRepository, act: (clone: TestRepository) => void): string {
  const clone = repo.clone();
  clone.git('checkout', '--quiet', '-b', STATE_BRANCH, `origin/${STATE_BRANCH}`);
  act(clone);
  clone.git('push', '--quiet', '--force', 'origin', STATE_BRANCH);
  return clone.head();
}

test('each change of a period is a row, and one without a review is a gap', async () => {
  const { repo } = await appliedRepo(FILES);
  const { changes, from, to } = await auditOf(repo, 2, YEARS);
  expect([from, to]).toEqual(['2000-01-01', '2099-12-31']);
  const created = {
    change: 'create',
    edited_by: ['Ada Author <ada@example.com>'],
    approved_by: [],
    merged_by: null,
  };
  expect(changes).toMatchObject([created, created]);
  expect(changes.every((one) => one.request_id !== null && one.response_id !== null)).toBe(true);
  expect(await reasonsIn(repo)).toEqual(['sale not-reviewed', 'welcome not-reviewed']);
  const logged = JSON.parse((await repo.campaigns('log', '--json')).stdout) as { entries: unknown };
  expect(changes).toEqual(logged.entries);
  const [day = ''] = changes.map(({ at }) => at.slice(0, 10));
  const neighbor = (days: number) => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
  for (const [first, last, rows] of [
    [day, day, 2],
    [neighbor(-1), neighbor(-1), 0],
    [neighbor(1), neighbor(2), 0],
  ] as const) {
    const audited = await auditOf(repo, rows === 0 ? 0 : 2, ['--from', first, '--to', last]);
    expect([audited.changes.length, audited.gaps.length]).toEqual([rows, rows]);
  }
});

const EDIT = /"utm_source": "[^"]*"/g;

test.each<readonly [what: string, act: (clone: TestRepository) => void, gaps: readonly string[]]>([
  [
    'a hand edit',
    (one) => {
      edit(one);
      one.commit('Correct the record');
    },
    ['welcome unrecorded-change'],
  ],
  [
    'a hand edit with the trailers of another campaign',
    (one) => {
      edit(one);
      one.commit('x\n\nCampaign: sale\nChange: note\nComponents: utm_params');
    },
    ['welcome unrecorded-change'],
  ],
  [
    'a hand edit of what its trailers do not name',
    (one) => {
      edit(one);
      one.commit('x\n\nCampaign: welcome\nChange: note\nComponents: connector');
    },
    ['welcome unrecorded-change'],
  ],
  [
    'another campaign in the service',
    (one) => {
      one.edit('campaigns/welcome.json', /"campaign_id": "\w+"/, `"campaign_id": "${'f'.repeat(24)}"`);
      one.commit('x\n\nCampaign: welcome\nChange: note');
    },
    ['welcome unrecorded-change'],
  ],
  [
    'a deletion',
    (one) => {
      one.remove('campaigns/welcome.json');
      one.commit('Delete');
    },
    ['welcome unrecorded-change'],
  ],
  [
    'a file that is no longer JSON',
    (one) => {
      one.write('campaigns/welcome.json', '{');
      one.commit('Break');
    },
    ['welcome unrecorded-change'],
  ],
  [
    'a merge that changes values itself, and what it merges',
    (one) => {
      one.git('checkout', '--quiet', '-b', 'side');
      edit(one);
      one.commit('On the side');
      one.git('checkout', '--quiet', STATE_BRANCH);
      one.git('merge', '--quiet', '--no-ff', '--message', 'Merge', 'side');
    },
    ['welcome unrecorded-change', 'welcome unrecorded-change'],
  ],
  [
    'another layout of the same values',
    (one) => {
      const text = one.read('campaigns/welcome.json');
      one.write('campaigns/welcome.json', JSON.stringify(JSON.parse(text)));
      one.commit('Format');
    },
    [],
  ],
])('%s on the state branch', async (_, act, gaps) => {
  const { repo } = await appliedRepo({ 'sale.yaml': sale(), 'welcome.yaml': welcome({ utm: 'web' }) });
  byHand(repo, act);
  const found = (await reasonsIn(repo)).filter((one) => !one.endsWith('not-reviewed'));
  expect(found).toEqual(gaps);
});

function edit(clone: TestRepository): void {
  const path = 'campaigns/welcome.json';
  clone.write(path, clone.read(path).replace(EDIT, '"utm_source": "by hand"'));
}

test('it needs neither the service, origin nor the files, and says when it has less than everything', async () => {
  const { repo } = await appliedRepo(FILES);
  const bare = repo.clone();
  bare.git('update-ref', '-d', 'refs/remotes/origin/main');
  rmSync(join(bare.directory, 'campaigns'), { recursive: true });
  bare.git('remote', 'set-url', 'origin', '/nowhere/at/all');
  const offline = bare.startWith({ env: { CAMPAIGNS_API_KEY: '' } }, 'audit', '-w', 'local', ...YEARS);
  const { status, stderr } = await offline.ended;
  expect(status).toBe(2);
  expect(stderr).toContain('/nowhere/at/all');
  await repo.exits(5, 'audit', '-w', 'locale', ...YEARS);
  bare.git('update-ref', '-d', `refs/remotes/origin/${STATE_BRANCH}`);
  await bare.exits(1, 'audit', '-w', 'local', ...YEARS);

  // The newest commit alone: what came before it can't be judged.
  const cut = repo.shallowClone(STATE_BRANCH);
  cut.git('remote', 'set-url', 'origin', '/nowhere/at/all');
  const refused = await cut.exits(5, 'audit', '-w', 'local', ...YEARS);
  expect(refused.stdout).toBe('');
  // With an origin that has it all, the rest is fetched, and no ref moves.
  const fetched = repo.shallowClone(STATE_BRANCH);
  const refs = fetched.git('for-each-ref');
  expect((await auditOf(fetched, 2, ['-w', 'local', ...YEARS])).changes).toHaveLength(2);
  expect(fetched.git('for-each-ref')).toBe(refs);
});

test('as a table, as a page and as text', async () => {
  const { repo } = await appliedRepo({ 'welcome.yaml': welcome() });
  byHand(repo, (clone) => {
    const message = clone.git('log', '-1', '--format=%B');
    clone.git(
      'commit',
      '--quiet',
      '--amend',
      '--message',
      message.replace(/^Actor: .*$/m, 'Actor: =cmd("x, y")'),
    );
  });
  const table = await repo.exits(2, 'audit', '--csv', ...YEARS);
  const [header = '', row = '', ...rest] = table.stdout.split('\n');
  expect(header).toBe(
    'at,edited_at,key,campaign_id,change,components,edited_by,approved_by,merged_by,actor,pull_request,commit,run,request_id,response_id',
  );
  expect(row).toContain(`,"'=cmd(""x, y"")",`);
  expect(row).toContain(',Ada Author <ada@example.com>,');
  expect(rest).toEqual(['']);
  expect(table.stderr).toContain('not-reviewed');

  const page = join(temporaryFolder(), 'audit.html');
  const text = await repo.exits(2, 'audit', '--html', page, ...YEARS);
  const html = readFileSync(page, 'utf8');
  expect(tagTrouble(html)).toEqual([]);
  expect(html).not.toMatch(/<script|(?:src|href)=|url\(/);
  expect(html).toContain('=cmd(&quot;x, y&quot;)');
  for (const shown of [html, text.stdout]) expect(shown).toContain('not-reviewed');
  expect(text.stdout).toMatch(/^local, 2000-01-01 to 2099-12-31 \(UTC\): 1 change, 1 gap\n/);
  expect(text.stdout).toMatch(/request\s+\S+ ·\s+response\s/);
  expect((await repo.exits(2, 'audit', '--html', '-', ...YEARS)).stdout).toBe(html);
  expect((await repo.exits(0, 'audit', '--from', '2001-01-01', '--to', '2001-01-01')).stdout).toMatch(
    /no gaps\n$/,
  );
});

test.each([
  [[]],
  [['--from', '2031-01-01']],
  [['--from', '2031-02-30', '--to', '2031-03-01']],
  [['--from', '2031-02-03', '--to', '7d']],
  [['--from', '2031-02-03', '--to', '2031-02-02']],
  [[...YEARS, '--csv', '--json']],
  [[...YEARS, '--json', '--html', '-']],
  [[...YEARS, '--html', 'campaigns/workspaces.yaml']],
])('refuses %j', async (args) => {
  const { repo } = await appliedRepo({ 'welcome.yaml': welcome() });
  expect(await repo.exits(64, 'audit', ...args)).toMatchObject({ stdout: '' });
});

test('its changes have the same schema as the entries of the log', () => {
  const items = (name: string, list: string) =>
    (readSchema(name).properties as Record<string, JsonMap>)[list]?.items;
  expect(items('audit', 'changes')).toEqual(items('log', 'entries'));
});
