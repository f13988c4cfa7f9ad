import { SENDING_STATUSES, type ComponentName, type Components, type Desired } from '../model/campaign.ts';
import { sameComponent } from '../model/canonical.ts';
import { held, type Held } from '../model/held.ts';
import type { Binding } from '../model/state.ts';
import type { Action } from '../model/transitions.ts';
import type { CampaignContext } from './context.ts';
import type { Pair } from './pair.ts';

// A file that is copied and forgotten, or renamed together with its campaign, would send the same message to the same
// people a second time. Names don't show that, because whoever copies a file is advised to change its name. What the
// users get shows it: the content, the audience, the trigger and the time. Tracking parameters and tags don't count.

const RECEIVED: readonly ComponentName[] = [
  'campaign_content',
  'segmentation_details',
  'trigger_condition',
  'scheduling_details',
];

/** Whether two campaigns send the same message to the same users at the same time. */
export function sendsTheSame(desired: Desired, other: Desired | Binding): boolean {
  const theirs: Components = 'applied' in other ? other.applied : other.components;
  return (
    desired.channel === other.channel &&
    desired.deliveryType === other.deliveryType &&
    desired.components.campaign_content !== undefined &&
    RECEIVED.every((name) => sameComponent(name, desired.components[name], theirs[name]))
  );
}

/**
 * The campaigns that send, will send, or were sent, with or without a file; not those that a file pauses, stops or keeps
 * as a draft.
 */
export function sendersAmong(pairs: readonly Pair[]): (Desired | Binding)[] {
  return pairs.flatMap(({ desired, binding, live }) => {
    if (desired?.status) return desired.status === 'ACTIVE' ? [desired] : [];
    const status = live?.kind === 'present' ? live.live.status : binding?.status.seen;
    const [sender] =
      status && (SENDING_STATUSES.includes(status) || status === 'SENT') ? [desired ?? binding] : [];
    return sender ? [sender] : [];
  });
}

/** Why a campaign isn't published: another campaign already sends the same. */
export function sentTwice(
  action: Action,
  desired: Desired,
  { senders, allowed }: Pick<CampaignContext, 'senders' | 'allowed'>,
): Held | undefined {
  if (action !== 'PUBLISH' || allowed.has('same-name')) return undefined;
  const others = senders.filter((one) => one.key !== desired.key && sendsTheSame(desired, one));
  if (others.length === 0) return undefined;
  const cause = { code: 'sends-twice', as: others.map(({ key }) => key) } as const;
  return held('ambiguous', cause, { consent: 'same-name' });
}
