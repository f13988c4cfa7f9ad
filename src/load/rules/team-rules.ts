import { matchesGlob } from '../../model/glob.ts';
import { isJsonObject, isList, valueAt, type JsonObject, type Path } from '../../model/json.ts';
import { instantOf } from '../../model/local-time.ts';
import {
  EARLIEST_ZONE_MS,
  daysOf,
  deliveryDays,
  sendDays,
  startInstant,
  type Day,
} from '../../model/schedule.ts';
import { bare } from '../../model/show.ts';
import { ruleFor } from '../../model/team-rules.ts';
import { DAY_MS } from '../../model/time.ts';
import type { Checked, Found, Rule } from '../check.ts';
import { followsPattern } from '../name-pattern.ts';

// Rules that the team has set in workspaces.yaml, each with its own level. A campaign that already has these values in
// live was made before the rule, or in the service: its file must be able to say so (open point V24), so the rule only
// warns until the file changes one of them. Campaigns that have ended send nothing more and can't be edited.

const NAME: Path = ['basic_details', 'name'];
const TAGS: Path = ['basic_details', 'tags'];
const ALL_USERS: Path = ['segmentation_details', 'is_all_user_campaign'];

/** Types that send to a whole audience at once; with the other types, only users who trigger the message get it. */
const TO_AN_AUDIENCE = ['ONE_TIME', 'PERIODIC', 'BUSINESS_EVENT_TRIGGERED'];

type OfTeam = Found<'TEAM_RULE'>;

export const TEAM_RULES: readonly Rule[] = [
  ...[nameMatches, tagsAreThere, utmIsThere, pushIsForSome].map((rule) => ({
    ...({ stage: 'sending', code: 'TEAM_RULE' } as const),
    check: (checked: Checked) => (checked.status === 'STOPPED' ? [] : rule(checked)),
  })),
  { stage: 'sending', code: 'BLACKOUT', check: sendsInBlackout },
];

function nameMatches({ body, key, rules }: Checked): OfTeam[] {
  const rule = ruleFor(rules.namePattern, key);
  const name = valueAt(body, NAME);
  if (!rule || typeof name !== 'string' || followsPattern(name, rule)) return [];
  const { level, pattern } = rule;
  return [{ path: NAME, only: 'new', params: { why: 'name_pattern', level, key, pattern } }];
}

function tagsAreThere({ body, key, rules }: Checked): OfTeam[] {
  const rule = ruleFor(rules.requiredTags, key);
  if (!rule || !isJsonObject(body.basic_details)) return [];
  const tags = valueAt(body, TAGS);
  const own = isList(tags) ? tags.map(bare) : [];
  const missing = rule.tags.filter((wanted) => !own.some((tag) => matchesGlob(tag, wanted)));
  if (missing.length === 0) return [];
  const params = { why: 'required_tags', level: rule.level, key, tags: missing } as const;
  return [{ path: TAGS, on: 'key', only: 'new', params }];
}

function utmIsThere({ body, key, rules }: Checked): OfTeam[] {
  const rule = ruleFor(rules.requiredUtm, key);
  const fields = rule?.fields.filter((name) => bare(valueAt(body, ['utm_params', name]) ?? '').trim() === '');
  if (!rule || fields === undefined || fields.length === 0) return [];
  const judged = rule.fields.map((name) => ['utm_params', name]);
  const params = { why: 'required_utm', level: rule.level, key, fields } as const;
  return [{ path: ['utm_params'], on: 'key', only: 'new', judged, params }];
}

function pushIsForSome({ body, key, rules }: Checked): OfTeam[] {
  const rule = ruleFor(rules.allUsersPush, key);
  const isPush = body.channel === 'PUSH' && TO_AN_AUDIENCE.includes(bare(body.campaign_delivery_type));
  if (!rule || !isPush || valueAt(body, ALL_USERS) !== true) return [];
  return [{ path: ALL_USERS, only: 'new', params: { why: 'all_users_push', level: rule.level, key } }];
}

/** Sends on a blackout day, whenever the campaign is published. A paused or stopped campaign sends nothing. */
function sendsInBlackout({ body, key, rules, status }: Checked): Found<'BLACKOUT'>[] {
  const rule = ruleFor(rules.blackout, key);
  const schedule = body.scheduling_details;
  if (!rule || !isJsonObject(schedule) || status === 'PAUSED' || status === 'STOPPED') return [];
  const type = bare(body.campaign_delivery_type);
  const field = schedule.start_time === undefined ? 'delivery_type' : 'start_time';
  return rule.days.flatMap(daysOf).flatMap((day): Found<'BLACKOUT'>[] => {
    const time = timeOfSend(day, type, schedule);
    if (!time) return [];
    const params = { level: rule.level, key, day };
    return [{ path: ['scheduling_details', field], only: 'publish', ...time, params }];
  });
}

/** When it is so that users get a message on a day: before, and after, they don't. */
function timeOfSend(day: Day, deliveryType: string, schedule: JsonObject) {
  const begin = instantOf(`${day}T00:00:00`, bare(schedule.timezone ?? 'UTC'));
  const start = startInstant(schedule);
  // What starts at once is sent on the day on which it is published.
  const now = Number.isNaN(start) ? begin : start;
  const at = { span: { from: day, to: day }, now };
  if (deliveryDays(deliveryType, schedule, at).length === 0) return undefined;
  const isLate = sendDays(deliveryType, schedule, at).length === 0;
  if (isLate && schedule.delivery_type === 'SEND_IN_USER_TIMEZONE')
    return { from: Date.parse(day) - EARLIEST_ZONE_MS, ...(!Number.isNaN(start) && { until: start }) };
  return { ...(Number.isNaN(start) && { from: now }), until: begin + DAY_MS };
}
