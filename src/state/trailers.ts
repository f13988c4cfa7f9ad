/** The trailers of the commits on the state branch: written by `state-commits.ts`, read as the audit trail. */
export const TRAILERS = [
  'Campaign',
  'Change',
  'Moved-From',
  'Components',
  'Restored',
  'Status',
  'Commit',
  'Allow',
  'Pull-Request',
  'Actor',
  'At',
  'Run',
  'Request-Id',
  'Response-Id',
] as const;

export type TrailerName = (typeof TRAILERS)[number];

/** The value of a trailer in a format of `git log`; several are separated by commas. */
export function trailerFormat(name: TrailerName): string {
  return `%(trailers:key=${name},valueonly,separator=%x2C)`;
}
