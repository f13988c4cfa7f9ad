import { isJsonObject, isList, memberOf, type JsonObject, type JsonValue, type Path } from '../model/json.ts';
import { nearest } from '../model/nearest.ts';
import { bare, clip, show } from '../model/show.ts';
import type { Day, DaySpan } from '../model/schedule.ts';
import type { TeamRule, TeamRules } from '../model/team-rules.ts';
import { patternFault } from './name-pattern.ts';
import { onValue, type Problem } from './problem.ts';

// policy.rules of workspaces.yaml. A rule is either its value alone (`blackout: [2026-12-24]`) or a map with the value,
// a level and exceptions. The value alone is an error without exceptions.

const RULES: Path = ['policy', 'rules'];

/** What the schema can't express, and what its patterns mean: valid patterns, days that exist, spans in order. */
export function judgeTeamRules(policy: JsonValue | undefined): Problem[] {
  const rules = isJsonObject(policy) && isJsonObject(policy.rules) ? policy.rules : {};
  const patterns = placed(rules.name_pattern, 'pattern', ['name_pattern']);
  const days = placed(rules.blackout, 'days', ['blackout']);
  const parameters = placed(rules.required_utm, 'fields', ['required_utm']);
  return [
    ...Object.entries(rules).flatMap(([name, value]) => judgeShape(name, value)),
    ...(typeof patterns.value === 'string' ? judgePattern(patterns.value, patterns.path) : []),
    ...(isList(days.value) ? days.value : []).flatMap((span, index) =>
      judgeSpan(span, [...days.path, index]),
    ),
    ...(isList(parameters.value) ? parameters.value : []).flatMap((name, index) =>
      judgeParameter(name, [...parameters.path, index]),
    ),
  ];
}

/** The short form of each rule: the type of its value, and how it is written. */
interface Short {
  readonly fits: (value: JsonValue) => boolean;
  readonly as: (value: JsonValue) => string;
}

/** A form that is refused if it is copied: other days than the intended ones would be blocked. */
const DAY = 'YYYY-MM-DD';

const SHORT: Readonly<Record<string, Short>> = {
  name_pattern: { fits: (value) => typeof value === 'string', as: () => "'(DE|AT) - .+'" },
  required_tags: { fits: isList, as: (value) => ownList(value, wordIn) ?? '[team-*]' },
  required_utm: { fits: isList, as: (value) => ownList(value, wordIn) ?? '[utm_source, utm_campaign]' },
  all_users_push: {
    // The schema corrects its spelling.
    fits: (value) => nearest(bare(value), ['forbidden']) !== undefined,
    as: () => 'forbidden',
  },
  blackout: { fits: isList, as: (value) => ownList(value, meantSpan) ?? `[${DAY}/${DAY}]` },
  sends_per_week: { fits: (value) => typeof value === 'number', as: () => '3' },
};

function wordIn(text: string): string | undefined {
  return /^[\w*-]+$/.test(text) ? text : undefined;
}

/** One text in place of a list, with its entries. */
function ownList(value: JsonValue, meant: (text: string) => string | undefined): string | undefined {
  if (typeof value !== 'string') return undefined;
  const entries = value.split(',').map((entry) => meant(entry.trim()));
  return entries.every((entry) => entry !== undefined) ? `[${entries.join(', ')}]` : undefined;
}

/** The schema would require a map, while most users mean the short form. */
function judgeShape(name: string, value: JsonValue): Problem[] {
  const short = memberOf(SHORT, name);
  if (short === undefined || isJsonObject(value) || short.fits(value)) return [];
  const message = `${show(value)} is not a valid value for ${name}`;
  const code = name === 'all_users_push' && typeof value === 'string' ? 'E_VALUE' : 'E_TYPE';
  const hint = `write ${name}: ${clip(short.as(value))}, or remove the rule`;
  return [onValue([...RULES, name], code, message, hint)];
}

/** Called after the schema has accepted the rules. */
export function teamRulesFrom(entry: JsonValue | undefined): TeamRules {
  const given = isJsonObject(entry) ? entry : {};
  const rule = <More extends object>(name: string, field: string, more: (value: JsonValue) => More) => {
    const own = memberOf(given, name);
    if (own === undefined) return undefined;
    const map: JsonObject = isJsonObject(own) ? own : { [field]: own };
    return { ...commonOf(map), ...more(map[field] ?? null) };
  };
  const rules = {
    namePattern: rule('name_pattern', 'pattern', (value) => ({
      pattern: typeof value === 'string' ? value : '',
    })),
    requiredTags: rule('required_tags', 'tags', (value) => ({ tags: texts(value) })),
    requiredUtm: rule('required_utm', 'fields', (value) => ({ fields: texts(value) })),
    allUsersPush: rule('all_users_push', '', () => ({})),
    blackout: rule('blackout', 'days', (value) => ({ days: texts(value).map(spanOf) })),
    sendsPerWeek: rule('sends_per_week', 'at_most', (value) => ({ atMost: Number(value) })),
  };
  return Object.fromEntries(Object.entries(rules).filter(([, value]) => value !== undefined));
}

function commonOf({ level, except }: JsonObject): TeamRule {
  return { level: level === 'warn' ? 'warn' : 'error', except: texts(except ?? null) };
}

function placed(rule: JsonValue | undefined, field: string, steps: Path): { value?: JsonValue; path: Path } {
  if (!isJsonObject(rule)) return { ...(rule !== undefined && { value: rule }), path: [...RULES, ...steps] };
  const value = memberOf(rule, field);
  return { ...(value !== undefined && { value }), path: [...RULES, ...steps, field] };
}

function judgePattern(pattern: string, path: Path): Problem[] {
  if (isWildcard(pattern)) return [wildcard(pattern, path)];
  const fault = patternFault(pattern);
  return fault ? [onValue(path, 'E_FORMAT', ...fault)] : [];
}

/** `DE*`, with no other sign of a regular expression: as one, it would only match D, DE, DEE and so on. */
function isWildcard(pattern: string): boolean {
  return pattern.includes('*') && !/[.+?()[\]{}|^$\\]/.test(pattern);
}

function wildcard(pattern: string, path: Path): Problem {
  const message = `* is not a wildcard in ${show(pattern)}: here it repeats the character before it`;
  return onValue(path, 'E_FORMAT', message, `write ${clip(pattern.replace(/\*+/g, '.*'))}`);
}

/** Parameters have the names that `utm_params` has, or names of one's own that begin in the same way. */
function judgeParameter(name: JsonValue, path: Path): Problem[] {
  if (typeof name !== 'string' || /^utm_[a-z0-9_]+$/.test(name)) return [];
  const rest = name
    .toLowerCase()
    .replace(/^utm[_-]?/, '')
    .replace(/[^a-z0-9]+/g, '_');
  const hint = `write utm_${rest === '' ? 'source' : clip(rest)}`;
  return [onValue(path, 'E_FORMAT', `${show(name)} is not the name of a UTM parameter`, hint)];
}

function judgeSpan(span: JsonValue, path: Path): Problem[] {
  if (typeof span !== 'string') return [];
  if (!/^\d{4}-\d\d-\d\d(?:\/\d{4}-\d\d-\d\d)?$/.test(span)) {
    const message = `${show(span)} is neither a day nor a span of days`;
    const [one, other] = readingsOf(span);
    const both = `${one} if the day comes first, or ${other} if the month does`;
    const hint = other === undefined ? (one ?? `${DAY}, or ${DAY}/${DAY}`) : both;
    return [onValue(path, 'E_FORMAT', message, `write ${hint}`)];
  }
  const { from, to } = spanOf(span);
  const impossible = [from, to].find((day) => !isOnCalendar(day));
  if (impossible !== undefined)
    return [onValue(path, 'E_FORMAT', `there is no ${impossible}`, 'check the month and the day')];
  return from <= to
    ? []
    : [onValue(path, 'E_SCHEDULE', 'the span ends before it begins', `write ${to}/${from}`)];
}

/** `24.12.2026` as 2026-12-24, and `2026-12-24 - 2026-12-26` as a span; undefined if there are several readings. */
function meantSpan(text: string): string | undefined {
  const [only, ...others] = readingsOf(text);
  return others.length === 0 ? only : undefined;
}

/** What a text may mean, if it has the day first and if it has the month first. */
function readingsOf(text: string): readonly string[] {
  const days = DATE.test(text) ? [text] : text.split(/\s*\/\s*|\s+(?:-|to)\s+|\s*[–—]\s*/);
  const readings = [false, true].flatMap((isMonthFirst) => {
    const read = days.map((day) => dayIn(day.trim(), isMonthFirst) ?? '');
    return days.length <= 2 && !read.includes('') ? [read.join('/')] : [];
  });
  return [...new Set(readings)];
}

const DATE = /^(\d{1,2})([./])(\d{1,2})\2(\d{4})$/;

function dayIn(text: string, isMonthFirst: boolean): Day | undefined {
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return isOnCalendar(text) ? text : undefined;
  const [, first = '', , second = '', year] = DATE.exec(text) ?? [];
  const [month, day] = isMonthFirst ? [first, second] : [second, first];
  const found = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return year !== undefined && isOnCalendar(found) ? found : undefined;
}

function isOnCalendar(day: Day): boolean {
  const instant = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(day);
}

function spanOf(text: string): DaySpan {
  const [from = '', to = from] = text.split('/');
  return { from, to };
}

function texts(value: JsonValue): string[] {
  return isList(value) ? value.filter((one) => typeof one === 'string') : [];
}
