import { canonical } from '../model/canonical.ts';
import { componentNames, type CampaignKey } from '../model/campaign.ts';
import type { PlannedCampaign } from '../model/plan.ts';
import { stableText } from '../model/json.ts';
import type { LiveRepeats } from '../model/repeats.ts';
import { emergencyStopFor } from '../model/transitions.ts';
import type { JoinedCampaign } from './join-campaigns.ts';
import { contentText, receivedText, repeatedText } from './received-text.ts';
import { RECEIVED, sentAtPresent, textsOf, type Sends } from './senders.ts';
import { areSoon, isSame } from './sends-twice.ts';

// A plan blocks a campaign that would send what another one sends. But a campaign can also be published or resumed in the
// service. So campaigns that are live already are compared, too. Each pair is reported once, at one of the two.

interface Compared {
  readonly joined: JoinedCampaign;
  readonly sends: Sends;
}

/** What is reported, by the campaign at which it is. `rankOf`: where it should rather be; negative if it can't be there. */
export function liveRepeats(
  all: readonly JoinedCampaign[],
  { now, rankOf }: { readonly now: number; readonly rankOf: (key: CampaignKey) => number },
): Map<CampaignKey, LiveRepeats> {
  const sending = all.flatMap((joined): Compared[] => {
    const sends = rankOf(joined.key) === LEFT_OUT ? undefined : sentAtPresent(joined);
    return sends?.components.campaign_content ? [{ joined, sends }] : [];
  });
  const found = new Map<Compared, Map<Compared, boolean>>();
  for (const alike of groupsOf(sending))
    alike.forEach((one, at) => {
      for (const other of alike.slice(0, at)) {
        const isSoon = !isSame(one.sends, other.sends);
        if (isSoon && !areSoon(one.sends, other.sends, now)) continue;
        const [rank, otherRank] = [rankOf(one.joined.key), rankOf(other.joined.key)];
        if (rank < 0 && otherRank < 0) continue;
        const [carrier, repeated] = otherRank > rank ? [other, one] : [one, other];
        found.set(carrier, (found.get(carrier) ?? new Map<Compared, boolean>()).set(repeated, isSoon));
      }
    });
  return new Map([...found].map(([one, others]) => [one.joined.key, reported(one, others)]));
}

/** The rank of a campaign that isn't compared. */
export const LEFT_OUT = -Infinity;

function reported({ joined, sends }: Compared, soon: ReadonlyMap<Compared, boolean>): LiveRepeats {
  const others = [...soon.keys()];
  const stop = emergencyStopFor(sends.deliveryType);
  return {
    as: others.map((one) => one.joined.key),
    files: [joined, ...others.map((one) => one.joined)].flatMap(({ desired }) => desired?.file ?? []),
    ...([...soon.values()].includes(true) && { isSoon: true }),
    ...(stop && { stop }),
  };
}

/** Campaigns that may send the same. Whole messages are compared only if they begin alike, because that takes longer. */
function groupsOf(all: readonly Compared[]): Compared[][] {
  const alike = grouped(all, ({ sends }) => {
    const { body, headline } = textsOf(sends);
    return [JSON.stringify([sends.channel, sends.deliveryType, body[0], headline[0]])];
  });
  const same = alike.flatMap((group) =>
    grouped(group, ({ sends: { deliveryType, components } }) => [
      receivedText(components),
      ...(deliveryType === 'PERIODIC' ? [repeatedText(components)] : []),
      ...(deliveryType === 'ONE_TIME' ? [contentText(components)] : []),
    ]),
  );
  return same.flatMap((group) => (group.length > MANY ? grouped(group, audienceText) : [group]));
}

/** Of more campaigns with one message, such as one for each shop, only those with equal audiences are compared. */
const MANY = 100;

function audienceText({ sends: { components } }: Compared): readonly string[] {
  return [stableText(canonical('segmentation_details', components.segmentation_details ?? {}))];
}

/** The groups of more than one. */
function grouped(all: readonly Compared[], termsOf: (one: Compared) => readonly string[]): Compared[][] {
  const groups = new Map<string, Compared[]>();
  for (const one of all)
    for (const term of termsOf(one)) {
      const group = groups.get(term);
      if (group) group.push(one);
      else groups.set(term, [one]);
    }
  return [...groups.values()].filter(({ length }) => length > 1);
}

/** Notes what is sent twice at present and what this plan doesn't change, if possible where the status was changed. */
export function noteLiveRepeats(
  campaigns: readonly PlannedCampaign[],
  joined: readonly JoinedCampaign[],
  now: number,
): readonly PlannedCampaign[] {
  const ranks = new Map(campaigns.map((one) => [one.key, rankIn(one)]));
  const found = liveRepeats(joined, { now, rankOf: (key) => ranks.get(key) ?? -1 });
  if (found.size === 0) return campaigns;
  return campaigns.map((one) => {
    const repeats = found.get(one.key);
    return repeats ? { ...one, notes: [...one.notes, { kind: 'live-repeats', ...repeats }] } : one;
  });
}

function rankIn({ file, notes, steps }: PlannedCampaign): number {
  const isEdited = steps.some(
    (step) =>
      step.kind === 'update' && componentNames(step.components).some((name) => RECEIVED.includes(name)),
  );
  if (isEdited) return LEFT_OUT;
  const isMoved = notes.some(({ kind }) => kind === 'status-moved' || kind === 'moved-by-hand');
  return (isMoved ? 2 : 0) + (file === null ? 0 : 1);
}
