import { noteLaws } from './time-spent.ts';

/** `npm run test:laws` sets it; then a law is tried with so many draws, however many are usual. */
const ASKED = process.env.PROPERTY_RUNS;

/**
 * How many cases a law is tried with: `usual` ones on each push, a sample; many more by `npm run test:laws`. A case
 * that is so many times as dear as others says so in `cost`, and gets that much fewer there.
 */
export function draws(usual: number, { cost = 1 } = {}): { readonly numRuns: number } {
  noteLaws();
  return { numRuns: ASKED === undefined ? usual : Math.ceil(Number(ASKED) / cost) };
}
