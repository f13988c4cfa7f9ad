import type { Channel } from './campaign.ts';
import { groupBy } from './grouping.ts';
import type { RefusalCause } from './reasons.ts';

/** The label that makes a pull request send test messages. */
export const TEST_LABEL = 'send-test';

/** Specification, Limits: test send recipients a call. */
export const RECIPIENTS_AT_MOST = 10;

/** Somebody who gets test messages on a channel. `type`: what the ID is, in the service's words; omitted: see `typeOfRecipient`. */
export interface TestRecipient {
  readonly id: string;
  readonly channel: Channel;
  readonly type?: string;
}

/** The recipients of one request, whose IDs are all of one type. */
export interface Recipients {
  readonly type: string;
  readonly to: readonly string[];
}

/** A part of a campaign's messages, in the service's own names; all parts if nothing is given. */
export interface TestPart {
  readonly platform?: string | undefined;
  readonly locale?: string | undefined;
  readonly variation?: string | undefined;
}

/** The types of IDs that a channel knows (open point W16). */
export function recipientTypes(channel: Channel, headerPrefix: string): readonly string[] {
  return channel === 'EMAIL'
    ? ['EMAIL', 'ID', 'MOBILE_NUMBER', 'CUSTOM_SEGMENT']
    : [
        ...['USER_ATTRIBUTE_UNIQUE_ID', 'USER_ATTRIBUTE_USER_EMAIL', 'USER_ATTRIBUTE_USER_MOBILE'],
        ...['PUSH_ID', 'ADVERTISING_IDENTIFIER', `${headerPrefix}_GAID`, 'CUSTOM_SEGMENT'],
      ];
}

/** What an ID is if nobody says so: an email address or a user's unique ID. */
function typeOfRecipient(channel: Channel, id: string): string {
  if (channel === 'EMAIL') return id.includes('@') ? 'EMAIL' : 'ID';
  return id.includes('@') ? 'USER_ATTRIBUTE_USER_EMAIL' : 'USER_ATTRIBUTE_UNIQUE_ID';
}

/** The recipients on a channel, each once, by the type of their IDs. */
export function recipientsOn(channel: Channel, all: readonly Omit<TestRecipient, 'channel'>[]): Recipients[] {
  const typed = all.map(({ id, type = typeOfRecipient(channel, id) }) => ({ id, type }));
  return groupBy(typed, ({ type }) => type).map((same) => ({
    type: same[0]?.type ?? '',
    to: [...new Set(same.map(({ id }) => id))],
  }));
}

/** What the service answers about the messages of one platform, locale and variation (open point W16). */
export interface TestResult {
  /** `EMAIL` for an email. If the service's name for the message can't be taken apart, all of it. */
  readonly platform: string;
  readonly locale: string | null;
  readonly variation: string | null;
  readonly status: 'SENT' | 'FAILED';
  readonly reason: string | null;
}

/**
 * The result of one request. `isUnknown`: the messages may have been sent or not. `said`: the service's own summary, empty
 * if it gives none.
 */
export type TestOutcome =
  | { readonly kind: 'answered'; readonly results: readonly TestResult[]; readonly said: string }
  | { readonly kind: 'failed'; readonly cause: RefusalCause; readonly isUnknown: boolean };

/** One request of a test, and how far it is. */
export interface MessageTest extends Recipients {
  readonly key: string;
  readonly file: string;
  readonly outcome: TestOutcome | 'waiting' | 'sending';
}

/** Whether all messages of a request were sent. */
export function isSent(outcome: MessageTest['outcome']): boolean {
  return (
    typeof outcome === 'object' &&
    outcome.kind === 'answered' &&
    outcome.results.every(({ status }) => status === 'SENT')
  );
}
