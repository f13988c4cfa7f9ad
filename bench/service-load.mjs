// How many requests a second the built service answers, in memory and from a file: reads of 4 KB campaigns, searches
// for 15 of them, and writes that are on disk before they are answered. A separate process sends them over 16
// connections. Other programs may use the machine, so each rate is shown with its ratio to a bare HTTP server that answers 4 KB
// to the same client, and with how many the service answers in a second of processor time. Exits 1 where both the median of
// the rounds and the rate by processor time are below the target.
//   npm run bench bench/service-load.mjs
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Pool } from 'undici';
import { ask, REQUESTS, seed, serve } from './served.mjs';

const CONNECTIONS = 16;
const CAMPAIGNS = 1000;
const ROUNDS = 5;
const ROUND_MS = 2000;
/** Answers per second on two ordinary cores that the client shares. */
const TARGETS = { get: 2000, search: 0, update: 300, create: 300 };

const SELF = fileURLToPath(import.meta.url);
const role = process.argv[2];
if (role === 'asker')
  process.on('message', (order) => void measure(order).then((rate) => process.send(rate)));
else if (role === 'bare') bareServer();
else await compare();

async function compare() {
  const folder = mkdtempSync(join(tmpdir(), 'campaigns-bench-'));
  const asker = fork(SELF, ['asker']);
  const bare = fork(SELF, ['bare']);
  const [bareUrl] = await once(bare, 'message');
  const rateOf = async (order) => {
    asker.send(order);
    return (await once(asker, 'message'))[0];
  };
  try {
    console.log(row('what', 'per s', '× bare', 'per CPU s', 'target', 'rounds'));
    for (const [where, args] of [
      ['in memory', []],
      ['in a file', ['--data', join(folder, 'data.db')]],
    ]) {
      const service = await serve(args);
      const ids = await seed(service.url, CAMPAIGNS);
      for (const [kind, target] of Object.entries(TARGETS)) {
        const [rates, ratios, byTime] = [[], [], []];
        await rateOf({ kind, url: service.url, ids, ms: ROUND_MS / 4 });
        for (let round = 0; round < ROUNDS; round += 1) {
          const plain = await rateOf({ kind: 'get', url: bareUrl, ids, ms: ROUND_MS / 2 });
          const before = processorSeconds(service.pid);
          const rate = await rateOf({ kind, url: service.url, ids, ms: ROUND_MS });
          const used = processorSeconds(service.pid) - before;
          byTime.push((rate * ROUND_MS) / 1000 / used);
          rates.push(rate);
          ratios.push(rate / plain);
        }
        const rate = median(rates);
        const over = Math.max(rate, median(byTime)) < target ? '  BELOW TARGET' : '';
        if (over) process.exitCode = 1;
        const each = rates.map((one) => Math.round(one)).join(' ');
        console.log(
          row(
            `${kind} ${where}`,
            String(Math.round(rate)),
            median(ratios).toFixed(2),
            String(Math.round(median(byTime))),
            target > 0 ? String(target) : '',
            each + over,
          ),
        );
      }
      await service.stop();
    }
  } finally {
    asker.kill();
    bare.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Answers per second, with one request in progress per connection. */
async function measure({ kind, url, ids, ms }) {
  const pool = new Pool(url, { connections: CONNECTIONS });
  const started = performance.now();
  let [sent, answered] = [0, 0];
  const connection = async () => {
    while (performance.now() - started < ms) {
      await ask(pool, REQUESTS[kind](ids, sent++));
      answered += 1;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, connection));
  const seconds = (performance.now() - started) / 1000;
  await pool.close();
  return answered / seconds;
}

function bareServer() {
  const body = JSON.stringify({ filler: 'x'.repeat(4096) });
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
    response.end(body);
  });
  server.listen(0, '127.0.0.1', () => process.send(`http://127.0.0.1:${server.address().port}`));
}

/** The processor time of a process on Linux, in the 100 ticks a second of proc_pid_stat(5). */
function processorSeconds(pid) {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
}

function row(what, rate, ratio, byTime, target, rounds) {
  return [
    what.padEnd(18),
    rate.padStart(6),
    ratio.padStart(6),
    byTime.padStart(9),
    target.padStart(6),
    ` ${rounds}`,
  ]
    .join('  ')
    .trimEnd();
}
