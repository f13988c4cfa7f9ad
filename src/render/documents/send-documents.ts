import type { Calendar } from '../../model/calendar.ts';
import { jsonText } from '../../model/json.ts';
import type { Plan, PlannedCampaign } from '../../model/plan.ts';
import { instantText, type UpcomingSends } from '../../model/planned-sends.ts';
import { audienceIn, described } from '../rows/calendar-rows.ts';
import { readingOf } from '../rows/reach.ts';
import { peopleDocument } from './plan-document.ts';

/** What goes out when, as JSON for machines: `schemas/calendar.schema.json`. */
export function calendarDocument({ from, to, sends, crowded, undated }: Calendar, plan: Plan): string {
  const common = (campaign: PlannedCampaign) => ({
    channel: described(campaign).channel,
    audience: audienceIn(campaign),
    people: peopleDocument(campaign),
  });
  return jsonText({
    format: 'campaign-calendar/1',
    workspace: plan.workspace,
    from,
    to,
    sends: [
      ...sends.map(({ campaign, change, ...send }) => ({
        ...{ key: campaign.key, at: instantText(send), zone: send.zone },
        ...{ ...common(campaign), change },
      })),
      ...undated.map((one) => ({ key: one.key, at: null, zone: null, ...common(one), change: null })),
    ],
    warnings: crowded.map(({ day, segment, count, atMost }) => ({
      date: day,
      segment,
      count,
      limit: atMost,
    })),
    ...offlineOf(plan),
  });
}

/** A campaign in words with its next sends, as JSON for machines: `schemas/show.schema.json`. */
export function showDocument(campaign: PlannedCampaign, plan: Plan, { sends = [] }: UpcomingSends): string {
  return jsonText({
    format: 'campaign-show/1',
    workspace: plan.workspace,
    key: campaign.key,
    campaign_id: campaign.campaignId,
    live_status: campaign.liveStatus,
    words: readingOf(described(campaign, 'wanted')),
    next_sends: sends.map(instantText),
    people: peopleDocument(campaign),
    ...offlineOf(plan),
  });
}

/** Statuses are recorded ones then. */
function offlineOf({ offline }: Plan) {
  return offline && { offline: { record: offline.record, from: offline.from } };
}
