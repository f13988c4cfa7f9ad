import type { DraftChannel } from '../campaign/campaign-record.ts';
import type { JsonObject } from '../json.ts';
import { unknownUser, type User, type UserIdentifier, templateScope } from '../user.ts';
import { keyOf, type Variant } from './content-variants.ts';
import { resolveTemplates } from './resolve-templates.ts';
import { IDENTIFIERS } from './test-request.ts';

/** The address of a message, and its user, or `null` if it is not personalized. A text says why there is no address. */
type Recipient = { readonly user: User | null; readonly to: string } | string;

/** The recipients of a test: an identifier, its values, and how users are found. */
interface Recipients {
  readonly channel: DraftChannel;
  readonly identifier: string;
  readonly values: readonly string[];
  readonly findUser: (by: UserIdentifier, value: string) => User | null;
}

/** A message to send. */
export interface TestMessage {
  readonly variant: Variant;
  readonly to: string;
  readonly user_id: string | null;
  readonly content: JsonObject;
}

/** The result for a variant: its messages, and why the other recipients got none. */
export interface TestSend {
  readonly key: string;
  readonly messages: readonly TestMessage[];
  readonly missed: readonly string[];
}

/** Time limit for all messages of a test, in milliseconds. Each content has its own limit as well. */
const TIME_MS = 2000;

/** Every variant for every recipient. */
export function testSends(variants: readonly Variant[], recipients: Recipients): readonly TestSend[] {
  const end = performance.now() + TIME_MS;
  const found = recipients.values.map((value) => recipientOf(recipients, value));
  return variants.map((variant) => {
    const sends = found.map((recipient) =>
      performance.now() < end ? send(variant, recipient) : `the test takes longer than ${TIME_MS} ms`,
    );
    return {
      key: keyOf(variant),
      messages: sends.filter((sent) => typeof sent !== 'string'),
      missed: sends.filter((sent) => typeof sent === 'string'),
    };
  });
}

/** The identifiers whose values reach a recipient that isn't a known user. Specification, Test Campaign; W16. */
const REACHING_UNKNOWN = ['EMAIL', 'PUSH_ID', 'CUSTOM_SEGMENT'];

function recipientOf({ channel, identifier, findUser }: Recipients, value: string): Recipient {
  const by = IDENTIFIERS[channel].get(identifier) ?? null;
  // The members of a segment are unknown here, so the segment's name represents them.
  const user = by && findUser(by, value);
  if (!user)
    return by === null || REACHING_UNKNOWN.includes(identifier)
      ? { user: null, to: value }
      : unknownUser(by, value);
  const address = channel === 'PUSH' ? 'push_id' : 'email';
  const to = user[address] ?? '';
  return to === '' ? `the user ${JSON.stringify(user.id)} has no ${address}` : { user, to };
}

/** The message, or the reason why there isn't one. */
function send(variant: Variant, recipient: Recipient): TestMessage | string {
  if (typeof recipient === 'string') return recipient;
  const { user, to } = recipient;
  if (!user) return { variant, to, user_id: null, content: variant.content };
  const resolved = resolveTemplates(variant.content, templateScope(user, undefined));
  return resolved.kind === 'resolved'
    ? { variant, to, user_id: user.id, content: resolved.content }
    : `${resolved.path} can't be resolved: ${resolved.message}`;
}

/** The result of a test in one sentence. */
export function summary(sends: readonly TestSend[]): string {
  const sent = sends.reduce((count, { messages }) => count + messages.length, 0);
  const missed = sends.flatMap((send) => send.missed);
  if (missed.length === 0) return `sent ${counted(sent)}`;
  if (sent === 0) return `no test message was sent: ${reasons(missed)}`;
  return `sent ${sent} of ${counted(sent + missed.length)}; not sent: ${reasons(missed)}`;
}

function counted(messages: number): string {
  return messages === 1 ? '1 test message' : `${messages} test messages`;
}

/** How many reasons are listed. The rest are counted. */
const REASONS_LISTED = 3;

/** Lists each reason once. */
export function reasons(missed: readonly string[]): string {
  const distinct = [...new Set(missed)];
  const more = distinct.length - REASONS_LISTED;
  return [...distinct.slice(0, REASONS_LISTED), ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
}
