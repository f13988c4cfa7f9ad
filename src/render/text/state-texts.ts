import type { Forgotten, MovedBinding, TargetMove } from '../../model/moved.ts';
import type { Freed } from '../documents/state-documents.ts';
import { utcFrom } from '../../model/utc-words.ts';
import { counted } from '../../model/show.ts';
import type { Binding, StateTarget } from '../../model/state.ts';
import { visibleLine } from '../text-layout.ts';
import { campaignRows } from './campaign-rows.ts';

export function moveText({ workspace, from, to, campaignId }: MovedBinding): string {
  return `Moved ${from} to ${to} (${campaignId}) in ${workspace}. Next: give the file this key, if it hasn't, then: campaigns plan -w ${workspace}\n`;
}

/** What was forgotten, what is still sending, and how to undo it. */
export function forgottenText(workspace: string, forgotten: readonly Forgotten[]): string {
  if (forgotten.length === 0)
    return `Nothing is recorded for ${workspace}, so no campaigns were forgotten.\n`;
  return forgotten.map((one) => `${forgottenLine(workspace, one)}\n`).join('');
}

function forgottenLine(workspace: string, { key, campaignId, status, isSending }: Forgotten): string {
  if (campaignId === undefined)
    return `Forgot ${key}. An earlier run tried to create it, but the service has no such campaign.`;
  const live = isSending
    ? `Its live campaign was ${status ?? ''} when last seen, and may still send.`
    : 'Nothing changed in the service.';
  return `Forgot ${key}. ${live} To undo: campaigns adopt ${key} --id ${campaignId} -w ${workspace}`;
}

export function releaseText(workspace: string, freed: Freed | undefined): string {
  if (freed === undefined)
    return `No run has reserved the workspace ${workspace}, so nothing was released.\n`;
  if (freed === 'unreadable')
    return `Released the workspace ${workspace}. The run that had reserved it is unknown.\n`;
  const { run, page, user, since, until } = freed;
  const who = `run ${run} by ${page ?? user ?? 'an unknown user'}`;
  return [
    `Released the workspace ${workspace}, which was reserved until ${utcFrom(until)} for ${who} (started ${utcFrom(since)}).`,
    'If that run is still active, it notices within a minute and ends. Its unfinished changes stay recorded, and the next apply resolves them.',
    '',
  ].join('\n');
}

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

function words({ baseUrl, appKey, folder }: StateTarget): string {
  return `${baseUrl} (${appKey}${folder === undefined ? '' : `, folder ${folder}`})`;
}

/** Key, campaign ID, kind and name of every binding. */
export function bindingsText(
  bindings: readonly Binding[],
  { columns }: { readonly columns: number },
): string {
  if (bindings.length === 0) return 'Nothing is managed yet.\n';
  const rows = bindings.map(({ key, campaignId, channel, deliveryType, name }) => ({
    key,
    beside: [channel, deliveryType],
    below: [campaignId, visibleLine(name)],
  }));
  return campaignRows(rows, columns);
}
