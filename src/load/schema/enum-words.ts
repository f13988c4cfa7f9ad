import { CHANNELS } from '../../model/campaign.ts';
import { channelsWhere, READ_ONLY_CHANNELS } from '../../model/channel.ts';
import type { DiagnosticCode } from '../../model/diagnostic.ts';
import { memberOf, valueAt, type JsonValue, type Path } from '../../model/json.ts';
import { likelyValue, nearest } from '../../model/nearest.ts';
import { bare, show } from '../../model/show.ts';
import { EQUALS, GROUP_OPERATORS, OTHER_VALUES, SYNONYMS, UNEQUAL } from './other-values.ts';
import { rhythmHint } from './rhythm-words.ts';

/** A value that is not in a list of values. */
interface Outside {
  readonly path: Path;
  readonly seen: JsonValue | undefined;
  readonly allowed: readonly JsonValue[];
  /** The map or list that contains the value. */
  readonly beside: JsonValue | undefined;
}

type Finding = readonly [code: DiagnosticCode, message: string, hint: string];

/** What is wrong with a value that isn't allowed, and which value was probably meant. */
export function enumFinding({ path, seen, allowed, beside }: Outside): Finding {
  const field = path.findLast((step) => typeof step === 'string') ?? '';
  const special = specialFinding(field, seen);
  if (special) return special;
  const notHere = allowed.length === 1 ? memberOf(NOT_HERE, field) : undefined;
  if (notHere) return ['E_VALUE', ...notHere(bare(seen))];
  if (seen === null) return [codeOf(field), `${field} is empty`, hintFor(seen, allowed)];
  const [only] = allowed;
  const several = typeof path.at(-1) === 'number' ? withoutCommas(seen, allowed) : undefined;
  if (several) return [codeOf(field), ...several];
  const kind = `${show(seen)} is ${memberOf(KINDS, field) ?? `not a valid value for ${field}`}`;
  const message =
    allowed.length === 1 && typeof only !== 'string'
      ? `${field} is ${show(seen)}`
      : kind + context(path, beside);
  return [codeOf(field), message, hintOf(field, { seen, allowed, beside })];
}

/** An operator that is empty because it is written as `>`. */
export function foldedOperator(outside: Outside) {
  if (outside.path.at(-1) !== 'operator' || outside.seen !== '') return undefined;
  const [, message, hint] = enumFinding({ ...outside, seen: '>' });
  return { message, hint };
}

/** `[ANDROID IOS]`, which is one entry. */
function withoutCommas(
  seen: JsonValue | undefined,
  allowed: readonly JsonValue[],
): readonly [message: string, hint: string] | undefined {
  const words = typeof seen === 'string' ? seen.split(/\s+/) : [];
  const texts = allowed.filter((one) => typeof one === 'string');
  const meant = words.flatMap((word) => likelyValue(word, texts) ?? []);
  if (words.length < 2 || meant.length < words.length) return undefined;
  return [
    `${show(seen)} is one entry, because a comma is missing`,
    `write a comma after each entry: [${meant.join(', ')}]`,
  ];
}

function hintOf(field: string, { seen, allowed, beside }: Omit<Outside, 'path'>): string {
  if (field === 'operator') return operatorHint(seen, { allowed, beside });
  const group = field === 'filter_operator' ? memberOf(GROUP_OPERATORS, bare(seen).toLowerCase()) : undefined;
  if (group !== undefined) return group;
  if (field === 'sending_frequency') return rhythmHint(bare(seen), allowed.map(bare));
  return otherValueHint(field, seen, allowed) ?? hintFor(seen, allowed);
}

/**
 * Of the values that the schema lists for a place, those that this campaign can have. The schema lists the delivery types
 * of all campaigns, but PERIODIC campaigns have only one.
 */
export function possibleValues<T extends JsonValue>(
  listed: readonly T[],
  path: Path,
  body: JsonValue,
): readonly T[] {
  const isOfPeriodic =
    path.join('.') === 'scheduling_details.delivery_type' &&
    valueAt(body, ['campaign_delivery_type']) === 'PERIODIC';
  return isOfPeriodic ? listed.filter((one) => one === 'AT_FIXED_TIME') : listed;
}

/** What narrows the choice: the data type of an operator, the platform of a template. */
function context(path: Path, beside: JsonValue | undefined): string {
  const dataType = valueAt(beside, ['data_type']);
  if (path.at(-1) === 'operator' && typeof dataType === 'string') return ` for ${dataType}`;
  return path.at(-1) === 'template_type' ? ` for ${String(path.at(-2))}` : '';
}

/** Fields with a common name. */
const KINDS: Partial<Readonly<Record<string, string>>> = {
  channel: 'not a channel',
  campaign_delivery_type: 'not a delivery type',
  delivery_type: 'not a delivery type',
  filter_operator: 'not a filter operator',
  filter_type: 'not a filter type',
  data_type: 'not a data type',
  operator: 'not an operator',
  template_type: 'not a template type',
  trigger_delay_type: 'not a delay type',
  platforms: 'not a platform',
};

/** Fields whose wrong values have a code of their own, so that scripts can distinguish them. */
function codeOf(field: string): DiagnosticCode {
  if (field === 'filter_operator') return 'E_FILTER_OPERATOR';
  return field === 'data_type' ? 'E_VALUE' : 'E_VALUE';
}

/** Values that are valid elsewhere: why they are not valid here, and what to write. */
const NOT_HERE: Readonly<Record<string, (seen: string) => readonly [why: string, todo: string]>> = {
  frequency: () => ['INSTANCE counts each send, which only PERIODIC push campaigns have', 'write "TOTAL"'],
  delivery_type: (seen) => [`a PERIODIC campaign can't have delivery_type: ${seen}`, 'write "AT_FIXED_TIME"'],
  queue_duration: (seen) => [
    `queue_duration is ${seen}, but queuing_enabled is false`,
    'write 0, or set queuing_enabled: true',
  ],
  filter_type: (seen) => [
    `inside an action, every filter has the type user_attributes, not ${seen}`,
    'write "user_attributes"',
  ],
  trigger_attr: (seen) => [`a delay can't count from "${seen}"`, 'write "If Action", or { name: attribute }'],
};

function specialFinding(field: string, seen: JsonValue | undefined): Finding | undefined {
  if (typeof seen !== 'string') return undefined;
  if (field === 'channel' && READ_ONLY_CHANNELS.includes(seen.toUpperCase())) {
    return [
      'E_VALUE',
      `${seen} campaigns can be read through the service's API, but not created or updated`,
      `manage them in the dashboard; campaign files are for ${CHANNELS.join(' and ')}`,
    ];
  }
  if (field === 'delivery_type' && ['SCHEDULED', 'PERIODIC'].includes(seen)) {
    return [
      'E_VALUE',
      `the service shows ${seen} for such a schedule but doesn't accept it`,
      'write AT_FIXED_TIME, with start_time and timezone (shown as schedule_time and time_zone)',
    ];
  }
  if (field !== 'campaign_delivery_type') return undefined;
  if (seen === 'BROADCAST_LIVE_ACTIVITY') {
    return [
      'E_VALUE',
      'the service refuses drafts of BROADCAST_LIVE_ACTIVITY campaigns (iOS only)',
      'create them in the dashboard',
    ];
  }
  const channels = channelsWhere(({ deliveryTypes }) => deliveryTypes.some((type) => type === seen));
  if (channels.length === 0) return undefined;
  const named = channels.join(' or ');
  return [
    'E_VALUE',
    `${seen} is for ${named} campaigns only`,
    `choose another delivery type, or make it a ${named} campaign`,
  ];
}

/**
 * Operators differ by a letter or two, and more letters may negate one, as in notContains. What was meant is clear only
 * if the case is wrong, or if a long operator has a single typo.
 */
function operatorHint(
  seen: JsonValue | undefined,
  { allowed, beside }: Pick<Outside, 'allowed' | 'beside'>,
): string {
  const texts = allowed.filter((one) => typeof one === 'string');
  // With a negate beside it, nobody knows what was meant.
  const isNegated = valueAt(beside, ['negate']) !== undefined;
  const isList = Array.isArray(valueAt(beside, ['value'])) && texts.includes('in');
  const single = isNegated ? undefined : negatedOperator(bare(seen), texts);
  const negated = isList && single === 'is' ? 'in' : single;
  if (negated !== undefined) return `write operator: ${negated} and negate: true`;
  const same = memberOf(SYNONYMS, bare(seen).toLowerCase())?.find((one) => texts.includes(one));
  if (same === 'is' && isList) return 'write "in", because the value is a list';
  if (same !== undefined) return `write "${same}"; allowed: ${texts.join(', ')}`;
  const value = valueAt(beside, ['value']);
  if (/^[<>]=$/.test(bare(seen))) return inclusiveHint(bare(seen), value, texts);
  // A number has no `is`.
  if (texts.includes('in') && !texts.includes('is') && (typeof value === 'number' || isList)) {
    const inList = isList ? '' : ` and value: [${bare(value)}]`;
    if (!isNegated && UNEQUAL.includes(bare(seen).toLowerCase()))
      return `write operator: in, negate: true${inList}`;
    if ((seen === 'is' && !isList) || memberOf(SYNONYMS, bare(seen).toLowerCase()) === EQUALS)
      return `write operator: in${inList}`;
  }
  const near = typeof seen === 'string' ? nearest(seen, texts, 1) : undefined;
  const isSame = near?.toLowerCase() === bare(seen).toLowerCase();
  return near !== undefined && (isSame || near.length >= OPERATOR_CHARS)
    ? hintFor(seen, texts)
    : `allowed: ${texts.join(', ')}`;
}

/** `>=` and `<=`, which a whole number can have with its neighbor. */
function inclusiveHint(sign: string, value: JsonValue | undefined, texts: readonly string[]): string {
  const [name, limit] = sign === '>=' ? ['greaterThan', Number(value) - 1] : ['lessThan', Number(value) + 1];
  return typeof value === 'number' && Number.isInteger(value) && texts.includes(name)
    ? `no operator means ${sign}; for whole numbers, write operator: ${name} and value: ${limit}`
    : `no operator means ${sign}; allowed: ${texts.join(', ')}`;
}

/** `text` is `string` here, or `STRING` in goals. */
function otherValueHint(
  field: string,
  seen: JsonValue | undefined,
  allowed: readonly JsonValue[],
): string | undefined {
  const meant = memberOf(memberOf(OTHER_VALUES, field) ?? {}, bare(seen).toLowerCase());
  const value = allowed.find((one) => typeof one === 'string' && one.toLowerCase() === meant);
  return value === undefined ? undefined : `write ${show(value)}`;
}

/** `not in`, `isNot`, `does not contain`: the operator that is negated. */
function negatedOperator(seen: string, allowed: readonly string[]): string | undefined {
  if (UNEQUAL.includes(seen.toLowerCase())) return EQUALS.find((one) => allowed.includes(one));
  const words = seen
    .replace(/([a-z])(?=[A-Z])/g, '$1 ')
    .toLowerCase()
    .split(/[ _-]+/);
  if (!words.some((word) => NEGATIONS.includes(word))) return undefined;
  const others = words.filter((word) => !NEGATIONS.includes(word));
  const [, ...afterVerb] = others;
  const candidates = [others, ['is', 'does'].includes(others[0] ?? '') ? afterVerb : []].map((parts) =>
    parts.join(''),
  );
  return allowed.find((one) => candidates.some((text) => [text, `${text}s`].includes(one.toLowerCase())));
}

const NEGATIONS = ['not', "isn't", "doesn't"];

/** Shorter operators are one keystroke away from another meaning, in characters. */
const OPERATOR_CHARS = 8;

function hintFor(seen: JsonValue | undefined, allowed: readonly JsonValue[]): string {
  const texts = allowed.filter((one) => typeof one === 'string');
  const near = typeof seen === 'string' ? likelyValue(seen, texts) : undefined;
  const all = allowed.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))).join(', ');
  if (near !== undefined) {
    // If only the case differs, the value is certain; otherwise the author may have meant another one.
    const isCertain = allowed.length === 1 || near.toLowerCase() === bare(seen).toLowerCase();
    return isCertain ? `write "${near}"` : `write "${near}"; allowed: ${all}`;
  }
  return allowed.length === 1 ? `write ${all}` : `allowed: ${all}`;
}
