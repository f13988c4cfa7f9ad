import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { expect, test } from 'vitest';
import { startLiveService } from '../support/e2e/live-service.ts';
import { openRepo, type TestRepository } from '../support/e2e/test-repository.ts';

// Goes through docs/environments.md from top to bottom: writes its files, runs its commands and makes its edits.

const PAGE = readFileSync(fileURLToPath(new URL('../../docs/environments.md', import.meta.url)), 'utf8');

/** What production has before the page begins. */
const WELCOME = {
  ...{ status: 'ACTIVE', channel: 'EMAIL', campaign_delivery_type: 'EVENT_TRIGGERED' },
  ...{ created_by: 'ada@example.com', updated_by: 'ada@example.com' },
  basic_details: {
    name: 'Welcome',
    content_type: 'TRANSACTIONAL',
    user_attribute_identifier: 'Email (Standard)',
  },
  connector: { connector_type: 'SENDGRID', connector_name: 'northtrail' },
  trigger_condition: {
    included_filters: {
      filter_operator: 'and',
      filters: [
        {
          ...{ filter_type: 'actions', action_name: 'Account Created', executed: true },
          execution: { type: 'atleast', count: 1 },
        },
      ],
    },
    trigger_delay_type: 'ASAP',
  },
  campaign_content: {
    content: {
      email: {
        subject: 'Welcome to the trail',
        sender_name: 'Northtrail',
        from_address: 'hello@mail.example.com',
        html_content: [
          '<h1>Welcome, {{ user.first_name }}</h1>',
          '<p><a href="https://shop.example.com/start">Start here</a></p>',
          '<p><a href="https://shop.example.com/unsubscribe">Unsubscribe</a></p>\n',
        ].join('\n'),
      },
    },
  },
  segmentation_details: { is_all_user_campaign: true },
  scheduling_details: { delivery_type: 'ASAP' },
};

/** Each marked block of the page: what to do with it, and its text. */
const STEPS = [...PAGE.matchAll(/<!-- (\w+) ?(.*?) -->(?:\n\n```\w+\n([\s\S]*?)```)?/g)].map(
  ([, verb = '', what = '', text = '']) => ({ verb, what, text }),
);

async function run(repo: TestRepository, line: string): Promise<void> {
  const [, command = '', , said] = /^(.*?)(\s+# (.*))?$/.exec(line) ?? [];
  const [program, ...args] = [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(
    ([word, quoted]) => quoted ?? word,
  );
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
  await production.seed(WELCOME);
  const repo = openRepo({ url: production.url, campaigns: {} });
  repo.git('push', '--quiet', '--set-upstream', 'origin', 'main');
  const done: string[] = [];
  for (const { verb, what, text } of STEPS) {
    if (verb === 'matrix') continue;
    done.push(verb);
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
  expect(done.filter((verb) => verb === 'run')).toHaveLength(5);
  expect(JSON.stringify(await staging.only('Welcome'))).toContain('https://staging.shop.example.com/start');
  expect(await staging.only('Welcome')).toMatchObject({
    status: 'DRAFT',
    connector: { connector_name: 'sandbox' },
    segmentation_details: { is_all_user_campaign: false },
  });
  expect(await production.writes()).toHaveLength(1);
  expect(await production.only('Spring sale')).toMatchObject({ connector: { connector_name: 'northtrail' } });
});

const matrices = ['plan', 'apply'].map((name) => {
  const text = STEPS.find(({ verb, what }) => verb === 'matrix' && what === name)?.text ?? '';
  const { jobs } = parse(text) as { jobs: Record<string, { steps?: { with: object }[]; strategy: object }> };
  return { name, job: jobs[name] };
});

test.each(matrices)('the matrix of docs/environments.md for $name has both workspaces', ({ job }) => {
  expect(job?.strategy).toMatchObject({
    matrix: {
      include: [
        { workspace: 'staging', secret: 'CAMPAIGNS_STAGING_API_KEY' },
        { workspace: 'production', secret: 'CAMPAIGNS_PRODUCTION_API_KEY' },
      ],
    },
  });
});

test('the job with a matrix differs from the one of docs/github.md only by workspace', () => {
  const page = readFileSync(fileURLToPath(new URL('../../docs/github.md', import.meta.url)), 'utf8');
  const [, usual = ''] = /<!-- workflow plan -->\n\n```yaml\n([\s\S]*?)```/.exec(page) ?? [];
  const known = parse(usual) as { jobs: Record<string, { steps: { with: object }[] }> };
  const [checkout, step] = known.jobs['plan']?.steps ?? [];
  const varied = { workspace: '${{ matrix.workspace }}', 'api-key': '${{ secrets[matrix.secret] }}' };
  expect(matrices[0]?.job?.steps).toEqual([checkout, { ...step, with: { ...step?.with, ...varied } }]);
});
