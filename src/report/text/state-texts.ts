import type { Forgotten, Moved } from '../documents/state-documents.ts';

export function moveText({ workspace, from, to, campaignId }: Moved): string {
  return `${from} is ${to} from now on (${campaignId}). Its file needs that key, too; then: campaigns plan -w ${workspace}\n`;
}

/** What was let go of, what goes on sending all the same, and the way back. */
export function forgottenText(workspace: string, forgotten: readonly Forgotten[]): string {
  if (forgotten.length === 0) return `Nothing is recorded for ${workspace}: there is nothing to let go of.\n`;
  return forgotten.map((one) => `${line(workspace, one)}\n`).join('');
}

function line(workspace: string, { key, campaignId, status, isSending }: Forgotten): string {
  if (campaignId === undefined)
    return `Let go of ${key}: nothing is there of the creation that an earlier run sent.`;
  if (!isSending) return `Let go of ${key}; its live campaign stays as it is.`;
  return `Let go of ${key}; its live campaign was ${status ?? ''} when last seen, and goes on sending. The way back: campaigns import ${campaignId} --key ${key} --adopt -w ${workspace}`;
}
