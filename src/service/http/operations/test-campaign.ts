import { isDraftChannel, type DraftChannel } from '../../domain/campaign/campaign-record.ts';
import { wireTime } from '../../domain/campaign/wire-time.ts';
import { detail, invalid, refuseInvalid, shown, type Detail } from '../../domain/failure.ts';
import { objectAt, type JsonObject } from '../../domain/json.ts';
import { shapeErrors } from '../request-shape.ts';
import { narrow } from '../../domain/personalization/content-variants.ts';
import { recipientsOf } from '../../domain/personalization/recipients.ts';
import { testMetaErrors, testMetaFrom } from '../../domain/personalization/test-meta.ts';
import {
  reasons,
  summary,
  testSends,
  type TestMessage,
  type TestSend,
} from '../../domain/personalization/test-sends.ts';
import {
  draftSubject,
  inlineSubject,
  modeErrors,
  type TestSubject,
} from '../../domain/personalization/test-subject.ts';
import { documentsNamed, done, outcomeOf, type Call, type Done, type Outcome } from './operation.ts';

/** Specification, Test Campaign; path, body and answer are open point W16. Messages go to the outbox. */
export function testCampaign(call: Call): Outcome {
  return outcomeOf(() => send(call, subjectOf(call)));
}

function subjectOf(call: Call): TestSubject {
  const { workspace, body } = call;
  const { channel, draft_id } = body;
  refuseInvalid([
    ...modeErrors(body, workspace.features),
    ...metaErrors(body, isDraftChannel(channel) ? channel : null),
    ...personalizationErrors(body),
  ]);
  if (typeof draft_id !== 'string') return inlineSubject(body);
  const draft = documentsNamed(call, draft_id, 'draft_id').named;
  if (channel !== undefined && channel !== draft.channel) {
    const message = `channel of the draft is ${draft.channel}, not ${shown(channel)}`;
    throw invalid('channel', message);
  }
  return draftSubject(draft);
}

/** The content of this field isn't documented, so it is accepted and ignored. Open point W16. */
function personalizationErrors({ personalization_details: given }: JsonObject): readonly Detail[] {
  return given === undefined ? [] : shapeErrors('personalizationDetails', given, 'personalization_details');
}

function metaErrors(
  { test_campaign_meta: given }: JsonObject,
  channel: DraftChannel | null,
): readonly Detail[] {
  const place = 'test_campaign_meta';
  if (given === undefined) return [detail(place, 'is required')];
  return [...testMetaErrors(objectAt(given), channel), ...shapeErrors('testMeta', given, place)];
}

/** Checks the recipients and platforms again now that the channel is known, then sends. */
function send(call: Call, subject: TestSubject): Done {
  const { workspace, body, store } = call;
  refuseInvalid(metaErrors(body, subject.channel));
  const meta = testMetaFrom(objectAt(body, 'test_campaign_meta'));
  const variants = narrow(subject.variants, meta.filter);
  const recipients = recipientsOf(meta, {
    channel: subject.channel,
    findUser: (by, value) => store.users.find(workspace.appKey, by, value),
  });
  const sends = testSends(variants, recipients);
  const messages = sends.flatMap((send) => send.messages);
  for (const message of messages) {
    store.messages.add(workspace.appKey, outboxRow(call, { subject, message, identifier: meta.identifier }));
  }
  const data = Object.fromEntries(sends.map((send) => [send.key, resultOf(send)]));
  return done({ data, message: summary(sends) }, { effect: `sent ${messages.length} for a test` });
}

/** A variant without any message counts as failed. */
function resultOf({ messages, missed }: TestSend): JsonObject {
  return messages.length > 0 ? { status: 'SENT' } : { status: 'FAILED', failure_reason: reasons(missed) };
}

/** A message as the outbox shows it. */
function outboxRow(
  { workspace, now, requestId }: Call,
  sent: { readonly subject: TestSubject; readonly message: TestMessage; readonly identifier: string },
): JsonObject {
  const { subject, message, identifier } = sent;
  const { mode, campaignId, channel } = subject;
  const { variant, to, user_id, content } = message;
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
    identifier,
    to,
    user_id,
    request_id: requestId,
    content,
  };
}
