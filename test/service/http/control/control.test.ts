import { describe, expect, test } from 'vitest';
import { RawConnection } from '../../../support/service/raw-connection.ts';
import { play } from '../../../support/service/running.ts';

describe('control: who may use it', () => {
  test.each(['localhost', '127.0.0.1', '[::1]', '[::1]:4010'])('a request to the host %s', async (host) => {
    expect(await statusOf(`GET /_control/log HTTP/1.1\r\nHost: ${host}\r\n`)).toBe(200);
  });

  test.each(['evil.example:4010', '127.0.0.1.evil.example', '[::2]'])(
    'refuses one to the host %s, which a web page can resolve to this machine',
    async (host) => {
      expect(await statusOf(`GET /_control/log HTTP/1.1\r\nHost: ${host}\r\n`)).toBe(403);
      expect(await statusOf(`GET http://localhost/_control/log HTTP/1.1\r\nHost: ${host}\r\n`)).toBe(403);
    },
  );

  test('refuses a page in a browser', async () => {
    const request = 'GET /_control/log HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\n';
    expect(await statusOf(request)).toBe(403);
  });

  async function statusOf(head: string): Promise<number> {
    const { service } = await play();
    const connection = new RawConnection(service.port);
    connection.send(`${head}Connection: close\r\n\r\n`);
    return Number(/^HTTP\/1\.1 (\d{3}) /.exec(await connection.rest())?.[1]);
  }
});

test('without --control there is no control interface', async () => {
  const { control } = await play({ control: false });
  for (const path of ['clock', 'log']) expect((await control('GET', path)).status).toBe(404);
});
