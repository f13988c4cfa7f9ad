// Two programs of the same kind, each with a mock of its service on 127.0.0.1 that has the same number of things as there
// are campaigns, in sync with the files: a plan of theirs reads all, compares all and finds nothing.
//   auth0-deploy-cli    `a0deploy import --dry-run`: a JSON file for each client, and a page of HTML for every third
//   github-label-sync   `github-label-sync --dry-run`: all labels in one file
// They are installed when this first runs, into a folder of their own.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer as createProxy } from 'node:http';
import { createServer } from 'node:https';
import { connect } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundled } from '../bundled.mjs';
import { paired, run } from '../scale/measure.mjs';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const AUTH0 = join(HERE, 'node_modules/auth0-deploy-cli/lib/index.js');
const LABELS = join(HERE, 'node_modules/github-label-sync/bin/github-label-sync.js');
/** Every third example of ours has a mail of about this size, in bytes. */
const HTML_BYTES = 12_000;

/** How both plan `count` things, each beside a run of our `plan`: pairs of measured runs, and the requests of each. */
export async function measureNeighbors(folder, { count, times, plan }) {
  if (!existsSync(AUTH0) || !existsSync(LABELS))
    execFileSync('npm', ['ci', '--ignore-scripts'], { cwd: HERE, stdio: ['ignore', 'ignore', 'inherit'] });
  const { OWN_CERTIFICATE } = await bundled('test/support/certificate.ts', folder);
  const authority = join(folder, 'authority.pem');
  writeFileSync(authority, OWN_CERTIFICATE.cert);
  const clients = clientsIn(folder, count);
  const labels = labelsIn(folder, count);
  const mock = await startMock(OWN_CERTIFICATE, { clients, labels });
  const env = { NODE_EXTRA_CA_CERTS: authority, HTTPS_PROXY: mock.proxy, NO_PROXY: '', no_proxy: '' };
  const auth0 = () =>
    inSync(
      'No changes detected',
      AUTH0,
      ['import', '--dry-run', '--env', 'false', ...clients.arguments(mock)],
      {
        cwd: folder,
        env: { NODE_EXTRA_CA_CERTS: authority },
      },
    );
  const labelSync = () =>
    inSync('Labels are already up to date', LABELS, ['--dry-run', ...labels.arguments], { cwd: folder, env });
  try {
    const measured = {};
    for (const [name, theirs] of [
      ['auth0-deploy-cli', auth0],
      ['github-label-sync', labelSync],
    ]) {
      const before = mock.requests();
      const pair = await paired(times, plan, theirs);
      measured[name] = { pair, requests: (mock.requests() - before) / times };
    }
    return measured;
  } finally {
    mock.stop();
  }
}

/** Throws if the program doesn't say that nothing would change. */
async function inSync(words, ...program) {
  const ended = await run(...program);
  if (!(ended.out + ended.err).includes(words)) throw new Error(`not in sync: ${ended.out}${ended.err}`);
  return ended;
}

function clientsIn(folder, count) {
  const directory = join(folder, 'tenant');
  mkdirSync(join(directory, 'clients'), { recursive: true });
  const page = '<p>See what is new in our shop this week.</p>\n'.repeat(HTML_BYTES / 46);
  const live = Array.from({ length: count }, (_, n) => {
    const client = clientOf(n);
    const file = join(directory, 'clients', `client-${n}`);
    if (n % 3 === 0) writeFileSync(`${file}.html`, page);
    const more = n % 3 === 0 ? { custom_login_page: `./client-${n}.html` } : {};
    writeFileSync(`${file}.json`, JSON.stringify({ ...client, ...more }, null, 2));
    const id = { client_id: `id${n}`, ...client };
    return n % 3 === 0 ? { ...id, custom_login_page: page } : id;
  });
  const config = join(folder, 'auth0.json');
  const settings = (mock) => {
    const { host } = new URL(mock.url);
    const only = { AUTH0_INCLUDED_ONLY: ['clients'], AUTH0_ALLOW_DELETE: false };
    writeFileSync(config, JSON.stringify({ AUTH0_DOMAIN: host, AUTH0_ACCESS_TOKEN: 'local', ...only }));
    return ['--config_file', config, '--input_file', directory];
  };
  return { live, arguments: settings };
}

/** A client with the fields that an ordinary one has. */
function clientOf(n) {
  const site = `https://shop-${n}.example.com`;
  return {
    name: `Client ${n}`,
    description: `Signs in the customers of shop ${n}`,
    app_type: 'regular_web',
    is_first_party: true,
    oidc_conformant: true,
    callbacks: [`${site}/callback`, `${site}/silent`],
    allowed_logout_urls: [site],
    web_origins: [site],
    allowed_origins: [site],
    grant_types: ['authorization_code', 'refresh_token'],
    jwt_configuration: { alg: 'RS256', lifetime_in_seconds: 36_000 },
    refresh_token: {
      rotation_type: 'rotating',
      expiration_type: 'expiring',
      leeway: 0,
      token_lifetime: 2_592_000,
    },
    client_metadata: { team: `team-${n % 50}`, source: `source-${n % 1000}` },
    sso_disabled: false,
    token_endpoint_auth_method: 'client_secret_post',
  };
}

function labelsIn(folder, count) {
  const live = Array.from({ length: count }, (_, n) => ({
    name: `label-${n}`,
    color: String(n).padStart(6, '0'),
    description: `What belongs to area ${n}`,
  }));
  const file = join(folder, 'labels.json');
  writeFileSync(file, JSON.stringify(live, null, 2));
  return {
    live,
    arguments: ['--access-token', 'local', '--labels', file, '--endpoint', 'localhost', 'shop/site'],
  };
}

/**
 * Both services in one, in pages of what is asked for. label-sync takes a host but no port, so it reaches the mock through
 * a proxy.
 */
async function startMock(certificate, { clients, labels }) {
  let requests = 0;
  const server = createServer(certificate, (request, response) => {
    requests += 1;
    const { pathname, searchParams } = new URL(request.url, 'https://localhost');
    const [page, size] = ['page', 'per_page'].map((name) => Number(searchParams.get(name)));
    const parts = {
      '/api/v2/clients': () => {
        const part = clients.live.slice(page * size, (page + 1) * size);
        return { clients: part, start: page * size, limit: size, total: clients.live.length };
      },
      '/repos/shop/site/labels': () => labels.live.slice((page - 1) * size, page * size),
    };
    const answer = parts[pathname];
    response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer ? answer() : { message: `${request.method} ${pathname}` }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  const proxy = createProxy().on('connect', (_, socket, head) => {
    const through = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      if (head.length > 0) through.write(head);
      through.pipe(socket).pipe(through);
    });
    for (const one of [through, socket])
      one.on('error', () => [through, socket].forEach((each) => each.destroy()));
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const stop = () => {
    for (const one of [proxy, server]) one.close();
    server.closeAllConnections();
    proxy.closeAllConnections();
  };
  return {
    url: `https://127.0.0.1:${port}`,
    proxy: `http://127.0.0.1:${proxy.address().port}`,
    requests: () => requests,
    stop,
  };
}
