import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { dirname } from 'node:path';
import { afterTest } from '../cleanup.ts';

/** A server like GitHub's for git, in front of bare repositories in a folder. */
export interface GitServer {
  /** `http://127.0.0.1:40123` */
  readonly url: string;
  /** The `Authorization` headers of each request, in order. */
  readonly credentials: readonly (readonly string[])[];
}

/**
 * Serves a bare repository over HTTP, as a private one: without a token, it asks for one, and two credentials at once
 * are a bad request, like at GitHub. The end of the test stops it.
 */
export async function startGitServer(options: {
  readonly directory: string;
  readonly token: string;
}): Promise<GitServer> {
  const credentials: string[][] = [];
  const server = createServer((incoming, outgoing) => {
    const given = authorizations(incoming);
    credentials.push(given);
    if (given.length > 1) {
      refuse(outgoing, 400);
      return;
    }
    // git writes the scheme with a capital letter.
    if (given[0]?.replace(/^Basic /, 'basic ') !== basic(options.token)) {
      refuse(outgoing, 401);
      return;
    }
    passToGit(incoming, outgoing, dirname(options.directory));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterTest(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return { url: `http://127.0.0.1:${port}`, credentials };
}

/** The header that actions/checkout sends and GitHub accepts. */
export function basic(token: string): string {
  return `basic ${Buffer.from(`x-access-token:${token}`).toString('base64')}`;
}

function authorizations({ rawHeaders }: IncomingMessage): string[] {
  return rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === 'authorization');
}

function refuse(outgoing: ServerResponse, status: 400 | 401): void {
  outgoing.writeHead(status, status === 401 ? { 'WWW-Authenticate': 'Basic realm="GitHub"' } : {});
  outgoing.end(status === 400 ? 'Duplicate header: "Authorization"' : '');
}

/** CGI: passes variables and the body in, and headers and the body out. */
function passToGit(incoming: IncomingMessage, outgoing: ServerResponse, root: string): void {
  const { pathname, search } = new URL(incoming.url ?? '/', 'http://host');
  const header = (name: string) => String(incoming.headers[name] ?? '');
  const child = spawn('git', ['http-backend'], {
    env: {
      ...{
        PATH: process.env['PATH'],
        GIT_PROJECT_ROOT: root,
        GIT_HTTP_EXPORT_ALL: '1',
        GIT_CONFIG_COUNT: '2',
      },
      ...{ GIT_CONFIG_KEY_0: 'http.receivepack', GIT_CONFIG_VALUE_0: 'true' },
      ...{ GIT_CONFIG_KEY_1: 'uploadpack.allowAnySHA1InWant', GIT_CONFIG_VALUE_1: 'true' },
      ...{ REQUEST_METHOD: incoming.method, PATH_INFO: pathname, QUERY_STRING: search.slice(1) },
      ...{ CONTENT_TYPE: header('content-type'), REMOTE_USER: 'x', REMOTE_ADDR: '127.0.0.1' },
      ...(incoming.headers['content-length'] && { CONTENT_LENGTH: header('content-length') }),
      ...{ HTTP_CONTENT_ENCODING: header('content-encoding'), GIT_PROTOCOL: header('git-protocol') },
    },
  });
  incoming.pipe(child.stdin);
  child.stdin.on('error', () => undefined);
  const parts: Buffer[] = [];
  child.stdout.on('data', (part: Buffer) => parts.push(part));
  child.on('close', () => {
    const all = Buffer.concat(parts);
    const end = all.indexOf('\r\n\r\n');
    let status = 200;
    for (const line of all.subarray(0, end).toString().split('\r\n')) {
      const [name = '', value = ''] = line.split(': ');
      if (name === 'Status') status = parseInt(value, 10);
      else outgoing.setHeader(name, value);
    }
    outgoing.writeHead(status);
    outgoing.end(all.subarray(end + 4));
  });
}
