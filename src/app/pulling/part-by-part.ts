import type { LeftReason } from '../../model/pull.ts';
import type { PulledDraft } from './draft-pulled.ts';
import type { Parts } from './pulled-parts.ts';

/** A campaign's files as computed, and why they can't be written; no reasons if they can. */
export interface Attempt {
  readonly draft: PulledDraft;
  readonly reasons: readonly LeftReason[];
}

interface Attempting {
  /** The other campaigns, which can be written. */
  readonly others: readonly Parts[];
  readonly attempt: (open: readonly Parts[]) => readonly Attempt[];
  readonly leave: (parts: Parts, reasons: readonly LeftReason[]) => void;
}

/**
 * Campaigns that can't be written as a whole, with the parts that can: one part more in each attempt, for all campaigns
 * at once. A part with which a campaign can't be written is left out.
 */
export function partByPart(campaigns: readonly Parts[], { others, attempt, leave }: Attempting): Parts[] {
  let kept = campaigns.map((one): Parts => ({ ...one, wanted: new Map() }));
  const most = Math.max(0, ...campaigns.map(({ wanted }) => wanted.size));
  for (let at = 0; at < most; at += 1) {
    const tried = kept.map((one, index): Parts => {
      const next = [...(campaigns[index]?.wanted ?? [])].slice(at, at + 1);
      return { ...one, wanted: new Map([...one.wanted, ...next]) };
    });
    const open = tried.filter(({ wanted }) => wanted.size > 0);
    const attempts = new Map(attempt([...others, ...open]).map((one) => [one.draft.parts.campaign.key, one]));
    kept = kept.map((one, index) => {
      const now = tried[index] ?? one;
      const reasons = attempts.get(one.campaign.key)?.reasons ?? [];
      if (reasons.length === 0) return now;
      leave(
        one,
        reasons.filter((reason) => !('part' in reason && one.wanted.has(reason.part))),
      );
      return one;
    });
  }
  return kept.filter(({ wanted }) => wanted.size > 0);
}
