import pLimit from 'p-limit';
import type { Chance, Clock } from '../model/clock.ts';
import type {
  Answer,
  CampaignKind,
  KnownCampaigns,
  NameSearch,
  Remote,
  SendKeys,
  WriteOperation,
  LiveAnswers,
} from '../apply/ports.ts';
import { STATUSES, type CampaignId, type ComponentName, type Live } from '../model/campaign.ts';
import { concernsOneRead, type LiveAnswer, type Unknown } from '../model/live-answer.ts';
import { chunks } from '../model/grouping.ts';
import type { JsonObject } from '../model/json.ts';
import type { Request } from '../model/plan.ts';
import type { LimitedOperation } from '../model/workspace.ts';
import { chooseRow, isComplete, isRequested, decodeCampaign, type Decoded } from './decode-campaign.ts';
import { triesFor, TRIES_WHEN_LIMITED, waitWhenLimited, waitWithoutAnswer } from '../quota/backoff.ts';
import {
  listCampaigns,
  PAGES_AT_MOST,
  type Listing,
  type ListRequest,
  type PageAnswer,
  type SearchPage,
  countReads,
  type OnReading,
} from './list-campaigns.ts';
import { HttpClient, type Call, type ConnectionOptions } from './http-client.ts';
import { NameSearches } from './name-searches.ts';
import { RateLimiters, type RateLimitersOptions } from './rate-limiter.ts';
import { isValidPage, readOne, type DocumentAnswer } from './read-one.ts';
import { LONGEST_WAIT_MS, malformed, toUnknown, waitMsOf } from './unreadable.ts';

/** Specification, Limits: the largest page of a search. */
const CAMPAIGNS_A_SEARCH = 15;
/** How many pages are requested at a time. */
const SIDE_BY_SIDE = 4;

/** A request that changes nothing. Its keys are chosen for each try; `isNamed`: the body has the request ID, too. */
export type ReadCall = Omit<Call, 'keys' | 'credential' | 'mayBeEmpty'> & { readonly isNamed?: true };

export interface ServiceOptions extends ConnectionOptions, RateLimitersOptions {
  readonly clock: Clock;
  readonly chance: Chance;
  readonly onReading?: OnReading;
}

/** The campaign service over HTTP. Reads are rate-limited and retried; a write is a single request. */
export class CampaignService implements Remote {
  /** The number of searches so far, which shows how expensive a plan was. */
  searches = 0;
  private readonly http: HttpClient;
  private readonly options: ServiceOptions;
  /** Until when (epoch milliseconds) the service refuses reads of an operation, if that is longer than a run waits. */
  private readonly quietUntil = new Map<LimitedOperation, number>();
  private readonly limiters: RateLimiters;
  private readonly names: NameSearches;

  constructor(options: ServiceOptions) {
    this.options = options;
    this.http = new HttpClient(options);
    this.limiters = new RateLimiters(options);
    this.names = new NameSearches({
      search: (fields, statuses) => this.search(fields, { statuses }),
      get: (id, documentId) => this.get(id, documentId),
      listAll: (pagesAtMost) => this.listAll(pagesAtMost),
    });
  }

  async readCampaigns(ids: readonly CampaignId[], known: KnownCampaigns = new Map()): Promise<LiveAnswers> {
    const limit = pLimit(SIDE_BY_SIDE);
    const answers = await this.counted(ids.length, (count) =>
      Promise.all(
        chunks(ids, CAMPAIGNS_A_SEARCH).map((page) =>
          limit(async () => {
            const answer = await this.readPage(page, known);
            count(page.length);
            return answer;
          }),
        ),
      ),
    );
    return new Map(answers.flatMap((answer) => [...answer]));
  }

  async readEach(ids: readonly CampaignId[], known: KnownCampaigns = new Map()): Promise<LiveAnswers> {
    return this.counted(ids.length, (count) => this.getEach(ids, known, count));
  }

  searchByName(kind: CampaignKind, components: readonly ComponentName[] = []): Promise<NameSearch> {
    return this.names.search(kind, components);
  }

  /** Searches by the names of many files. Files that were not reached because the service doesn't answer are left out. */
  searchByNames<Kind extends CampaignKind>(kinds: readonly Kind[]): Promise<ReadonlyMap<Kind, NameSearch>> {
    return this.counted(kinds.length, (count) => this.names.searchAll(kinds, count));
  }

  listCampaigns(request: ListRequest): Promise<Listing> {
    return this.counted(undefined, (count) =>
      listCampaigns(async (page) => {
        const answer = await this.page({}, page);
        if (answer.kind === 'rows' && !answer.isLast) count(answer.rows.length);
        return answer;
      }, request),
    );
  }

  nextSlot(operation: WriteOperation): number {
    return this.limiters.ofWrite(operation)?.next() ?? this.options.clock.now();
  }

  async send(operation: WriteOperation, request: Request, keys: SendKeys): Promise<Answer> {
    const credential = operation === 'publish' ? ({ credential: 'publish' } as const) : {};
    const call = () =>
      this.http.call({ ...request, ...credential, keys, mayBeEmpty: operation !== 'create' });
    return this.limiters.ofWrite(operation)?.take(call) ?? call();
  }

  async close(): Promise<void> {
    await this.http.close();
  }

  /** Reads so many campaigns, and reports how many are read. */
  counted<Result>(
    total: number | undefined,
    read: (count: (campaigns: number) => void) => Promise<Result>,
  ): Promise<Result> {
    return countReads({ total, onReading: this.options.onReading }, read);
  }

  private async getEach(
    ids: readonly CampaignId[],
    known: KnownCampaigns,
    count: (campaigns: number) => void,
  ): Promise<LiveAnswers> {
    const limit = pLimit(SIDE_BY_SIDE);
    const read = async (id: CampaignId) => {
      const answer = await this.get(id, known.get(id)?.documentId);
      count(1);
      return [id, answer] as const;
    };
    return new Map(await Promise.all(ids.map((id) => limit(() => read(id)))));
  }

  private async readPage(
    ids: readonly CampaignId[],
    known: KnownCampaigns,
  ): Promise<[CampaignId, LiveAnswer][]> {
    const found = await this.search({ ids }, { ids });
    if (found.kind === 'unknown' && !concernsOneRead(found) && found.cause !== 'forbidden')
      return ids.map((id) => [id, found]);
    const rows = found.kind === 'rows' ? found.rows.filter((row) => isRequested(row, ids)) : [];
    // A page that was refused, or that doesn't match the request, says nothing about any of these campaigns.
    if (found.kind === 'unknown' || !isValidPage(rows, ids))
      return [...(await this.getEach(ids, known, () => undefined))];
    return Promise.all(
      ids.map(async (id): Promise<[CampaignId, LiveAnswer]> => {
        const answer = chooseRow(rows, id, known.get(id));
        if (answer.kind !== 'ask') return [id, answer];
        return [id, await this.get(id, answer.documentId ?? known.get(id)?.documentId)];
      }),
    );
  }

  private get(id: CampaignId, documentId: string = id): Promise<LiveAnswer> {
    const rows = (one: CampaignId) => this.search({ ids: [one] });
    return readOne({ get: (document) => this.getDocument(document), rows }, id, documentId);
  }

  private async getDocument(documentId: string): Promise<DocumentAnswer> {
    const path = `/v5/campaigns/${encodeURIComponent(documentId)}`;
    const answer = await this.read('get', { method: 'GET', path });
    if (answer.kind === 'refused' && answer.status === 404) return { kind: 'missing' };
    if (answer.kind !== 'done') return toUnknown(answer, this.options.clock.now());
    return decodeCampaign(answer.data, 'get');
  }

  /** Every campaign that can be managed; `undefined` if that takes too many pages or a row is incomplete. */
  private async listAll(pagesAtMost: number): Promise<readonly Live[] | undefined> {
    const byId = new Map<CampaignId, Live>();
    // An unknown status matches no list of statuses (open point S12).
    for (const statuses of pagesAtMost === 0 ? [] : [STATUSES, null]) {
      const found = await this.search({}, { pagesAtMost, statuses });
      if (found.kind === 'unknown') return undefined;
      for (const row of found.rows) {
        if (row.kind !== 'record') return undefined;
        byId.set(row.live.id, row.live);
      }
    }
    return pagesAtMost === 0 ? undefined : [...byId.values()];
  }

  /** Rows of all pages. A search by IDs ends after the first page if it contains each ID once and no versions. */
  private async search(
    fields: JsonObject,
    {
      ids,
      pagesAtMost = PAGES_AT_MOST,
      statuses = STATUSES,
    }: { ids?: readonly CampaignId[]; pagesAtMost?: number; statuses?: typeof STATUSES | null } = {},
  ): Promise<{ kind: 'rows'; rows: readonly Decoded[] } | Unknown> {
    const rows: Decoded[] = [];
    for (let page = 1; page <= pagesAtMost; page++) {
      const answer = await this.page(fields, { page, statuses, children: true });
      if (answer.kind === 'unknown') return answer;
      rows.push(...answer.rows);
      if (answer.isLast || (ids && page === 1 && isComplete(answer.rows, ids))) return { kind: 'rows', rows };
    }
    return malformed({ code: 'malformed', part: 'the last page' });
  }

  private async page(fields: JsonObject, { page, children, statuses }: SearchPage): Promise<PageAnswer> {
    const answer = await this.read('search', {
      method: 'POST',
      path: '/v5/campaigns/search',
      body: {
        limit: CAMPAIGNS_A_SEARCH,
        page,
        include_child_campaigns: children,
        include_archive_campaigns: true,
        campaign_fields: { ...fields, ...(statuses && { status: statuses }) },
      },
    });
    if (answer.kind !== 'done') {
      // A search never answers "not found" at the right address. Only a wrong address lacks its path.
      const isElsewhere = answer.kind === 'refused' && answer.status === 404;
      const reason = toUnknown(answer, this.options.clock.now());
      return isElsewhere ? { ...reason, address: 'no-such-path' } : reason;
    }
    const { campaigns } = answer.data;
    if (!Array.isArray(campaigns)) return malformed({ code: 'malformed', part: 'campaigns' });
    const rows = campaigns.map((row: unknown) => decodeCampaign(row, 'search'));
    return { kind: 'rows', rows, isLast: campaigns.length < CAMPAIGNS_A_SEARCH };
  }

  /** Retries a read, each time with a new key (open point W14), until it is answered or no tries are left. */
  async read(operation: LimitedOperation, { isNamed, ...call }: ReadCall): Promise<Answer> {
    const { clock, chance, signal } = this.options;
    const limiter = this.limiters.of(operation);
    let failures = 0;
    const quietFor = (this.quietUntil.get(operation) ?? 0) - clock.now();
    if (quietFor > 0) return { kind: 'limited', retryAfterMs: quietFor, responseId: null };
    for (let attempt = 1; ; attempt++) {
      if (operation === 'search') this.searches += 1;
      const keys = { idempotencyKey: chance.uuid(), requestId: chance.uuid() };
      const named = isNamed && { body: { request_id: keys.requestId, ...call.body } };
      const answer = await limiter.take(() => this.http.call({ ...call, ...named, keys }));
      if (answer.kind === 'unclear') failures += 1;
      const waitMs = waitMsOf(answer, clock.now());
      if (waitMs > LONGEST_WAIT_MS) this.quietUntil.set(operation, clock.now() + waitMs);
      if (waitMs > LONGEST_WAIT_MS) return answer;
      const isLast = answer.kind === 'unclear' && failures >= triesFor(answer.problem);
      const givesUp = isLast || attempt === TRIES_WHEN_LIMITED || signal.aborted;
      if (givesUp || answer.kind === 'done' || answer.kind === 'refused') return answer;
      if (answer.kind === 'limited') {
        // Other callers who are about to send the same operation would be refused too.
        limiter.hold(waitWhenLimited(attempt, waitMs));
      } else {
        const pause = Math.max(waitMs, waitWithoutAnswer(failures, chance.fraction()));
        const until = clock.now() + pause;
        this.options.onWait?.({ kind: 'request-wait', until, why: 'service', operation });
        await clock.sleep(pause, signal);
      }
    }
  }
}
