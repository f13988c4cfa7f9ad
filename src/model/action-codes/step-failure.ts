import type { CampaignKey } from '../campaign.ts';
import type { NotReviewed } from '../decision.ts';
import type { Held } from '../held.ts';
import type { RefusalCause } from '../refusal.ts';
import type { Refusal } from '../result.ts';
import type { CodeHostProblem } from './code-host-problem.ts';

/** Why GitHub refused a push, as far as git says. */
export type RefusedPush = 'by-rule' | 'no-permission';

/** Why a step of a workflow failed or did nothing. `messages/action-messages/step-failures.ts` puts it into words. */
export type StepFailure =
  /** A command ended early. */
  | {
      readonly code: 'ended-early';
      readonly cause: RefusalCause;
      readonly push?: RefusedPush | undefined;
    }
  /** GitHub could not be asked what was reviewed. */
  | { readonly code: 'code-host'; readonly problem: CodeHostProblem }
  | { readonly code: 'invalid-files'; readonly command: 'plan' | 'apply' | 'drift' | 'validate' }
  /** Drift was found without the files. */
  | { readonly code: 'drift-without-files' }
  /** Apply was refused as a whole. */
  | { readonly code: 'run-refused'; readonly refusal: Refusal }
  | { readonly code: 'changes-failed' }
  | { readonly code: 'interrupted' }
  | { readonly code: 'changes-stale' }
  | SkippedUnreviewed
  /** Only the input `fail-on` makes these a failure. */
  | { readonly code: 'fail-on-held' }
  | { readonly code: 'fail-on-drift' }
  | { readonly code: 'campaigns-unread'; readonly count: number }
  /** Drift of a branch that would send the API key elsewhere. */
  | { readonly code: 'drift-of-other-target'; readonly workspace: string }
  | CheckedFiles
  | { readonly code: 'bug'; readonly trace: 'below' | 'in-log' };

/** A change that no merged pull request showed. */
export interface SkippedUnreviewed {
  readonly code: 'not-reviewed';
  readonly key: CampaignKey;
  /** How many other campaigns were skipped. */
  readonly others: number;
  readonly why: NotReviewed;
  readonly workspace: string;
  /** What blocks it, if that is why it can't be approved; null otherwise. */
  readonly blockedBy: readonly Held[] | null;
}

/** What `validate` found. */
export interface CheckedFiles {
  readonly code: 'files-checked';
  readonly files: number;
  readonly workspaces: readonly string[];
  readonly errors: number;
  readonly warnings: number;
}
