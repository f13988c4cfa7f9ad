import { STEP_FAILURES, STEP_NOTICES } from './steps.ts';
import { FAILURES, STALE } from './failures.ts';
import { PLAN_NOTICES } from './plan-notices.ts';
import { REFUSALS } from './refusals.ts';

/** Every row, by what its codes are about: for the tests and for docs/codes.md. */
export const CATALOGS = {
  refusals: REFUSALS,
  failures: FAILURES,
  stale: STALE,
  failedSteps: STEP_FAILURES,
  planNotices: PLAN_NOTICES,
  stepNotices: STEP_NOTICES,
};
