import { HELD } from '../../src/messages/catalog/held.ts';
import type { HeldCause } from '../../src/model/held.ts';

/** The examples of the catalog as causes. */
export const HELD_EXAMPLES = Object.fromEntries(
  Object.entries(HELD).map(([code, { example }]) => [code, { code, ...example } as unknown as HeldCause]),
) as unknown as { readonly [Code in HeldCause['code']]: Extract<HeldCause, { readonly code: Code }> };
