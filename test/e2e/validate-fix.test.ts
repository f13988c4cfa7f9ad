import { expect, test } from 'vitest';
import { welcome } from '../support/e2e/campaign-texts.ts';
import { openRepo } from '../support/e2e/test-repository.ts';

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
