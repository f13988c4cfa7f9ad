import pLimit from 'p-limit';
import type { Answer, Chance, Clock, NameSearch, Remote, SendKeys, WriteOperation } from '../apply/ports.ts';
import { STATUSES, type CampaignId, type Live, type LiveAnswer, type Unknown } from '../model/campaign.ts';
import type { JsonObject } from '../model/json.ts';
import type { Request } from '../model/plan.ts';
import type { LimitedOperation } from '../model/workspace.ts';
import { decodeCampaign, type Decoded } from './decode-campaign.ts';
import { SECOND_MS } from '../quota/windows.ts';
import { HttpClient, type Call, type Target } from './http-client.ts';
import { Pace } from './pace.ts';
import { pageOddity } from './page-oddity.ts';

/** Specification, Limits: a page of search holds no more. */
const PAGE_SIZE = 15;
/** Pages that are asked for side by side. */
const SIDE_BY_SIDE = 4;
/** How often a read is tried, and the first wait between two tries in milliseconds; each further one doubles. */
const TRIES = 4;
/** A read that meets too many requests waits for its turn, this often at most, and never longer than this at once. */
const TRIES_WHEN_LIMITED = 20;
const LONGEST_WAIT_MS = 120_000;
const FIRST_WAIT_MS = 200;
/** A search that never comes to a short page is broken. */
const PAGES_AT_MOST = 1_000;

export interface ServiceOptions extends Target {
  readonly clock: Clock;
  readonly chance: Chance;
  /** Ends waits early. */
  readonly signal: AbortSignal;
}

/** The campaign service over HTTP: reads pace and repeat themselves, a write is one request. */
export class CampaignService implements Remote {
  /** Searches sent so far, for people: how dear a plan was. */
  searches = 0;
  private readonly http: HttpClient;
  private readonly options: ServiceOptions;
  private readonly paces = new Map<LimitedOperation, Pace>();

  constructor(options: ServiceOptions) {
    this.options = options;
    this.http = new HttpClient(options);
  }

  async look(ids: readonly CampaignId[]): Promise<ReadonlyMap<CampaignId, LiveAnswer>> {
    const limit = pLimit(SIDE_BY_SIDE);
    const pages = Array.from({ length: Math.ceil(ids.length / PAGE_SIZE) }, (_, page) =>
      ids.slice(page * PAGE_SIZE, (page + 1) * PAGE_SIZE),
    );
    const answers = await Promise.all(pages.map((page) => limit(() => this.lookAtPage(page))));
    return new Map(answers.flatMap((answer) => [...answer]));
  }

  async readEach(ids: readonly CampaignId[]): Promise<ReadonlyMap<CampaignId, LiveAnswer>> {
    const limit = pLimit(SIDE_BY_SIDE);
    const read = async (id: CampaignId) => [id, await this.get(id)] as const;
    return new Map(await Promise.all(ids.map((id) => limit(() => read(id)))));
  }

  async searchByName(name: string): Promise<NameSearch> {
    const rows = await this.search({ name });
    if (rows.kind === 'unknown') return rows;
    const named: Live[] = [];
    for (const row of await this.complete(rows.rows)) {
      if (row.kind === 'unknown') return row;
      if (row.kind === 'present' && row.live.name === name) named.push(row.live);
    }
    return { kind: 'found', campaigns: newest(named) };
  }

  /**
   * The same for many names. Where the workspace is small, all its campaigns are read instead, which costs fewer
   * requests than a search for each name. Names that were not come to, since nobody answers, are left out.
   */
  async searchByNames(names: readonly string[]): Promise<ReadonlyMap<string, NameSearch>> {
    const different = [...new Set(names)];
    const all = await this.listAll(Math.floor(different.length / 2));
    if (all) {
      const named = (name: string) => newest(all.filter((live) => live.name === name));
      return new Map(different.map((name) => [name, { kind: 'found', campaigns: named(name) }]));
    }
    const limit = pLimit(SIDE_BY_SIDE);
    const found = new Map<string, NameSearch>();
    let giveUp = false;
    const ask = async (name: string): Promise<void> => {
      if (giveUp) return;
      const answer = await this.searchByName(name);
      found.set(name, answer);
      giveUp ||= answer.kind === 'unknown' && answer.cause !== 'odd';
    };
    await Promise.all(different.map((name) => limit(() => ask(name))));
    return found;
  }

  nextTurn(operation: WriteOperation): number {
    return this.writePace(operation)?.next() ?? this.options.clock.now();
  }

  async send(operation: WriteOperation, request: Request, keys: SendKeys): Promise<Answer> {
    const call = () => this.http.call({ ...request, keys });
    return this.writePace(operation)?.take(call) ?? call();
  }

  async close(): Promise<void> {
    await this.http.close();
  }

  private async lookAtPage(ids: readonly CampaignId[]): Promise<[CampaignId, LiveAnswer][]> {
    const found = await this.search({ ids }, { ids });
    if (found.kind === 'unknown') return ids.map((id) => [id, found]);
    const oddity = pageOddity(found.rows, ids);
    if (oddity !== undefined) return ids.map((id) => [id, unknown(`A search answered oddly: ${oddity}.`)]);
    return Promise.all(
      ids.map(async (id) => [id, await this.settle(id, found.rows)] as [CampaignId, LiveAnswer]),
    );
  }

  /** One campaign out of the rows of its page; what the page doesn't show is absent only when Get says so. */
  private async settle(id: CampaignId, rows: readonly Decoded[]): Promise<LiveAnswer> {
    const own = rows.filter((row) => (row.kind === 'record' ? row.live.id : row.id) === id);
    const odd = own.find((row) => row.kind === 'odd');
    if (odd?.kind === 'odd') return unknown(`The service answered oddly: ${odd.message}.`);
    const records = own.filter((row) => row.kind === 'record').sort((a, b) => b.version - a.version);
    const [newestVersion] = records;
    if (!newestVersion || own.some((row) => row.kind === 'summary')) return this.get(id);
    return { kind: 'present', live: newestVersion.live };
  }

  private async get(id: CampaignId): Promise<LiveAnswer> {
    const answer = await this.read('get', { method: 'GET', path: `/v5/campaigns/${encodeURIComponent(id)}` });
    if (answer.kind === 'refused' && answer.status === 404) return { kind: 'missing' };
    if (answer.kind !== 'done') return unreadable(answer);
    const decoded = decodeCampaign(answer.data, 'get');
    if (decoded.kind === 'record' && decoded.live.id === id) return { kind: 'present', live: decoded.live };
    return unknown(
      decoded.kind === 'odd'
        ? `The service answered oddly: ${decoded.message}.`
        : `Get answered no whole record for ${id}.`,
    );
  }

  /** Every campaign that could be managed; undefined where that takes too many pages, or a row is no whole record. */
  private async listAll(pagesAtMost: number): Promise<readonly Live[] | undefined> {
    if (pagesAtMost === 0) return undefined;
    const found = await this.search({}, { pagesAtMost });
    if (found.kind === 'unknown' || found.rows.some((row) => row.kind !== 'record')) return undefined;
    return found.rows.flatMap((row) => (row.kind === 'record' ? [row.live] : []));
  }

  /** Rows of all pages; asked by ids, the first page suffices when it holds each id once and no versions. */
  private async search(
    fields: JsonObject,
    { ids, pagesAtMost = PAGES_AT_MOST }: { ids?: readonly CampaignId[]; pagesAtMost?: number } = {},
  ): Promise<{ kind: 'rows'; rows: readonly Decoded[] } | Unknown> {
    const rows: Decoded[] = [];
    for (let page = 1; page <= pagesAtMost; page++) {
      const answer = await this.read('search', {
        method: 'POST',
        path: '/v5/campaigns/search',
        body: {
          limit: PAGE_SIZE,
          page,
          include_child_campaigns: true,
          include_archive_campaigns: true,
          campaign_fields: { ...fields, status: STATUSES },
        },
      });
      if (answer.kind !== 'done') return unreadable(answer);
      const { campaigns } = answer.data;
      if (!Array.isArray(campaigns)) return unknown('A search answered without a list of campaigns.');
      const decoded = campaigns.map((row: unknown) => decodeCampaign(row, 'search'));
      rows.push(...decoded);
      if (campaigns.length < PAGE_SIZE || (ids && page === 1 && isComplete(decoded, ids)))
        return { kind: 'rows', rows };
    }
    return unknown('A search never came to its last page.');
  }

  private async complete(rows: readonly Decoded[]): Promise<LiveAnswer[]> {
    const answers: LiveAnswer[] = [];
    for (const row of rows) {
      // A row that was found by its name and shows none is not whole, whatever else it has.
      if (row.kind === 'record' && row.live.name !== undefined)
        answers.push({ kind: 'present', live: row.live });
      else if (row.kind !== 'odd') answers.push(await this.get(row.kind === 'record' ? row.live.id : row.id));
      else answers.push(unknown(`A search answered oddly: ${row.message}.`));
    }
    return answers;
  }

  /** A read is repeated, each time with a key of its own (open point W14), until it answers or tries run out. */
  private async read(operation: LimitedOperation, call: Omit<Call, 'keys'>): Promise<Answer> {
    const { clock, chance, signal } = this.options;
    const pace = this.pace(operation);
    let failures = 0;
    for (let attempt = 1; ; attempt++) {
      if (operation === 'search') this.searches += 1;
      const keys = { idempotencyKey: chance.uuid(), requestId: chance.uuid() };
      const answer = await pace.take(() => this.http.call({ ...call, keys }));
      if (answer.kind === 'unclear') failures += 1;
      const givesUp = failures === TRIES || attempt === TRIES_WHEN_LIMITED || signal.aborted;
      if (givesUp || answer.kind === 'done' || answer.kind === 'refused') return answer;
      if (answer.kind === 'limited') {
        const asked = Math.max(answer.retryAfterMs ?? 0, SECOND_MS * 2 ** Math.min(attempt - 1, 5));
        if (asked > LONGEST_WAIT_MS) return answer;
        // Others who are about to ask the same would be refused too.
        pace.hold(asked);
      } else await clock.sleep(FIRST_WAIT_MS * 2 ** (failures - 1) * (1 + chance.fraction()), signal);
    }
  }

  /** Creations are paced by the ledger, which knows of other runs; the earlier version's limit is not documented. */
  private writePace(operation: WriteOperation): Pace | undefined {
    if (operation === 'create') return undefined;
    return this.pace(operation === 'publish' ? 'status' : operation);
  }

  private pace(operation: LimitedOperation): Pace {
    const known = this.paces.get(operation);
    if (known) return known;
    const { workspace, clock, signal } = this.options;
    const pace = new Pace(workspace.limits[operation], clock, signal);
    this.paces.set(operation, pace);
    return pace;
  }
}

function isComplete(rows: readonly Decoded[], ids: readonly CampaignId[]): boolean {
  const found = rows.flatMap((row) => (row.kind === 'record' && !row.versioned ? [row.live.id] : []));
  return found.length === ids.length && rows.length === ids.length && new Set(found).size === ids.length;
}

/** With versioning on a campaign has several documents; the one seen first is kept per campaign. */
function newest(found: readonly Live[]): Live[] {
  return [...new Map([...found].reverse().map((live) => [live.id, live])).values()].reverse();
}

function unknown(message: string): Unknown {
  return { kind: 'unknown', cause: 'odd', message };
}

function unreadable(answer: Exclude<Answer, { kind: 'done' }>): Unknown {
  switch (answer.kind) {
    case 'unclear':
      return { kind: 'unknown', cause: answer.cause, message: answer.message };
    case 'limited':
      return unknown('The service keeps answering that there were too many requests.');
    case 'refused': {
      const cause = answer.status === 401 || answer.status === 403 ? 'credential' : 'odd';
      return {
        kind: 'unknown',
        cause,
        message: `The service refused: ${answer.status} ${answer.code}: ${answer.message}.`,
      };
    }
  }
}
