import type { Answer } from '../../src/apply/ports.ts';
import type { CampaignId, Components, Live, LiveAnswer } from '../../src/model/campaign.ts';
import { isJsonObject, type JsonObject } from '../../src/model/json.ts';
import type { Request } from '../../src/model/plan.ts';
import { FakeService, refused } from './fake-service.ts';

/** Ways in which a service may differ from the fake one; open points W5 to W8 and W31, W32. */
export const QUIRKS = {
  /** A write shows only after so many milliseconds. */
  'short-lag': { lagMs: 3_000 },
  'long-lag': { lagMs: 120_000 },
  merge: { merges: true },
  /** Texts come back in capitals. */
  respell: { respells: true },
  'late-default': { adds: true },
  /** One leaf has another value at each read. */
  moving: { moves: true },
  /** Updates of campaigns that are not drafts are refused. */
  'drafts-only': { draftsOnly: true },
  /** The first campaign belongs to another team. */
  forbidden: { forbids: true },
} as const;
export type Quirk = keyof typeof QUIRKS;

interface Behavior {
  readonly lagMs?: number;
  readonly merges?: boolean;
  readonly respells?: boolean;
  readonly adds?: boolean;
  readonly moves?: boolean;
  readonly draftsOnly?: boolean;
  readonly forbids?: boolean;
}

/** The fake service with quirks; `truth` is what it has, everything else what it shows. */
export class QuirkyService extends FakeService {
  private readonly behavior: Behavior;
  private reads = 0;
  private readonly past: { readonly at: number; readonly campaigns: ReadonlyMap<CampaignId, Live> }[] = [];

  constructor(quirks: readonly Quirk[]) {
    super();
    this.behavior = Object.assign({}, ...quirks.map((quirk) => QUIRKS[quirk])) as Behavior;
    this.shows = (components) => this.spelled(components);
  }

  get truth(): readonly Live[] {
    return [...this.campaigns.values()];
  }

  override look(ids: readonly CampaignId[]): Promise<ReadonlyMap<CampaignId, LiveAnswer>> {
    const visible = new Map(this.all().map((live) => [live.id, live]));
    return Promise.resolve(
      new Map(
        ids.map((id): [CampaignId, LiveAnswer] => {
          const live = visible.get(id);
          return [id, live ? { kind: 'present', live } : { kind: 'missing' }];
        }),
      ),
    );
  }

  override all(): Live[] {
    const { lagMs = 0 } = this.behavior;
    const hidden = this.past.find(({ at }) => at > this.now() - lagMs);
    const campaigns = hidden?.campaigns ?? this.campaigns;
    return [...campaigns.values()].map((live) => ({
      ...live,
      components: this.shows(live.components),
      // Moves with every edit, and with nothing else.
      updatedAt: JSON.stringify([live.components, live.status]),
    }));
  }

  override send(...[operation, request, keys]: Parameters<FakeService['send']>): Promise<Answer> {
    const [first] = this.campaigns.keys();
    const target = this.campaigns.get(idIn(request));
    const { forbids, draftsOnly, merges } = this.behavior;
    if (operation === 'update' && forbids && target && target.id === first)
      return Promise.resolve(refused(403, 'FORBIDDEN'));
    if (operation === 'update' && draftsOnly && target && target.status !== 'DRAFT')
      return Promise.resolve(refused(409, 'BAD_REQUEST'));
    this.past.push({ at: this.now(), campaigns: new Map(this.campaigns) });
    const body =
      operation === 'update' && merges && target ? mergedBody(target.components, request.body) : request.body;
    return super.send(operation, { ...request, body }, keys);
  }

  private spelled(components: Components): Components {
    const { respells, adds, moves } = this.behavior;
    const spelled = respells ? (mapTexts({ ...components }) as Components) : components;
    const { utm_params: utm } = spelled;
    if (!utm) return spelled;
    this.reads += 1;
    const added = {
      ...(adds && this.writes.length >= 3 && { utm_new: false }),
      ...(moves && { utm_seen: String(this.reads) }),
    };
    return { ...spelled, utm_params: { ...utm, ...added } };
  }
}

function idIn({ path }: Request): CampaignId {
  return decodeURIComponent(/campaigns\/([^/]+)/.exec(path)?.[1] ?? '') as CampaignId;
}

function mergedBody(had: Components, body: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => {
      const before = (had as JsonObject)[name];
      return [name, isJsonObject(value) && isJsonObject(before) ? merged(before, value) : value];
    }),
  );
}

function merged(before: JsonObject, value: JsonObject): JsonObject {
  const members = Object.entries(value).map(([name, member]) => {
    const had = before[name];
    return [name, isJsonObject(member) && isJsonObject(had) ? merged(had, member) : member] as const;
  });
  return { ...before, ...Object.fromEntries(members) };
}

/** Texts of contents in capitals: what identifies a campaign stays. */
function mapTexts(components: JsonObject): JsonObject {
  const { utm_params: utm } = components;
  if (!isJsonObject(utm)) return components;
  const capitals = Object.entries(utm).map(([name, value]) => [
    name,
    typeof value === 'string' ? value.toUpperCase() : value,
  ]);
  return { ...components, utm_params: Object.fromEntries(capitals) as JsonObject };
}
