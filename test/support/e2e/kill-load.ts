import { isDeepStrictEqual } from 'node:util';
import { randomUUID } from 'node:crypto';
import { Pool } from 'undici';
import type { JsonMap } from './live-service.ts';

/** A write, which is identical each time it is sent. */
interface Write {
  readonly method: 'POST' | 'PATCH';
  readonly path: string;
  readonly body: JsonMap;
  readonly key: string;
}

export interface Answer {
  readonly status: number;
  readonly text: string;
}

/** A campaign as the client knows it: the last answer, and what may have happened since. */
interface Known {
  readonly id: string;
  readonly confirmed: JsonMap;
  readonly possible: JsonMap | null;
}

const AUTHOR = { created_by: 'growth@example.com' };
const KIND = { channel: 'PUSH', campaign_delivery_type: 'EVENT_TRIGGERED' };
/** Makes a record span several pages of a database. */
const FILLER = 'x'.repeat(3000);

/** A client that sends writes to its own campaigns one at a time, and remembers the answers. */
export class WritingClient {
  readonly #name: string;
  readonly #random: () => number;
  readonly #campaigns: Known[] = [];
  readonly #answered: { readonly write: Write; readonly answer: Answer }[] = [];
  #unanswered: { readonly write: Write; readonly record: (answer: Answer) => void } | null = null;
  #count = 0;
  #replayed = 0;

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
  async load(service: Asked): Promise<void> {
    try {
      for (;;) {
        const dice = this.#random();
        if (dice < 0.15) await service.search({ limit: 15, page: 1, campaign_fields: { name: this.#name } });
        else if (dice < 0.4 || this.#campaigns.length === 0) await this.#create(service);
        else if (dice < 0.8) await this.#update(service);
        else await this.#act(service);
      }
    } catch (error) {
      if (error instanceof Unexpected) throw error;
    }
  }

  /** Compares everything in the service after a restart with the answers that this client received. */
  async check(service: Asked): Promise<void> {
    for (const { write, answer } of this.#answered.slice(this.#replayed)) {
      expectSame('the answer to a key that comes again', await service.send(write), answer);
    }
    this.#replayed = this.#answered.length;
    const place = Math.floor(this.#random() * this.#campaigns.length);
    for (const known of new Set([...this.#campaigns.slice(-3), ...this.#campaigns.slice(place, place + 3)]))
      await this.#compare(service, known);
    for (const known of this.#campaigns.filter(({ possible }) => possible))
      await this.#compare(service, known);
    await this.#resolveUnanswered(service);
  }

  async checkAll(service: Asked): Promise<void> {
    for (const known of this.#campaigns) await this.#compare(service, known);
    for (const { write, answer } of this.#answered) {
      expectSame('the answer to a key that comes again', await service.send(write), answer);
    }
  }

  /** Sends an unanswered write again with its key. It must happen exactly once in total. */
  async #resolveUnanswered(service: Asked): Promise<void> {
    const open = this.#unanswered;
    if (!open) return;
    const answer = await service.send(open.write);
    this.#recordAnswer(open, answer);
    expectSame('the answer to a key that comes a third time', await service.send(open.write), answer);
    this.#replayed = this.#answered.length;
    const last = this.#campaigns.at(-1);
    if (open.write.method === 'POST' && last) {
      const found = await service.search({
        ...{ limit: 15, page: 1 },
        campaign_fields: { name: nameOf(last.confirmed), status: ['DRAFT'] },
      });
      expectSame(
        'the campaigns of a create that was sent again',
        found.map(({ id }) => id),
        [last.id],
      );
    }
    for (const known of this.#campaigns.slice(-3)) await this.#compare(service, known);
  }

  async #create(service: Asked): Promise<void> {
    const components = this.#components();
    const body = { ...KIND, ...AUTHOR, ...components };
    await this.#write(service, { method: 'POST', path: '/v5/campaigns', body }, ({ text }) => {
      const { id } = (JSON.parse(text) as { data: { id: string } }).data;
      this.#campaigns.push({ id, confirmed: { status: 'DRAFT', ...components }, possible: null });
    });
  }

  async #update(service: Asked): Promise<void> {
    const place = Math.floor(this.#random() * this.#campaigns.length);
    const known = this.#campaigns[place];
    if (!known) return;
    const components = this.#components(nameOf(known.confirmed));
    const next = { ...known.confirmed, ...components };
    await this.#change(service, { place, next }, { path: `/v5/campaigns/${known.id}`, body: components });
  }

  /** Publishes a draft, pauses an active campaign, and so on. */
  async #act(service: Asked): Promise<void> {
    const place = Math.floor(this.#random() * this.#campaigns.length);
    const known = this.#campaigns[place];
    if (!known) return;
    const { id, confirmed } = known;
    const [action, status] = confirmed.status === 'ACTIVE' ? ['PAUSE', 'PAUSED'] : ['RESUME', 'ACTIVE'];
    const next = { ...confirmed, status };
    const request =
      confirmed.status === 'DRAFT'
        ? {
            path: `/core-services/v1/campaigns/${id}`,
            body: { updated_by: 'a@example.com', status: 'PUBLISH' },
          }
        : { path: `/v5/campaigns/${id}/status`, body: { action } };
    await this.#change(service, { place, next }, request);
  }

  async #change(
    service: Asked,
    { place, next }: { readonly place: number; readonly next: JsonMap },
    request: { readonly path: string; readonly body: JsonMap },
  ): Promise<void> {
    const known = this.#campaigns[place];
    if (!known) return;
    this.#campaigns[place] = { ...known, possible: next };
    await this.#write(service, { method: 'PATCH', ...request }, () => {
      this.#campaigns[place] = { id: known.id, confirmed: next, possible: null };
    });
  }

  async #write(service: Asked, request: Omit<Write, 'key'>, record: (answer: Answer) => void): Promise<void> {
    const open = { write: { ...request, key: randomUUID() }, record };
    this.#unanswered = open;
    this.#recordAnswer(open, await service.send(open.write));
  }

  #recordAnswer(
    open: { readonly write: Write; readonly record: (answer: Answer) => void },
    answer: Answer,
  ): void {
    if (answer.status >= 300) throw new Unexpected(`${open.write.path}: ${answer.text}`);
    this.#unanswered = null;
    open.record(answer);
    this.#answered.push({ write: open.write, answer });
  }

  /** The record is as last answered, or as the unanswered write would make it, and never in between. */
  async #compare(service: Asked, { id, confirmed, possible }: Known): Promise<void> {
    const record = await service.get(id);
    const found = Object.fromEntries(Object.keys(confirmed).map((name) => [name, record[name]]));
    if (isDeepStrictEqual(found, confirmed) || (possible && isDeepStrictEqual(found, possible))) return;
    throw new Unexpected(`${id} is ${brief(found)}, not ${brief(confirmed)} nor ${brief(possible)}`);
  }

  /** Two components that belong together, with a marker. */
  #components(name?: string): JsonMap {
    this.#count += 1;
    const mark = `${this.#name}-${this.#count};`;
    return {
      basic_details: { name: name ?? mark, platforms: ['WEB'], tags: [mark] },
      campaign_content: {
        content: {
          push: { web: { template_type: 'BASIC', basic_details: { title: mark, message: mark + FILLER } } },
        },
      },
      ...(name === undefined && {
        segmentation_details: { is_all_user_campaign: true },
        scheduling_details: { delivery_type: 'ASAP' },
        delivery_controls: { bypass_dnd: false },
        trigger_condition: {
          trigger_delay_type: 'ASAP',
          included_filters: {
            filter_operator: 'and',
            filters: [
              {
                filter_type: 'actions',
                action_name: 'Seen',
                execution: { type: 'atleast', count: 1 },
                executed: true,
              },
            ],
          },
        },
      }),
    };
  }
}

/** Something that must not happen even if the service is killed. */
export class Unexpected extends Error {}

/** The service between two restarts, used by all clients. */
export class Asked {
  readonly #pool: Pool;

  constructor(url: string, connections: number) {
    this.#pool = new Pool(url, { connections });
  }

  send({ method, path, body, key }: Write): Promise<Answer> {
    return this.#request(method, path, { body, key });
  }

  async get(id: string): Promise<JsonMap> {
    return dataOf(await this.#request('GET', `/v5/campaigns/${id}`, { key: randomUUID() }));
  }

  async search(body: JsonMap): Promise<JsonMap[]> {
    const answer = await this.#request('POST', '/v5/campaigns/search', { body, key: randomUUID() });
    return dataOf(answer).campaigns as JsonMap[];
  }

  async close(): Promise<void> {
    await this.#pool.destroy();
  }

  async #request(
    method: 'GET' | 'POST' | 'PATCH',
    path: string,
    { body, key }: { readonly body?: JsonMap; readonly key: string },
  ): Promise<Answer> {
    const answer = await this.#pool.request({
      method,
      path,
      headers: {
        authorization: `Basic ${Buffer.from('local:local').toString('base64')}`,
        'svc-appkey': 'local',
        'x-svc-request-id': key,
        'idempotency-key': key,
        'content-type': 'application/json',
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: answer.statusCode, text: await answer.body.text() };
  }
}

function dataOf({ status, text }: Answer): JsonMap {
  if (status !== 200) throw new Unexpected(text);
  return (JSON.parse(text) as { data: JsonMap }).data;
}

function nameOf(components: JsonMap): string {
  return (components.basic_details as { name: string }).name;
}

function expectSame(what: string, found: unknown, wanted: unknown): void {
  if (!isDeepStrictEqual(found, wanted))
    throw new Unexpected(`${what}: ${brief(found)}, not ${brief(wanted)}`);
}

function brief(value: unknown): string {
  return JSON.stringify(value).replaceAll(FILLER, '…').slice(0, 1000);
}
