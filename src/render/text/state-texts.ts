import type { Forgotten, Moved } from '../documents/state-documents.ts';

export function moveText({ workspace, from, to, campaignId }: Moved): string {
  return `Moved ${from} to ${to} (${campaignId}). Next: give its file the same key, then: campaigns plan -w ${workspace}\n`;
}

/** What was forgotten, what is still sending, and how to undo it. */
export function forgottenText(workspace: string, forgotten: readonly Forgotten[]): string {
  if (forgotten.length === 0)
    return `Nothing is recorded for ${workspace}, so no campaigns were forgotten.\n`;
  return forgotten.map((one) => `${line(workspace, one)}\n`).join('');
}

function line(workspace: string, { key, campaignId, status, isSending }: Forgotten): string {
  if (campaignId === undefined)
    return `Forgot ${key}. An earlier run tried to create it, but the service has no such campaign.`;
  if (!isSending) return `Forgot ${key}. Its live campaign is unchanged.`;
  return `Forgot ${key}. Its live campaign (${status ?? ''} when last seen) ${status === 'SCHEDULED' ? 'will still be sent' : 'is still sending'}. To undo: campaigns import ${campaignId} --key ${key} --adopt -w ${workspace}`;
}
