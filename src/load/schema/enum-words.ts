import { CHANNELS } from '../../model/campaign.ts';
import { channelsWhere, READ_ONLY_CHANNELS } from '../../model/channel.ts';
import type { DiagnosticCode } from '../../model/diagnostic.ts';
import { memberOf, valueAt, type JsonValue, type Path } from '../../model/json.ts';
import { nearest } from '../../model/nearest.ts';
import { bare, show } from '../../model/show.ts';

/** A value outside a list of values. */
interface Outside {
  readonly path: Path;
  readonly seen: JsonValue | undefined;
  readonly allowed: readonly JsonValue[];
  /** The map or list that the value stands in. */
  readonly beside: JsonValue | undefined;
}

type Finding = readonly [code: DiagnosticCode, message: string, hint: string];

/** What is wrong with a value that is not among the allowed ones, and which one was probably meant. */
export function enumFinding({ path, seen, allowed, beside }: Outside): Finding {
  const field = path.findLast((step) => typeof step === 'string') ?? '';
  const special = specialFinding(field, seen);
  if (special) return special;
  const notHere = allowed.length === 1 ? memberOf(NOT_HERE, field) : undefined;
  if (notHere) return ['E_VALUE', ...notHere(bare(seen))];
  const [only] = allowed;
  const kind = `${show(seen)} is ${memberOf(KINDS, field) ?? `no value of ${field}`}`;
  const message =
    allowed.length === 1 && typeof only !== 'string'
      ? `${field} is ${show(seen)}`
      : kind + context(path, beside);
  return [
    codeOf(field),
    message,
    field === 'operator' ? operatorHint(seen, allowed) : hintFor(seen, allowed),
  ];
}

/** What narrows the choice: the data type of an operator, the platform of a template. */
function context(path: Path, beside: JsonValue | undefined): string {
  const dataType = valueAt(beside, ['data_type']);
  if (path.at(-1) === 'operator' && typeof dataType === 'string') return ` for ${dataType}`;
  return path.at(-1) === 'template_type' ? ` of ${String(path.at(-2))}` : '';
}

/** Fields that people have a word for. */
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

/** Fields whose wrong values have a code of their own, so that scripts can tell them apart. */
function codeOf(field: string): DiagnosticCode {
  if (field === 'filter_operator') return 'E_FILTER_OPERATOR';
  return field === 'data_type' ? 'E_DATA_TYPE' : 'E_VALUE';
}

/** Values that are good elsewhere, and why not here. */
const NOT_HERE: Readonly<Record<string, (seen: string) => readonly [why: string, todo: string]>> = {
  frequency: () => ['INSTANCE counts each send, which only PERIODIC push campaigns have', 'write "TOTAL"'],
  delivery_type: (seen) => [`a PERIODIC campaign can't be sent ${seen}`, 'write "AT_FIXED_TIME"'],
  queue_duration: (seen) => [
    `queue_duration is ${seen} while queuing_enabled is false`,
    'write 0, or set queuing_enabled: true',
  ],
  filter_type: (seen) => [
    `inside an action every filter is of the type user_attributes, not ${seen}`,
    'write "user_attributes"',
  ],
  trigger_attr: (seen) => [
    `"${seen}" is no moment that a delay counts from`,
    'write "If Action", or { name: attribute }',
  ],
};

function specialFinding(field: string, seen: JsonValue | undefined): Finding | undefined {
  if (typeof seen !== 'string') return undefined;
  if (field === 'channel' && READ_ONLY_CHANNELS.includes(seen.toUpperCase())) {
    return [
      'E_READ_ONLY_CHANNEL',
      `${seen} campaigns can be read through the service's interface, but not created or updated`,
      `keep them in the dashboard; a file is for ${CHANNELS.join(' or ')}`,
    ];
  }
  if (field === 'delivery_type' && ['SCHEDULED', 'PERIODIC'].includes(seen)) {
    return [
      'E_VALUE',
      `${seen} is how the service shows a schedule, not how one is written`,
      'write AT_FIXED_TIME, with start_time and timezone (shown as schedule_time and time_zone)',
    ];
  }
  if (field !== 'campaign_delivery_type') return undefined;
  if (seen === 'BROADCAST_LIVE_ACTIVITY') {
    return [
      'E_LIVE_ACTIVITY',
      'BROADCAST_LIVE_ACTIVITY campaigns (iOS only) are refused where drafts are created',
      'make them in the dashboard',
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

/** Operators are short and differ by a letter or two: only a slip in the case or in a long one shows what was meant. */
function operatorHint(seen: JsonValue | undefined, allowed: readonly JsonValue[]): string {
  const texts = allowed.filter((one) => typeof one === 'string');
  const near = typeof seen === 'string' ? nearest(seen, texts) : undefined;
  const isSame = near?.toLowerCase() === bare(seen).toLowerCase();
  return near !== undefined && (isSame || near.length >= OPERATOR_CHARS)
    ? hintFor(seen, texts)
    : `allowed: ${texts.join(', ')}`;
}

/** Shorter ones are a keystroke from another meaning, in characters. */
const OPERATOR_CHARS = 8;

function hintFor(seen: JsonValue | undefined, allowed: readonly JsonValue[]): string {
  const texts = allowed.filter((one) => typeof one === 'string');
  const near = typeof seen === 'string' ? nearest(seen, texts) : undefined;
  const all = allowed.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))).join(', ');
  if (near !== undefined) {
    // In another case it is certainly meant; else somebody may have meant something else.
    const isCertain = allowed.length === 1 || near.toLowerCase() === bare(seen).toLowerCase();
    return isCertain ? `write "${near}"` : `write "${near}"; allowed: ${all}`;
  }
  return allowed.length === 1 ? `write ${all}` : `allowed: ${all}`;
}
