import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { ContractClient } from '../support/contract/client.ts';
import { temporaryFolder } from '../support/cleanup.ts';
import { type JsonMap, LiveService } from '../support/e2e/live-service.ts';
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

/** A request, which is identical each time it is sent. */
interface Call {
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  readonly body?: JsonMap;
  readonly key?: string;
}

/** A campaign as the client knows it: the last answer, and what may have happened since. */
interface Known {
  id: string;
  confirmed: JsonMap;
  possible: JsonMap | undefined;
}

interface Write {
  readonly call: Call;
  readonly known: Known;
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

/** Makes a record span several pages of a database. */
const FILLER = 'x'.repeat(3000);
/** How many campaigns and answers are compared after each restart: the newest. In the end, it's all of them. */
const NEWEST = 6;

/** Something that must not happen even if the service is killed. */
class Unexpected extends Error {}

/** A client that sends writes to its own campaigns one at a time, and remembers the answers. */
class WritingClient {
  readonly #name: string;
  readonly #random: () => number;
  readonly #campaigns: Known[] = [];
  readonly #answered: { readonly call: Call; readonly answer: Answer }[] = [];
  #unanswered: Write | undefined;
  #count = 0;

  constructor(name: string, random: () => number) {
    this.#name = name;
    this.#random = random;
  }

  get ids(): readonly string[] {
    return this.#campaigns.map(({ id }) => id);
  }

  get writes(): number {
    return this.#answered.length;
  }

  /** Writes until the service is gone. */
  async load(url: string): Promise<void> {
    try {
      for (;;) await this.#send(url, this.#next());
    } catch (error) {
      if (error instanceof Unexpected) throw error;
    }
  }

  /** Compares the service after a restart with the answers: the newest, or all of them. */
  async check(url: string, which: 'newest' | 'all'): Promise<void> {
    const from = which === 'newest' ? -NEWEST : 0;
    for (const known of this.#campaigns) if (known.possible) await compare(url, known);
    // An unanswered write is sent again with its key. It must happen exactly once in total.
    if (this.#unanswered) await this.#send(url, this.#unanswered);
    for (const { call, answer } of this.#answered.slice(from)) {
      const again = await ask(url, call);
      if (!isDeepStrictEqual(again, answer))
        throw new Unexpected(`${call.path}: ${brief(again)}, not ${brief(answer)}`);
    }
    for (const known of this.#campaigns.slice(from)) await compare(url, known);
  }

  #next(): Write {
    const dice = this.#random();
    const known = this.#campaigns[Math.floor(this.#random() * this.#campaigns.length)];
    const key = randomUUID();
    if (!known || dice < 0.3) {
      const components = this.#components();
      const next: Known = { id: '', confirmed: {}, possible: { status: 'DRAFT', ...components } };
      const kind = {
        channel: 'PUSH',
        campaign_delivery_type: 'EVENT_TRIGGERED',
        created_by: 'a@example.com',
      };
      return {
        known: next,
        call: { method: 'POST', path: 'v5/campaigns', body: { ...kind, ...components }, key },
      };
    }
    const { id, confirmed } = known;
    if (dice < 0.7) {
      const body = this.#components((confirmed.basic_details as { name: string }).name);
      known.possible = { ...confirmed, ...body };
      return { known, call: { method: 'PATCH', path: `v5/campaigns/${id}`, body, key } };
    }
    const [action, status] = confirmed.status === 'ACTIVE' ? ['PAUSE', 'PAUSED'] : ['RESUME', 'ACTIVE'];
    known.possible = { ...confirmed, status };
    const call =
      confirmed.status === 'DRAFT'
        ? {
            path: `core-services/v1/campaigns/${id}`,
            body: { updated_by: 'a@example.com', status: 'PUBLISH' },
          }
        : { path: `v5/campaigns/${id}/status`, body: { action } };
    return { known, call: { method: 'PATCH', ...call, key } };
  }

  async #send(url: string, write: Write): Promise<void> {
    this.#unanswered = write;
    const answer = await ask(url, write.call);
    if (answer.status >= 300) throw new Unexpected(`${write.call.path}: ${answer.text}`);
    this.#unanswered = undefined;
    const { known, call } = write;
    if (call.method === 'POST') {
      known.id = (dataIn(answer) as { id: string }).id;
      this.#campaigns.push(known);
    }
    known.confirmed = known.possible ?? known.confirmed;
    known.possible = undefined;
    this.#answered.push({ call, answer });
  }

  /** Two components that belong together, with a marker. */
  #components(name?: string): JsonMap {
    this.#count += 1;
    const mark = `${this.#name}-${this.#count};`;
    const web = { template_type: 'BASIC', basic_details: { title: mark, message: mark + FILLER } };
    const seen = { filter_type: 'actions', action_name: 'Seen', executed: true };
    const filters = [{ ...seen, execution: { type: 'atleast', count: 1 } }];
    return {
      basic_details: { name: name ?? mark, platforms: ['WEB'], tags: [mark] },
      campaign_content: { content: { push: { web } } },
      ...(name === undefined && {
        segmentation_details: { is_all_user_campaign: true },
        scheduling_details: { delivery_type: 'ASAP' },
        delivery_controls: { bypass_dnd: false },
        trigger_condition: {
          ...{ trigger_delay_type: 'ASAP', included_filters: { filter_operator: 'and', filters } },
        },
      }),
    };
  }
}

/** The record is as last answered, or as the unanswered write would make it, and never in between. */
async function compare(url: string, { id, confirmed, possible }: Known): Promise<void> {
  const record = dataIn(await ask(url, { method: 'GET', path: `v5/campaigns/${id}` }));
  const found = Object.fromEntries(Object.keys(confirmed).map((name) => [name, record[name]]));
  if (isDeepStrictEqual(found, confirmed) || isDeepStrictEqual(found, possible)) return;
  throw new Unexpected(`${id} is ${brief(found)}, not ${brief(confirmed)} nor ${brief(possible)}`);
}

async function ask(baseUrl: string, { method, path, body, key = randomUUID() }: Call): Promise<Answer> {
  const client = new ContractClient({ baseUrl, appKey: 'local', apiKey: 'local' });
  const headers = { connection: 'close', 'X-SVC-Request-Id': key };
  const { status, text } = await client.send(method, path, body, { key, headers });
  return { status, text };
}

function dataIn({ status, text }: Answer): JsonMap {
  if (status >= 300) throw new Unexpected(text);
  return (JSON.parse(text) as { data: JsonMap }).data;
}

function brief(value: unknown): string {
  return JSON.stringify(value).replaceAll(FILLER, '…').slice(0, 1000);
}

/** Numbers from 0 to 1 that depend only on the seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
