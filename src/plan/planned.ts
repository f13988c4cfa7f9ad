import type { Live } from '../model/campaign.ts';
import type { Base, Held, PlannedCampaign, Verdict } from '../model/plan.ts';
import { baseFor } from './base.ts';
import { idOf, meaningOf } from './change-id.ts';
import type { CampaignContext } from './context.ts';
import type { Pair } from './pair.ts';

type Draft = Pick<PlannedCampaign, 'components' | 'held' | 'notes' | 'transition' | 'steps' | 'record'>;

/** Settles the verdict by what is left to do, and digests it together with the base it was planned on. */
export function planned(pair: Pair, draft: Draft, context: CampaignContext): PlannedCampaign {
  const base = baseFor(draft.steps, liveOf(pair));
  return {
    ...identity(pair),
    ...draft,
    verdict: verdictOf(draft),
    // Nobody may approve what was planned without looking.
    changeId:
      context.offline || draft.steps.length === 0 ? null : changeId(pair, draft, { ...context, base }),
    base,
  };
}

function changeId(
  { key, binding }: Pair,
  { steps }: Draft,
  { base, consents, digest }: Pick<CampaignContext, 'consents' | 'digest'> & { readonly base: Base },
): string {
  return idOf(meaningOf(key, steps, { base, campaignId: binding?.campaignId, consents }), digest);
}

/** A campaign for which nothing is sent, and why. */
export function standing(
  pair: Pair,
  verdict: 'held' | 'unknown' | 'orphaned',
  held: readonly Held[],
): PlannedCampaign {
  return {
    ...identity(pair),
    verdict,
    changeId: null,
    components: [],
    transition: null,
    held,
    steps: [],
    notes: [],
    base: { status: undefined, components: {} },
    record: undefined,
  };
}

/** The live campaign where it could be read. */
export function liveOf(pair: Pair): Live | undefined {
  return pair.live?.kind === 'present' ? pair.live.live : undefined;
}

function verdictOf({ steps, held }: Draft): Verdict {
  const kinds = new Set(steps.map(({ kind }) => kind));
  if (kinds.has('create')) return 'create';
  if (kinds.has('update')) return 'update';
  if (kinds.has('transition')) return 'transition';
  return held.length > 0 ? 'held' : 'in-sync';
}

function identity(
  pair: Pair,
): Pick<PlannedCampaign, 'key' | 'file' | 'campaignId' | 'liveStatus' | 'desired' | 'live' | 'applied'> {
  const live = liveOf(pair);
  return {
    key: pair.key,
    file: pair.desired?.file ?? null,
    campaignId: pair.binding?.campaignId ?? null,
    liveStatus: live?.status ?? null,
    desired: pair.desired,
    live,
    applied: pair.binding?.applied ?? {},
  };
}
