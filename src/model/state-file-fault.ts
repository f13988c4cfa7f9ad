import type { CampaignId } from './campaign.ts';

/** Why a file of a state branch can't be used. `said` is what the parser or the schema's validator said. */
export type StateFileFault =
  | { readonly code: 'missing' }
  | { readonly code: 'not-json'; readonly said: string }
  /** `expected`: the format that a file at this path has. */
  | { readonly code: 'other-format'; readonly expected: string }
  /** `at`: a JSON Pointer. */
  | { readonly code: 'other-shape'; readonly at: string; readonly said: string | undefined }
  /** A binding whose key is not that of its path. */
  | { readonly code: 'other-key'; readonly key: string }
  /** Another binding has the same campaign. */
  | { readonly code: 'bound-twice'; readonly campaignId: CampaignId };
