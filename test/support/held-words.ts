import { describeHeld } from '../../src/messages/catalog/held.ts';
import { plainText } from '../../src/messages/phrase.ts';
import type { Held } from '../../src/model/held.ts';

/** Why a change is blocked, in the words of a terminal; '' if it isn't. */
export function whyOf(held: Held | undefined, workspace = 'local'): string {
  return held ? plainText(describeHeld(held, workspace).why) : '';
}

/** What people should do about it. */
export function todoOf(held: Held | undefined, workspace = 'local'): string {
  return held ? plainText(describeHeld(held, workspace).todo) : '';
}
