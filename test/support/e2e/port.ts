import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';
import { afterTest } from '../cleanup.ts';

/** Lets a server listen on a free port of 127.0.0.1 until the end of the test, and returns the port. */
export async function portOf(server: Server & { closeAllConnections?(): void }): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterTest(() => {
    server.close();
    server.closeAllConnections?.();
  });
  return (server.address() as AddressInfo).port;
}
