import { counted } from '../../model/show.ts';
import type { Target, TargetMove } from '../documents/state-documents.ts';

/** The recorded and the new target of a workspace, above the question whether to move it. */
export function targetText({ workspace, from, to, bound }: TargetMove): string {
  const lines = [
    `The workspace ${workspace}, with ${counted(bound, 'campaign')}:`,
    ...(from ? [`  recorded  ${words(from)}`] : []),
    `  now       ${words(to)}`,
    'Move it only if the new address has the same campaigns, with the same IDs.',
  ];
  return `${lines.join('\n')}\n`;
}

/** The result. */
export function targetMovedText(move: TargetMove): string {
  const { workspace, from, to, isMoved } = move;
  if (from === undefined)
    return `Nothing is recorded for ${workspace} yet. The first apply records ${words(to)}.\n`;
  if (!isMoved) return `${workspace} is already recorded at ${words(to)}.\n`;
  return `Moved ${workspace} from ${words(from)} to ${words(to)}. No campaigns were changed. Next: campaigns plan -w ${workspace}\n`;
}

function words({ baseUrl, appKey, folder }: Target): string {
  return `${baseUrl} (${appKey}${folder === undefined ? '' : `, folder ${folder}`})`;
}
