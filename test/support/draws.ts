/** Set by `npm run test:laws`: the number of draws for every law, in place of its usual number. */
const ASKED = process.env.PROPERTY_RUNS;

/** Every n-th item of a list. `npm run test:laws` uses all of them. */
export function sample<Item>(items: readonly Item[], every: number): readonly Item[] {
  return ASKED === undefined ? items.filter((_, at) => at % every === 0) : items;
}

/**
 * How many cases a law is tried with: a sample of `usual` on each push, many more in `npm run test:laws`. A case that
 * takes `cost` times as long as others gets that many fewer there.
 */
export function draws(usual: number, { cost = 1 } = {}): { readonly numRuns: number } {
  return { numRuns: ASKED === undefined ? usual : Math.ceil(Number(ASKED) / cost) };
}
