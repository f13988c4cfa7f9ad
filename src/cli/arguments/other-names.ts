import type { Command } from 'commander';
import { memberOf } from '../../model/json.ts';
import { likelyValue } from '../../model/nearest.ts';
import { SHELLS } from './completion-scripts.ts';

/** What other programs call a command, and how the same is done here. */
const COMMANDS: Readonly<Record<string, string>> = {
  ...forEach(['publish', 'send', 'start', 'resume'], (word) => `To ${word} a campaign, ${written('ACTIVE')}`),
  create: 'To create a campaign, write a file for it, then run campaigns apply.',
  pause: `To pause a campaign, ${written('PAUSED')} A one-time campaign can only be stopped: write status: STOPPED.`,
  stop: `To stop a one-time campaign for good, ${written('STOPPED')} For a periodic or event-triggered campaign, write status: PAUSED.`,
  ...forEach(
    ['delete', 'remove', 'rm'],
    () =>
      'Deleting its file does not stop a campaign. First write status: PAUSED in the file (STOPPED for a one-time campaign) and run campaigns apply. Then delete the file.',
  ),
  ...forEach(
    ['rename', 'mv'],
    () => 'To rename or move a campaign file, first write its key into it (key: …), then use git mv.',
  ),
  edit: 'To change a campaign, edit its file, then run campaigns plan and campaigns apply.',
  list: 'To list the campaigns, run campaigns status.',
  ...forEach(
    ['undo', 'rollback'],
    () =>
      "To restore campaign files to what was last applied, run campaigns revert. Messages that were already sent can't be recalled.",
  ),
  push: 'To send changes to the service, run campaigns apply.',
  diff: 'To see what an apply would change, run campaigns plan.',
  check: unfinished('check', 'To check the files, run campaigns validate.'),
  show: unfinished('show', 'To see what an apply would change, run campaigns plan.'),
  calendar: unfinished('calendar', 'The plan and campaigns status say when campaigns are sent.'),
  ...forEach(['preview', 'test-send'], (word) =>
    unfinished(
      word,
      "To see a message before it is sent, apply it as a draft, and use the service's preview.",
    ),
  ),
  ...forEach(
    ['copy', 'cp', 'new', 'add'],
    () =>
      'To create a campaign, copy the file of another one and give the copy a different basic_details.name. Then run campaigns apply.',
  ),
  version: 'To see the version, run campaigns --version.',
};

function unfinished(name: string, instead: string): string {
  return `campaigns ${name} is not implemented yet. ${instead}`;
}

function forEach(words: readonly string[], advice: (word: string) => string): Record<string, string> {
  return Object.fromEntries(words.map((word) => [word, advice(word)]));
}

function written(status: string): string {
  return `write status: ${status} in its file, then run campaigns apply.`;
}

/** What other programs call an option, and how the same is done here. */
const OPTIONS: Readonly<Record<string, string>> = {
  '-W': 'To choose a workspace, write -w.',
  '-v': 'To see the version, run campaigns --version.',
};

const MESSAGE = "apply records the commit's message. Write it with git commit -m.";
const FORCE = 'If a change is blocked, the plan says what to do, and which --allow permits it.';
const DRY_RUN = 'To see what an apply would change, run campaigns plan.';

/** Options of one command: elsewhere, the same words would be about something else. */
const OPTIONS_OF: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  apply: {
    '--dry-run': DRY_RUN,
    '-n': DRY_RUN,
    '-m': MESSAGE,
    '--message': MESSAGE,
    '--force': FORCE,
    '-f': FORCE,
  },
};

const KEY = 'Name a campaign: campaigns status lists the keys.';

/** Commands that need an argument. */
const NEEDED: Readonly<Record<string, string>> = {
  revert: KEY,
  replace: KEY,
  completion: `Choose a shell: ${SHELLS.join(', ')}.`,
};

/** For these words, a command with similar letters is a dangerous guess: `pause` is not `prune`. */
export function hasAdvice([word = '']: readonly string[]): boolean {
  return memberOf(COMMANDS, word) !== undefined;
}

/** What to run in place of a command line that was refused; undefined if it has none of these names. */
export function adviceFor(
  program: Command,
  args: readonly string[],
  { code }: { readonly code: string },
): string | undefined {
  // The command line ends with its unknown command. Below `state`, the same words mean something else.
  if (code === 'commander.unknownCommand')
    return args.length === 1 ? memberOf(COMMANDS, args[0] ?? '') : undefined;
  if (code === 'commander.missingArgument') return memberOf(NEEDED, args[0] ?? '');
  if (code === 'commander.optionMissingArgument') return args.at(-1) === '--only' ? KEY : undefined;
  if (code === 'commander.invalidArgument') return meantChoice(program, args);
  if (code !== 'commander.unknownOption') return undefined;
  const known = program.commands.find((one) => one.name() === args[0])?.options ?? [];
  return args
    .filter((arg) => !known.some(({ long, short }) => arg === long || arg === short))
    .map((arg) => memberOf(memberOf(OPTIONS_OF, args[0] ?? '') ?? {}, arg) ?? memberOf(OPTIONS, arg))
    .find((advice) => advice !== undefined);
}

/** The choice that was probably meant by a value of an option or argument that has a fixed list of them. */
function meantChoice(program: Command, args: readonly string[]): string | undefined {
  const command = commandOf(program, args);
  const ofArguments = command.registeredArguments.map(({ argChoices }) => ({
    choices: argChoices ?? [],
    values: args.filter((arg) => !arg.startsWith('-')).slice(-1),
  }));
  const ofOptions = command.options.map(({ argChoices, long, short, variadic }) => ({
    choices: argChoices ?? [],
    values: valuesOf(args, { names: [long, short], isList: variadic }),
  }));
  for (const { choices, values } of [...ofOptions, ...ofArguments]) {
    const wrong = choices.length === 0 ? undefined : values.find((value) => !choices.includes(value));
    const meant = wrong === undefined ? undefined : likelyValue(wrong, choices);
    if (meant !== undefined) return `Did you mean ${meant}?`;
  }
  return undefined;
}

function commandOf(program: Command, [name, ...rest]: readonly string[]): Command {
  const command = program.commands.find((one) => one.name() === name);
  return command ? commandOf(command, rest) : program;
}

/** What follows an option, up to the next one. */
function valuesOf(
  args: readonly string[],
  { names, isList }: { readonly names: readonly (string | undefined)[]; readonly isList: boolean },
): string[] {
  return args.flatMap((arg, at) => {
    const [name, joined] = arg.split(/=(.*)/s);
    if (!names.includes(name)) return [];
    if (joined !== undefined) return [joined];
    const after = args.slice(at + 1);
    const end = after.findIndex((one) => one.startsWith('-'));
    return after.slice(0, isList ? (end < 0 ? after.length : end) : 1);
  });
}

/**
 * An option that begins with a long dash, as editors and chats put it in place of one or two hyphens. Commander would
 * take it for a campaign.
 */
export function wrongDash(program: Command, args: readonly string[]): string | undefined {
  const known = program.commands.find((one) => one.name() === args[0])?.options ?? [];
  for (const arg of args) {
    const [, typed = '', name = ''] = /^([–—]+-?([\p{L}][\p{L}-]*))/u.exec(arg) ?? [];
    const meant = known.find(({ long, short }) => long === `--${name}` || short === `-${name}`);
    if (!meant) continue;
    const written = meant.short === `-${name}` ? meant.short : `--${name}`;
    return `${typed} begins with a dash that is too long: write ${written}.`;
  }
  return undefined;
}
