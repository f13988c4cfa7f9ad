import { isDraftChannel, type CampaignRecord, type DraftChannel } from '../campaign/campaign-record.ts';
import { detail, shown, unprocessable, type Detail } from '../failure.ts';
import { isJsonObject, listAt, valueAt, type JsonObject } from '../json.ts';
import { looseComponentErrors } from '../campaign/draft-validation.ts';
import { variantsOf, type Variant } from './content-variants.ts';

/** What a test sends. */
export interface TestSubject {
  readonly mode: 'draft' | 'inline';
  /** `null` if the campaign isn't saved. */
  readonly campaignId: string | null;
  readonly channel: DraftChannel;
  readonly variants: readonly Variant[];
}

/** The fields of an inline-mode body besides its channel. Specification, Test Campaign, and open point W16. */
const INLINE: Readonly<Record<DraftChannel, readonly string[]>> = {
  PUSH: ['campaign_content'],
  EMAIL: ['campaign_content', 'connector', 'basic_details'],
};

/** The errors in a body's choice between the two modes, and in its inline-mode fields. */
export function modeErrors(body: JsonObject, features: ReadonlySet<string>): readonly Detail[] {
  const brought = INLINE.EMAIL.filter((field) => body[field] !== undefined);
  if (body.draft_id !== undefined) {
    const { draft_id: id } = body;
    return [
      ...(typeof id === 'string' && /^[0-9a-f]{24}$/i.test(id)
        ? []
        : [detail('draft_id', `must be an id of 24 characters, not ${shown(id)}`)]),
      ...brought.map((field) => detail(field, "can't be combined with draft_id: the draft has its own")),
    ];
  }
  if (brought.length === 0 && body.channel === undefined) {
    return [{ target: 'draft_id', message: 'give either draft_id, or channel and campaign_content' }];
  }
  return inlineErrors(body, features);
}

function inlineErrors(body: JsonObject, features: ReadonlySet<string>): readonly Detail[] {
  const { channel } = body;
  if (!isDraftChannel(channel)) {
    return [detail('channel', `must be PUSH or EMAIL, not ${shown(channel)}`)];
  }
  const missing = INLINE[channel].filter((field) => body[field] === undefined);
  const errors = looseComponentErrors(inlineComponents(body, channel), { channel, features });
  const content = body.campaign_content;
  const hasContent = isJsonObject(valueAt(content, 'content'));
  const empty = hasContent && errors.length === 0 && variantsOf(channel, content).length === 0;
  return [
    ...missing.map((field) => detail(field, 'is required')),
    ...errors,
    ...(empty ? [{ target: 'campaign_content.content', message: 'it has no content to send' }] : []),
  ];
}

function inlineComponents(body: JsonObject, channel: DraftChannel): JsonObject {
  const given = INLINE[channel].filter((field) => Object.hasOwn(body, field));
  return Object.fromEntries(given.map((field) => [field, body[field] ?? null]));
}

/** The subject of an inline test. The body must be free of errors. */
export function inlineSubject(body: JsonObject): TestSubject {
  const { channel } = body;
  if (!isDraftChannel(channel)) throw new Error('modeErrors let an unknown channel through');
  const variants = variantsOf(channel, body.campaign_content);
  return { mode: 'inline', campaignId: null, channel, variants };
}

/**
 * The subject of a test of a draft. Refused with 422 if the draft is incomplete. Only platforms that have content
 * count.
 */
export function draftSubject(draft: CampaignRecord): TestSubject {
  const { channel, campaign_id: campaignId } = draft;
  if (!isDraftChannel(channel)) {
    throw unprocessable(`only PUSH and EMAIL campaigns can be tested; this one is ${channel}`);
  }
  const platforms = listAt(draft, 'basic_details', 'platforms');
  const variants = variantsOf(channel, draft.campaign_content).filter(
    ({ platform }) => channel === 'EMAIL' || platforms.length === 0 || platforms.includes(platform),
  );
  const lacking = [
    ...(variants.length > 0 ? [] : [detail('campaign_content', 'is required for a test')]),
    ...(channel === 'PUSH' || isJsonObject(draft.connector)
      ? []
      : [detail('connector', 'is required for a test')]),
  ];
  if (lacking.length > 0)
    throw unprocessable('the draft is missing what a test requires; see details', lacking);
  return { mode: 'draft', campaignId, channel, variants };
}
