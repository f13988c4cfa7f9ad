import { expect, test } from 'vitest';
import { actionWorld, type ActionWorld } from '../../support/action/action-world.ts';
import { planCommentOn, reported } from '../../support/action/plan-comments.ts';
import { welcome } from '../../support/e2e/campaign-texts.ts';
import {
  htmlPage,
  secondaryRateLimit,
  serverError,
  type Permissions,
} from '../../support/github/fake-github.ts';
import type { Answer } from '../../support/github/operations.ts';
import type { Pull } from '../../support/github/state.ts';

const CAMPAIGNS = { 'welcome.yaml': welcome() };

async function withPull(): Promise<{ world: ActionWorld; pull: Pull }> {
  const world = await actionWorld({ campaigns: CAMPAIGNS });
  const pull = world.openPull('edit', { files: { 'welcome.yaml': welcome({ utm: 'web' }) } });
  return { world, pull };
}

test('a token without a permission costs the comment, not the plan, and the warning names the permission', async () => {
  const { world, pull } = await withPull();
  const lacking: readonly [Permissions, string][] = [
    [{ contents: 'write', statuses: 'write' }, 'pull-requests: read'],
    [{ contents: 'read', 'pull-requests': 'read' }, 'pull-requests: write'],
  ];
  for (const [permissions, named] of lacking) {
    const ended = await world.plan(pull, { token: world.github.jobToken(permissions) });
    expect(ended).toMatchObject({ exit: 0, outputs: { outcome: 'planned', 'comment-url': '' } });
    expect(reported(ended, 'warning')).toContain(`lacks the permission ${named}, add it.`);
    expect(reported(ended, 'warning')).toContain('merging this will apply nothing');
    expect(ended.summary).toContain('**creates 1**');
  }
  expect(world.github.comments(pull.number)).toEqual([]);
  // No other permission is needed.
  const enough = world.github.jobToken({ contents: 'read', 'pull-requests': 'write', statuses: 'write' });
  expect(await world.plan(pull, { token: enough })).toMatchObject({ exit: 0, annotations: [] });
  expect(planCommentOn(world, pull).body).toContain('**creates 1**');
  const without = await world.plan(pull, { inputs: { 'github-token': '' } });
  expect(without).toMatchObject({ exit: 0, outputs: { outcome: 'planned' } });
  expect(reported(without, 'warning')).toContain('The input github-token is empty.');
});

test('the plan succeeds whatever GitHub answers, with a warning and the summary', async () => {
  const { world, pull } = await withPull();
  const { faults } = world.github;
  const operation = 'issues/create-comment';
  const failures = [serverError(500), htmlPage(502), secondaryRateLimit(3600), 'reset'] as const;
  for (const fault of failures) {
    faults.next(fault, { operation, times: 20 });
    const ended = await world.plan(pull);
    expect(ended).toMatchObject({ exit: 0, outputs: { outcome: 'planned', 'comment-url': '' } });
    expect(reported(ended, 'warning')).toMatch(/^The plan .*could not be written.*GitHub (answered|did not)/);
    expect(reported(ended, 'warning')).not.toContain('permission');
    expect(ended.summary).toContain('**creates 1**');
    faults.clear();
  }
  faults.down();
  const down = await world.plan(pull);
  expect(down).toMatchObject({ exit: 0, outputs: { outcome: 'planned' } });
  expect(reported(down, 'warning')).toContain('GitHub did not answer');
});

const PAGE: Answer = { ...htmlPage(200) };
const NONSENSE: readonly Answer[] = [
  PAGE,
  { status: 200, body: '' },
  { status: 200, body: null },
  { status: 200, body: {} },
  { status: 200, body: [null] },
  { status: 201, body: { id: 'one' } },
];
const READS = ['issues/list-comments', 'pulls/list', 'pulls/get', 'issues/list-for-repo'];
const WRITES = [
  'issues/create-comment',
  'repos/create-commit-status',
  'issues/create',
  'issues/update-comment',
];

test('an answer of GitHub that makes no sense costs the comment, not the plan', async () => {
  const { world, pull } = await withPull();
  const { faults } = world.github;
  for (const fault of NONSENSE) {
    for (const operation of [...READS, ...WRITES]) faults.next(fault, { operation, times: 20 });
    const ended = await world.plan(pull);
    expect(ended).toMatchObject({ exit: 0, outputs: { outcome: 'planned', 'comment-url': '' } });
    expect(reported(ended, 'warning')).toMatch(
      /GitHub answered 20[01] with something that was not asked for: /,
    );
    faults.clear();
  }
  expect(world.github.comments(pull.number)).toEqual([]);
});

test('a comment that a redirect turns into a list was not written', async () => {
  const { world, pull } = await withPull();
  const { faults, site } = world.github;
  const location = `${site.apiUrl}/repos/${site.repository}/issues/${pull.number}/comments`;
  const moved: Answer = { status: 301, body: '', headers: { location } };
  faults.next(moved, { operation: 'issues/create-comment', times: 1 });
  const ended = await world.plan(pull);
  expect(ended).toMatchObject({ exit: 0, outputs: { outcome: 'planned', 'comment-url': '' } });
  expect(reported(ended, 'warning')).toContain(
    'GitHub answered 200 with something that was not asked for: [',
  );
});

test('an apply whose reviews GitHub does not show fails for that reason', async () => {
  const { world, pull } = await withPull();
  expect(await world.plan(pull)).toMatchObject({ exit: 0 });
  world.merge(pull);
  for (const operation of READS.slice(0, 2))
    for (const fault of NONSENSE) {
      world.github.faults.next(fault, { operation, times: 20 });
      const ended = await world.apply();
      expect(ended).toMatchObject({ exit: 1, outputs: { outcome: 'failed', 'failure-reason': 'github' } });
      expect(reported(ended, 'error')).toContain('with something that was not asked for');
      world.github.faults.clear();
    }
  expect(await world.apply()).toMatchObject({ exit: 0, outputs: { changes: '1' } });
});

test("fails and says so when the service can't be reached", async () => {
  const world = await actionWorld({ campaigns: CAMPAIGNS });
  const text = world.repo.read('campaigns/workspaces.yaml');
  // Nothing listens there.
  const gone = text.replace(world.service.url, 'http://127.0.0.1:9/');
  world.branch('main', { 'workspaces.yaml': gone });
  const pull = world.openPull('edit', { files: { 'welcome.yaml': welcome({ utm: 'web' }) } });
  const ended = await world.plan(pull);
  expect(ended).toMatchObject({ exit: 1, outputs: { outcome: 'failed', 'failure-reason': 'unreachable' } });
  expect(ended.summary).toContain('campaign-reconciler ended early.');
  expect(planCommentOn(world, pull).body).toMatch(
    /The newest commit \([0-9a-f]{7}\) could not be planned\. /,
  );
});
