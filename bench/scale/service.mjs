// How long searches of the local service take among many drafts, limits off, beside a search by ID that finds as many.
import { Pool } from 'undici';
import { ask, campaign, REQUESTS, serve } from '../served.mjs';
import { median } from './measure.mjs';

const DRAFTS = 10_000;
/** The service accepts a body of a few megabytes. */
const SEEDED_AT_ONCE = 200;
const PAGE = 15;
const ROUNDS = 25;

export async function measureService() {
  const served = await serve(['--control']);
  const pool = new Pool(served.url, { connections: 1 });
  try {
    const ids = await seedDrafts(pool);
    const byName = (round) => search({ name: `paign ${1000 + round}` });
    const page500 = () => search({}, 500);
    const measured = [];
    for (const [name, request] of [
      ['P13 search by part of a name', byName],
      ['P13 page number 500', page500],
    ]) {
      const times = { one: [], byId: [] };
      for (let round = 0; round < ROUNDS; round += 1) {
        times.one.push(await timed(pool, request(round)));
        times.byId.push(await timed(pool, REQUESTS.search(ids, round)));
      }
      const [one, byId] = [median(times.one), median(times.byId)];
      measured.push({
        name,
        to: `search by ID, ${DRAFTS.toLocaleString('en-US')} drafts`,
        atMost: 1.5,
        ratio: one / byId,
        elapsed: one / byId,
        seconds: one,
      });
    }
    return measured;
  } finally {
    await pool.close();
    await served.stop();
  }
}

async function seedDrafts(pool) {
  const ids = [];
  for (let from = 0; from < DRAFTS; from += SEEDED_AT_ONCE) {
    const campaigns = Array.from({ length: SEEDED_AT_ONCE }, (_, at) => campaign(from + at));
    const text = await ask(pool, { method: 'POST', path: '/_control/campaigns', body: { campaigns } });
    ids.push(...JSON.parse(text).ids);
  }
  return ids;
}

function search(fields, page = 1) {
  const body = { limit: PAGE, page, campaign_fields: { status: ['DRAFT'], ...fields } };
  return { method: 'POST', path: '/v5/campaigns/search', body };
}

/** Seconds. Throws if nothing is found. */
async function timed(pool, request) {
  const started = performance.now();
  const text = await ask(pool, request);
  const seconds = (performance.now() - started) / 1000;
  if (JSON.parse(text).data.campaigns.length === 0)
    throw new Error(`nothing found: ${JSON.stringify(request)}`);
  return seconds;
}
