import type { Refused } from '../../src/model/failure.ts';

// Examples of failed changes, as people may see them.

export const PLACE = { file: 'campaigns/a.yaml', line: 3, column: 5 };
/** A refusal of an update, with a position in its file. */
export const refused = (status: number, more: Partial<Refused> = {}): Refused => ({
  ...{ code: 'refused', step: 'update', status, serviceCode: 'SOME_CODE', more: 0 },
  complaints: [{ target: 'utm_params.utm_source', message: 'is wrong', place: PLACE }],
  ...more,
});
