import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { actionWorld } from '../../support/action/action-world.ts';
import { temporaryFolder } from '../../support/cleanup.ts';
import { welcome } from '../../support/e2e/campaign-texts.ts';
import { portOf } from '../../support/e2e/port.ts';

/**
 * A checkout of a repository that only the job's token can read, whose origin is behind a server, and all arguments that
 * git was started with.
 */
async function privateRepository() {
  const world = await actionWorld({ campaigns: { 'welcome.yaml': welcome() } });
  const server = await startGitServer({ directory: world.repo.origin, token: world.token });
  const folder = world.checkout(world.pushEvent(), 0);
  const file = join(folder, '.git/config');
  const config = () => readFileSync(file, 'utf8');
  writeFileSync(file, config().replace(`file://${world.repo.origin}`, `${server.url}/origin.git`));
  const trace = join(temporaryFolder(), 'trace');
  return {
    ...{ world, server, folder, config },
    env: { GITHUB_SERVER_URL: server.url, GIT_TRACE: trace },
    commandLines: () => readFileSync(trace, 'utf8'),
  };
}

const APPLY = { inputs: { reviewed: 'ignore' } };

test('git gets the token from the environment if the checkout stored no credentials', async () => {
  const { world, server, folder, config, env, commandLines } = await privateRepository();
  const before = config();
  const ended = await world.stepIn(folder, 'apply', { ...APPLY, env });
  expect(ended).toMatchObject({ exit: 0, outputs: { outcome: 'complete' } });
  expect(world.repo.gitAtOrigin('rev-parse', '--verify', 'campaigns-state/local')).toMatch(/^[0-9a-f]{40}$/);
  expect(server.credentials.length).toBeGreaterThan(0);
  for (const given of server.credentials) expect(given).toEqual([basic(world.token)]);
  expect(config()).toBe(before);
  const [, encoded = ''] = basic(world.token).split(' ');
  for (const text of [commandLines(), ended.stdout, ended.stderr, ended.summary, config()]) {
    expect(text).not.toContain(world.token);
    expect(text).not.toContain(encoded);
  }
});

test('a checkout that stored its credentials works unchanged, because two would be refused', async () => {
  const { world, server, folder, env } = await privateRepository();
  const kept = [`[http "${server.url}/"]`, `\textraheader = AUTHORIZATION: ${basic(world.token)}`, ''];
  writeFileSync(join(folder, '.git/config'), kept.join('\n'), { flag: 'a' });
  const ended = await world.stepIn(folder, 'apply', { ...APPLY, env });
  expect(ended).toMatchObject({ exit: 0, outputs: { outcome: 'complete' } });
  for (const given of server.credentials) expect(given).toEqual([basic(world.token)]);
});

test('sends the token only to the server of the job', async () => {
  const { world, server, folder } = await privateRepository();
  const env = { GITHUB_SERVER_URL: 'https://github.example.com' };
  const ended = await world.stepIn(folder, 'apply', { ...APPLY, env });
  expect(ended).toMatchObject({ exit: 1, outputs: { 'failure-reason': 'unreachable' } });
  for (const given of server.credentials) expect(given).toEqual([]);
  expect(ended.summary).toContain('git could not read or write what this needs');
});

/** A server like GitHub's for git, in front of bare repositories in a folder. */
interface GitServer {
  /** `http://127.0.0.1:40123` */
  readonly url: string;
  /** The `Authorization` headers of each request, in order. */
  readonly credentials: readonly (readonly string[])[];
}

/**
 * Serves a bare repository over HTTP, as a private one: without a token, it asks for one, and two credentials at once
 * are a bad request, like at GitHub. The end of the test stops it.
 */
async function startGitServer(options: {
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
  return { url: `http://127.0.0.1:${await portOf(server)}`, credentials };
}

/** The header that actions/checkout sends and GitHub accepts. */
function basic(token: string): string {
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
