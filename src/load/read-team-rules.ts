import { isJsonObject, isList, memberOf, type JsonObject, type JsonValue, type Path } from '../model/json.ts';
import type { Day, DaySpan } from '../model/schedule.ts';
import { CONTENT_RULES, type ContentSetting, type TeamRule, type TeamRules } from '../model/team-rules.ts';
import { as, type Coded } from './check.ts';
import { patternFault } from './name-pattern.ts';
import { textsIn } from './read-head.ts';

// policy.rules of workspaces.yaml. A rule is either its value alone (`blackout: [2026-12-24]`) or a map with the value,
// a level and exceptions. The value alone is an error without exceptions.

const RULES: Path = ['policy', 'rules'];

/** What the schema can't express, and what its patterns mean: valid patterns, days that exist, spans in order. */
export function judgeTeamRules(policy: JsonValue | undefined): Coded[] {
  const rules = isJsonObject(policy) ? policy.rules : undefined;
  const { value: pattern, path } = writtenRule(rules, 'name_pattern', 'pattern');
  const days = writtenRule(rules, 'blackout', 'days');
  const wanted = typeof pattern === 'string' ? patternFault(pattern) : undefined;
  return [
    ...(wanted === undefined ? [] : [as('FORMAT', { seen: pattern, wanted }, { path })]),
    ...(isList(days.value) ? days.value : []).flatMap((span, index) =>
      judgeSpan(span, [...days.path, index]),
    ),
  ];
}

/** Called after the schema has accepted the policy. */
export function teamRulesFrom({ rules: entry, mail_clients: clients }: JsonObject): TeamRules {
  const rule = <More extends object>(name: string, field: string, more: (value: JsonValue) => More) => {
    const { isThere, value, map } = writtenRule(entry, name, field);
    const common: TeamRule = { level: map.level === 'warn' ? 'warn' : 'error', except: textsIn(map.except) };
    return isThere && map.level !== 'off' ? { ...common, ...more(value) } : undefined;
  };
  const rules = {
    namePattern: rule('name_pattern', 'pattern', (value) => ({
      pattern: typeof value === 'string' ? value : '',
    })),
    requiredTags: rule('required_tags', 'tags', (value) => ({ tags: textsIn(value) })),
    requiredUtm: rule('required_utm', 'fields', (value) => ({ fields: textsIn(value) })),
    allUsersPush: rule('all_users_push', '', () => ({})),
    blackout: rule('blackout', 'days', (value) => ({ days: textsIn(value).map(spanOf) })),
    sendsPerDay: rule('sends_per_day', 'at_most', (value) => ({ atMost: Number(value) })),
    sendsPerWeek: rule('sends_per_week', 'at_most', (value) => ({ atMost: Number(value) })),
    content: contentSettings(entry),
    mailClients: clients && textsIn(clients),
  };
  return Object.fromEntries(Object.entries(rules).filter(([, value]) => value !== undefined));
}

function contentSettings(entry: JsonValue | undefined): TeamRules['content'] {
  const settings = CONTENT_RULES.flatMap((name) => {
    const { isThere, value, map } = writtenRule(entry, name, 'level');
    const level = (value ?? 'warn') as ContentSetting['level'];
    return isThere ? [[name, { level, except: textsIn(map.except) }] as const] : [];
  });
  return settings.length > 0 ? Object.fromEntries(settings) : undefined;
}

/** A rule as it is written, and its value, which is in its `field` or takes the place of the whole rule. */
function writtenRule(
  rules: JsonValue | undefined,
  name: string,
  field: string,
): { readonly isThere: boolean; readonly map: JsonObject; readonly value: JsonValue; readonly path: Path } {
  const rule = isJsonObject(rules) ? memberOf(rules, name) : undefined;
  const path: Path = [...RULES, name];
  return isJsonObject(rule)
    ? { isThere: true, map: rule, value: memberOf(rule, field) ?? null, path: [...path, field] }
    : { isThere: rule !== undefined, map: {}, value: rule ?? null, path };
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
