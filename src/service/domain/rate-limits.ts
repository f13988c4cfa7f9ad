import type { OperationName } from './operation-name.ts';
import type { Window } from './rolling-windows.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Specification, Limits: create requests per client. */
export const CREATE_CALLS: readonly Window[] = [
  { limit: 5, spanMs: SECOND_MS },
  { limit: 25, spanMs: MINUTE_MS },
  { limit: 100, spanMs: HOUR_MS },
];

/** Specification, Limits: successful campaign creations. */
export const CREATIONS: readonly Window[] = [
  { limit: 5, spanMs: MINUTE_MS },
  { limit: 25, spanMs: HOUR_MS },
  { limit: 100, spanMs: DAY_MS },
];

/** The limits of each of the other operations. Open point W25. */
export const OTHER_CALLS: readonly Window[] = [
  { limit: 10, spanMs: SECOND_MS },
  { limit: 100, spanMs: MINUTE_MS },
  { limit: 6000, spanMs: HOUR_MS },
];

/** Specification, Personalized Preview; its limit is open point W25. */
export const PREVIEW_CALLS: readonly Window[] = [{ limit: 10_000, spanMs: MINUTE_MS }];

/** Updates of the global control group. Open point W30. */
export const CONTROL_GROUP_CALLS: readonly Window[] = [{ limit: 10, spanMs: MINUTE_MS }];

/** Windows that replace the real ones, for an operation's calls and for successful creations. */
export type Limits = Readonly<Partial<Record<OperationName | 'creations', readonly Window[]>>>;

/** The real limits, no limits, or the real limits with some replaced. */
export type LimitsInForce = 'real' | 'off' | Limits;

/** The windows in force: the real ones or their replacements. */
export function windowsInForce(
  limits: LimitsInForce,
  name: OperationName | 'creations',
  real: readonly Window[],
): readonly Window[] {
  if (limits === 'off') return [];
  return limits === 'real' ? real : (limits[name] ?? real);
}
