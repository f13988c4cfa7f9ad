import { isJsonObject, isList, memberOf, type JsonObject, type JsonValue, type Path } from '../model/json.ts';
import type { Day, DaySpan } from '../model/schedule.ts';
import type { TeamRule, TeamRules } from '../model/team-rules.ts';
import { as, type Coded } from './check.ts';
import { patternFault } from './name-pattern.ts';

// policy.rules of workspaces.yaml. A rule is either its value alone (`blackout: [2026-12-24]`) or a map with the value,
// a level and exceptions. The value alone is an error without exceptions.

const RULES: Path = ['policy', 'rules'];

/** What the schema can't express, and what its patterns mean: valid patterns, days that exist, spans in order. */
export function judgeTeamRules(policy: JsonValue | undefined): Coded[] {
  const rules = isJsonObject(policy) && isJsonObject(policy.rules) ? policy.rules : {};
  const patterns = placed(rules.name_pattern, 'pattern', ['name_pattern']);
  const days = placed(rules.blackout, 'days', ['blackout']);
  return [
    ...(typeof patterns.value === 'string' ? judgePattern(patterns.value, patterns.path) : []),
    ...(isList(days.value) ? days.value : []).flatMap((span, index) =>
      judgeSpan(span, [...days.path, index]),
    ),
  ];
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

function judgePattern(pattern: string, path: Path): Coded[] {
  const wanted = patternFault(pattern);
  return wanted === undefined ? [] : [as('FORMAT', { seen: pattern, wanted }, { path })];
}

function judgeSpan(seen: JsonValue, path: Path): Coded[] {
  // The schema refuses other forms.
  if (typeof seen !== 'string' || !/^[\d-]+(?:\/[\d-]+)?$/.test(seen)) return [];
  const { from, to } = spanOf(seen);
  if (![from, to].every(isOnCalendar))
    return [as('FORMAT', { seen, wanted: 'days that are in the calendar' }, { path })];
  return from <= to ? [] : [as('SCHEDULE', { why: 'backwards', after: from }, { path })];
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
