// How fast the bundled action starts: the time from its start to its first request, compared with the time that
// a bare `node -e 0` takes. Other programs may use the machine, so the two alternate, and the medians are compared.
//   npm run bench bench/action-start.mjs [PAIRS]
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { median } from './scale/measure.mjs';

const ACTION = fileURLToPath(new URL('../dist/action.js', import.meta.url));
const { config } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
/** Much longer than the start can take. */
const PATIENCE_MS = 60_000;

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { bare, action } = await actionStart(Number(process.argv[2] ?? 15));
  console.log(`bare node      ${bare.toFixed(0)} ms`);
  console.log(`first request  ${action.toFixed(0)} ms, ${(action / bare).toFixed(1)} times a bare node`);
  console.log(`bundle         ${statSync(ACTION).size} bytes of at most ${config.actionBytesAtMost}`);
}

/** The medians, in milliseconds, of so many pairs of runs. */
export async function actionStart(pairs) {
  const folder = mkdtempSync(join(tmpdir(), 'campaigns-bench-'));
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(503).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const env = oneCampaign(folder, `http://127.0.0.1:${server.address().port}`);
    const times = { bare: [], action: [] };
    for (let pair = 0; pair < pairs; pair += 1) {
      times.bare.push(await bareMs());
      times.action.push(await firstRequestMs(env, server));
    }
    return { bare: median(times.bare), action: median(times.action) };
  } finally {
    server.close();
    server.closeAllConnections();
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * A repository with one campaign, and the environment of a runner for a plan on a push, which starts with a request to
 * the service.
 */
function oneCampaign(folder, url) {
  const shop = join(folder, 'shop');
  mkdirSync(join(shop, 'campaigns'), { recursive: true });
  const workspace = `base_url: ${url}/, app_key: local, api_key_env: CAMPAIGNS_API_KEY`;
  writeFileSync(
    join(shop, 'campaigns/workspaces.yaml'),
    `default: local\nworkspaces:\n  local: { ${workspace} }\n`,
  );
  writeFileSync(
    join(shop, 'campaigns/hello.yaml'),
    'channel: PUSH\ncampaign_delivery_type: ONE_TIME\nbasic_details: { name: Hello, platforms: [ANDROID] }\n',
  );
  const git = (...args) => execFileSync('git', args, { cwd: shop });
  git('init', '--quiet', '--initial-branch=main');
  git('add', '--all');
  git(
    '-c',
    'user.name=Ada',
    '-c',
    'user.email=ada@example.com',
    'commit',
    '--quiet',
    '--message',
    'Campaigns',
  );
  // The key is sent only where the default branch sends it.
  const event = join(folder, 'event.json');
  writeFileSync(event, '{ "repository": { "default_branch": "main" } }');
  const outputs = join(folder, 'outputs');
  writeFileSync(outputs, '');
  return {
    ...{
      PATH: process.env.PATH,
      HOME: folder,
      GITHUB_WORKSPACE: shop,
      RUNNER_TEMP: folder,
      GITHUB_OUTPUT: outputs,
    },
    ...{ GITHUB_REPOSITORY: 'northtrail/campaigns', GITHUB_API_URL: url, GITHUB_REF_NAME: 'main' },
    ...{
      GITHUB_EVENT_NAME: 'push',
      GITHUB_EVENT_PATH: event,
      INPUT_COMMAND: 'plan',
      'INPUT_API-KEY': 'local',
    },
  };
}

async function bareMs() {
  const started = performance.now();
  await once(spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' }), 'exit');
  return performance.now() - started;
}

async function firstRequestMs(env, server) {
  const started = performance.now();
  const child = spawn(process.execPath, [ACTION], { env, cwd: env.GITHUB_WORKSPACE, stdio: 'ignore' });
  const ended = once(child, 'exit').then(() => {
    throw new Error('the action ended without a request');
  });
  ended.catch(() => undefined);
  await Promise.race([once(server, 'request', { signal: AbortSignal.timeout(PATIENCE_MS) }), ended]);
  const took = performance.now() - started;
  child.kill('SIGKILL');
  await ended.catch(() => undefined);
  return took;
}
