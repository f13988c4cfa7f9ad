import { SENDING_STATUSES, type CampaignKey, type CampaignStatus, type Desired } from '../model/campaign.ts';
import type { Finding } from '../model/findings.ts';
import { isGlob } from '../model/glob.ts';
import { groupBy } from '../model/grouping.ts';
import {
  byCodeUnit,
  isJsonObject,
  isList,
  valueAt,
  type JsonObject,
  type JsonValue,
  type Path,
} from '../model/json.ts';
import { dayAt, daysAfter, sendDays, weekOf, type Day } from '../model/schedule.ts';
import { ruleFor, type TeamRules } from '../model/team-rules.ts';
import { placeOfValue, type Making, type Place } from './locate.ts';
import type { Head } from './read-head.ts';
import { mapsOfFilters } from './rules/placed.ts';
import { keyOf } from './key.ts';
import type { Source } from './yaml/source.ts';

// What no file shows by itself: files, campaigns and workspaces that contradict each other.

/** What the others must know of a campaign file in a workspace. */
export interface FileFacts {
  readonly head: Head;
  /** Undefined if the file has errors. */
  readonly desired: Desired | undefined;
  readonly segments: readonly UsedSegment[];
}

/** What is wrong with a file, as others show. */
export interface FoundAcross {
  readonly head: Head;
  readonly finding: Finding;
}

/**
 * Two files with one key would overwrite each other's campaign. The file whose path is the key is the original. If no path
 * is, only people know which file is the copy. Those of the original are added if `isChosen` leaves none.
 */
export function takenKeys(heads: readonly Head[], isChosen: (head: Head) => boolean): FoundAcross[] {
  return groupBy(heads, ({ key }) => key).flatMap((group) => {
    const original = group.find(isNamedByPath);
    const copies = group.filter((head) => head !== original);
    return copies.flatMap((copy) => {
      const by = original ?? copies.find((other) => other !== copy);
      if (!by) return [];
      if (isChosen(copy)) return [keyTaken(copy, by)];
      return original && isChosen(original) ? [keyTaken(original, copy)] : [];
    });
  });
}

function isNamedByPath({ source, snippets, key }: Head): boolean {
  const folder = snippets.slice(0, -'snippets'.length);
  return keyOf(source.file.slice(folder.length)) === key;
}

function keyTaken(head: Head, by: Head): FoundAcross {
  const { source, key } = head;
  const at = { file: source.file, ...source.at(source.has(['key']) ? ['key'] : []) };
  return {
    head,
    finding: { code: 'KEY_TAKEN', params: { key, by: by.source.file }, at, path: ['key'] },
  };
}

/** A filter that names a saved segment. */
interface UsedSegment {
  readonly name: string;
  readonly id: string;
  readonly path: Path;
  readonly place: Place;
}

/** The saved segments that a campaign uses. */
export function segmentsOf(body: JsonObject, making: Making): UsedSegment[] {
  return mapsOfFilters(body).flatMap(({ map: { filter_type: type, name, id }, path }) =>
    type === 'custom_segments' && typeof name === 'string' && typeof id === 'string'
      ? [{ name, id, path: [...path, 'id'], place: placeOfValue([...path, 'id'], making) }]
      : [],
  );
}

/**
 * A saved segment is chosen by its ID; its name is only for people. A copied filter in which one of the two was edited
 * goes to other people than it says. Each is compared with the first of the same name, or ID, in a workspace.
 */
export function sameSegments(facts: readonly FileFacts[]): FoundAcross[] {
  const [byId, byName] = [new Map<string, UsedSegment>(), new Map<string, UsedSegment>()];
  return facts.flatMap(({ head, segments }) =>
    segments.flatMap((one) => {
      const [sameId = one, sameName = one] = [byId.get(one.id), byName.get(one.name)];
      byId.set(one.id, sameId);
      byName.set(one.name, sameName);
      const params =
        sameId.name !== one.name
          ? ({ why: 'two-names', id: one.id, names: [one.name, sameId.name] } as const)
          : ({ why: 'two-ids', name: one.name, ids: [one.id, sameName.id] } as const);
      if (sameId.name === one.name && sameName.id === one.id) return [];
      const judged = [one.path.slice(0, 1)];
      return [
        { head, finding: { code: 'AUDIENCE', params, at: one.place, path: one.path, judged } as const },
      ];
    }),
  );
}

/** How far ahead weeks are counted, in days. */
const DAYS_AHEAD = 366;
/** The places that decide who gets a message when. */
const DECIDING: readonly Path[] = [['scheduling_details'], ['segmentation_details']];

export interface CountedSends {
  readonly rules: TeamRules;
  readonly now: number | undefined;
  /** The status of a campaign when it was last noted; undefined if it isn't known. */
  readonly recordedStatus: (key: CampaignKey) => CampaignStatus | undefined;
  /** Whether the live campaign has what the file has at these places. */
  readonly keeps: (key: CampaignKey, places: readonly Path[]) => boolean;
}

interface Send {
  readonly head: Head;
  readonly desired: Desired;
  readonly segment: string;
  readonly day: Day;
  /** The campaign is already published with this schedule and audience. */
  readonly isKept: boolean;
}

/**
 * Too many messages to the same people: all scheduled sends to a segment are counted together, week by week, and the
 * sends after the last permitted one are reported, once for each campaign. Sends from other tools, and sends that users
 * trigger, are not in the files. Drafts send nothing, and most of them are moved before they are published.
 */
export function sendsPerWeek(facts: readonly FileFacts[], inputs: CountedSends): FoundAcross[] {
  const { now, rules } = inputs;
  const rule = rules.sendsPerWeek;
  if (now === undefined || !rule) return [];
  const sends = facts.flatMap((one) => sendsOf(one, inputs, now));
  const tooMany = groupBy(sends, ({ day, segment }) => JSON.stringify([weekOf(day), segment])).flatMap(
    (week) =>
      // What is already published comes first, so that the campaign that is added is the one that is too many.
      [...week]
        .sort(
          (a, b) =>
            Number(b.isKept) - Number(a.isKept) ||
            byCodeUnit(a.day, b.day) ||
            byCodeUnit(a.desired.key, b.desired.key),
        )
        .slice(rule.atMost)
        .map((send) => ({ ...send, count: week.length })),
  );
  return groupBy(tooMany, ({ desired }) => desired.key).flatMap(([first]) => {
    if (!first) return [];
    const { head, desired, segment, day, count } = first;
    const { level, atMost } = rule;
    const [path] = [['segmentation_details']];
    const at = {
      file: desired.file,
      ...(desired.positions.get('segmentation_details') ?? { line: 1, column: 1 }),
    };
    const params = {
      ...({ why: 'sends_per_week', level, key: desired.key, segment } as const),
      ...{ count, week: weekOf(day), atMost },
    };
    return [
      { head, finding: { code: 'TEAM_RULE', params, at, path, only: 'new', judged: DECIDING } as const },
    ];
  });
}

function sendsOf(
  { head, desired }: FileFacts,
  { rules, recordedStatus, keeps }: CountedSends,
  now: number,
): Send[] {
  if (!desired || !ruleFor(rules.sendsPerWeek, desired.key)) return [];
  const { key, deliveryType, components } = desired;
  const schedule = components.scheduling_details;
  if (!schedule || !isSendingBySchedule(desired, recordedStatus(key))) return [];
  const from = weekOf(dayAt(now, schedule.timezone));
  const days = sendDays(deliveryType, schedule, { span: { from, to: daysAfter(from, DAYS_AHEAD) }, now });
  const isKept = isSendingBySchedule({ status: undefined }, recordedStatus(key)) && keeps(key, DECIDING);
  return [...new Set(segmentsIn(components.segmentation_details?.included_filters))].flatMap((segment) =>
    days.map((day) => ({ head, desired, segment, day, isKept })),
  );
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
  return (
    status === 'ACTIVE' ||
    recorded === 'SENT' ||
    (recorded !== undefined && SENDING_STATUSES.includes(recorded))
  );
}

/** Specification, Filters: `custom_segments` names its segment. */
function segmentsIn(value: JsonValue | undefined): string[] {
  if (isList(value)) return value.flatMap(segmentsIn);
  if (!isJsonObject(value)) return [];
  if (value.filter_type === 'custom_segments' && typeof value.name === 'string') return [value.name];
  return segmentsIn(value.filters);
}

/**
 * Two entries of workspaces.yaml for one workspace of the service, such as a copied entry that was not edited. The lease,
 * the state branch and the count of creations belong to a name, so each of the two would create and publish every
 * campaign. Only for the workspaces with these names. A warning, because their files may be different ones.
 */
export function sameTargets(source: Source, names: readonly string[]): Finding[] {
  const entries = valueAt(source.value, ['workspaces']);
  const first = new Map<string, string>();
  return Object.entries(isJsonObject(entries) ? entries : {}).flatMap(([name, entry]): Finding[] => {
    const target = targetOf(entry);
    const other = target === undefined ? undefined : first.get(target);
    if (target !== undefined && other === undefined) first.set(target, name);
    if (other === undefined || !(names.includes(name) || names.includes(other))) return [];
    const path = ['workspaces', name];
    const at = { file: source.file, ...source.keyAt(path) };
    return [{ code: 'SAME_TARGET', params: { name, other }, at, path }];
  });
}

/** One text for all spellings of an address: with or without a slash, a default port or capitals in the host. */
function targetOf(entry: JsonValue): string | undefined {
  if (!isJsonObject(entry)) return undefined;
  const { base_url: address, app_key: appKey } = entry;
  if (typeof address !== 'string' || typeof appKey !== 'string' || !URL.canParse(address)) return undefined;
  const { protocol, host, pathname } = new URL(address);
  return JSON.stringify([protocol, host.replace(/\.(?=:|$)/, ''), pathname.replace(/\/*$/, '/'), appKey]);
}

/**
 * Exceptions from the team's rules for campaigns that don't exist: misspelled keys, or paths of files. Patterns may be
 * for future campaigns.
 */
export function unusedExceptions(source: Source, keys: readonly string[]): Finding[] {
  const rules = valueAt(source.value, ['policy', 'rules']);
  return Object.entries(isJsonObject(rules) ? rules : {}).flatMap(([name, rule]) => {
    const except = valueAt(rule, ['except']);
    return (isList(except) ? except : []).flatMap((field, index): Finding[] => {
      if (typeof field !== 'string' || isGlob(field) || keys.includes(field)) return [];
      const path = ['policy', 'rules', name, 'except', index];
      const at = { file: source.file, ...source.at(path) };
      return [
        {
          code: 'NO_EFFECT',
          params: { field, because: 'as an exception: no campaign has this key' },
          at,
          path,
        },
      ];
    });
  });
}
