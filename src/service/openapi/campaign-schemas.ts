import {
  DELIVERY_TYPES,
  READ_CHANNELS,
  RECORD_STATUSES,
  isDraftChannel,
  type DraftChannel,
} from '../campaign/campaign-record.ts';
import type { JsonObject } from '../json.ts';
import type { ServiceOptions } from '../service-options.ts';
import { componentSchemas } from './shared-schemas.ts';
import { closed, described, list, open, ref, text, word } from './schema.ts';

/** A campaign as get and search answer it. Specification, Campaign (draft) record; open points W3 and W5. */
export function recordSchemas(readView: ServiceOptions['readView']): JsonObject {
  return {
    campaign_record: {
      description: 'A campaign as it is now. A component that was never set is not there.',
      oneOf: [ref('push_record'), ref('email_record'), ref('read_only_record')],
      discriminator: {
        propertyName: 'channel',
        mapping: Object.fromEntries(READ_CHANNELS.map((channel) => [channel, recordOf(channel)])),
      },
    },
    record_fields: RECORD_FIELDS,
    push_record: draftRecord('PUSH', readView),
    email_record: draftRecord('EMAIL', readView),
    read_only_record: READ_ONLY_RECORD,
    ...(readView !== 'written' && { read_schedule: READ_SCHEDULE }),
    object_id: text('A 24-character object identifier.', { pattern: '^[0-9a-fA-F]{24}$' }),
    wire_time: text('A time in UTC, without a zone.', {
      pattern: '^\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}(\\.\\d+)?$',
      examples: ['2024-07-04 08:00:54.847000'],
    }),
  };
}

/** Which of the three record schemas a channel has. */
function recordOf(channel: string): string {
  const name = isDraftChannel(channel) ? channel.toLowerCase() : 'read_only';
  return `#/components/schemas/${name}_record`;
}

/** Opaque: it need not look like a document's id. Open point W3. */
export const CAMPAIGN_ID = text('Identifies the campaign through all its versions.', { minLength: 1 });

const RECORD_FIELDS = open(
  {
    id: described('Identifies this document; with versioning each version has its own.', 'object_id'),
    campaign_id: CAMPAIGN_ID,
    version_number: { description: 'Only with versioning.', type: 'integer', minimum: 1 },
    status: word('Where the campaign is in its life.', RECORD_STATUSES),
    channel: { type: 'string' },
    campaign_delivery_type: { type: 'string' },
    created_by: text('Who created it.'),
    updated_by: text('Who changed it last.'),
    created_at: ref('wire_time'),
    updated_at: ref('wire_time'),
    sent_time: described('When its send began.', 'wire_time'),
    flow_id: text('The flow that the campaign is a node of.'),
    flow_name: text('The name of that flow.'),
    parent_id: text('The periodic campaign that this is one send of.'),
    rejection_comment: text('Why a review sent it back.'),
  },
  ['id', 'campaign_id', 'status', 'channel', 'campaign_delivery_type', 'created_at', 'updated_at'],
);

/** With the read view the schedule alone is spelt otherwise than it was written. */
function draftRecord(channel: DraftChannel, readView: ServiceOptions['readView']): JsonObject {
  return {
    description: `A ${channel} campaign.`,
    allOf: [ref('record_fields')],
    ...open({
      channel: { const: channel },
      campaign_delivery_type: { enum: DELIVERY_TYPES[channel] },
      ...componentSchemas(channel),
      ...(readView !== 'written' && { scheduling_details: ref('read_schedule') }),
    }),
  };
}

const READ_ONLY_RECORD: JsonObject = {
  description: 'A campaign of a channel that can only be read and searched.',
  allOf: [ref('record_fields')],
  ...open({
    channel: { enum: READ_CHANNELS.filter((channel) => !isDraftChannel(channel)) },
    connector: { description: 'Also there for SMS.', type: 'object' },
    sender_name: text('Only there for SMS.'),
  }),
};

const READ_SCHEDULE: JsonObject = {
  description: "The schedule in the service's own spelling. It can't be sent back as it is.",
  ...open({
    delivery_type: { enum: ['ASAP', 'SCHEDULED', 'PERIODIC'] },
    schedule_time: text(
      'What was written as start_time; in the documented view resolved to UTC, and of a period the time of day alone.',
    ),
    time_zone: text('What was written as timezone.'),
    frequency: text('What was written as periodic_details.sending_frequency.'),
  }),
};

/** A row of metadata. Specification, Get Campaign Meta; the fields are open point W15. */
export const META_SCHEMAS: JsonObject = {
  campaign_meta: {
    description: 'A campaign in a few words.',
    ...closed(
      {
        campaign_id: CAMPAIGN_ID,
        version_number: { type: 'integer' },
        channel: { enum: READ_CHANNELS },
        platform: list('Platforms of a push campaign.', { type: 'string' }),
        created_by: { type: 'string' },
        campaign_delivery_type: { type: 'string' },
        campaign_name: { type: 'string' },
        campaign_team: { type: 'string' },
        campaign_tags: list('Its tags.', { type: 'string' }),
        campaign_status: { enum: RECORD_STATUSES },
        campaign_start_time: text('In UTC, without a zone.', { examples: ['2024-11-27T09:00:00.000000'] }),
        parent_campaign_id: { type: 'string' },
        total_child_campaigns: {
          description: 'The sends of a periodic campaign so far; only with include_child_campaigns.',
          type: 'integer',
          minimum: 0,
        },
        rejection_comment: text('While a campaign that was reviewed and rejected is a draft.'),
        reachability_details: described('An estimate, or null.', 'reachability'),
      },
      [
        ...['campaign_id', 'channel', 'platform', 'campaign_delivery_type', 'campaign_tags'],
        ...['campaign_status', 'reachability_details'],
      ],
    ),
  },
  reachability: {
    description:
      'How many users a scheduled campaign would reach: reckoned once a day, for ONE_TIME, EVENT_TRIGGERED and BUSINESS_EVENT_TRIGGERED only.',
    ...closed({
      count: { type: 'integer', minimum: 0 },
      last_updated_time: text('In UTC: 2024-11-27T09:05:42.661000.'),
    }),
    type: ['object', 'null'],
  },
};
