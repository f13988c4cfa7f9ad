import type { Command } from 'commander';
import { memberOf } from '../../model/json.ts';

/** What other programs call a command, and how the same is done here. */
const COMMANDS: Readonly<Record<string, string>> = {
  publish: 'To publish a campaign, write status: ACTIVE in its file, then run campaigns apply.',
  send: 'To send a campaign, write status: ACTIVE in its file, then run campaigns apply.',
  pause: 'To pause a campaign, write status: PAUSED in its file, then run campaigns apply.',
  stop: 'To stop a campaign for good, write status: STOPPED in its file, then run campaigns apply.',
  push: 'To send changes to the service, run campaigns apply.',
  diff: 'To see what an apply would change, run campaigns plan.',
  version: 'To see the version, run campaigns --version.',
};

/** The same for options. */
const OPTIONS: Readonly<Record<string, string>> = {
  '--dry-run': 'To see what an apply would change, run campaigns plan.',
  '-n': 'To see what an apply would change, run campaigns plan.',
  '-W': 'To choose a workspace, write -w.',
  '-v': 'To see the version, run campaigns --version.',
};

/** Commands that need a key, each with an example. */
const EXAMPLES: Readonly<Record<string, string>> = {
  revert: 'For example: campaigns revert promo/black-friday-push',
  replace: 'For example: campaigns replace promo/black-friday-push',
};

/** What to run in place of a command line that was refused; undefined if it has none of these names. */
export function adviceFor(
  program: Command,
  args: readonly string[],
  { code }: { readonly code: string },
): string | undefined {
  // The command line ends with its unknown command.
  if (code === 'commander.unknownCommand') return memberOf(COMMANDS, args.at(-1) ?? '');
  if (code === 'commander.missingArgument') return memberOf(EXAMPLES, args[0] ?? '');
  if (code !== 'commander.unknownOption') return undefined;
  const known = program.commands.find((one) => one.name() === args[0])?.options ?? [];
  return args
    .filter((arg) => !known.some(({ long, short }) => arg === long || arg === short))
    .map((arg) => memberOf(OPTIONS, arg))
    .find((advice) => advice !== undefined);
}
