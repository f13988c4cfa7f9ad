import type { AnswerProblem } from '../answer-problem.ts';
import type { KeyFault } from '../key-fault.ts';
import type { CampaignId, Live } from '../campaign.ts';

/** A file and a live campaign can't be bound, moved or forgotten as requested. */
export type BindingRefusal =
  | { readonly code: 'not-managed'; readonly key: string; readonly workspace: string }
  | { readonly code: 'invalid-key'; readonly key: string; readonly fault: KeyFault }
  | {
      readonly code: 'key-bound';
      readonly key: string;
      readonly campaignId: CampaignId;
      readonly workspace: string;
    }
  | {
      readonly code: 'campaign-bound';
      readonly campaignId: CampaignId;
      readonly key: string;
      readonly workspace: string;
    }
  /** An earlier run sent a change of it, and the outcome is unknown. */
  | { readonly code: 'work-open'; readonly key: string; readonly workspace: string }
  | { readonly code: 'creation-not-searched'; readonly key: string }
  | {
      readonly code: 'creation-found';
      readonly key: string;
      readonly workspace: string;
      readonly found: readonly { readonly id: CampaignId; readonly status: string }[];
    }
  | {
      readonly code: 'no-campaign-file';
      readonly key: string;
      readonly workspace: string;
      readonly known: readonly string[];
    }
  | { readonly code: 'no-live-campaign'; readonly campaignId: CampaignId; readonly workspace: string }
  | { readonly code: 'campaign-unreadable'; readonly campaignId: CampaignId; readonly problem: AnswerProblem }
  | {
      readonly code: 'not-manageable';
      readonly campaignId: CampaignId;
      readonly why: NonNullable<Live['readOnly']>;
    }
  | {
      readonly code: 'other-type';
      readonly campaignId: CampaignId;
      /** Channel and delivery type. */
      readonly live: string;
      readonly file: string;
      readonly wanted: string;
    };
