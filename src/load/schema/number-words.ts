import { valueAt, type JsonValue, type Path } from '../../model/json.ts';
import { bare } from '../../model/show.ts';
import { keyOfPath } from '../path-set.ts';
import type { Problem } from '../problem.ts';
import type { Places } from './schema-place.ts';

// Numbers that are written with a unit or in a short form: `6k`, `20%`, `5,000 per minute`, `3 days`.

/** A number and the words after it, in lowercase. */
interface Written {
  readonly number: number;
  readonly rest: string;
}

function read(text: string): Written | undefined {
  const [, digits = '', scale = '', rest = ''] =
    /^(\d{1,3}(?:[,' ]\d{3})+|\d{1,12}(?:\.\d{1,6})?) ?(k(?![a-z])|thousand|million|) ?([a-z/%][a-z /]*|)$/.exec(
      text.trim().toLowerCase(),
    ) ?? [];
  if (digits === '') return undefined;
  const number = Number(digits.replace(/[,' ]/g, '')) * (SCALES[scale] ?? 1);
  return { number: Math.round(number * 1e6) / 1e6, rest: rest.trim() };
}

const SCALES: Readonly<Record<string, number>> = { k: 1e3, thousand: 1e3, million: 1e6 };

const HOUR = 3600;

/** Units of time and how people write them, in seconds. */
const TIMES: readonly (readonly [name: string, seconds: number, written: RegExp])[] = [
  ['second', 1, /^(?:s|secs?|seconds?)$/],
  ['minute', 60, /^(?:mins?|minutes?)$/],
  ['hour', HOUR, /^(?:h|hrs?|hours?)$/],
  ['day', 86_400, /^(?:d|days?)$/],
  ['week', 604_800, /^(?:w|wks?|weeks?)$/],
];

function timeOf(word: string) {
  const [name, seconds] = TIMES.find(([, , written]) => written.test(word)) ?? [];
  return name !== undefined && seconds !== undefined ? { name, seconds } : undefined;
}

/** The unit of a field, from the names and descriptions in the schema. */
function unitOf(field: string): string | undefined {
  if (/_in_hours?$|^queue_duration$|_campaign_duration$/.test(field)) return 'hour';
  return field === 'remove_from_inbox_after_value' ? 'day' : undefined;
}

/**
 * `attribution_window_in_days: 2`: the line with the known field of the same name in another unit, and the number in that
 * unit.
 */
export function inOtherUnit(path: Path, { known, places, body }: OtherUnit) {
  const [, stem = '', word = ''] = /^(.+?)_(?:in_)?([a-z]+)$/.exec(String(path.at(-1))) ?? [];
  const time = timeOf(word);
  const field = time && known.find((one) => one.replace(/_in_hours?$/, '') === stem && one !== stem);
  if (!time || field === undefined) return undefined;
  const home = [...path.slice(0, -1), field];
  const seen = valueAt(body, path);
  const isText = places.type(home) === 'string';
  const write = (one: number) => `write ${field}: ${isText ? `"${one}"` : one}`;
  const number = /^\d{1,9}$/.test(bare(seen)) ? Number(bare(seen)) : NaN;
  const isWhole = Number.isInteger((number * time.seconds) / HOUR);
  const hint = isWhole
    ? inUnit(number, time, { own: 'hour', write })
    : `write ${field}, with a whole number of hours`;
  return { field, hint, standsFor: [field] };
}

interface OtherUnit extends Omit<NumberPlace, 'path' | 'isText'> {
  readonly known: readonly string[];
}

/** The field beside a number that has its unit: `trigger_delay_granularity` for `trigger_delay_value`. */
function unitField(path: Path, places: Places): Path | undefined {
  const field = String(path.at(-1));
  const parent = path.slice(0, -1);
  const names = ['granularity', 'type'].map((end) => field.replace(/value$/, end));
  const name = names.find((one) => one !== field && places.values([...parent, one]).length > 0);
  return name === undefined ? undefined : [...parent, name];
}

/** What to write as campaign_throttle_rpm. */
export const MESSAGES_PER_MINUTE =
  'write the most messages per minute, such as 6000; for no limit, remove it';

interface NumberPlace {
  readonly path: Path;
  readonly places: Places;
  readonly body: JsonValue;
  /** The field is a text, so the number needs quotes. */
  readonly isText?: true;
}

/** What to write in place of such a text; undefined if it isn't one. */
export function numberHint(text: string, { path, places, body, isText }: NumberPlace): string | undefined {
  const field = String(path.at(-1));
  const isRate = field === 'campaign_throttle_rpm';
  const { number, rest } = read(text) ?? {};
  if (number === undefined || rest === undefined)
    return isRate && /^\D+$/.test(text) ? MESSAGES_PER_MINUTE : undefined;
  if (isRate) return rateHint(number, rest) ?? MESSAGES_PER_MINUTE;
  const write = (one: number) => `write ${isText ? `"${one}"` : one}`;
  const own = unitOf(field);
  const time = timeOf(rest);
  if (own !== undefined && time) return inUnit(number, time, { own, write });
  const beside = unitField(path, places);
  if (beside && time) return withUnit(number, time, { beside, allowed: places.values(beside), body, write });
  if (!Number.isInteger(number))
    return rest === '' ? ofFraction(number, { path, places, body, write, beside }) : undefined;
  if (rest === '' || rest === '%') return write(number);
  if (own !== undefined) return `write the number of ${own}s`;
  const counts = rest.startsWith('/') ? `per ${rest.slice(1).trim()}` : `in ${rest}`;
  return `${write(number)} if this field counts ${counts}; otherwise, convert it`;
}

interface Fraction extends Omit<NumberPlace, 'isText'> {
  readonly write: Write;
  readonly beside: Path | undefined;
}

/** `0.5` with a unit beside it, and `0.05` as a percentage. */
function ofFraction(number: number, { path, places, body, write, beside }: Fraction): string | undefined {
  const unit = beside && timeOf(bare(valueAt(body, beside)).toLowerCase());
  if (beside && unit) return withUnit(number, unit, { beside, allowed: places.values(beside), body, write });
  const percent = Math.round(number * 1e8) / 1e6;
  const isShare = String(path.at(-1)).endsWith('percentage') && number < 1 && Number.isInteger(percent);
  return isShare ? `for ${percent}%, ${write(percent)}` : undefined;
}

/** The number in `1,000`, `2,5` or `50 EUR`. */
export function numberIn(text: string): number | undefined {
  const [, digits] = /^(?:[€$£] ?)?(-?\d[\d,.]*)(?: ?(?:[€$£]|[A-Z]{3}))?$/.exec(text.trim()) ?? [];
  if (digits === undefined) return undefined;
  if (/^-?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/.test(digits)) return Number(digits.replaceAll(',', ''));
  return /^-?\d+(?:[.,]\d+)?$/.test(digits) ? Number(digits.replace(',', '.')) : undefined;
}

function rateHint(number: number, rest: string): string | undefined {
  const [, word = ''] = /^(?:[a-z]+ )?(?:\/|per|an?\b) ?([a-z]+)$/.exec(rest) ?? [];
  const seconds = ['', 'rpm'].includes(rest) || word === 'm' ? 60 : timeOf(word)?.seconds;
  const rate = (number * 60) / (seconds ?? NaN);
  if (!Number.isInteger(rate)) return undefined;
  return `write ${rate}${seconds === 60 ? '' : ', because this field counts per minute'}`;
}

type Time = NonNullable<ReturnType<typeof timeOf>>;
type Write = (number: number) => string;

function inUnit(
  number: number,
  { name, seconds }: Time,
  { own, write }: { readonly own: string; readonly write: Write },
): string {
  const converted = (number * seconds) / (timeOf(own)?.seconds ?? 1);
  if (!Number.isInteger(converted)) return `write a whole number of ${own}s`;
  const given = `${number} ${name}${number === 1 ? '' : 's'}`;
  return name === own ? write(converted) : `${write(converted)}, which is ${given} in ${own}s`;
}

interface UnitBeside {
  readonly beside: Path;
  readonly allowed: readonly string[];
  readonly body: JsonValue;
  readonly write: Write;
}

function withUnit(
  number: number,
  { name, seconds }: Time,
  { beside, allowed, body, write }: UnitBeside,
): string {
  const field = String(beside.at(-1));
  const [best] = allowed
    .flatMap((value) => {
      const unit = timeOf(value.toLowerCase());
      return unit ? [{ value, isSame: unit.name === name, amount: (number * seconds) / unit.seconds }] : [];
    })
    .filter(({ amount }) => Number.isInteger(amount))
    .sort((a, b) => Number(b.isSame) - Number(a.isSame) || a.amount - b.amount);
  if (!best) return `write a whole number, with ${field}: ${allowed.join(' or ')}`;
  const isThere = bare(valueAt(body, beside)) === best.value;
  return isThere ? write(best.amount) : `${write(best.amount)}, with ${field}: ${best.value}`;
}

/** Without missing units of numbers that have their unit: `1 hour` shows what was meant. */
export function withoutUnitsOfNumbers(
  problems: readonly Problem[],
  { places, body }: Omit<NumberPlace, 'path'>,
): Problem[] {
  const units = problems.flatMap(({ path, on, code }) => {
    const seen = valueAt(body, path);
    const isTime = typeof seen === 'string' && timeOf(read(seen)?.rest ?? '') !== undefined;
    const beside =
      on === 'value' && /^E_(?:TYPE|FORMAT)$/.test(code) && isTime ? unitField(path, places) : undefined;
    return beside ? [keyOfPath(beside)] : [];
  });
  return problems.filter(
    ({ path, missing }) => missing === undefined || !units.includes(keyOfPath([...path, missing])),
  );
}
