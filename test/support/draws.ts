import { noteLaws } from './time-spent.ts';

/** `npm run test:laws` sets it; then a law is tried with so many draws, however many are usual. */
const ASKED = process.env.PROPERTY_RUNS;

/** Every so-manieth of a long list; all of it by `npm run test:laws`. */
export function sample<Item>(items: readonly Item[], every: number): readonly Item[] {
  return ASKED === undefined ? items.filter((_, at) => at % every === 0) : items;
}

/**
 * How many cases a law is tried with: `usual` ones on each push, a sample; many more by `npm run test:laws`. A case
 * that is so many times as dear as others says so in `cost`, and gets that much fewer there.
 */
export function draws(usual: number, { cost = 1 } = {}): { readonly numRuns: number } {
  noteLaws();
  return { numRuns: ASKED === undefined ? usual : Math.ceil(Number(ASKED) / cost) };
}
