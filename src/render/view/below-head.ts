import { describeHeld } from '../../messages/catalog/held.ts';
import type { Message } from '../../messages/phrase.ts';
import { TAKEN_NAME } from '../../messages/record-messages.ts';
import type { Held } from '../../model/held.ts';

/** What blocks one campaign, below a sentence that already covers all campaigns of the workspace. */
export function describeBelowHead(held: Omit<Held, 'reason'>, workspace: string): Message {
  return held.cause.code === 'no-record' && held.cause.isTaken ? TAKEN_NAME : describeHeld(held, workspace);
}
