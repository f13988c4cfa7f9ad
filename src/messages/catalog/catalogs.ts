import { FAILURES, STALE } from './failures.ts';
import { REFUSALS } from './refusals.ts';

/** Every row, by what its codes are about: for the tests and for docs/codes.md. */
export const CATALOGS = { refusals: REFUSALS, failures: FAILURES, stale: STALE };
