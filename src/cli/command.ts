import type { CommandSession } from './session.ts';
import { InvalidArgumentError } from 'commander';
import type { Since } from '../app/state-commands.ts';
import { CHANNELS, type Channel } from '../model/campaign.ts';
import type { ApplyConsent } from '../model/workspace.ts';
import type { Day } from '../model/schedule.ts';
import { DAY_MS, durationMs } from '../model/time.ts';

/** The hidden command that the completion scripts of shells call. */
export const COMPLETE = '__complete';

/** The code of a command; it returns the exit code. */
type Act<Options> = (options: Options, session: CommandSession) => Promise<number>;

export type OptionRow = readonly [flags: string, help: string, more?: OptionMore];

interface OptionMore {
  readonly choices?: readonly string[];
  readonly parse?: (text: string, earlier: never) => unknown;
  readonly usual?: readonly [value: unknown, shown?: string];
  readonly isRequired?: true;
  /** An earlier spelling, which is still accepted. */
  readonly isHidden?: true;
}

/** A command of the program. Its code is loaded only when it runs. */
export interface CommandRow {
  /** What is typed: `state list`. */
  readonly name: string;
  readonly does: string;
  /** Each argument, and the option as which the code of the command gets it. */
  readonly args?: readonly (readonly [
    argument: string,
    as: string,
    help: string,
    choices?: readonly string[],
  ])[];
  readonly options?: readonly OptionRow[];
  /** Pairs of which only one may be given. `KEY` and `ID` stand for the arguments. */
  readonly conflicts?: readonly (readonly [string, string])[];
  /** What is only possible together with another one. */
  readonly needs?: readonly (readonly [string, string])[];
  /** Two, of which one has to be given. */
  readonly either?: readonly [string, string];
  readonly examples: readonly string[];
  /** Undefined for a command with commands of its own. */
  readonly run?: () => Promise<Act<never>>;
}

export const KEYS_HELP = 'campaign keys, patterns ("promo/*"), folders, or file paths';
export const KEYS = ['[keys...]', 'only', KEYS_HELP] as const;
export const YES: OptionRow = ['-y, --yes', 'do not ask for confirmation'];

/** The option with which a user permits what would be refused otherwise. */
export function allow(...choices: readonly ApplyConsent[]): OptionRow {
  return ['--allow <what...>', 'permit what is otherwise refused', { choices, usual: [[], 'nothing'] }];
}

/** Of every command that asks the service. */
export const ALLOW_TARGET = allow('target');

/** `10m` in milliseconds. */
export function duration(text: string): number {
  const ms = durationMs(text);
  if (ms === undefined) throw new InvalidArgumentError('Write 90s, 10m or 2h.');
  return ms;
}

/** A count of at least one. */
export function count(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('Write a number like 20.');
  return Number(text);
}

/** `7d` or `12h` ago, or a date or an instant, in UTC unless it has an offset. */
export function since(text: string): Since {
  const [, days] = /^(\d{1,5})d$/.exec(text) ?? [];
  const agoMs = days === undefined ? durationMs(text) : Number(days) * DAY_MS;
  if (agoMs !== undefined) return { agoMs };
  const [, day, time = 'T00:00', offset = 'Z'] =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:\d\d)?)?$/.exec(text) ?? [];
  const at = day === undefined || !isDay(day) ? NaN : Date.parse(`${day}T${time.replace('T', '')}${offset}`);
  if (Number.isNaN(at)) throw new InvalidArgumentError('Write 7d, 12h, or a day like 2026-11-20.');
  return { at };
}

/** The same as the end of a period, of which a day is a part as a whole. */
export function until(text: string): Since {
  const end = since(text);
  return 'at' in end && text.length === 'YYYY-MM-DD'.length ? { at: end.at + DAY_MS - 1 } : end;
}

/** A day of the calendar: `2026-11-20`. */
export function day(text: string): Day {
  if (!isDay(text)) throw new InvalidArgumentError('Write a day like 2026-11-20.');
  return text;
}

/** Some engines take the 30th of February for a day in March. */
function isDay(text: string): boolean {
  const instant = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : NaN;
  return !Number.isNaN(instant) && new Date(instant).toISOString().slice(0, 10) === text;
}

/** A number of weeks, at most five years. */
export function weeks(text: string): number {
  const number = count(text);
  if (number > 260) throw new InvalidArgumentError('Write a number from 1 to 260.');
  return number;
}

/** A port to listen on; 0 picks a free one. */
export function port(text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 0 || number > 65_535)
    throw new InvalidArgumentError('Write a number from 0 to 65535.');
  return number;
}

/** The parts between commas, without surrounding spaces; only `known` ones, if these are given. */
export function commaList(text: string, known?: readonly string[]): string[] {
  const parts = text
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean);
  if (known && !parts.every((one) => known.includes(one)))
    throw new InvalidArgumentError(`Allowed are ${known.join(', ')}.`);
  return parts;
}

/** A workspace's identifier, which is the user name of HTTP Basic. */
export function appKey(text: string): string {
  if (!/^[^:\p{Cc}]+$/u.test(text))
    throw new InvalidArgumentError('Write a name without colons and control characters.');
  return text;
}

/** `email,push` as channels, and `none` for no channel. */
export function channels(text: string): Channel[] {
  const names = commaList(text.toLowerCase(), [...CHANNELS.map((one) => one.toLowerCase()), 'none']);
  return CHANNELS.filter((one) => names.includes(one.toLowerCase()));
}
