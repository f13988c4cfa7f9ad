import { once } from 'node:events';
import { createServer } from 'node:http';
import { Agent, EnvHttpProxyAgent, request } from 'undici';
import { afterEach, describe, expect, it } from 'vitest';
import { dispatcherFor } from '../../src/remote/dispatcher.ts';

const PROXY = 'http://proxy.example.com:3128';
const opened: { close: () => unknown }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});

function way(address: string, environment: Record<string, string>) {
  const dispatcher = dispatcherFor(address, {}, environment);
  opened.push(dispatcher);
  return dispatcher;
}

describe('connecting through a proxy', () => {
  it.each(['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy'])(
    'uses the one that %s names',
    (name) => {
      expect(way('https://api.example.com/', { [name]: PROXY })).toBeInstanceOf(EnvHttpProxyAgent);
    },
  );

  it.each([
    ['https://api.example.com/', {}],
    ['https://api.example.com/', { HTTPS_PROXY: '' }],
    ['https://api.example.com/', { HTTPS_PROXY: 'nonsense' }],
    ['http://127.0.0.1:4010/', { HTTPS_PROXY: PROXY }],
    ['http://localhost:4010/', { HTTP_PROXY: PROXY }],
    ['http://[::1]:4010/', { HTTP_PROXY: PROXY }],
  ])('of %s with %o is direct', (address, environment) => {
    expect(way(address, environment)).toBeInstanceOf(Agent);
  });

  it('requests a tunnel without sending our headers to the proxy, and respects no_proxy', async () => {
    const asked: string[] = [];
    const proxy = createServer();
    proxy.on('connect', ({ method, url, headers }, socket) => {
      asked.push(`${method} ${url} ${headers.authorization ?? ''}`.trim());
      socket.end('HTTP/1.1 502 No\r\n\r\n');
    });
    proxy.listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    opened.push(proxy);
    const address = proxy.address();
    if (address === null || typeof address === 'string') throw new Error('it has a port');
    const HTTPS_PROXY = `http://127.0.0.1:${address.port}`;
    const ask = (environment: Record<string, string>) =>
      request('https://service.invalid/v1', {
        dispatcher: way('https://service.invalid/', environment),
        headers: { authorization: 'Basic secret' },
      });
    await expect(ask({ HTTPS_PROXY })).rejects.toThrow();
    await expect(ask({ HTTPS_PROXY, NO_PROXY: 'example.com,.invalid' })).rejects.toThrow();
    expect(asked).toEqual(['CONNECT service.invalid:443']);
  });
});
