import type { OperationName } from '../operations/operation.ts';
import { RollingWindows, type Window } from './rolling-windows.ts';

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

/** Uploads for the global control group. Open point W30. */
export const CONTROL_GROUP_CALLS: readonly Window[] = [{ limit: 10, spanMs: MINUTE_MS }];

/** Calls of the personalized preview. Open point W25. */
export const PREVIEW_CALLS: readonly Window[] = [{ limit: 10_000, spanMs: MINUTE_MS }];

/** The windows of every workspace, per operation. */
export interface RateLimits {
  calls(
    workspace: string,
    operation: { readonly name: OperationName; readonly limits: readonly Window[] },
  ): RollingWindows;
  creations(workspace: string): RollingWindows;
  clear(): void;
}

/** All windows, or with `off` windows that admit everything. */
export function rateLimits(mode: 'real' | 'off'): RateLimits {
  const known = new Map<string, RollingWindows>();
  const windowsOf = (name: string, windows: readonly Window[]): RollingWindows => {
    const found = known.get(name) ?? new RollingWindows(mode === 'real' ? windows : []);
    known.set(name, found);
    return found;
  };
  return {
    calls: (workspace, { name, limits }) => windowsOf(`${name} ${workspace}`, limits),
    creations: (workspace) => windowsOf(`creations ${workspace}`, CREATIONS),
    clear: () => {
      known.clear();
    },
  };
}
