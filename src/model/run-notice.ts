import type { LeaseNotice, StateProblem } from './refusals/state-refusal.ts';

/** What a run found out and works around; `messages/run-notices.ts` puts it into words. */
export type RunNotice =
  | LeaseNotice
  /** Origin was not asked, so what is shown is what this clone has. */
  | { readonly kind: 'read-from-clone'; readonly problem: StateProblem };
