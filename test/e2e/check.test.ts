import { expect, test } from 'vitest';
import { sale, welcome } from '../support/e2e/campaign-texts.ts';
import { appliedRepo, repoBehindProxy, repoWithService } from '../support/e2e/opened.ts';
import type { Ended } from '../support/e2e/program.ts';

// `campaigns check`: what would keep drafts from being published, by the service and by our own rules.

const found = ({ stdout }: Ended) => JSON.parse(stdout) as object;
const INCOMPLETE = sale().replace(/^segmentation_details:\n.*\n/m, '');

test('a draft that can be published has no findings, and a check writes nothing', async () => {
  const { repo, service } = await appliedRepo({ 'sale.yaml': sale(), 'welcome.yaml': welcome() });
  const [before, sent] = [repo.snapshot(), await service.writes()];
  expect(found(await repo.exits(0, 'check', '--json'))).toMatchObject({ diagnostics: [] });
  expect((await service.requests()).filter(({ operation }) => operation === 'validate')).toHaveLength(2);
  expect(await service.writes()).toEqual(sent);
  expect(repo.snapshot()).toEqual(before);
});

test('what the service would refuse is shown at its place, of the named campaigns only', async () => {
  const { repo, edit } = await appliedRepo({ 'sale.yaml': sale(), 'welcome.yaml': welcome() });
  await edit('Sale', { connector: null });
  const text = await repo.exits(2, 'check');
  expect(text.stdout).toMatch(/^campaigns\/sale\.yaml:\d+:\d+ E_SERVICE /m);
  expect(found(await repo.exits(2, 'check', 'sale', '--json'))).toMatchObject({
    diagnostics: [{ file: 'campaigns/sale.yaml', line: 8, code: 'E_SERVICE', severity: 'error' }],
  });
  await repo.exits(0, 'check', 'welcome');
});

test('a file without a campaign is checked by our rules, without a request', async () => {
  const { repo, service } = await repoWithService({ 'sale.yaml': INCOMPLETE });
  expect(found(await repo.exits(2, 'check', '--json'))).toMatchObject({
    diagnostics: [{ file: 'campaigns/sale.yaml', code: 'E_PUBLISH' }],
  });
  const { stdout } = await repo.exits(2, 'check');
  expect(stdout).toContain('Not created yet');
  expect(await service.requests()).toEqual([]);
});

test('a campaign that was published is not checked', async () => {
  const { repo, service } = await appliedRepo({ 'sale.yaml': sale({ status: 'ACTIVE' }) });
  const { length: before } = await service.requests();
  const { stdout } = await repo.exits(0, 'check');
  expect(stdout).toContain('Not checked: 1 campaign');
  const later = (await service.requests()).slice(before);
  expect(later.filter(({ operation }) => operation === 'validate')).toEqual([]);
});

test.each([
  ['a refused credential', 7, { status: 401, body: '{"error": {"code": "UNAUTHORIZED"}}' }],
  ['another refusal', 1, { status: 404, body: '{"error": {"code": "NOT_FOUND", "message": "Gone"}}' }],
  ['an answer without a verdict', 1, { status: 200, body: '{"data": {"errors": "none"}}' }],
])('%s is a failure, and no finding', async (_, status, answer) => {
  const { repo, proxy } = await repoBehindProxy({ 'sale.yaml': sale() });
  expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
  proxy.handler = ({ path }, pass) => (path.endsWith('/validate') ? answer : pass());
  expect((await repo.exits(status, 'check')).stdout).toBe('');
});

test('an unknown campaign is refused', async () => {
  const { repo } = await repoWithService({ 'sale.yaml': sale() });
  await repo.exits(64, 'check', 'sail');
});

test('a plan says what the service would refuse of a draft that it publishes as it is, and asks about no other', async () => {
  const { repo, proxy, service } = await repoBehindProxy({ 'sale.yaml': sale(), 'welcome.yaml': welcome() });
  expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
  repo.change({ 'sale.yaml': sale({ status: 'ACTIVE' }) });
  const refusing = JSON.stringify({
    data: { valid: false, errors: [{ field: 'connector', issue: 'is blocked' }] },
  });
  proxy.handler = ({ path }, pass) => (path.endsWith('/validate') ? { status: 200, body: refusing } : pass());
  const { stdout } = await repo.exits(0, 'plan');
  expect(stdout).toContain("can't be published");
  proxy.handler = (_, pass) => pass();
  expect((await repo.exits(0, 'plan')).stdout).not.toContain("can't be published");
  expect((await service.requests()).filter(({ operation }) => operation === 'validate')).toHaveLength(1);
});
