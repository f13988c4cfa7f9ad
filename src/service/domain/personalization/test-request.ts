import {
  isMailAddress,
  DRAFT_CHANNELS,
  isDraftChannel,
  type CampaignRecord,
  type DraftChannel,
} from '../campaign/campaign-record.ts';
import { looseComponentErrors } from '../campaign/draft-validation.ts';
import { detail, shown, unprocessable, type Detail } from '../failure.ts';
import { isJsonObject, listAt, valueAt, without, type JsonObject } from '../json.ts';
import type { UserIdentifier } from '../user.ts';
import { variantsOf, type Variant } from './content-variants.ts';

/** A Google advertising id, with the prefix of the service's headers. Open points W16, W17 and W28. */
export const GAID = 'SVC_GAID';

/** How recipients are found; `null` if they aren't users. Open point W16. */
export const IDENTIFIERS: Readonly<Record<DraftChannel, ReadonlyMap<string, UserIdentifier | null>>> = {
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
