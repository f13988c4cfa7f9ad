// Receives every campaign page by page and writes it as it came.
//   node bench/scale/receive.mjs URL FOLDER COUNT
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Pool } from 'undici';
import { ask } from '../served.mjs';

const [url, folder, count] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const pool = new Pool(url, { connections: 4 });
const STATUS = ['DRAFT', 'SCHEDULED', 'ACTIVE', 'SENDING', 'PAUSED', 'SENT', 'STOPPED', 'ARCHIVED'];
for (let page = 1; page <= Math.ceil(Number(count) / 15); page += 1) {
  const body = { limit: 15, page, campaign_fields: { status: STATUS } };
  const text = await ask(pool, { method: 'POST', path: '/v5/campaigns/search', body });
  writeFileSync(join(folder, `${page}.json`), text);
}
await pool.close();
