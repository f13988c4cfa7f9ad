import { expect, test } from 'vitest';
import { welcome } from '../support/e2e/campaign-texts.ts';
import { startLiveService } from '../support/e2e/live-service.ts';
import { openRepo } from '../support/e2e/test-repository.ts';

const SUBJECT = 'What nobody else is to read';

test('--debug logs each request with its IDs, and neither bodies nor secrets', async () => {
  const service = await startLiveService();
  const repo = openRepo({ url: service.url, campaigns: { 'w.yaml': welcome({ subject: SUBJECT }) } });
  const { status, stdout, stderr } = await repo.campaigns('--debug', 'apply', '--json');
  expect({ status, outcome: (JSON.parse(stdout) as { outcome: string }).outcome }).toEqual({
    ...{ status: 0, outcome: 'complete' },
  });
  const logged = stderr.split('\n').filter((line) => line.startsWith('debug: '));
  const requests = await service.requests();
  expect(logged).toHaveLength(requests.length);
  for (const { method, path, status: answered, request_id: id } of requests)
    expect(stderr).toMatch(
      new RegExp(
        `^debug: ${method} ${path} ${answered} in \\d+ ms, request ${id ?? ''}, response \\S+$`,
        'm',
      ),
    );
  expect(stderr).not.toContain(SUBJECT);
  expect(stderr).not.toContain(Buffer.from('local:local').toString('base64'));
  expect((await repo.campaigns('plan')).stderr).not.toContain('debug:');
});
