// The requests of a plan in which nothing changed, by bare undici: each campaign once, 15 in a search.
//   node bench/scale/searches.mjs URL IDS-FILE
import { readFileSync } from 'node:fs';
import { Pool } from 'undici';
import { ask, REQUESTS } from '../served.mjs';

const [url, file] = process.argv.slice(2);
const ids = JSON.parse(readFileSync(file, 'utf8'));
const pool = new Pool(url, { connections: 4 });
const searches = Array.from({ length: Math.ceil(ids.length / 15) }, (_, at) => REQUESTS.search(ids, at));
const answers = await Promise.all(searches.map((one) => ask(pool, one)));
await pool.close();
process.stdout.write(`${answers.map((text) => JSON.parse(text)).length} answers\n`);
