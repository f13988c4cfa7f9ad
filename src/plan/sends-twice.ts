import type { ComponentName, Components, Desired } from '../model/campaign.ts';
import { canonical, sameComponent } from '../model/canonical.ts';
import { held, type Held } from '../model/held.ts';
import { sameJson } from '../model/json.ts';
import type { Note, Transition } from '../model/plan.ts';
import { isScheduled } from '../model/schedule.ts';
import type { Sender } from '../model/sender.ts';
import type { Binding } from '../model/state.ts';
import { isEmergencyStop, type Action } from '../model/transitions.ts';
import type { CampaignContext } from './context.ts';
import { textsOf, type Sends } from './senders.ts';

// A file that is copied and forgotten, or renamed together with its campaign, would send the same message to the same
// people a second time. Names don't show that, because whoever copies a file is advised to change its name. What the
// users get shows it: the content, the audience, the trigger and the time. Tracking parameters and tags don't count.
// A copy that takes over from a campaign differs in something. It is noted if users may still get both.

const RECEIVED: readonly ComponentName[] = [
  'campaign_content',
  'segmentation_details',
  'trigger_condition',
  'scheduling_details',
];

/** Whether a file sends the same message as a campaign did, to the same users at the same time. */
export function sendsTheSame(desired: Desired, other: Binding): boolean {
  return isSame(desired, { ...other, components: other.applied });
}

function isSame(one: Sends, other: Sends): boolean {
  return (
    one.channel === other.channel &&
    one.deliveryType === other.deliveryType &&
    one.components.campaign_content !== undefined &&
    RECEIVED.every((name) => sameComponent(name, one.components[name], other.components[name]))
  );
}

type Context = Pick<CampaignContext, 'senders' | 'allowed'>;

/**
 * Why a campaign isn't published: another campaign already sends the same, or was to be replaced by this one but has
 * been sent.
 */
export function sentTwice(action: Action, desired: Desired, { senders, allowed }: Context): Held | undefined {
  if (action !== 'PUBLISH' || allowed.has('same-name')) return undefined;
  const others = senders.withTextsOf(desired);
  const same = others.filter((one) => isSame(desired, one));
  if (same.length > 0) return twice('sends-twice', same);
  const late = others.filter(
    (one) => one.isTooLate && isAlike(desired, one) !== undefined && reachesBoth(desired, one),
  );
  return late.length > 0 ? twice('replaced-too-late', late) : undefined;
}

function twice(code: 'sends-twice' | 'replaced-too-late', others: readonly Sender[]): Held {
  return held('ambiguous', { code, as: others.map(({ key }) => key) }, { consent: 'same-name' });
}

/** That users may get the message of a campaign that goes live from another campaign, too. */
export function sameMessageNotes(
  transition: Transition | null,
  desired: Desired,
  { senders }: Pick<Context, 'senders'>,
): Note[] {
  if (!transition || isEmergencyStop(transition.action)) return [];
  const alike = senders.withTextsOf(desired).flatMap((one) => {
    const what = isAlike(desired, one);
    return what === undefined ? [] : [{ one, isCertain: what === 'body' && reachesBoth(desired, one) }];
  });
  return ([true, false] as const).flatMap((isCertain): Note[] => {
    const others = alike.filter((other) => other.isCertain === isCertain).map(({ one }) => one);
    if (others.length === 0) return [];
    const as = others.map(({ key, state }) => ({ key, state }));
    return [isCertain ? { kind: 'same-message', as } : { kind: 'similar-message', as }];
  });
}

/** What two messages have in common: the text, or only the line that users see first. */
function isAlike(one: Sends, other: Sends): 'body' | 'headline' | undefined {
  if (one.channel !== other.channel) return undefined;
  const [own, theirs] = [textsOf(one), textsOf(other)];
  if (own.body.some((text) => theirs.body.includes(text))) return 'body';
  return own.headline.some((text) => theirs.headline.includes(text)) ? 'headline' : undefined;
}

/** Whether some users surely get both: their audiences meet, and the same event triggers them or none does. */
function reachesBoth(one: Sends, other: Sends): boolean {
  const [timed, otherTimed] = [isScheduled(one.deliveryType), isScheduled(other.deliveryType)];
  const sameTrigger = sameComponent(
    'trigger_condition',
    one.components.trigger_condition,
    other.components.trigger_condition,
  );
  const together = timed ? otherTimed : one.deliveryType === other.deliveryType && sameTrigger;
  return together && audiencesMeet(one.components, other.components);
}

/** Whoever excludes other users than the other campaign has thought of that campaign's audience. */
function audiencesMeet(one: Components, other: Components): boolean {
  const [own, theirs] = [one, other].map(({ segmentation_details: audience }) =>
    canonical('segmentation_details', audience ?? {}),
  );
  if (!sameJson(own?.excluded_filters ?? {}, theirs?.excluded_filters ?? {})) return false;
  const isForAll = [own, theirs].some((audience) => audience?.is_all_user_campaign === true);
  return isForAll || sameJson(own?.included_filters ?? {}, theirs?.included_filters ?? {});
}
