import pLimit from 'p-limit';
import type { CampaignKind, NameSearch } from '../apply/ports.ts';
import {
  comparableName,
  identityOf,
  STATUSES,
  type CampaignId,
  type ComponentName,
  type Live,
} from '../model/campaign.ts';
import { concernsOneRead, type LiveAnswer, type Unknown } from '../model/live-answer.ts';
import { groupBy } from '../model/grouping.ts';
import type { JsonObject } from '../model/json.ts';
import { idsOf, liveVersion, type Decoded } from './decode-campaign.ts';
import { malformed } from './unreadable.ts';

/** How many names are searched for at a time. */
const SIDE_BY_SIDE = 4;

/** How campaigns are read here. */
export interface Reads {
  /** Returns all rows. `statuses: null` omits the filter. */
  readonly search: (
    fields: JsonObject,
    statuses: typeof STATUSES | null,
  ) => Promise<{ kind: 'rows'; rows: readonly Decoded[] } | Unknown>;
  readonly get: (id: CampaignId, documentId: string) => Promise<LiveAnswer>;
  /** Every campaign that can be managed; `undefined` if that takes too many pages. */
  readonly listAll: (pagesAtMost: number) => Promise<readonly Live[] | undefined>;
}

/** Finds campaigns that already have a name. */
export class NameSearches {
  private readonly reads: Reads;

  constructor(reads: Reads) {
    this.reads = reads;
  }

  /** The manageable campaigns of this name and kind. Each is read completely if its row lacks one of `components`. */
  async search(kind: CampaignKind, components: readonly ComponentName[]): Promise<NameSearch> {
    const { name, channel, deliveryType } = kind;
    const fields = { name: searchable(name), channels: [channel], campaign_delivery_type: [deliveryType] };
    const searches = await Promise.all([
      this.reads.search(fields, STATUSES),
      // An unknown status matches no list of statuses (open point S12).
      this.reads.search(fields, null),
    ]);
    const campaigns: Live[] = [];
    const rows: Decoded[] = [];
    for (const found of searches) {
      if (found.kind === 'unknown') return found;
      rows.push(...found.rows);
    }
    // The versions of a campaign, and what both searches found of it.
    for (const same of groupBy(rows, (row) => idsOf(row)[0] ?? '')) {
      const answer = await this.whole(same, { kind, components });
      if (answer?.kind === 'unknown') return answer;
      if (answer?.kind === 'present' && isRival(answer.live, name)) campaigns.push(answer.live);
    }
    return { kind: 'found', campaigns };
  }

  /** Searches for many files, or reads a small workspace whole. Files that it didn't reach are left out. */
  async searchAll<Kind extends CampaignKind>(
    kinds: readonly Kind[],
    onFound: (names: number) => void = () => undefined,
  ): Promise<ReadonlyMap<Kind, NameSearch>> {
    const byText = new Map(kinds.map((kind) => [identityOf(kind), kind]));
    const all = await this.reads.listAll(Math.floor(byText.size / 2));
    const limit = pLimit(SIDE_BY_SIDE);
    let givesUp = false;
    const ask = async (kind: Kind): Promise<NameSearch | undefined> => {
      if (givesUp) return undefined;
      const answer = await this.search(kind, []);
      onFound(1);
      givesUp ||= answer.kind === 'unknown' && !concernsOneRead(answer);
      return answer;
    };
    const find = async ([text, kind]: readonly [string, Kind]) => {
      const isIt = (live: Live) => identityOf(live) === text && live.readOnly === undefined;
      const answer = all
        ? ({ kind: 'found', campaigns: all.filter(isIt) } as const)
        : await limit(() => ask(kind));
      return [text, answer] as const;
    };
    const found = new Map(await Promise.all([...byText].map(find)));
    return new Map(
      kinds.flatMap((kind) => {
        const answer = found.get(identityOf(kind));
        return answer ? [[kind, answer] as const] : [];
      }),
    );
  }

  /** A campaign from its rows; `undefined` if it is certainly of another kind, however malformed. */
  private async whole(
    rows: readonly Decoded[],
    { kind, components }: { readonly kind: CampaignKind; readonly components: readonly ComponentName[] },
  ): Promise<LiveAnswer | undefined> {
    const found = rows.find((row) => row.kind === 'malformed');
    if (found) {
      const { channel, deliveryType } = found.of ?? kind;
      if (channel !== kind.channel || deliveryType !== kind.deliveryType) return undefined;
      return malformed(found.problem);
    }
    const live = liveVersion(rows.filter((row) => row.kind === 'record'));
    // A row that was found by its name but doesn't show one is incomplete.
    const isWhole = live?.name !== undefined && components.every((name) => live.components[name]);
    if (isWhole) return { kind: 'present', live };
    const [id = '', documentId = id] = rows[0] ? idsOf(rows[0]) : [];
    return this.reads.get(id as CampaignId, live?.documentId ?? documentId);
  }
}

function isRival(live: Live, name: string): boolean {
  return live.readOnly === undefined && comparableName(live.name) === comparableName(name);
}

/** Shorter pieces occur in too many names. */
const SEARCHED_AT_LEAST = 3;

/**
 * The text to search for to find a name, because a search matches parts of names: the longest piece that every service
 * stores unchanged. If a service stores the rest in a different spelling (open point W32), a search for the whole name
 * would find nothing and a second campaign would be created for the file.
 */
function searchable(name: string): string {
  const isSafe = (character: string) =>
    !/[&<>"'\p{C}\p{M}]|[^\S ]/u.test(character) &&
    character === character.normalize('NFC') &&
    character === character.normalize('NFD');
  const marked = name.replace(/./gsu, (character) => (isSafe(character) ? character : '\n'));
  const pieces = marked.split(/\n| {2,}/).map((piece) => piece.trim());
  const [longest = ''] = pieces.toSorted((left, right) => right.length - left.length);
  return longest.length < SEARCHED_AT_LEAST ? name.trim() : longest;
}
