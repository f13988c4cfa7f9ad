import { isDraftChannel, type DraftChannel } from '../../domain/campaign/campaign-record.ts';
import { wireTime } from '../../domain/campaign/local-time.ts';
import { detail, invalid, refuseInvalid, shown, type Detail } from '../../domain/failure.ts';
import { listAt, objectAt, textAt, type JsonObject } from '../../domain/json.ts';
import { narrow } from '../../domain/personalization/content-variants.ts';
import {
  draftSubject,
  inlineSubject,
  modeErrors,
  testMetaErrors,
  type TestSubject,
} from '../../domain/personalization/test-request.ts';
import { reasons, summary, testSends, type TestMessage } from '../../domain/personalization/test-sends.ts';
import { shapeErrors } from '../request-body.ts';
import { documentsNamed, done, type Call, type Done } from './operation.ts';

/** Specification, Test Campaign; path, body and answer are open point W16. Messages go to the outbox. */
export function testCampaign(call: Call): Done {
  const { workspace, body, store } = call;
  const subject = subjectOf(call);
  // The channel is known now.
  refuseInvalid(metaErrors(body, subject.channel));
  const meta = objectAt(body, 'test_campaign_meta');
  const variants = narrow(subject.variants, {
    platform: textAt(meta, 'platform'),
    locale_name: textAt(meta, 'locale_name'),
    variation: textAt(meta, 'variation'),
  });
  const sends = testSends(variants, {
    channel: subject.channel,
    identifier: textAt(meta, 'identifier') ?? '',
    values: listAt(meta, 'identifier_values').map(String),
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

/** A message as the outbox shows it. */
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
