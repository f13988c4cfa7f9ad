import { isDraftChannel, type DraftChannel } from '../../domain/campaign/campaign-record.ts';
import { wireTime } from '../../domain/campaign/wire-time.ts';
import { invalid, isNonEmpty, shown, validationFailed, type Detail } from '../../domain/failure.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../domain/json.ts';
import { shapeErrors } from '../request-shape.ts';
import { narrow } from '../../domain/personalization/content-variants.ts';
import { recipientsOf } from '../../domain/personalization/recipients.ts';
import { readTestMeta, type MetaRead } from '../../domain/personalization/test-meta.ts';
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
import { documentsNamed, done, refused, unknownCampaign, type Call, type Outcome } from './operation.ts';

/** Specification, Test Campaign; path, body and answer are open point W16. Messages go to the outbox. */
export function testCampaign(call: Call): Outcome {
  const { workspace, body } = call;
  const { channel, draft_id, test_campaign_meta } = body;
  const meta = readMeta(test_campaign_meta, isDraftChannel(channel) ? channel : null);
  const details = [
    ...modeErrors(body, workspace.features),
    ...(meta.kind === 'wrong' ? meta.details : []),
    ...personalizationErrors(body),
  ];
  if (isNonEmpty(details)) return refused(validationFailed(details));
  if (typeof draft_id !== 'string') return test(call, inlineSubject(body));
  const draft = documentsNamed(call, draft_id)?.named;
  if (!draft) return unknownCampaign(draft_id, 'draft_id');
  if (channel !== undefined && channel !== draft.channel) {
    return refused(invalid('channel', `channel of the draft is ${draft.channel}, not ${shown(channel)}`));
  }
  const read = draftSubject(draft);
  return read.kind === 'refused' ? refused(read.failure) : test(call, read.subject);
}

/** The content of this field isn't documented, so it is accepted and ignored. Open point W16. */
function personalizationErrors({ personalization_details: given }: JsonObject): readonly Detail[] {
  return given === undefined ? [] : shapeErrors('personalizationDetails', given, 'personalization_details');
}

function readMeta(given: JsonValue | undefined, channel: DraftChannel | null): MetaRead {
  const place = 'test_campaign_meta';
  if (given === undefined) {
    return { kind: 'wrong', details: [{ target: place, message: `${place} is required` }] };
  }
  const read = readTestMeta(isJsonObject(given) ? given : {}, channel);
  const details = [...(read.kind === 'wrong' ? read.details : []), ...shapeErrors('testMeta', given, place)];
  return isNonEmpty(details) ? { kind: 'wrong', details } : read;
}

/** Reads the recipients and platforms again now that the channel is known, then sends. */
function test(call: Call, subject: TestSubject): Outcome {
  const { workspace, body, store } = call;
  const read = readMeta(body.test_campaign_meta, subject.channel);
  if (read.kind === 'wrong') return refused(validationFailed(read.details));
  const narrowed = narrow(subject.variants, read.meta.filter);
  if (narrowed.kind === 'refused') return refused(validationFailed(narrowed.details));
  const recipients = recipientsOf(read.meta, {
    channel: subject.channel,
    findUser: (by, value) => store.users.find(workspace.appKey, by, value),
  });
  const sends = testSends(narrowed.variants, recipients);
  const messages = sends.flatMap((send) => send.messages);
  for (const message of messages) {
    store.messages.add(
      workspace.appKey,
      outboxRow(call, { subject, message, identifier: read.meta.identifier }),
    );
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
  const { platform, locale, variation } = message.variant;
  return {
    ...{
      at: wireTime(now),
      workspace: workspace.appKey,
      mode: subject.mode,
      campaign_id: subject.campaignId,
    },
    ...{
      channel: subject.channel,
      platform: subject.channel === 'PUSH' ? platform : null,
      locale,
      variation,
    },
    ...{ identifier, to: message.to, user_id: message.user_id, request_id: requestId },
    content: message.content,
  };
}
