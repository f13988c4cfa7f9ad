import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/cleanup.ts';
import { randomFrom, WritingClient } from '../support/e2e/kill-load.ts';
import { LiveService } from '../support/e2e/live-service.ts';
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
    const url = await listening(running);
    await Promise.all(clients.map((client) => client.check(url, 'newest')));
    const loads = Promise.all(clients.map((client) => client.load(url)));
    await Promise.race([loads, sleep(WORK_MS[0] + random() * (WORK_MS[1] - WORK_MS[0]))]);
    await kill(running);
    await loads;
  }
  await checkAtTheEnd(start(folder, file), clients);
  // Kills are only useful while there is something to lose.
  expect(clients.reduce((sum, { writes }) => sum + writes, 0)).toBeGreaterThan(kills * 2);
}

/** Everything that was ever written is stored, and nothing else, and the service still stops properly. */
async function checkAtTheEnd(running: Spawned, clients: readonly WritingClient[]): Promise<void> {
  const url = await listening(running);
  await Promise.all(clients.map((client) => client.check(url, 'all')));
  const known = clients.flatMap(({ ids }) => ids);
  const stored = (await new LiveService(url).all()).map(({ id }) => id as string);
  expect(stored.sort()).toEqual([...known].sort());
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
