import type { Command } from 'commander';
import { memberOf } from '../../model/json.ts';

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
  version: 'To see the version, run campaigns --version.',
};

function forEach(words: readonly string[], advice: (word: string) => string): Record<string, string> {
  return Object.fromEntries(words.map((word) => [word, advice(word)]));
}

function written(status: string): string {
  return `write status: ${status} in its file, then run campaigns apply.`;
}

/** The same for options. */
const OPTIONS: Readonly<Record<string, string>> = {
  '-W': 'To choose a workspace, write -w.',
  '-v': 'To see the version, run campaigns --version.',
};

const DRY_RUN = 'To see what an apply would change, run campaigns plan.';

/** Options of one command: elsewhere, the same words would be about something else. */
const OPTIONS_OF: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  apply: { '--dry-run': DRY_RUN, '-n': DRY_RUN },
};

/** Commands that need a key, each with an example. */
const EXAMPLES: Readonly<Record<string, string>> = {
  revert: 'For example: campaigns revert promo/black-friday-push',
  replace: 'For example: campaigns replace promo/black-friday-push',
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
  if (code === 'commander.missingArgument') return memberOf(EXAMPLES, args[0] ?? '');
  if (code !== 'commander.unknownOption') return undefined;
  const known = program.commands.find((one) => one.name() === args[0])?.options ?? [];
  return args
    .filter((arg) => !known.some(({ long, short }) => arg === long || arg === short))
    .map((arg) => memberOf(memberOf(OPTIONS_OF, args[0] ?? '') ?? {}, arg) ?? memberOf(OPTIONS, arg))
    .find((advice) => advice !== undefined);
}
