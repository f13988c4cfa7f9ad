import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/cleanup.ts';
import { Asked, WritingClient } from '../support/e2e/kill-load.ts';
import { spawnCampaigns, type Spawned } from '../support/e2e/processes.ts';

/** How often the service is killed; `npm run test:service` sets 200. */
const KILLS = Number(process.env.SERVE_KILLS ?? 12);
const SEED = 20_260_301;
/** Two in parallel, to save time. */
const FILES = 2;
const CLIENTS = 4;
/** How long it works before it is killed, in milliseconds. */
const WORK_MS = [20, 120] as const;
/** One start of this many is killed before it listens, within this many milliseconds. */
const EARLY = { once: 10, withinMs: 400 };

test(
  `after ${KILLS} kills every answered write is stored, and nothing twice or in part`,
  { timeout: 600_000 },
  async () => {
    const kills = Math.ceil(KILLS / FILES);
    await Promise.all(Array.from({ length: FILES }, (_, n) => killAgainAndAgain(kills, SEED + n)));
  },
);

async function killAgainAndAgain(kills: number, seed: number): Promise<void> {
  const random = randomFrom(seed);
  const folder = temporaryFolder();
  const file = join(folder, 'a data file.db');
  const clients = Array.from({ length: CLIENTS }, (_, n) => new WritingClient(`client ${n}`, random));
  for (let killed = 0; killed < kills; killed += 1) {
    const running = start(folder, file);
    if (random() * EARLY.once < 1) {
      await Promise.race([sleep(random() * EARLY.withinMs), listening(running)]);
      await kill(running);
      continue;
    }
    const service = new Asked(await listening(running), CLIENTS);
    await Promise.all(clients.map((client) => client.check(service)));
    const loads = Promise.all(clients.map((client) => client.load(service)));
    await Promise.race([loads, sleep(WORK_MS[0] + random() * (WORK_MS[1] - WORK_MS[0]))]);
    await kill(running);
    await loads;
    await service.close();
  }
  await checkAtTheEnd(start(folder, file), clients);
  // Kills are only useful while there is something to lose.
  expect(clients.reduce((sum, { writes }) => sum + writes, 0)).toBeGreaterThan(kills * 2);
}

/** Everything that was ever written is stored, and nothing else, and the service still stops properly. */
async function checkAtTheEnd(running: Spawned, clients: readonly WritingClient[]): Promise<void> {
  const service = new Asked(await listening(running), CLIENTS);
  await Promise.all(clients.map((client) => client.check(service)));
  await Promise.all(clients.map((client) => client.checkAll(service)));
  const known = clients.flatMap(({ ids }) => ids);
  expect((await allIds(service)).sort()).toEqual([...known].sort());
  await service.close();
  running.child.kill('SIGTERM');
  expect(await running.ended).toMatchObject({ status: 0, stderr: '' });
}

function start(cwd: string, file: string): Spawned {
  const args = ['serve', '--data', file, '--limits', 'off', '--control', '--port', '0', '--quiet'];
  return spawnCampaigns(args, { cwd });
}

/** The address of a service once it listens; never if it is killed before. */
function listening({ child, ended }: Spawned): Promise<string> {
  return new Promise((resolve, reject) => {
    child.stdout.on('data', (text: string) => {
      const [, url] = /^listening on (\S+)$/m.exec(text) ?? [];
      if (url !== undefined) resolve(url);
    });
    void ended.then(({ signal, stderr }) => {
      if (signal === null) reject(new Error(`the service ended early: ${stderr}`));
    });
  });
}

async function kill({ child, ended }: Spawned): Promise<void> {
  child.kill('SIGKILL');
  expect(await ended).toMatchObject({ signal: 'SIGKILL', stderr: '' });
}

/** The IDs of all campaigns, page by page. */
async function allIds(service: Asked): Promise<string[]> {
  const ids: string[] = [];
  const status = ['DRAFT', 'ACTIVE', 'PAUSED'];
  for (let page = 1; ; page += 1) {
    const rows = await service.search({ limit: 15, page, campaign_fields: { status } });
    ids.push(...rows.map(({ id }) => id as string));
    if (rows.length < 15) return ids;
  }
}

/** Numbers from 0 to 1 that are the same for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
