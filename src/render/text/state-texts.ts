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

/** What was forgotten, what may still send, and how to undo it. */
export function forgottenText(workspace: string, forgotten: readonly Forgotten[]): string {
  if (forgotten.length === 0) return `Nothing is recorded for ${workspace}.\n`;
  const lines = forgotten.map(({ key, campaignId, status, isSending }) => {
    const sends = isSending ? ` It was ${status ?? ''} when last seen, and may still send.` : '';
    const undo = campaignId && ` To undo: campaigns adopt ${key} --id ${campaignId} -w ${workspace}`;
    return `Forgot ${key}; nothing changed in the service.${sends}${undo ?? ''}\n`;
  });
  return lines.join('');
}

export function releaseText(workspace: string, freed: Freed | undefined): string {
  if (freed === undefined) return `No run has reserved the workspace ${workspace}.\n`;
  const { run = 'unknown', page, user, since, until } = freed === 'unreadable' ? {} : freed;
  const times = since && until ? ` from ${utcFrom(since)} until ${utcFrom(until)}` : '';
  return `Released the workspace ${workspace}, reserved${times} for the run ${run} by ${page ?? user ?? 'an unknown user'}. The next apply resolves what it left open.\n`;
}

/** The recorded and the new target of a workspace, above the question whether to move it. */
export function targetText({ workspace, from, to, bound }: TargetMove): string {
  return `Move ${workspace} with ${counted(bound, 'campaign')} from ${words(from)} to ${words(to)}?\nOnly if the new address has the same campaigns, with the same IDs.\n`;
}

/** The result. */
export function targetMovedText({ workspace, from, to, isMoved }: TargetMove): string {
  if (isMoved)
    return `Moved ${workspace} from ${words(from)} to ${words(to)}. Next: campaigns plan -w ${workspace}\n`;
  return from
    ? `${workspace} is already recorded at ${words(to)}.\n`
    : `Nothing is recorded for ${workspace} yet. The first apply records ${words(to)}.\n`;
}

function words(target: StateTarget | undefined): string {
  if (!target) return 'nowhere';
  const { baseUrl, appKey, folder } = target;
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
