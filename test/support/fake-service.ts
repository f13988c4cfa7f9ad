import type { Answer, CampaignKind, NameSearch, Remote, SendKeys } from '../../src/apply/ports.ts';
import {
  comparableName,
  COMPONENTS,
  type CampaignId,
  type CampaignKey,
  type CampaignStatus,
  type Components,
  type Live,
} from '../../src/model/campaign.ts';
import type { LiveAnswer } from '../../src/model/live-answer.ts';
import type { JsonObject, JsonValue } from '../../src/model/json.ts';
import type { Request } from '../../src/model/plan.ts';
import { ANSWERED_500, BROKE } from './answer-problems.ts';

/** Answers a write instead of the service; `undefined` lets it through. */
export type Interference = (call: {
  operation: string;
  request: Request;
  nth: number;
}) => Answer | 'lose-answer' | undefined;

/** A model of the service in memory, independent of the others and only as detailed as applying needs. */
export class FakeService implements Remote {
  readonly campaigns = new Map<CampaignId, Live>();
  readonly writes: { operation: string; request: Request; keys: SendKeys }[] = [];
  /** Every creation, with its time. */
  readonly creations: { name: string | undefined; at: number }[] = [];
  interfere: Interference = () => undefined;
  /** How reads show stored components. */
  shows: (components: Components) => Components = (components) => components;
  /** Campaigns that can't be read. */
  unreadable: ReadonlySet<CampaignId | CampaignKey> = new Set();
  now: () => number = () => 0;
  /** When the limit on writes allows the next one. Immediately by default. */
  nextSlot: (operation: string) => number = () => this.now();
  private readonly answers = new Map<string, Answer>();

  constructor(campaigns: readonly Live[] = []) {
    for (const live of campaigns) this.campaigns.set(live.id, live);
  }

  readCampaigns(...[ids]: Parameters<Remote['readCampaigns']>): Promise<ReadonlyMap<CampaignId, LiveAnswer>> {
    const answer = (id: CampaignId): LiveAnswer => {
      const live = this.campaigns.get(id);
      if (this.unreadable.has(id)) return { kind: 'unknown', cause: 'malformed', problem: ANSWERED_500 };
      return live ? { kind: 'present', live: this.shown(live) } : { kind: 'missing' };
    };
    return Promise.resolve(new Map(ids.map((id) => [id, answer(id)])));
  }

  readEach(...asked: Parameters<Remote['readEach']>): Promise<ReadonlyMap<CampaignId, LiveAnswer>> {
    return this.readCampaigns(...asked);
  }

  searchByName({ name, channel, deliveryType }: CampaignKind): Promise<NameSearch> {
    const campaigns = this.all().filter(
      (live) =>
        comparableName(live.name) === comparableName(name) &&
        live.channel === channel &&
        live.deliveryType === deliveryType &&
        live.readOnly === undefined,
    );
    return Promise.resolve({ kind: 'found', campaigns });
  }

  send(operation: string, request: Request, keys: SendKeys): Promise<Answer> {
    this.writes.push({ operation, request, keys });
    const interference = this.interfere({ operation, request, nth: this.writes.length });
    if (interference && interference !== 'lose-answer') return Promise.resolve(interference);
    const answer = this.answers.get(keys.idempotencyKey) ?? this.act(operation, request);
    this.answers.set(keys.idempotencyKey, answer);
    if (interference === undefined) return Promise.resolve(answer);
    return Promise.resolve({ kind: 'unclear', cause: 'lost', problem: BROKE });
  }

  /** Every campaign as reads show it. */
  all(): Live[] {
    return [...this.campaigns.values()].map((live) => this.shown(live));
  }

  private shown(live: Live): Live {
    return { ...live, components: this.shows(live.components) };
  }

  private act(operation: string, { path, body }: Request): Answer {
    if (operation === 'create') return this.create(body);
    const id = decodeURIComponent(/campaigns\/([^/]+)/.exec(path)?.[1] ?? '') as CampaignId;
    const live = this.campaigns.get(id);
    if (!live) return refused(404, 'NOT_FOUND');
    if (operation === 'update')
      this.campaigns.set(id, { ...live, components: { ...live.components, ...componentsOf(body) } });
    else this.campaigns.set(id, { ...live, status: statusAfter(body) });
    const named = this.campaigns.get(id);
    if (named) this.campaigns.set(id, { ...named, name: nameOf(named.components) });
    return done({ id });
  }

  private create(body: JsonObject): Answer {
    const id = `created-${this.campaigns.size + 1}` as CampaignId;
    const components = componentsOf(body);
    this.creations.push({ name: nameOf(components), at: this.now() });
    this.campaigns.set(id, {
      id,
      documentId: id,
      channel: text(body.channel),
      deliveryType: text(body.campaign_delivery_type),
      status: 'DRAFT',
      name: nameOf(components),
      components,
      readOnly: undefined,
    });
    return done({ id, status: 'DRAFT' });
  }
}

export function componentsOf(body: JsonObject): Components {
  return Object.fromEntries(COMPONENTS.flatMap((name) => (body[name] ? [[name, body[name]]] : [])));
}

function text(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

function nameOf({ basic_details: details }: Components): string | undefined {
  return typeof details?.name === 'string' ? details.name : undefined;
}

function statusAfter(body: JsonObject): CampaignStatus {
  if (body.status === 'PUBLISH') return 'ACTIVE';
  return body.action === 'PAUSE' ? 'PAUSED' : body.action === 'STOP' ? 'STOPPED' : 'ACTIVE';
}

function done(data: JsonObject): Answer {
  return { kind: 'done', data, responseId: 'response' };
}

export function refused(status: number, code: string, target?: string): Answer {
  return { kind: 'refused', status, code, message: 'no', target, details: [], responseId: 'response' };
}
