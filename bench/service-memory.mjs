// Whether the built service keeps its memory over 100,000 requests, from a file: reads and a share of writes. Prints
// the memory of the process every 10,000 requests: resident memory, and its private data, which holds the
// heaps. Exits 1 when resident memory grows after the warm-up by more than its bound.
//   npm run bench:memory
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'undici';
import { ask, REQUESTS, seed, serve } from './served.mjs';

const TOTAL = Number(process.argv[2] ?? 100_000);
const STEP = TOTAL / 10;
/** Requests after which caches are full and code is compiled. */
const WARM_AFTER = TOTAL * 0.4;
const BOUND_MIB = 25;
/**
 * With unlimited memory, V8 uses it before it collects garbage. In a small heap, only what is still referenced
 * accumulates.
 */
const HEAP = '--max-old-space-size=80';
const CONNECTIONS = 8;
const CAMPAIGNS = 500;
/** Shares of 20 requests. */
const MIX = [
  ...Array.from({ length: 11 }, () => 'get'),
  ...['search', 'search', 'search', 'validate', 'validate', 'update', 'update', 'update', 'create'],
];

const folder = mkdtempSync(join(tmpdir(), 'campaigns-bench-'));
const service = await serve(['--data', join(folder, 'data.db')], [HEAP]);
const pool = new Pool(service.url, { connections: CONNECTIONS });
try {
  const ids = await seed(service.url, CAMPAIGNS);
  console.log('requests  resident MiB  private data MiB');
  const samples = [];
  for (let done = 0; done <= TOTAL; done += STEP) {
    if (done > 0) await run(ids, done);
    const { resident, data } = memoryOf(service.pid);
    samples.push({ done, resident });
    console.log(
      [String(done).padStart(8), resident.toFixed(1).padStart(12), data.toFixed(1).padStart(16)].join('  '),
    );
  }
  const warm = samples.filter(({ done }) => done >= WARM_AFTER).map(({ resident }) => resident);
  const growth = warm.at(-1) - warm[0];
  const isOver = growth > BOUND_MIB;
  console.log(
    `growth after ${WARM_AFTER}: ${growth.toFixed(1)} MiB, bound ${BOUND_MIB}${isOver ? '  OVER' : ''}`,
  );
  process.exitCode = isOver ? 1 : 0;
} finally {
  await pool.close();
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** Sends requests until a total number is reached. */
async function run(ids, upTo) {
  let next = upTo - STEP;
  const connection = async () => {
    while (next < upTo) {
      const n = next++;
      await ask(pool, REQUESTS[MIX[n % MIX.length]](ids, n));
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, connection));
}

/** The memory of a process on Linux, in MiB. */
function memoryOf(pid) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const mebibytes = (name) => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)[1]) / 1024;
  return { resident: mebibytes('VmRSS'), data: mebibytes('VmData') };
}
