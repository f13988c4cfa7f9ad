import type { CampaignId, CampaignKey } from './campaign.ts';

// How many people a campaign reaches. The service estimates that once a day, and only for some scheduled campaigns (open
// point W15). An estimate is for an audience, so it is as good for another campaign with the same one.

/** An estimate of the service. */
export interface Estimate {
  readonly count: number;
  /** When it was computed, in UTC. */
  readonly at: string;
}

/** What Get Campaign Meta says about one campaign. */
export interface CampaignMeta {
  /** Undefined while there is none. */
  readonly estimate: Estimate | undefined;
  /** Why a reviewer of the service's rejected this draft. */
  readonly rejection: string | undefined;
}

/** The answers of the service by campaign ID: undefined if there was no usable one. */
export type MetaAnswers = ReadonlyMap<CampaignId, CampaignMeta | undefined>;

/**
 * Why there is no number: the service estimates just scheduled campaigns, and none of this type; its next estimate is still to
 * come; a plan asks only about some; or it didn't answer.
 */
export type Unestimated = 'not-scheduled' | 'other-type' | 'not-computed' | 'not-asked' | 'no-answer';

/** How many people a campaign reaches once its change is made; `live`: and before, if the change alters the audience. */
export type People = { readonly live: number | null } & (
  | (Estimate & {
      readonly kind: 'known';
      /** The campaign with the same audience whose number this is; undefined for its own. */
      readonly like: CampaignKey | undefined;
    })
  | { readonly kind: 'unknown'; readonly why: Unestimated }
);
