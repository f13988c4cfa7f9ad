import { isDraftChannel, type DraftChannel } from '../../domain/campaign/campaign-record.ts';
import { wireTime } from '../../domain/campaign/local-time.ts';
import { detail, invalid, refuseInvalid, shown, type Detail } from '../../domain/failure.ts';
import { objectAt, textAt, type JsonObject, isJsonObject, valueAt } from '../../domain/json.ts';
import { narrow } from '../../domain/personalization/content-variants.ts';
import {
  draftSubject,
  inlineSubject,
  modeErrors,
  testMetaErrors,
  type TestSubject,
  GAID,
  reasons,
  summary,
  templateErrors,
  testSends,
  type TestMessage,
} from '../../domain/personalization/test-message.ts';
import { shapeErrors } from '../request-body.ts';
import { documentsNamed, done, type Call, type Done } from './operation.ts';
import { looseComponentErrors } from '../../domain/campaign/draft-validation.ts';
import { resolveTemplates } from '../../domain/personalization/resolve-templates.ts';
import { templateScope, unknownUser, type User, type UserIdentifier } from '../../domain/user.ts';

/** Specification, Test Campaign; path, body and answer are open point W16. Messages go to the outbox. */
export function testCampaign(call: Call): Done {
  const { workspace, body, store } = call;
  const subject = subjectOf(call);
  // The channel is known now.
  refuseInvalid(metaErrors(body, subject.channel));
  const meta = objectAt(body, 'test_campaign_meta');
  const variants = narrow(subject.variants, meta);
  refuseInvalid(templateErrors(variants));
  const sends = testSends(variants, {
    channel: subject.channel,
    meta,
    findUser: (by, value) => store.users.find(workspace.appKey, by, value),
  });
  const messages = sends.flatMap((send) => send.messages);
  for (const message of messages) store.messages.add(workspace.appKey, outboxRow(call, subject, message));
  // A variant without any message counts as failed.
  const results = sends.map(({ key, messages, missed }): [string, JsonObject] => [
    key,
    messages.length > 0 ? { status: 'SENT' } : { status: 'FAILED', failure_reason: reasons(missed) },
  ]);
  const data = { data: Object.fromEntries(results), message: summary(sends) };
  return done(data, { effect: `sent ${messages.length} for a test` });
}

function subjectOf(call: Call): TestSubject {
  const { workspace, body } = call;
  const { channel, draft_id, personalization_details: details } = body;
  refuseInvalid([
    ...modeErrors(body, workspace.features),
    ...metaErrors(body, isDraftChannel(channel) ? channel : null),
    // The content of this field isn't documented, so it is accepted and ignored. Open point W16.
    ...(details === undefined
      ? []
      : shapeErrors('personalization_details', details, 'personalization_details')),
  ]);
  if (typeof draft_id !== 'string') return inlineSubject(body);
  const draft = documentsNamed(call, draft_id, 'draft_id').named;
  if (channel !== undefined && channel !== draft.channel)
    throw invalid('channel', `channel of the draft is ${draft.channel}, not ${shown(channel)}`);
  return draftSubject(draft);
}

function metaErrors(
  { test_campaign_meta: given }: JsonObject,
  channel: DraftChannel | null,
): readonly Detail[] {
  const place = 'test_campaign_meta';
  if (given === undefined) return [detail(place, 'is required')];
  return [...testMetaErrors(objectAt(given), channel), ...shapeErrors('test_meta', given, place)];
}

function outboxRow(
  { workspace, now, requestId, body }: Call,
  { mode, campaignId, channel }: TestSubject,
  { variant, to, user_id, content }: TestMessage,
): JsonObject {
  const { platform, locale, variation } = variant;
  return {
    at: wireTime(now),
    workspace: workspace.appKey,
    mode,
    campaign_id: campaignId,
    channel,
    platform: channel === 'PUSH' ? platform : null,
    locale,
    variation,
    identifier: textAt(body, 'test_campaign_meta', 'identifier') ?? '',
    to,
    user_id,
    request_id: requestId,
    content,
  };
}

/** Specification, What the service does, point 3. */
const CHANNELS = ['PUSH', 'EMAIL', 'SMS'];

const USER_TYPES: ReadonlyMap<string, UserIdentifier> = new Map([
  ['USER_ATTRIBUTE_UNIQUE_ID', 'id'],
  ['EMAIL', 'email'],
  ['PUSH_ID', 'push_id'],
  [GAID, 'gaid'],
]);

const PREVIEW_FIELDS = [
  ...['request_id', 'channel', 'user_identification', 'campaign_content', 'event_attributes'],
];

/** Specification, Personalized Preview; path, user selector and answer are open point W17. Sends nothing. */
export function previewContent(call: Call): Done {
  const { body, store, workspace } = call;
  const { channel, event_attributes: event, user_identification: selector } = body;
  const by = USER_TYPES.get(textAt(selector, 'type') ?? '');
  const user = by ? store.users.find(workspace.appKey, by, textAt(selector, 'value') ?? '') : null;
  refuseInvalid([
    ...(typeof channel === 'string' && CHANNELS.includes(channel)
      ? []
      : [detail('channel', `must be one of ${CHANNELS.join(', ')}, not ${shown(channel)}`)]),
    ...Object.keys(body)
      .filter((field) => !PREVIEW_FIELDS.includes(field))
      .map((field) => detail(field, "can't be used here: a preview uses the content of campaign_content")),
    ...userErrors(body, by, user),
    ...contentErrors(call),
    ...(event === undefined ? [] : shapeErrors('event_attributes', event, 'event_attributes')),
  ]);
  const content = valueAt(body, 'campaign_content', 'content');
  if (user === null || !isJsonObject(content)) throw new Error('a wrong preview got through');
  const resolved = resolveTemplates(content, templateScope(user, event));
  if (resolved.kind === 'failed') {
    const target = `campaign_content.content.${resolved.path}`;
    throw invalid(target, `${target} can't be resolved: ${resolved.message}`);
  }
  return done({ personalized_content: { content: resolved.content } }, { type: 'personalization' });
}

function userErrors(
  { user_identification: given }: JsonObject,
  by: UserIdentifier | undefined,
  user: User | null,
): readonly Detail[] {
  const place = 'user_identification';
  if (given === undefined) return [detail(place, 'is required')];
  const details = shapeErrors('user_identification', given, place);
  if (details.length > 0 || user !== null || by === undefined) return details;
  return [{ target: `${place}.value`, message: unknownUser(by, textAt(given, 'value') ?? '') }];
}

/** Push and email content has the same form as on creation. The content of an SMS isn't specified. */
function contentErrors({ body, workspace: { features } }: Call): readonly Detail[] {
  const { channel, campaign_content } = body;
  if (campaign_content === undefined) return [detail('campaign_content', 'is required')];
  if (isDraftChannel(channel)) return looseComponentErrors({ campaign_content }, { channel, features });
  if (!isJsonObject(campaign_content)) return [detail('campaign_content', 'must be an object')];
  return isJsonObject(campaign_content.content)
    ? []
    : [detail('campaign_content.content', `must be an object, not ${shown(campaign_content.content)}`)];
}
