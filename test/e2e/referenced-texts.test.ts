import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { actionWorld } from '../support/action/action-world.ts';
import { temporaryFolder } from '../support/cleanup.ts';
import { welcome } from '../support/e2e/campaign-texts.ts';
import { planOf } from '../support/e2e/documents.ts';
import { startLiveService } from '../support/e2e/live-service.ts';
import { openRepo, workspacesText } from '../support/e2e/test-repository.ts';

const NOBODY = 'http://127.0.0.1:9/';
const REFERRING = welcome({ subject: 'PLACEHOLDER' }).replace('PLACEHOLDER', '{ $file: ./subject.txt }');

function referring(text: string) {
  return openRepo({
    campaigns: { 'welcome.yaml': REFERRING, 'subject.txt': text },
    origin: false,
  });
}

test('a text has only line feeds, whatever platform checked it out', async () => {
  const service = await startLiveService();
  const bodies = await Promise.all(
    ['One\nTwo\n', 'One\r\nTwo\r\n'].map(async (text) => {
      const repo = referring(text);
      repo.edit('campaigns/workspaces.yaml', /http:\/\/127\.0\.0\.1:9\//, service.url);
      const [campaign] = planOf(await repo.campaigns('plan', '--json')).campaigns;
      return JSON.stringify(campaign?.requests[0]?.body);
    }),
  );
  expect(bodies[0]).toContain('One\\nTwo\\n');
  expect(bodies[1]).toBe(bodies[0]);
});

test('does not send a Git LFS pointer instead of the text', async () => {
  const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'a'.repeat(64)}\nsize 12345\n`;
  const ended = await referring(pointer).campaigns('validate');
  expect(ended.status).toBe(5);
  expect(ended.stdout).toMatch(
    /^campaigns\/welcome\.yaml:\d+:\d+ E_FILE .*subject\.txt.*Git LFS.*git lfs pull/m,
  );
});

test('workspaces.yaml must not be a link that leads out of the repository', async () => {
  const repo = referring('Hello');
  const outside = join(temporaryFolder(), 'workspaces.yaml');
  writeFileSync(outside, workspacesText({ url: NOBODY }));
  repo.remove('campaigns/workspaces.yaml');
  symlinkSync(outside, join(repo.directory, 'campaigns/workspaces.yaml'));
  const ended = await repo.campaigns('validate');
  expect(ended.status).toBe(5);
  expect(ended.stdout).toMatch(/^campaigns\/workspaces\.yaml:1:1 E_FILE .*is outside the repository/m);

  repo.remove('campaigns/workspaces.yaml');
  repo.write('elsewhere.yaml', workspacesText({ url: NOBODY }));
  symlinkSync('../elsewhere.yaml', join(repo.directory, 'campaigns/workspaces.yaml'));
  expect(await repo.campaigns('validate')).toMatchObject({ status: 0 });
});

test('in a workflow a text must be tracked by git, because another step may have written it', async () => {
  const world = await actionWorld({
    campaigns: { 'welcome.yaml': REFERRING, 'subject.txt': 'Hello' },
  });
  const folder = world.checkout(world.pushEvent(), 0);
  expect(await world.stepIn(folder, 'validate', {})).toMatchObject({ exit: 0, annotations: [] });

  const other = REFERRING.replace('subject.txt', 'made.txt');
  world.branch('main', { 'welcome.yaml': other, 'subject.txt': null });
  const next = world.checkout(world.pushEvent(), 0);
  writeFileSync(join(next, 'campaigns/made.txt'), 'Made by a step');
  for (const command of ['validate', 'apply'] as const) {
    const ended = await world.stepIn(next, command, {});
    expect(ended).toMatchObject({ exit: 1, outputs: { outcome: 'invalid' } });
    expect(ended.annotations).toEqual([
      expect.objectContaining({
        file: 'campaigns/welcome.yaml',
        line: other.split('\n').findIndex((line) => line.includes('made.txt')) + 1,
        title: 'E_FILE',
      }),
      expect.anything(),
    ]);
  }
});
