// Shared by the benchmarks of the local service: the built program in its own process, and requests to it.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Pool } from 'undici';

const CLI = fileURLToPath(new URL('../dist/cli.js', import.meta.url));
const CAMPAIGN_BYTES = 4096;
const SEED_CONNECTIONS = 8;

/** Starts `campaigns serve …` without limits and log, with additional options for node. `stop` ends it. */
export async function serve(args, nodeOptions = []) {
  const child = spawn(
    process.execPath,
    [...nodeOptions, CLI, 'serve', '--port', '0', '--limits', 'off', '--quiet', ...args],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const [text] = await once(child.stdout, 'data');
  const url = /listening on (\S+)/.exec(text)[1];
  const stop = async () => {
    child.kill('SIGTERM');
    await once(child, 'close');
  };
  return { url, pid: child.pid, stop };
}

/** Sends a request with a new key by default. Throws if the answer isn't a success. */
export async function ask(pool, { method, path, body, key = randomUUID() }) {
  const answer = await pool.request({
    method,
    path,
    headers: {
      authorization: `Basic ${Buffer.from('local:local').toString('base64')}`,
      'svc-appkey': 'local',
      'x-svc-request-id': key,
      'idempotency-key': key,
      'content-type': 'application/json',
    },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const text = await answer.body.text();
  if (answer.statusCode >= 300)
    throw new Error(`${method} ${path}: ${answer.statusCode} ${text.slice(0, 500)}`);
  return text;
}

/** Creates `count` campaigns of 4 KB each, and returns their IDs. */
export async function seed(url, count) {
  const pool = new Pool(url, { connections: SEED_CONNECTIONS });
  const created = Array.from({ length: count }, (_, n) => ask(pool, REQUESTS.create([], n)));
  const ids = (await Promise.all(created)).map((text) => JSON.parse(text).data.id);
  await pool.close();
  return ids;
}

/** A campaign whose record is 4 KB of JSON. */
export function campaign(n) {
  const message = (filler) => ({
    channel: 'PUSH',
    campaign_delivery_type: 'ONE_TIME',
    created_by: 'growth@example.com',
    basic_details: { name: `Campaign ${n}`, platforms: ['WEB'], tags: ['bench'] },
    segmentation_details: { is_all_user_campaign: true },
    scheduling_details: { delivery_type: 'ASAP' },
    campaign_content: {
      content: {
        push: { web: { template_type: 'BASIC', basic_details: { title: 'Sale', message: filler } } },
      },
    },
  });
  return message('x'.repeat(CAMPAIGN_BYTES - JSON.stringify(message('')).length));
}

/** The kinds of requests that are measured, by name. */
export const REQUESTS = {
  get: (ids, n) => ({ method: 'GET', path: `/v5/campaigns/${ids[n % ids.length]}` }),
  search: (ids, n) => ({
    method: 'POST',
    path: '/v5/campaigns/search',
    body: {
      limit: 15,
      page: 1,
      campaign_fields: {
        ids: Array.from({ length: 15 }, (_, k) => ids[(n * 15 + k) % ids.length]),
        status: ['DRAFT'],
      },
    },
  }),
  update: (ids, n) => ({
    method: 'PATCH',
    path: `/v5/campaigns/${ids[n % ids.length]}`,
    body: { updated_by: 'growth@example.com', campaign_content: campaign(n).campaign_content },
  }),
  create: (_ids, n) => ({ method: 'POST', path: '/v5/campaigns', body: campaign(n) }),
  validate: (ids, n) => ({ method: 'POST', path: `/v5/campaigns/${ids[n % ids.length]}/validate` }),
};
