import type { Position } from '../../model/campaign.ts';
import type { PlannedCampaign } from '../../model/plan.ts';

export interface FilePlace extends Position {
  readonly file: string;
}

/** A path below the repository's root, then line and column. What a service says may hold anything, so no other path is one. */
const PLACE = /(?<![\w./-])([\w][\w./-]*\.\w+):(\d{1,7}):(\d{1,7})(?!\d)/;

/** The first `file:line:col` that a message names: one of the campaign's own files, else any that is well formed. */
export function placeInMessage(
  message: string,
  campaign: PlannedCampaign | undefined,
): FilePlace | undefined {
  const own = [campaign?.file, ...(campaign?.desired?.sources ?? [])].filter(
    (file) => typeof file === 'string',
  );
  for (const file of own) {
    const at = message.indexOf(`${file}:`);
    const [, line, column] =
      at < 0 ? [] : (/^:(\d{1,7}):(\d{1,7})(?!\d)/.exec(message.slice(at + file.length)) ?? []);
    if (line !== undefined && column !== undefined) return placeOf(file, line, column);
  }
  const [, file, line, column] = PLACE.exec(message) ?? [];
  if (file === undefined || line === undefined || column === undefined) return undefined;
  return file.split('/').some((step) => step === '..' || step === '')
    ? undefined
    : placeOf(file, line, column);
}

function placeOf(file: string, line: string, column: string): FilePlace {
  return { file, line: Math.max(1, Number(line)), column: Math.max(1, Number(column)) };
}
