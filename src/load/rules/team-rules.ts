import type { DiagnosticCode } from '../../model/diagnostic.ts';
import { isJsonObject, isList, valueAt, type JsonObject, type Path } from '../../model/json.ts';
import { matchesGlob } from '../../model/glob.ts';
import { blackoutDays } from '../../messages/blackout-messages.ts';
import { blackoutDay, lateUsersOn } from '../../model/blackout.ts';
import { bare, clip, nameList } from '../../model/show.ts';
import { ruleFor, type TeamRule, type TeamRules } from '../../model/team-rules.ts';
import { followsPattern } from '../name-pattern.ts';
import { onKey, onValue, type Problem } from '../problem.ts';
import { warningOf } from '../as-managed.ts';
import type { Rule, RuleInputs } from './rule.ts';

// Rules that the team has set in workspaces.yaml. Each has a code named after the rule, and its own level. Campaigns
// that have ended are not checked: they send nothing more and can't be edited.

const NAME: Path = ['basic_details', 'name'];
const TAGS: Path = ['basic_details', 'tags'];
const ALL_USERS: Path = ['segmentation_details', 'is_all_user_campaign'];

/** Types that send to a whole audience at once; with the other types, only users who trigger the message get it. */
const TO_AN_AUDIENCE = ['ONE_TIME', 'PERIODIC', 'BUSINESS_EVENT_TRIGGERED'];

const nameMatches: Rule = ({ body, key, rules }) => {
  const rule = ruleFor(rules.namePattern, key);
  const name = valueAt(body, NAME);
  if (!rule || typeof name !== 'string' || followsPattern(name, rule)) return [];
  const message = `the name "${clip(name)}" doesn't match your team's pattern: ${clip(rule.pattern)}`;
  return [
    onValue(
      NAME,
      codeOf(rule, 'namePattern'),
      message,
      hint('change the name to match it', { ...rule, name: 'name_pattern' }, key),
    ),
  ];
};

const tagsAreThere: Rule = ({ body, key, rules }) => {
  const rule = ruleFor(rules.requiredTags, key);
  if (!rule || !isJsonObject(body.basic_details)) return [];
  const tags = valueAt(body, TAGS);
  // A tag with * is the pattern itself, copied from the rule.
  const own = (isList(tags) ? tags.map(bare) : []).filter((tag) => !tag.includes('*'));
  const missing = rule.tags.filter((wanted) => !own.some((tag) => matchesGlob(tag, wanted)));
  if (missing.length === 0) return [];
  const isPattern = missing.some((tag) => tag.includes('*'));
  const isOne = missing.length === 1;
  const what = isOne ? (isPattern ? 'a tag of the form' : 'the tag') : 'the tags';
  const message = `your team's rule requires ${what} ${nameList(missing)}`;
  const found = { code: codeOf(rule, 'requiredTags'), message };
  const advice = hint(
    isPattern
      ? `add ${isOne ? 'such a tag' : 'such tags'} to basic_details.tags, with your own text in place of *`
      : `add ${isOne ? 'it' : 'them'} to basic_details.tags`,
    { ...rule, name: 'required_tags' },
    key,
  );
  return [
    tags === undefined
      ? { ...onKey(['basic_details'], found.code, found.message, advice) }
      : onKey(TAGS, found.code, found.message, advice),
  ];
};

const utmIsThere: Rule = ({ body, key, rules }) => {
  const rule = ruleFor(rules.requiredUtm, key);
  if (!rule) return [];
  const params = body.utm_params;
  const missing = rule.fields.filter((field) => bare(valueAt(params, [field]) ?? '').trim() === '');
  if (missing.length === 0) return [];
  const message = `your team's rule requires ${nameList(missing)} in utm_params`;
  const advice = hint(`add ${missing.length === 1 ? 'it' : 'them'}`, { ...rule, name: 'required_utm' }, key);
  const path: Path = params === undefined ? [] : ['utm_params'];
  const problem = onKey(path, codeOf(rule, 'requiredUtm'), message, advice);
  return [params === undefined ? { ...problem, missing: 'utm_params' } : problem];
};

const pushIsForSome: Rule = ({ body, key, rules }) => {
  const rule = ruleFor(rules.allUsersPush, key);
  const type = bare(body.campaign_delivery_type);
  if (!rule || body.channel !== 'PUSH' || !TO_AN_AUDIENCE.includes(type)) return [];
  if (valueAt(body, ALL_USERS) !== true) return [];
  const message = "your team's rule forbids push messages to all users";
  const advice = hint('choose an audience', { ...rule, name: 'all_users_push' }, key);
  return [onValue(ALL_USERS, codeOf(rule, 'allUsersPush'), message, advice)];
};

/**
 * A send on a blackout day. With the level `error`, a plan blocks its publishing, so if a plan follows, nothing is
 * reported here, except for a draft that is published in the service. For a draft, and for a campaign that is already
 * live, it is a warning, also in a plan, which blocks only starts and new schedules. A paused or stopped one sends nothing.
 */
const sendsAreAllowed: Rule = ({ body, key, rules, status, now, isPlanned, isPublished, publishes }) => {
  const rule = ruleFor(rules.blackout, key);
  const schedule = body.scheduling_details;
  const isHeld = isPlanned && !isPublished && rule?.level === 'error' && (publishes || status === 'ACTIVE');
  const isToStop = status === 'PAUSED' || status === 'STOPPED';
  if (!rule || now === undefined || !isJsonObject(schedule) || isHeld || isToStop) return [];
  const deliveryType = bare(body.campaign_delivery_type);
  const scheduled = { deliveryType, schedule, now };
  const day = blackoutDay(rule, scheduled);
  if (day === undefined) return [];
  const isToBePublished = status === 'ACTIVE' && !isPublished;
  const code: DiagnosticCode = isToBePublished ? codeOf(rule, 'blackout') : CODES.blackout.warn;
  const late = lateUsersOn(day, scheduled);
  const sends = late ? 'some users would get the message' : 'the campaign sends';
  const message = `${sends} on ${day}, but your team sends nothing ${blackoutDays(rule.days)}`;
  const advice = late && !isPublished ? LATE[late].advice : adviceOn(deliveryType, isPublished);
  const path = pathOf(schedule, late && LATE[late].field);
  return [onValue(path, code, message, hint(advice, { ...rule, name: 'blackout' }, key))];
};

/** Where it is written that some users get the message later, and what to do about it. */
const LATE = {
  'best-time': {
    field: ['bts_details', 'window_end_time'],
    advice: 'set window_end_time to a time before the blackout, or choose another day',
  },
  'local-time-passed': {
    field: ['user_timezone_details', 'send_if_user_timezone_has_passed'],
    advice: 'set send_if_user_timezone_has_passed to false, or choose another day',
  },
} as const;

function adviceOn(deliveryType: string, isPublished: boolean): string {
  const isRepeated = deliveryType === 'PERIODIC';
  if (!isPublished)
    return isRepeated ? 'start it after the blackout, or end it before (expiry_time)' : 'choose another day';
  return isRepeated
    ? 'set status: PAUSED before that day'
    : 'choose another day before it is sent, or set status: STOPPED, which is final';
}

/** The field that says when the campaign sends. */
function pathOf(schedule: JsonObject, late: Path | undefined): Path {
  const fields: readonly Path[] = [...(late ? [late] : []), ['start_time']];
  return [
    'scheduling_details',
    ...(fields.find((field) => valueAt(schedule, field) !== undefined) ?? ['delivery_type']),
  ];
}

/**
 * A rule, and the places that it judges. A campaign that already has these values in live was made before the rule, or
 * in the service: its file must be able to say so (open point V24), so the rule only warns until the file changes one
 * of them. Blackouts depend on the date and have their own levels.
 */
interface JudgedPlaces {
  readonly rule: Rule;
  readonly places: (rules: TeamRules) => readonly Path[];
}

const ALL: readonly JudgedPlaces[] = [
  { rule: nameMatches, places: () => [NAME] },
  { rule: tagsAreThere, places: () => [TAGS] },
  {
    rule: utmIsThere,
    places: ({ requiredUtm }) => requiredUtm?.fields.map((field) => ['utm_params', field]) ?? [],
  },
  { rule: pushIsForSome, places: () => [ALL_USERS] },
  { rule: sendsAreAllowed, places: () => [] },
];

/** Findings of the team's own rules for a campaign. */
export function breaksTeamRules(inputs: RuleInputs): Problem[] {
  const { hasEnded, status, rules, body, keepsLive } = inputs;
  if (hasEnded || status === 'STOPPED') return [];
  return ALL.flatMap(({ rule, places }) => {
    const judged = places(rules);
    const isKept = judged.length > 0 && judged.every((place) => keepsLive({ place, body }));
    // No section of the service's specification covers these rules.
    return rule(inputs).map((found): Problem => {
      const problem = { ...found, section: null };
      return isKept ? { ...problem, code: warningOf(problem.code), isKept } : problem;
    });
  });
}

const CODES = {
  namePattern: { error: 'E_TEAM_RULE', warn: 'W_TEAM_RULE' },
  requiredTags: { error: 'E_TEAM_RULE', warn: 'W_TEAM_RULE' },
  requiredUtm: { error: 'E_TEAM_RULE', warn: 'W_TEAM_RULE' },
  allUsersPush: { error: 'E_TEAM_RULE', warn: 'W_TEAM_RULE' },
  blackout: { error: 'E_BLACKOUT', warn: 'W_BLACKOUT' },
  sendsPerWeek: { error: 'E_TEAM_RULE', warn: 'W_TEAM_RULE' },
} as const satisfies Readonly<Record<keyof TeamRules, Readonly<Record<TeamRule['level'], DiagnosticCode>>>>;

export function codeOf({ level }: TeamRule, name: keyof TeamRules): DiagnosticCode {
  return CODES[name][level];
}

/** The name of each rule's value in its long form. */
const VALUES: Readonly<Record<string, string>> = {
  name_pattern: 'pattern: …, ',
  required_tags: 'tags: …, ',
  required_utm: 'fields: …, ',
  all_users_push: '',
  blackout: 'days: …, ',
  sends_per_week: 'at_most: …, ',
};

/**
 * An author who can't comply with the rule needs an exception, which is an edit that gets reviewed. A rule with a list of
 * exceptions or a milder level is written as a map; another one may be written as its value alone.
 */
export function hint(
  advice: string,
  { name, level, except }: TeamRule & { readonly name: string },
  key: string,
): string {
  const rule = `policy.rules.${name}`;
  const exception =
    except.length > 0
      ? `add ${key} to ${rule}.except in workspaces.yaml`
      : level === 'warn'
        ? `add except: [${key}] to ${rule} in workspaces.yaml`
        : `write ${name}: { ${VALUES[name] ?? ''}except: [${key}] } under policy.rules in workspaces.yaml`;
  return `${advice}; to make an exception, ${exception}`;
}
