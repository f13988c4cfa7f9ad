import type { Answer, KnownCampaigns, NameSearch } from '../../src/apply/ports.ts';
import type {
  CampaignId,
  CampaignStatus,
  ComponentName,
  Components,
  Live,
} from '../../src/model/campaign.ts';
import type { LiveAnswer } from '../../src/model/live-answer.ts';
import { isJsonObject, type JsonObject } from '../../src/model/json.ts';
import type { Request } from '../../src/model/plan.ts';
import { chooseRow, type Decoded } from '../../src/remote/decode-campaign.ts';
import { NameSearches } from '../../src/remote/name-searches.ts';
import { readOne, type DocumentAnswer } from '../../src/remote/read-one.ts';
import { componentsOf, FakeService, refused } from './fake-service.ts';
import { behaviorOf, merged, timeOfDay, withSeen, type Behavior, type Quirk } from './quirks.ts';
import { ANSWERED_500 } from './answer-problems.ts';

/** All documents of the service at one time: the live ones, and drafts above them. */
interface Shelf {
  readonly live: ReadonlyMap<CampaignId, Live>;
  readonly drafts: ReadonlyMap<CampaignId, Live>;
}

type Row = Extract<Decoded, { kind: 'record' }>;

/**
 * The fake service with quirks. `truth` is what it stores, everything else what it shows. Rows and names are chosen by
 * the production code.
 */
export class QuirkyService extends FakeService {
  /** Every completed write; `id` is empty for a creation. */
  readonly done: { readonly operation: string; readonly id: string; readonly requestId: string }[] = [];
  private readonly behavior: Behavior;
  private readonly drafts = new Map<CampaignId, Live>();
  private readonly past: ({ readonly at: number } & Shelf)[] = [];
  /** Request IDs of completed creations. None is ever done twice. */
  private readonly taken = new Set<string>();
  private reads = 0;
  private changes = 0;
  private readonly names: NameSearches;

  constructor(quirks: readonly Quirk[]) {
    super();
    this.behavior = behaviorOf(quirks);
    this.names = new NameSearches({
      search: () => Promise.resolve({ kind: 'rows', rows: this.rows() }),
      get: (id, documentId) => this.get(id, documentId),
      listAll: () => Promise.resolve(undefined),
    });
  }

  get truth(): readonly Live[] {
    return [...this.campaigns.values()];
  }

  override async readCampaigns(
    ids: readonly CampaignId[],
    known: KnownCampaigns = new Map(),
  ): Promise<ReadonlyMap<CampaignId, LiveAnswer>> {
    const rows = this.rows();
    const read = async (id: CampaignId): Promise<[CampaignId, LiveAnswer]> => {
      const chosen = chooseRow(rows, id, known.get(id));
      if (chosen.kind !== 'ask') return [id, chosen];
      return [id, await this.get(id, chosen.documentId ?? known.get(id)?.documentId)];
    };
    return new Map(await Promise.all(ids.map(read)));
  }

  override async readEach(
    ids: readonly CampaignId[],
    known: KnownCampaigns = new Map(),
  ): Promise<ReadonlyMap<CampaignId, LiveAnswer>> {
    const read = async (id: CampaignId) => [id, await this.get(id, known.get(id)?.documentId)] as const;
    return new Map(await Promise.all(ids.map(read)));
  }

  override searchByName(
    kind: Parameters<FakeService['searchByName']>[0],
    components: readonly ComponentName[] = [],
  ): Promise<NameSearch> {
    return this.names.search(kind, components);
  }

  override async send(...call: Parameters<FakeService['send']>): Promise<Answer> {
    const [operation, request, keys] = call;
    const target = this.targetOf(operation, request);
    const id = target?.id ?? '';
    const refusal = this.refusalOf(target, call);
    if (refusal) {
      this.writes.push({ operation, request, keys });
      return refusal;
    }
    this.past.push({ at: this.now(), ...this.shelf() });
    this.changes += 1;
    this.done.push({ operation, id, requestId: keys.requestId });
    if (target && this.isDrafted(operation, target, request)) {
      this.writes.push({ operation, request: this.renamed(request, target), keys });
      return operation === 'publish' ? this.putLive(target) : this.draftAbove(target, request.body);
    }
    const answer = await super.send(operation, target ? this.renamed(request, target) : request, keys);
    if (operation === 'create') return this.created(answer, keys.requestId);
    this.stamp(id);
    return operation === 'publish' && this.behavior.publish204 ? done({}) : answer;
  }

  private created(answer: Answer, requestId: string): Answer {
    if (answer.kind !== 'done') return answer;
    const id = answer.data.id as CampaignId;
    const live = this.campaigns.get(id);
    const documentId = this.behavior.documentIds ? `document-${id}` : id;
    if (live) this.campaigns.set(id, { ...live, documentId });
    this.stamp(id);
    this.taken.add(requestId);
    // The creation is done, but the client doesn't learn of it.
    if (this.behavior.detailsOnly && this.taken.size === 1)
      return { kind: 'unclear', cause: 'malformed', problem: ANSWERED_500, answered: true };
    return done({ id: documentId, status: 'DRAFT' });
  }

  /** Every write advances the time of the last change by a microsecond. Nothing else does. */
  private stamp(id: string): void {
    const live = this.campaigns.get(id as CampaignId);
    const time = new Date(this.now()).toISOString().slice(0, 23).replace('T', ' ');
    const updatedAt = `${time}${String(this.changes % 1000).padStart(3, '0')}`;
    if (live) this.campaigns.set(live.id, { ...live, updatedAt });
  }

  /** Whether a write is about a draft above a live campaign and not about the live one. */
  private isDrafted(operation: string, target: Live, request: Request): boolean {
    if (operation === 'publish') return this.isDraftAbove(request);
    return operation === 'update' && target.status !== 'DRAFT' && (this.behavior.draftVersions ?? false);
  }

  /** The request as the fake service understands it: with the campaign's own ID and the complete result. */
  private renamed(request: Request, target: Live): Request {
    const path = request.path.replace(/campaigns\/[^/]+/, `campaigns/${encodeURIComponent(target.id)}`);
    return { ...request, path, body: this.bodyOf(target, request.body) };
  }

  private isDraftAbove({ path }: Request): boolean {
    return this.named(this.shelf(), nameIn(path))?.isDraft ?? false;
  }

  /** A draft above the live document replaces it. */
  private putLive({ id, status }: Live): Answer {
    const draft = this.drafts.get(id);
    if (draft) this.campaigns.set(id, { ...draft, status });
    this.drafts.delete(id);
    return done({});
  }

  private shelf(): Shelf {
    return { live: new Map(this.campaigns), drafts: new Map(this.drafts) };
  }

  /** The campaign in the path: `undefined` if the path has none, `null` if it doesn't exist. */
  private targetOf(operation: string, { path }: Request): Live | null | undefined {
    if (operation === 'create') return undefined;
    return this.named(this.shelf(), nameIn(path))?.live ?? null;
  }

  /** The documents that an identifier in a path names. */
  private named(
    { live, drafts }: Shelf,
    name: string,
  ): { live: Live; draft: Live | undefined; isDraft: boolean } | undefined {
    for (const one of live.values()) {
      const draft = drafts.get(one.id);
      const newest = draft?.documentId ?? one.documentId;
      const names = this.behavior.documentIds ? [newest] : [one.id, one.documentId, newest];
      if (names.includes(name)) return { live: one, draft, isDraft: draft?.documentId === name };
    }
    return undefined;
  }

  private refusalOf(
    target: Live | null | undefined,
    [operation, request, keys]: Parameters<FakeService['send']>,
  ): Answer | undefined {
    const { forbids, draftsOnly } = this.behavior;
    const [first] = this.campaigns.keys();
    if (target === undefined) return this.taken.has(keys.requestId) ? TAKEN : undefined;
    if (target === null) return refused(404, 'NOT_FOUND');
    if (forbids && target.id === first) return refused(403, 'FORBIDDEN');
    const { status } = target;
    if (operation === 'update')
      return draftsOnly && status !== 'DRAFT' ? refused(409, 'BAD_REQUEST') : undefined;
    const isDraft = status === 'DRAFT' || this.isDraftAbove(request);
    const { action } = request.body;
    const wanted = action === 'PAUSE' ? ['SCHEDULED', 'ACTIVE', 'SENDING'] : ['PAUSED'];
    const isFit = operation === 'publish' ? isDraft : wanted.includes(status);
    return isFit ? undefined : refused(422, 'UNPROCESSABLE_ENTITY');
  }

  private draftAbove(target: Live, body: JsonObject): Answer {
    const base = this.drafts.get(target.id) ?? target;
    const edited = { ...base.components, ...componentsOf(this.bodyOf(base, body)) };
    const status: CampaignStatus = 'DRAFT';
    const documentId = `${target.id}-v2`;
    this.drafts.set(target.id, { ...base, components: edited, status, documentId });
    return done({ id: documentId });
  }

  private bodyOf({ components: had }: Live, body: JsonObject): JsonObject {
    if (!this.behavior.merges) return body;
    return Object.fromEntries(
      Object.entries(body).map(([name, value]) => {
        const before = (had as JsonObject)[name];
        return [name, isJsonObject(value) && isJsonObject(before) ? merged(before, value) : value];
      }),
    );
  }

  private get(id: CampaignId, documentId: string = id): Promise<LiveAnswer> {
    const reads = {
      get: (document: string) => Promise.resolve(this.document(document)),
      rows: () => Promise.resolve({ kind: 'rows' as const, rows: this.rows() }),
    };
    return readOne(reads, id, documentId);
  }

  /** Get's answer. */
  private document(name: string): DocumentAnswer {
    const found = this.named(this.shownTo('get'), name);
    if (!found) return { kind: 'missing' };
    const { live, draft, isDraft } = found;
    const shown = isDraft && draft ? draft : live;
    const versioned = this.behavior.draftVersions ?? false;
    return { kind: 'record', versioned, version: shown === draft ? 2 : 1, live: this.presented(shown) };
  }

  /** A search's answer, with a row for each document. */
  private rows(): readonly Row[] {
    const { live, drafts } = this.shownTo('search');
    const versioned = this.behavior.draftVersions ?? false;
    const row = (one: Live, version: number): Row => {
      const { components, ...rest } = this.presented(one);
      const { basic_details: details } = components;
      const shown = this.behavior.partialRows ? { ...(details && { basic_details: details }) } : components;
      return { kind: 'record', versioned, version, live: { ...rest, components: shown } };
    };
    return [
      ...[...live.values()].map((one) => row(one, 1)),
      ...[...drafts.values()].map((one) => row(one, 2)),
    ];
  }

  private shownTo(reader: 'get' | 'search'): Shelf {
    const { lagMs = 0, searchLagMs = 0 } = this.behavior;
    const lag = reader === 'get' ? lagMs : Math.max(lagMs, searchLagMs);
    return this.past.find(({ at }) => at > this.now() - lag) ?? this.shelf();
  }

  private presented(live: Live): Live {
    const { respells, adds, moves, movesInLists, documentedView } = this.behavior;
    this.reads += 1;
    const names = Object.keys(live.components) as ComponentName[];
    const components = Object.fromEntries(
      names.map((name) => {
        const whole = live.components[name] ?? {};
        const spelled = respells ? respells(name, whole) : whole;
        const value = movesInLists ? withSeen(spelled, String(this.reads)) : spelled;
        if (name === 'scheduling_details' && documentedView) return [name, timeOfDay(value)];
        if (name !== 'utm_params') return [name, value];
        const late = adds && this.changes >= 3 && { utm_new: false };
        return [name, { ...value, ...late, ...(moves && { utm_seen: String(this.reads) }) }];
      }),
    ) as Components;
    const { basic_details: details } = components;
    return { ...live, components, name: typeof details?.name === 'string' ? details.name : undefined };
  }
}

/** A creation with a taken request ID, answered by a service that names it only in the details (open point W24). */
const TAKEN: Answer = {
  ...{ kind: 'refused', status: 400, code: 'VALIDATION_FAILED', message: 'invalid', target: undefined },
  ...{ details: [{ target: 'request_id', message: '' }], responseId: 'response' },
};

function nameIn(path: string): string {
  return decodeURIComponent(/campaigns\/([^/]+)/.exec(path)?.[1] ?? '');
}

function done(data: JsonObject): Answer {
  return { kind: 'done', data, responseId: null };
}
