import { counted } from '../../model/show.ts';
import type { Target, TargetMove } from '../documents/state-documents.ts';

/** Where a workspace lives by its record, and where it is to live: what a person is asked about. */
export function targetText({ workspace, from, to, bound }: TargetMove): string {
  const lines = [
    `The workspace ${workspace}, with ${counted(bound, 'campaign')}:`,
    ...(from ? [`  recorded  ${words(from)}`] : []),
    `  now       ${words(to)}`,
    'Move it only if the new address has the same campaigns, with the same IDs.',
  ];
  return `${lines.join('\n')}\n`;
}

/** What became of it. */
export function targetMovedText(move: TargetMove): string {
  const { workspace, from, to, isMoved } = move;
  if (from === undefined)
    return `Nothing is recorded for ${workspace} yet. The first apply records ${words(to)}.\n`;
  if (!isMoved) return `${workspace} is recorded at ${words(to)} already.\n`;
  return `${workspace} moved from ${words(from)} to ${words(to)}. No campaign was changed. Next: campaigns plan -w ${workspace}\n`;
}

function words({ baseUrl, appKey, folder }: Target): string {
  return `${baseUrl} (${appKey}${folder === undefined ? '' : `, folder ${folder}`})`;
}
