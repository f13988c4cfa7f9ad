import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/cleanup.ts';
import { curlSession, noCurl } from '../support/e2e/curl-session.ts';
import { startLiveService } from '../support/e2e/live-service.ts';
import { campaigns } from '../support/e2e/program.ts';

const help = async () => (await campaigns(['serve', '--help'], { cwd: temporaryFolder() })).stdout;

test('the help fits a terminal of 80 columns, except for addresses', async () => {
  const text = await help();
  expect(text.split('\n').filter((line) => line.length > 80 && !line.includes('https://'))).toEqual([]);
});

test('the commands in the help can be pasted unchanged', async (context) => {
  const reason = noCurl();
  if (reason !== null) context.skip(reason);
  const [, trying = ''] = (await help()).split(/^Try it:.*$/m);
  const commands = trying.split('\n').filter((line) => line.startsWith('  '));
  expect(commands.join('\n').match(/curl/g)).toHaveLength(6);
  const service = await startLiveService('--limits', 'real', '--clock', 'manual');
  const ended = await curlSession(commands.join('\n'), service.url);
  expect(ended).toMatchObject({ status: 0, stderr: '' });
  expect((await service.requests()).map(({ operation, status }) => [operation, status])).toEqual([
    ['create', 201],
    ['get', 200],
    ['search', 200],
  ]);
  expect(ended.stdout).toMatch(/^[0-9a-f]{24}\n/);
  expect(ended.stdout).toContain('"faults":[');
  expect(ended.stdout).toContain('"openapi": "3.1');
  const found = await service.named('My first campaign');
  expect(found).toHaveLength(1);
});
