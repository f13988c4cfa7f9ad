import type { CampaignKey, Desired, LeavesByComponent, Live } from '../model/campaign.ts';
import type { Unknown } from '../model/live-answer.ts';
import type { OfflineBaseline } from '../model/plan.ts';
import type { Binding } from '../model/state.ts';
import type { Action } from '../model/transitions.ts';
import type { Consent, Policy, Workspace } from '../model/workspace.ts';

/** The unbound live campaigns that a search for a new file's name found. */
export type SameNameAnswer = { readonly kind: 'found'; readonly campaigns: readonly Live[] } | Unknown;

/** What planning one campaign uses besides the campaign itself. */
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
  /** SHA-256 as lower-case hex. */
  readonly digest: (text: string) => string;
}

/** A managed campaign with all its data. */
export interface ExistingCampaign {
  readonly desired: Desired;
  readonly binding: Binding;
  /** The binding as recorded, before this read added to it. */
  readonly recorded: Binding;
  readonly live: Live;
  /** The leaves that this read shows for the first time to change by themselves. */
  readonly found: LeavesByComponent;
  readonly start: EarlierStart | undefined;
}

/** A PUBLISH or RESUME of an earlier run that may have been carried out, although live doesn't show it yet. */
export interface EarlierStart {
  readonly action: Action;
  /** The service accepted it, and no `--allow` permits sending it again, so it isn't sent. */
  readonly isFinal: boolean;
}
