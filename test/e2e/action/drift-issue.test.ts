import { expect, test } from 'vitest';
import { actionWorld } from '../../support/action/action-world.ts';
import { expectEnd } from '../../support/action/reviewed.ts';
import { reported } from '../../support/action/plan-comments.ts';
import { digest, utmParams, welcome } from '../../support/e2e/campaign-texts.ts';
import { startLiveService } from '../../support/e2e/live-service.ts';

const only = (workspace: string, text: string) => `workspaces: [${workspace}]\n${text}`;

test('one issue follows the drift of a workspace: opened, left unchanged, edited, closed', async () => {
  const world = await actionWorld({
    campaigns: { 'welcome.yaml': only('local', welcome()), 'digest.yaml': only('second', digest()) },
  });
  const other = await startLiveService();
  const entry = `  second:\n    base_url: ${other.url}\n    app_key: local\n    api_key_env: CAMPAIGNS_SECOND_KEY\n    limits: off\n`;
  world.branch('main', { 'workspaces.yaml': world.repo.read('campaigns/workspaces.yaml') + entry });
  for (const workspace of ['local', 'second'])
    expect(await world.apply({ inputs: { workspace, reviewed: 'ignore' } })).toMatchObject({ exit: 0 });
  expect(await world.drift()).toMatchObject({ exit: 0, outputs: { outcome: 'clean', drifted: '0' } });
  expect(world.github.issues()).toEqual([]);

  const { id } = await world.service.only('Welcome');
  await world.service.editByHand(id, { utm_params: utmParams('by hand') });
  const opened = await world.drift();
  const [issue, ...others] = world.github.issues();
  expect(others).toEqual([]);
  expect(issue).toMatchObject({
    state: 'open',
    title: 'Campaigns · local: changed outside of this repository',
  });
  expectEnd(opened, '0 drifted', {
    drifted: '1',
    'comment-url': expect.stringContaining('/issues/1') as string,
  });
  const issueWrites = () => world.github.writes().filter(({ operation }) => operation.startsWith('issues/'));
  expect(issueWrites()).toHaveLength(1);
  const again = await world.drift({ inputs: { 'fail-on': 'drift', 'pull-request': 'true' } });
  expect(again).toMatchObject({ exit: 1, outputs: { outcome: 'drifted', 'failure-reason': 'drift' } });
  expect(issueWrites()).toHaveLength(1);

  await world.service.editByHand(id, { utm_params: utmParams('by another hand') });
  expect(await world.drift()).toMatchObject({ exit: 0 });
  expect(issueWrites()).toHaveLength(2);
  expect(issue?.body).toContain('by another hand');

  // Another workspace has its own issue.
  await other.editByHand((await other.only('Digest')).id, {
    utm_params: utmParams('by hand'),
  });
  expect(await world.drift({ inputs: { workspace: 'second' } })).toMatchObject({ outputs: { drifted: '1' } });
  expect(world.github.issues().map(({ title }) => title)).toEqual([
    ...['local', 'second'].map((name) => `Campaigns · ${name}: changed outside of this repository`),
  ]);

  await world.service.editByHand(id, { utm_params: utmParams('shop') });
  expect(await world.drift()).toMatchObject({ exit: 0, outputs: { outcome: 'clean', 'failure-reason': '' } });
  expect(world.github.issues().map(({ state }) => state)).toEqual(['closed', 'open']);
});

test("fails when drift can't be read, and warns when it can't be written to an issue", async () => {
  const world = await actionWorld({ campaigns: { 'welcome.yaml': welcome() } });
  expect(await world.repo.campaigns('apply')).toMatchObject({ status: 0 });
  const { id } = await world.service.only('Welcome');
  await world.service.editByHand(id, { utm_params: utmParams('by hand') });
  const token = world.github.jobToken({ contents: 'read', issues: 'read' });
  const unwritten = await world.drift({ token });
  expect(unwritten).toMatchObject({ exit: 0, outputs: { outcome: 'drifted', 'comment-url': '' } });
  expect(reported(unwritten, 'warning')).toContain('lacks the permission issues: write, add it.');
  expect(unwritten.summary).toContain('by hand');
  const keyless = await world.drift({ inputs: { 'api-key': '' } });
  expectEnd(keyless, '1 failed credential');
  expect(keyless.summary).toContain('ended early. There is no API key for local');

  // The drift that can be read is reported next to the errors in a file.
  world.branch('main', { 'digest.yaml': 'channel: NOPE\n' });
  const invalid = await world.drift();
  expectEnd(invalid, '1 invalid invalid-files', { drifted: '1' });
  expect(invalid.outputs['comment-url']).toContain('/issues/1');
  expect(invalid.annotations[0]).toMatchObject({ level: 'error', file: 'campaigns/digest.yaml' });
  expect(invalid.summary).toContain('by hand');
  expect(invalid.summary).toMatch(/^\| ❌ \| .*digest\.yaml/m);
  world.branch('main', { 'digest.yaml': null });
  await world.service.arm({ kind: 'status', status: 500, times: 1000 });
  expectEnd(await world.drift(), '1 failed unreachable');
});
