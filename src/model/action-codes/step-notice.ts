import type { RefusalCause } from '../refusal.ts';
import type { CodeHostProblem } from './code-host-problem.ts';

/** What a step writes to GitHub. */
export type Posting =
  | { readonly code: 'plan'; readonly pull: number }
  | { readonly code: 'failed-plan'; readonly pull: number }
  | { readonly code: 'result'; readonly pull: number }
  | { readonly code: 'status'; readonly commit: string }
  | { readonly code: 'old-plan-collapsed' }
  | { readonly code: 'drift-issue' }
  | { readonly code: 'drift-pull' }
  | { readonly code: 'drift-pull-closed' };

/** Something that a step could not do, which doesn't fail it. `messages/action-messages/step-notices.ts` puts it into words. */
export type StepNotice =
  | { readonly code: 'not-posted'; readonly what: Posting; readonly problem: CodeHostProblem }
  /** The branch of the pull request has commits from other authors. */
  | { readonly code: 'drift-pull-edited' }
  | { readonly code: 'drift-pull-not-pushed'; readonly said: string }
  | { readonly code: 'drift-pull-not-prepared'; readonly cause: RefusalCause }
  | { readonly code: 'not-written'; readonly variable: string; readonly said: string }
  /** It is unknown which comment to write. */
  | { readonly code: 'failure-not-reported' }
  /** The signature on a recorded approval is no longer valid. */
  | { readonly code: 'approval-not-verified'; readonly pull: number };
