import type { CampaignKey, Desired } from '../model/campaign.ts';
import type { LiveAnswer } from '../model/live-answer.ts';
import { byCodeUnit } from '../model/json.ts';
import { isPublish, type Binding, type Intent, type PublishIntent, type State } from '../model/state.ts';

/** One campaign with everything that is known about it. At least one of `desired`, `binding` and `open` is given. */
export interface JoinedCampaign {
  readonly key: CampaignKey;
  readonly desired: Desired | undefined;
  readonly binding: Binding | undefined;
  readonly live: LiveAnswer | undefined;
  /** An intent of an earlier run whose outcome is unknown. */
  readonly open: Intent | undefined;
  /** A PUBLISH of an earlier run whose outcome is unknown, next to newer intents or the same as `open`. */
  readonly publish?: PublishIntent | undefined;
}

/** Combines desired, managed and partly created campaigns, sorted by key. No other campaigns are considered. */
export function joinCampaigns(
  desired: readonly Desired[],
  state: State,
  live: ReadonlyMap<CampaignKey, LiveAnswer>,
): JoinedCampaign[] {
  const wanted = new Map(desired.map((one) => [one.key, one]));
  const open = new Map(state.open.map((intent) => [intent.key, intent]));
  const publish = new Map(state.open.filter(isPublish).map((intent) => [intent.key, intent]));
  const keys = [...new Set([...wanted.keys(), ...state.bindings.keys(), ...open.keys()])].sort(byCodeUnit);
  return keys.map((key) => ({
    key,
    desired: wanted.get(key),
    binding: state.bindings.get(key),
    live: live.get(key),
    open: open.get(key),
    publish: publish.get(key),
  }));
}
