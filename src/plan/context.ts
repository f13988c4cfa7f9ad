import type { CampaignKey, Desired, Live } from '../model/campaign.ts';
import type { Unknown, LiveAnswer } from '../model/live-answer.ts';
import type { OfflineBaseline } from '../model/plan.ts';
import { type Binding, isPublish, type Intent, type PublishIntent, type State } from '../model/state.ts';
import type { Steady } from '../model/self-changing.ts';
import type { Digest } from '../model/step-digests.ts';
import type { Action } from '../model/transitions.ts';
import type { Consent, Policy, Workspace } from '../model/workspace.ts';
import { byCodeUnit } from '../model/json.ts';

/** The unbound live campaigns that a search for a new file's name found. */
export type SameNameAnswer = { readonly kind: 'found'; readonly campaigns: readonly Live[] } | Unknown;

export interface CampaignContext {
  readonly workspace: Workspace;
  readonly policy: Policy;
  readonly sameName: ReadonlyMap<CampaignKey, SameNameAnswer>;
  /** The email address for `created_by` and `updated_by` of each campaign. */
  readonly actors: ReadonlyMap<CampaignKey, string>;
  readonly allowed: ReadonlySet<Consent>;
  /** The campaign, if the user named one and no other. Only then `same-name` surely allows a second one that sends. */
  readonly named?: CampaignKey | undefined;
  /** Given if the service was not asked. `live` is the recorded state then. */
  readonly offline?: OfflineBaseline;
  /** Files without a binding. */
  readonly newcomers: readonly Desired[];
  /** Files with a binding to a campaign that hasn't ended. */
  readonly boundFiles: readonly Desired[];
  /** Bindings whose file is gone. */
  readonly orphans: readonly Binding[];
  /** Bindings whose file has another name, channel or type than at its last apply. */
  readonly vacated: readonly Binding[];
  /** Epoch milliseconds. */
  readonly now: number;
  readonly digest: Digest;
}

export interface ExistingCampaign extends Omit<Steady, 'isUnexplained'> {
  readonly desired: Desired;
  /** The binding as recorded, before this read added to it. */
  readonly recorded: Binding;
  readonly start: EarlierStart | undefined;
}

/** A PUBLISH or RESUME of an earlier run that may have been carried out, although live doesn't show it yet. */
export interface EarlierStart {
  readonly action: Action;
  /** The service accepted it, and no `--allow` permits sending it again, so it isn't sent. */
  readonly isFinal: boolean;
  /** It publishes a version of a campaign that is live, so it starts nothing. */
  readonly isVersion: boolean;
}

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
