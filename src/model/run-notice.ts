import type { LeaseNotice, StateProblem } from './refusals/state-refusal.ts';

/** A problem that a run found and works around. `messages/run-notices.ts` puts it into words. */
export type RunNotice =
  | LeaseNotice
  /** Origin was not asked, so the state in this clone is shown. */
  | { readonly kind: 'read-from-clone'; readonly problem: StateProblem };
