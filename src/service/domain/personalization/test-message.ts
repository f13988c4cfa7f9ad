import {
  isMailAddress,
  DRAFT_CHANNELS,
  isDraftChannel,
  type CampaignRecord,
  type DraftChannel,
} from '../campaign/campaign-record.ts';
import { looseComponentErrors } from '../campaign/draft-validation.ts';
import { detail, shown, unprocessable, type Detail } from '../failure.ts';
import { isJsonObject, listAt, textAt, valueAt, without, type JsonObject } from '../json.ts';
import { templateScope, unknownUser, type User, type UserIdentifier } from '../user.ts';
import { variantsOf, type Variant } from './content-variants.ts';
import { resolveTemplates } from './resolve-templates.ts';

/** A Google advertising id, with the prefix of the service's headers. Open points W16, W17 and W28. */
export const GAID = 'SVC_GAID';

/** How recipients are found; `null` if they aren't users. Open point W16. */
const IDENTIFIERS: Readonly<Record<DraftChannel, ReadonlyMap<string, UserIdentifier | null>>> = {
  PUSH: new Map([
    ['USER_ATTRIBUTE_UNIQUE_ID', 'id'],
    ['USER_ATTRIBUTE_USER_EMAIL', 'email'],
    ['USER_ATTRIBUTE_USER_MOBILE', 'mobile'],
    ['PUSH_ID', 'push_id'],
    ['ADVERTISING_IDENTIFIER', 'advertising_id'],
    [GAID, 'gaid'],
    ['CUSTOM_SEGMENT', null],
  ]),
  EMAIL: new Map([
    ['EMAIL', 'email'],
    ['ID', 'id'],
    ['MOBILE_NUMBER', 'mobile'],
    ['CUSTOM_SEGMENT', null],
  ]),
};

/** The errors in `test_campaign_meta` that its schema can't find; the channel may be unknown. */
export function testMetaErrors(meta: JsonObject, channel: DraftChannel | null): readonly Detail[] {
  const { identifier, platform } = meta;
  const at = (field: string, problem: string): Detail => detail(`test_campaign_meta.${field}`, problem);
  const channels = channel === null ? DRAFT_CHANNELS : [channel];
  const known = new Set<unknown>(channels.flatMap((name) => [...IDENTIFIERS[name].keys()]));
  const forChannel = channel === null ? '' : ` for ${channel}`;
  const isKnown = identifier === undefined || known.has(identifier);
  return [
    ...(isKnown
      ? []
      : [at('identifier', `must be one of ${[...known].join(', ')}${forChannel}, not ${shown(identifier)}`)]),
    ...(identifier === 'EMAIL' ? listAt(meta, 'identifier_values') : []).flatMap((value, place) =>
      isMailAddress(value)
        ? []
        : [at(`identifier_values.${place}`, `must be an email address, not ${shown(value)}`)],
    ),
    ...(platform !== undefined && channel === 'EMAIL'
      ? [at('platform', 'is for PUSH: an email has no platforms')]
      : []),
  ];
}

/** What a test sends. */
export interface TestSubject {
  readonly mode: 'draft' | 'inline';
  /** `null` if the campaign isn't saved. */
  readonly campaignId: string | null;
  readonly channel: DraftChannel;
  readonly variants: readonly Variant[];
}

/** The required fields of an inline-mode body besides its channel. Specification, Test Campaign, and open point W16. */
const INLINE: Readonly<Record<DraftChannel, readonly string[]>> = {
  PUSH: ['campaign_content'],
  EMAIL: ['campaign_content', 'connector'],
};
const OPTIONAL = ['basic_details'];
const COMMON = ['request_id', 'channel', 'draft_id', 'test_campaign_meta', 'personalization_details'];

/** The errors in a body's choice between the two modes, and in its inline-mode fields. */
export function modeErrors(body: JsonObject, features: ReadonlySet<string>): readonly Detail[] {
  const { draft_id: id, channel } = body;
  const known = [...INLINE.EMAIL, ...OPTIONAL];
  const brought = known.filter((field) => body[field] !== undefined);
  const unknown = Object.keys(body).filter((field) => !known.includes(field) && !COMMON.includes(field));
  if (unknown.length > 0) return unknown.map((field) => detail(field, 'is not allowed here'));
  if (id === undefined) {
    return brought.length === 0 && channel === undefined
      ? [{ target: 'draft_id', message: 'give either draft_id, or channel and campaign_content' }]
      : inlineErrors(body, features);
  }
  const isId = typeof id === 'string' && /^[0-9a-f]{24}$/i.test(id);
  return [
    ...(isId ? [] : [detail('draft_id', `must be an id of 24 characters, not ${shown(id)}`)]),
    ...brought.map((field) => detail(field, "can't be combined with draft_id: the draft has its own")),
  ];
}

function inlineErrors(body: JsonObject, features: ReadonlySet<string>): readonly Detail[] {
  const { channel, campaign_content: content } = body;
  if (!isDraftChannel(channel)) return [detail('channel', `must be PUSH or EMAIL, not ${shown(channel)}`)];
  const others = Object.keys(body).filter((field) => ![...INLINE[channel], ...OPTIONAL].includes(field));
  const errors = looseComponentErrors(without(body, others), { channel, features });
  const hasContent = isJsonObject(valueAt(content, 'content'));
  const isEmpty = hasContent && errors.length === 0 && variantsOf(channel, content).length === 0;
  return [
    ...INLINE[channel]
      .filter((field) => body[field] === undefined)
      .map((field) => detail(field, 'is required')),
    ...errors,
    ...(isEmpty ? [{ target: 'campaign_content.content', message: 'it has no content to send' }] : []),
  ];
}

/** The subject of an inline test. The body must be free of errors. */
export function inlineSubject({ channel, campaign_content: content }: JsonObject): TestSubject {
  if (!isDraftChannel(channel)) throw new Error('modeErrors let an unknown channel through');
  return { mode: 'inline', campaignId: null, channel, variants: variantsOf(channel, content) };
}

/** The subject of a test of a draft, on platforms with content. Refused with 422 if incomplete. */
export function draftSubject(draft: CampaignRecord): TestSubject {
  const { channel, campaign_id: campaignId } = draft;
  if (!isDraftChannel(channel))
    throw unprocessable(`only PUSH and EMAIL campaigns can be tested; this one is ${channel}`);
  const platforms = listAt(draft, 'basic_details', 'platforms');
  const variants = variantsOf(channel, draft.campaign_content).filter(
    ({ platform }) => channel === 'EMAIL' || platforms.length === 0 || platforms.includes(platform),
  );
  const lacking = [
    ...(variants.length > 0 ? [] : ['campaign_content']),
    ...(channel === 'PUSH' || isJsonObject(draft.connector) ? [] : ['connector']),
  ].map((field) => detail(field, 'is required for a test'));
  if (lacking.length > 0)
    throw unprocessable('the draft is missing what a test requires; see details', lacking);
  return { mode: 'draft', campaignId, channel, variants };
}

/** The address of a message, and its user, or `null` if it is not personalized. A text says why there is no address. */
type Recipient = { readonly user: User | null; readonly to: string } | string;

interface Recipients {
  readonly channel: DraftChannel;
  /** `test_campaign_meta`, with an identifier and its values. */
  readonly meta: JsonObject;
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
  /** The name of the variant in the answer: `ANDROID_default_variation_1`. Open point W16. */
  readonly key: string;
  readonly messages: readonly TestMessage[];
  readonly missed: readonly string[];
}

/** Time limit for all messages of a test, in milliseconds. Each content has its own limit as well. */
const TIME_MS = 2000;

/** Someone of whom nothing is known. */
const NOBODY: User = { id: '', email: null, push_id: null, mobile: null, attributes: {} };

/** The fields with an expression that nobody's attributes resolve, such as an unknown name. Open point W18. */
export function templateErrors(variants: readonly Variant[]): readonly Detail[] {
  const end = performance.now() + TIME_MS;
  return variants.flatMap(({ target, content }) => {
    if (performance.now() >= end) return [];
    const found = resolveTemplates(content, templateScope(NOBODY, undefined));
    if (found.kind === 'resolved') return [];
    return [detail(`${target}.${found.path}`, `can't be resolved: ${found.message}`)];
  });
}

/** Every variant for every recipient. */
export function testSends(variants: readonly Variant[], recipients: Recipients): readonly TestSend[] {
  const end = performance.now() + TIME_MS;
  const values = listAt(recipients.meta, 'identifier_values').map(String);
  const found = values.map((value) => recipientOf(recipients, value));
  return variants.map((variant) => {
    const sends = found.map((recipient) =>
      performance.now() < end ? send(variant, recipient) : `the test takes longer than ${TIME_MS} ms`,
    );
    return {
      key: `${variant.platform}_${variant.locale}_${variant.variation}`,
      messages: sends.filter((sent) => typeof sent !== 'string'),
      missed: sends.filter((sent) => typeof sent === 'string'),
    };
  });
}

/** The identifiers whose values reach a recipient that isn't a known user. Specification, Test Campaign; W16. */
const REACHING_UNKNOWN = ['EMAIL', 'PUSH_ID', 'CUSTOM_SEGMENT'];

function recipientOf({ channel, meta, findUser }: Recipients, value: string): Recipient {
  const identifier = textAt(meta, 'identifier') ?? '';
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
