import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { expect, test } from 'vitest';
import { ROOT } from '../support/e2e/built-program.ts';
import { welcome } from '../support/e2e/campaign-texts.ts';
import { startLiveService, type JsonMap } from '../support/e2e/live-service.ts';
import { openRepo, type TestRepository } from '../support/e2e/test-repository.ts';

// Goes through docs/environments.md from top to bottom: writes its files, runs its commands and makes its edits.

const PAGE = readFileSync(join(ROOT, 'docs/environments.md'), 'utf8');

const BODY = [
  '<h1>Welcome, {{ user.first_name }}</h1>',
  '<p><a href="https://shop.example.com/start">Start here</a></p>',
  '<p><a href="https://shop.example.com/unsubscribe">Unsubscribe</a></p>\n',
].join('\n');

/** What production has before the page begins. */
const BEFORE: JsonMap = {
  ...{ status: 'ACTIVE', created_by: 'ada@example.com', updated_by: 'ada@example.com' },
  ...(parse(
    welcome({ subject: 'Welcome to the trail', utm: null })
      .replace('sandbox', 'northtrail')
      .replace(/^ +reply_to_address.*\n/m, '')
      .replace('<p>Hello</p>', () => JSON.stringify(BODY)),
  ) as JsonMap),
};

/** Each marked block of the page: what to do with it, and its text. */
const STEPS = [...PAGE.matchAll(/<!-- (\w+) ?(.*?) -->(?:\n\n```\w+\n([\s\S]*?)```)?/g)].map(
  ([, verb = '', what = '', text = '']) => ({ verb, what, text }),
);

async function run(repo: TestRepository, line: string): Promise<void> {
  const [, command = '', , said] = /^(.*?)(\s+# (.*))?$/.exec(line) ?? [];
  const words = [...command.matchAll(/"([^"]*)"|(\S+)/g)];
  const [program, ...args] = words.map(([word, quoted]) => quoted ?? word);
  if (program === 'git') {
    repo.git(...args);
    return;
  }
  expect(program).toBe('campaigns');
  const env = { CAMPAIGNS_STAGING_API_KEY: 'local', CAMPAIGNS_PRODUCTION_API_KEY: 'local' };
  const ended = await repo.startWith({ env }, ...args).ended;
  expect(ended, line).toMatchObject({ status: 0 });
  if (said !== undefined) expect(ended.stdout, line).toContain(said);
}

test('every file and command of docs/environments.md does what the page says', async () => {
  const [staging, production] = [await startLiveService(), await startLiveService()];
  await production.seed(BEFORE);
  const repo = openRepo({ url: production.url, campaigns: {} });
  repo.git('push', '--quiet', '--set-upstream', 'origin', 'main');
  for (const { verb, what, text } of STEPS) {
    if (verb === 'matrix') continue;
    if (verb === 'file')
      repo.write(
        what,
        text
          .replace('https://staging.example.com/', staging.url)
          .replace('https://api.example.com/', production.url)
          .replace(/app_key: .*/g, 'app_key: local\n    limits: off'),
      );
    else if (verb === 'written') expect(repo.read(what)).toContain(text);
    else if (verb === 'edit') {
      const [, file = '', from = '', to = ''] = /^(\S+): (.*) → (.*)$/.exec(what) ?? [];
      expect(repo.read(file)).toContain(from);
      repo.write(file, repo.read(file).replace(from, to));
    } else for (const line of text.trim().split('\n')) await run(repo, line);
    if (what === 'campaigns/workspaces.yaml') repo.publish();
  }
  expect(STEPS.filter(({ verb }) => verb === 'run')).toHaveLength(5);
  expect(JSON.stringify(await staging.only('Welcome'))).toContain('https://staging.shop.example.com/start');
  expect(await staging.only('Welcome')).toMatchObject({
    status: 'DRAFT',
    connector: { connector_name: 'sandbox' },
    segmentation_details: { is_all_user_campaign: false },
  });
  expect(await production.writes()).toHaveLength(1);
  expect(await production.only('Spring sale')).toMatchObject({ connector: { connector_name: 'northtrail' } });
});

interface Jobs {
  readonly jobs: Readonly<Record<string, { readonly steps: { with: object }[]; readonly strategy: object }>>;
}

test('the jobs with a matrix have both workspaces, and differ from docs/github.md only by workspace', () => {
  const jobs = ['plan', 'apply'].map((name) => {
    const text = STEPS.find(({ verb, what }) => verb === 'matrix' && what === name)?.text ?? '';
    return (parse(text) as Jobs).jobs[name];
  });
  const include = [
    { workspace: 'staging', secret: 'CAMPAIGNS_STAGING_API_KEY' },
    { workspace: 'production', secret: 'CAMPAIGNS_PRODUCTION_API_KEY' },
  ];
  for (const job of jobs) expect(job?.strategy).toMatchObject({ matrix: { include } });
  const page = readFileSync(join(ROOT, 'docs/github.md'), 'utf8');
  const [, usual = ''] = /<!-- workflow plan -->\n\n```yaml\n([\s\S]*?)```/.exec(page) ?? [];
  const [checkout, step, ...others] = (parse(usual) as Jobs).jobs['plan']?.steps ?? [];
  const workspace = '${{ matrix.workspace }}';
  const varied = {
    workspace,
    'api-key': '${{ secrets[matrix.secret] }}',
    html: `campaigns-${workspace}.html`,
  };
  expect(jobs[0]?.steps).toEqual([checkout, { ...step, with: { ...step?.with, ...varied } }, ...others]);
});
