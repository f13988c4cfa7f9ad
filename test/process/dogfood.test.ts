import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { actionWorld, type ActionWorld } from '../support/action/action-world.ts';
import { edited, exampleCampaigns, exampleText } from '../support/action/example-campaigns.ts';
import { ROOT } from '../support/e2e/built-program.ts';
import type { Pull } from '../support/github/state.ts';
import { JobCache, runJob, type JobEnded, type WorkflowJob } from '../support/workflow/run-job.ts';

const { jobs } = parse(readFileSync(join(ROOT, '.github/workflows/campaigns.yml'), 'utf8')) as {
  readonly jobs: Readonly<Record<'plan' | 'apply', WorkflowJob>>;
};
const SERVICE = 'scripts/live-service.sh';
const GUIDE = 'promo/gift-guide-email.yaml';

interface Repository {
  readonly world: ActionWorld;
  readonly port: number;
  readonly cache: JobCache;
}

/** This repository, as far as its workflow needs it, at a fake GitHub. The port and the limits differ, and a third of the campaigns will do. */
async function repository(): Promise<Repository> {
  const port = await freePort();
  const campaigns = Object.entries(exampleCampaigns()).filter(([path]) => /^(onboarding|promo)\//.test(path));
  const world = await actionWorld({ campaigns: Object.fromEntries(campaigns) });
  for (const path of [SERVICE, '.gitignore']) world.repo.write(path, readFileSync(join(ROOT, path), 'utf8'));
  const workspaces = edited(exampleText('workspaces.yaml'), ':4010/', `:${port}/`);
  world.branch('main', {
    'workspaces.yaml': edited(workspaces, /^ {4}app_key: local$/m, '    app_key: local\n    limits: off'),
  });
  return { world, port, cache: new JobCache() };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

let runs = 0;

/** Runs a job that must succeed and leave no service behind. */
async function run(
  name: 'plan' | 'apply',
  { world, port, cache }: Repository,
  pull?: Pull,
): Promise<JobEnded> {
  const event = pull ? world.pullEvent(pull, 'opened') : world.pushEvent();
  runs += 1;
  const env = { CAMPAIGNS_PORT: String(port) };
  const ended = await runJob(jobs[name], { world, cache, event, env, runId: String(runs) });
  expect(ended.failure).toBeUndefined();
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow('fetch failed');
  return ended;
}

const reported = ({ world }: Repository, { number }: Pull) =>
  world.github.comments(number).map(({ body }) => body);

test('our own workflow: a first fill, a review, its merge, nothing twice, and a lost service', async () => {
  const ours = await repository();
  const { world, cache } = ours;
  const filled = await run('apply', ours);
  expect(filled.outputs['apply']).toMatchObject({ outcome: 'complete', creates: '7' });

  const pull = world.openPull('guide', {
    files: { [GUIDE]: edited(exampleText(GUIDE), /(?<=subject: ).*/, 'Ten presents that go outside') },
  });
  const planned = await run('plan', ours, pull);
  expect(planned.outputs['plan']).toMatchObject({ outcome: 'planned', updates: '1', creates: '0' });
  expect(reported(ours, pull)).toEqual([expect.stringContaining('**updates 1**')]);

  world.merge(pull, 'squash');
  const applied = await run('apply', ours);
  expect(applied.outputs['apply']).toMatchObject({ outcome: 'complete', changes: '1', updates: '1' });
  expect(reported(ours, pull)).toHaveLength(2);

  const state = world.repo.gitAtOrigin('rev-parse', 'campaigns-state/local');
  const again = await run('apply', ours);
  expect(again.outputs['apply']).toMatchObject({ outcome: 'complete', changes: '0' });
  expect(world.repo.gitAtOrigin('rev-parse', 'campaigns-state/local')).toBe(state);

  // The service was lost: pull requests say so, and the next merge fills it again.
  cache.clear();
  const next = world.openPull('longer-guide', {
    files: { [GUIDE]: edited(exampleText(GUIDE), /(?<=subject: ).*/, 'Twelve presents that go outside') },
  });
  const offline = await run('plan', ours, next);
  expect(offline.outputs['plan']).toMatchObject({ outcome: 'planned-offline', updates: '1' });

  world.merge(next, 'squash');
  const refilled = await run('apply', ours);
  expect(refilled.outputs['apply']).toMatchObject({ outcome: 'complete', creates: '7' });
  // The audit trail of the old service still exists.
  expect(() =>
    world.repo.gitAtOrigin('merge-base', '--is-ancestor', state, 'campaigns-state/local'),
  ).not.toThrow();
  const once = await run('apply', ours);
  expect(once.outputs['apply']).toMatchObject({ outcome: 'complete', changes: '0' });
});

test('a step that fails fails its job, and the steps that must still run do', async () => {
  const ours = await repository();
  const { world, cache, port } = ours;
  world.branch('main', { [GUIDE]: 'channel: NONE\n' });
  const env = { CAMPAIGNS_PORT: String(port) };
  const ended = await runJob(jobs.apply, { world, cache, env, event: world.pushEvent(), runId: 'red' });
  expect(ended.failure).toContain(GUIDE);
  expect(ended.outputs['apply']).toMatchObject({ outcome: 'invalid', 'failure-reason': 'invalid-files' });
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow('fetch failed');
});
