import { Agent, request } from 'undici';
import { describe, expect, test } from 'vitest';
import type { ServiceOptions } from '../../../src/service/domain/service-options.ts';
import { startService } from '../../../src/service/http/start-service.ts';
import { BARE_PUSH } from '../../support/contract/bodies.ts';
import { LOCAL, play } from '../../support/service/running.ts';

const OPTIONS: ServiceOptions = {
  ...{ port: 0, workspaces: [LOCAL], control: false },
  ...{ limits: 'off', clock: 'real' },
};

describe('start and close', () => {
  test("a port in use is the system's error, with its code", async () => {
    const { service } = await play();
    await expect(startService({ ...OPTIONS, port: service.port })).rejects.toMatchObject({
      code: 'EADDRINUSE',
    });
  });

  test('closing does not wait for idle connections, and can be requested twice', async () => {
    const service = await startService(OPTIONS);
    const dispatcher = new Agent({ keepAliveTimeout: 60_000 });
    await (await request(service.url, { dispatcher })).body.dump();
    await Promise.all([service.close(), service.close()]);
    await service.close();
    await dispatcher.close();
  });
});

describe('the log', () => {
  test('is one line of JSON per request, without any secret', async () => {
    const { client, lines } = await play();
    await client.create(BARE_PUSH);
    await client.create(BARE_PUSH, { headers: { Authorization: null } });
    expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([
      { level: 'info', operation: 'create', status: 201, code: null },
      { level: 'info', operation: 'create', status: 401, code: 'UNAUTHORIZED' },
    ]);
    const secrets = [
      LOCAL.apiKey,
      Buffer.from(`${LOCAL.appKey}:${LOCAL.apiKey}`).toString('base64'),
      'Basic',
    ];
    for (const secret of secrets) expect(lines.join('\n')).not.toContain(secret);
  });
});
