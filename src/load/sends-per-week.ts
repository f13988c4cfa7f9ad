import { SENDING_STATUSES, type CampaignKey, type CampaignStatus, type Desired } from '../model/campaign.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import { byCodeUnit, isJsonObject, isList, type JsonValue, type Path } from '../model/json.ts';
import type { PlacedValue } from '../model/kept-value.ts';
import { dayAt, daysAfter, sendDays, weekOf, type Day } from '../model/schedule.ts';
import { clip, counted, nameList } from '../model/show.ts';
import { ruleFor, type TeamRules } from '../model/team-rules.ts';
import { warningOf } from './as-managed.ts';
import { codeOf, hint } from './rules/team-rules.ts';

// Too many messages to the same people: the one rule that no campaign breaks by itself. All scheduled sends to a
// segment in a workspace are counted together, week by week, and the sends after the last permitted one are reported.
// Sends from other tools, and sends that users trigger, are not in the files and are not counted. Neither are drafts:
// they send nothing, and most of them are moved before they are published.

/** How far ahead weeks are counted, in days. */
const DAYS_AHEAD = 366;

export interface CountedSends {
  readonly rules: TeamRules;
  readonly workspace: string;
  readonly now: number | undefined;
  readonly hasEnded: (workspace: string, key: CampaignKey) => boolean;
  /** The status of a campaign when it was last noted; undefined if it isn't known. */
  readonly recordedStatus: (key: CampaignKey) => CampaignStatus | undefined;
  /** Whether the live campaign is known to have the value that its file has at a place. */
  readonly keepsLive: (key: CampaignKey, value: PlacedValue) => boolean;
}

interface Send {
  readonly desired: Desired;
  readonly segment: string;
  readonly day: Day;
  /** The campaign is already published with this schedule and audience. */
  readonly isKept: boolean;
}

/** Findings of the rule `sends_per_week` in the campaigns of a workspace; each campaign is reported once. */
export function sendsPerWeek(campaigns: readonly Desired[], inputs: CountedSends): Diagnostic[] {
  const { now, rules } = inputs;
  if (now === undefined || !rules.sendsPerWeek) return [];
  const { atMost } = rules.sendsPerWeek;
  const weeks = byWeek(sendsOf(campaigns, inputs, now));
  const found = new Map<CampaignKey, Diagnostic>();
  for (const sends of weeks.values()) {
    // What is already published comes first, so that the campaign that is added is the one that is too many.
    const inOrder = [...sends].sort(
      (a, b) =>
        Number(b.isKept) - Number(a.isKept) ||
        byCodeUnit(a.day, b.day) ||
        byCodeUnit(a.desired.key, b.desired.key),
    );
    for (const send of inOrder.slice(atMost)) {
      const { key } = send.desired;
      if (found.has(key) || inputs.hasEnded(inputs.workspace, key)) continue;
      found.set(key, diagnose(send, inOrder, rules));
    }
  }
  return [...found.values()];
}

/** The sends to one segment in one week. */
function byWeek(sends: readonly Send[]): ReadonlyMap<string, readonly Send[]> {
  const weeks = new Map<string, Send[]>();
  for (const send of sends) {
    const name = JSON.stringify([weekOf(send.day), send.segment]);
    weeks.set(name, [...(weeks.get(name) ?? []), send]);
  }
  return weeks;
}

/**
 * Whether a campaign sends by its schedule: the file publishes or resumes it, or it was published before and the file
 * doesn't end that. A campaign that was sent this week still counts.
 */
function isSendingBySchedule(
  { status }: Pick<Desired, 'status'>,
  recorded: CampaignStatus | undefined,
): boolean {
  if (status === 'PAUSED' || status === 'STOPPED') return false;
  if (recorded === 'STOPPED' || recorded === 'ARCHIVED') return false;
  // A published campaign never becomes a draft again, even if its file says so.
  return status === 'ACTIVE' || recorded === 'SENT' || (recorded !== undefined && isSending(recorded));
}

function isSending(status: CampaignStatus): boolean {
  return SENDING_STATUSES.includes(status);
}

function sendsOf(
  campaigns: readonly Desired[],
  { rules, recordedStatus, keepsLive }: CountedSends,
  now: number,
): Send[] {
  return campaigns.flatMap((desired) => {
    const { key, deliveryType, components } = desired;
    if (!ruleFor(rules.sendsPerWeek, key) || !isSendingBySchedule(desired, recordedStatus(key))) return [];
    const schedule = components.scheduling_details;
    const segments = [...new Set(segmentsIn(components.segmentation_details?.included_filters))];
    if (!schedule || segments.length === 0) return [];
    const from = weekOf(dayAt(now, schedule.timezone));
    const span = { from, to: daysAfter(from, DAYS_AHEAD) };
    const days = sendDays(deliveryType, schedule, { span, now });
    const body = { ...components };
    const isPublished = isSendingBySchedule({ status: undefined }, recordedStatus(key));
    const isKept = isPublished && JUDGED.every((place) => keepsLive(key, { place, body }));
    return segments.flatMap((segment) => days.map((day) => ({ desired, segment, day, isKept })));
  });
}

/** The places that decide who gets a message when. */
const JUDGED: readonly Path[] = [['scheduling_details'], ['segmentation_details']];

/** Specification, Filters: `custom_segments` names its segment. */
function segmentsIn(value: JsonValue | undefined): string[] {
  if (isList(value)) return value.flatMap(segmentsIn);
  if (!isJsonObject(value)) return [];
  if (value.filter_type === 'custom_segments' && typeof value.name === 'string') return [value.name];
  return segmentsIn(value.filters);
}

function diagnose(
  { desired: { key, file, positions }, segment, day, isKept }: Send,
  sends: readonly Send[],
  rules: TeamRules,
): Diagnostic {
  const rule = rules.sendsPerWeek ?? { level: 'error', except: [], atMost: 0 };
  const others = [...new Set(sends.map(({ desired }) => desired.key))].filter((one) => one !== key);
  const also = others.length === 0 ? '' : `, with ${nameList(others)}`;
  const message = `the segment "${clip(segment)}" gets ${counted(sends.length, 'send')} in the week of ${weekOf(day)}${also}; your team's rule allows ${rule.atMost}`;
  const { line, column } = positions.get('segmentation_details') ?? { line: 1, column: 1 };
  const advice = hint(
    `send on ${day} to another segment, or in another week`,
    { ...rule, name: 'sends_per_week' },
    key,
  );
  const code = codeOf(rule, 'sendsPerWeek');
  const found = { file, line, column, message, hint: advice };
  return isKept ? { ...found, code: warningOf(code), isKept } : { ...found, code };
}
