import { expect, test } from 'vitest';
import { sale, welcome } from '../support/e2e/campaign-texts.ts';
import { planOf, resultOf } from '../support/e2e/documents.ts';
import type { LiveService } from '../support/e2e/live-service.ts';
import { appliedRepo, repoBehindProxy } from '../support/e2e/opened.ts';

const DAY_MS = 86_400_000;
const MANUAL = ['--clock', 'manual'];

const user = (id: string) => ({ id, email: `${id}@example.com`, attributes: {} });

/** Three users, and the daily estimates of what is scheduled. */
async function estimate(service: LiveService): Promise<void> {
  await service.control('POST', 'users', { users: [user('u1'), user('u2'), user('u3')] });
  await service.control('POST', 'clock', { advance_ms: DAY_MS });
}

const metaIn = async (service: LiveService) =>
  (await service.requests()).filter(({ operation }) => operation === 'meta').length;

const people = { count: 3, basis: 'service', live: null };

test('a plan says how many people each change reaches, and asks nothing where nothing changes', async () => {
  const { repo, service } = await appliedRepo(
    { 'sale.yaml': sale({ status: 'ACTIVE' }) },
    { service: MANUAL },
  );
  await estimate(service);
  const inSync = planOf(await repo.exits(0, 'plan', '--json'));
  expect(inSync.campaigns).toMatchObject([{ verdict: 'in-sync', people: null }]);
  expect(await metaIn(service)).toBe(0);

  repo.change({
    'sale.yaml': sale({ status: 'ACTIVE', utm: 'edited' }),
    'again.yaml': sale({ name: 'Again', status: 'ACTIVE' }),
    'draft.yaml': welcome({ name: 'Draft', audience: 'members' }),
  });
  const plan = planOf(await repo.exits(0, 'plan', '--json'));
  expect(plan.campaigns).toMatchObject([
    { key: 'again', verdict: 'create', people: { ...people, basis: 'same-audience' } },
    { key: 'draft', verdict: 'create', people: null },
    { key: 'sale', verdict: 'update', people },
  ]);
  expect(await metaIn(service)).toBe(1);
  const { stdout } = await repo.exits(0, 'plan');
  expect(stdout.match(/people: .*/g)).toHaveLength(3);

  // One that is not a part of the plan has the number, too.
  const partly = planOf(await repo.exits(0, 'plan', 'again', '--json'));
  expect(partly.campaigns).toMatchObject([{ people: { ...people, basis: 'same-audience' } }]);
  expect(planOf(await repo.exits(0, 'plan', '--offline', '--json')).campaigns).toMatchObject([
    { people: null },
    { people: null },
    { people: null },
  ]);
});

test('the guard refuses to reach more people than the policy allows, in plan and apply', async () => {
  const { repo, service } = await appliedRepo(
    { 'sale.yaml': sale({ status: 'ACTIVE' }) },
    { policy: '{ guard: { people: 2 } }', service: MANUAL },
  );
  await estimate(service);
  repo.change({ 'again.yaml': sale({ name: 'Again', status: 'ACTIVE' }) });
  const plan = planOf(await repo.exits(8, 'plan', '--json'));
  expect(plan.campaigns).toMatchObject([
    { key: 'again', held: [{ reason: 'guard' }] },
    { key: 'sale', held: [] },
  ]);
  const sent = await service.writes();
  const refused = resultOf(await repo.exits(8, 'apply', '--json'));
  expect(refused).toMatchObject({ outcome: 'refused', reason: 'guard', applied: [] });
  expect(await service.writes()).toEqual(sent);
  expect(resultOf(await repo.exits(0, 'apply', '--json', '--allow', 'guard'))).toMatchObject({
    applied: [
      { key: 'again', change: 'create' },
      { key: 'again', change: 'transition' },
    ],
  });
});

test('a service that does not answer about people stops no plan, and is not asked again', async () => {
  const { repo, proxy } = await repoBehindProxy({ 'sale.yaml': sale({ status: 'ACTIVE' }) });
  expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
  repo.change({ 'sale.yaml': sale({ status: 'ACTIVE', utm: 'edited' }) });
  proxy.handler = ({ path }, pass) =>
    path.endsWith('/meta') ? { status: 403, body: '{"error": {"code": "FORBIDDEN"}}' } : pass();
  const plan = planOf(await repo.exits(0, 'plan', '--json'));
  expect(plan.campaigns).toMatchObject([{ verdict: 'update', people: null }]);
});

test('the comment on a rejected draft is in the plan and in the status', async () => {
  const { repo, edit } = await appliedRepo({ 'sale.yaml': sale() });
  await edit('Sale', { rejection_comment: 'The discount\nis missing.' });
  const status = await repo.exits(0, 'status', '--json');
  expect(JSON.parse(status.stdout)).toMatchObject({
    campaigns: [{ key: 'sale', rejection_comment: 'The discount\nis missing.' }],
  });
  expect((await repo.exits(0, 'status')).stdout).toContain('missing.');
  repo.change({ 'sale.yaml': sale({ utm: 'edited' }) });
  const { stdout } = await repo.exits(0, 'plan');
  expect(stdout).toContain('Needs attention');
  expect(stdout.replaceAll(/\s+/g, ' ')).toContain('is missing.');
});
