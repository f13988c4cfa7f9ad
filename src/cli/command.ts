import type { ApplyConsent } from '../model/workspace.ts';
import type { CommandSession } from './session.ts';
import { duration } from './value-parsers.ts';

/** The hidden command that the completion scripts of shells call. */
export const COMPLETE = '__complete';

/** The code of a command; it returns the exit code. */
type Act<Options> = (options: Options, session: CommandSession) => Promise<number>;

export type OptionRow = readonly [flags: string, help: string, more?: OptionMore];

interface OptionMore {
  readonly choices?: readonly string[];
  readonly parse?: (text: string, earlier: never) => unknown;
  readonly usual?: readonly [value: unknown, shown?: string];
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
export const ONLY: OptionRow = [
  '--only <keys...>',
  'the same as naming the keys as arguments',
  { isHidden: true },
];
export const YES: OptionRow = ['-y, --yes', 'do not ask for confirmation'];
/** Of a command that shows what it would write, and asks. */
export const PROPOSAL: readonly OptionRow[] = [
  ['--dry-run', 'show what would be written; write nothing'],
  YES,
];
export const EXIT_CODE: OptionRow = ['--exit-code', 'exit 2 if something is left to do'];
export const ALLOW_TARGET = allow('target');

export function allow(...choices: readonly ApplyConsent[]): OptionRow {
  return ['--allow <what...>', 'permit what is otherwise refused', { choices, usual: [[], 'nothing'] }];
}

export function maxWait(help: string): OptionRow {
  return ['--max-wait <time>', help, { parse: duration, usual: [600_000, '10m'] }];
}
