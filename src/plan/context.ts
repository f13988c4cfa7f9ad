import type { CampaignKey, Desired, LeavesByComponent, Live, Unknown } from '../model/campaign.ts';
import type { OfflineBaseline } from '../model/plan.ts';
import type { Binding } from '../model/state.ts';
import type { Action } from '../model/transitions.ts';
import type { Consent, Policy, Workspace } from '../model/workspace.ts';

/** What the search for a new file's name found among live campaigns that nothing is bound to. */
export type SameNameAnswer = { readonly kind: 'found'; readonly campaigns: readonly Live[] } | Unknown;

/** What planning one campaign may look at beside the campaign itself. */
export interface CampaignContext {
  readonly workspace: Workspace;
  readonly policy: Policy;
  readonly sameName: ReadonlyMap<CampaignKey, SameNameAnswer>;
  /** The e-mail address that `created_by` and `updated_by` name for a campaign. */
  readonly actors: ReadonlyMap<CampaignKey, string>;
  readonly allowed: ReadonlySet<Consent>;
  /** Given where the service was not asked: then `live` is what was recorded of it. */
  readonly offline?: OfflineBaseline;
  /** Files without a binding. */
  readonly newcomers: readonly Desired[];
  /** Files with a binding. */
  readonly managed: readonly Desired[];
  /** Bindings whose file is gone. */
  readonly orphans: readonly Binding[];
  /** Epoch milliseconds. */
  readonly now: number;
  /** SHA-256 as lower-case hex. */
  readonly digest: (text: string) => string;
}

/** A managed campaign of which everything is known. */
export interface ExistingCampaign {
  readonly desired: Desired;
  readonly binding: Binding;
  /** The binding as it is recorded, before this read said more. */
  readonly recorded: Binding;
  readonly live: Live;
  /** The leaves of which this read shows for the first time that they change by themselves. */
  readonly found: LeavesByComponent;
  /** The action that an earlier run sent a short while ago, and that live does not show yet. */
  readonly pending: Action | undefined;
}
