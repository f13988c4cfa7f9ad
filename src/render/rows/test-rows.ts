import { REFUSALS } from '../../messages/catalog/refusals.ts';
import { messageFor, inOne } from '../../messages/catalog/row.ts';
import { TEST } from '../../messages/comment-messages.ts';
import type { Phrase } from '../../messages/phrase.ts';
import type { MessageTest, TestResult } from '../../model/test-send.ts';
import type { Mark } from './row.ts';

/** One line about a test: a message of it, or the whole of it. */
export interface TestRow {
  readonly mark: Mark;
  /** Such as `ANDROID, de, variation_2`; empty if the line is about the whole test. */
  readonly message: string;
  readonly says: Phrase;
}

/** What became of a test, message by message. */
export function testRows(outcome: MessageTest['outcome']): readonly TestRow[] {
  if (outcome === 'waiting') return [{ mark: 'waiting', message: '', says: TEST.waiting }];
  if (outcome === 'sending') return [{ mark: 'unknown', message: '', says: TEST.sending }];
  if (outcome.kind === 'failed') {
    const mark = outcome.isUnknown ? 'unknown' : 'failed';
    return [{ mark, message: '', says: inOne(messageFor(REFUSALS, outcome.cause)) }];
  }
  return outcome.results.map((one) => ({
    mark: one.status === 'SENT' ? 'done' : 'failed',
    message: messageName(one),
    says: one.status === 'SENT' ? TEST.sent : TEST.failed(one.reason),
  }));
}

function messageName({ platform, locale, variation }: TestResult): string {
  return [platform, locale, variation].filter((part) => part !== null).join(', ');
}

/** What the service adds: if a message was sent, this alone says whether each recipient got it. */
export function testRemark(outcome: MessageTest['outcome']): Phrase {
  if (typeof outcome !== 'object' || outcome.kind !== 'answered' || outcome.said === '') return [];
  return outcome.results.some(({ status }) => status === 'SENT') ? TEST.serviceSays(outcome.said) : [];
}
