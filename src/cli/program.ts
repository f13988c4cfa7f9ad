import packageJson from '../../package.json' with { type: 'json' };
import { Argument, Command, Option, type OutputConfiguration } from 'commander';
import { badOption } from '../app/process/user-failure.ts';
import type { CommandRow } from './command.ts';
import { COMMANDS } from './commands.ts';

/** The address of the documentation. */
const DOCUMENTATION = 'https://github.com/campaign-reconciler/campaign-reconciler';

const FOOTER = `
Examples:
  $ campaigns init                          start in an empty repository
  $ campaigns validate && campaigns plan    check the files and show the plan
  $ campaigns plan 'promo/*' -w staging     one folder, in another workspace

Documentation: ${DOCUMENTATION}#readme`;

const GLOBAL: readonly (readonly [flags: string, help: string])[] = [
  ['-C, --directory <dir>', 'run in this folder'],
  ['-w, --workspace <name>', 'the workspace (default: the default in workspaces.yaml)'],
  ['--json', 'print JSON on standard output'],
  ['--no-color', 'do not print colors'],
  ['--quiet', 'do not print progress, or the requests to serve'],
  ['--debug', 'log each request to standard error: method, path, status, time and IDs'],
];

/** The options and arguments of a command line, by the names that the code of the command has for them. */
export type Given = Readonly<Record<string, unknown>>;

/** All commands with their options; `execute` runs one. */
export function commandLine(
  execute: (row: CommandRow, given: Given) => Promise<void>,
  output: OutputConfiguration,
): Command {
  const program = new Command('campaigns')
    .description('Marketing campaigns as code: YAML files in git, planned and applied to a campaign service.')
    .usage('<command> [options]')
    .version(packageJson.version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show this help')
    .exitOverride()
    .configureOutput(output)
    .showHelpAfterError('  For help: campaigns --help')
    .configureHelp({ showGlobalOptions: true })
    .addHelpText('after', FOOTER);
  for (const [flags, help] of GLOBAL)
    program.addOption(new Option(flags, help).helpGroup('Global options, before or after the command:'));
  for (const [heading, rows] of Object.entries(COMMANDS)) {
    program.commandsGroup(heading);
    for (const row of rows) addCommand(program, row, execute);
  }
  return program.helpCommand('help [command]', 'show help for a command');
}

function addCommand(program: Command, row: CommandRow, execute: Parameters<typeof commandLine>[0]): void {
  const { name, does, args = [], options = [], examples, run } = row;
  const words = name.split(' ');
  const parent = program.commands.find((one) => one.name() === words.at(-2)) ?? program;
  const shown = examples.map((example) => `  $ ${example}`).join('\n');
  const command = parent
    .command(words.at(-1) ?? name)
    .description(does)
    .showHelpAfterError(`  For help: campaigns ${name} --help`)
    .addHelpText('after', `\nExample${examples.length === 1 ? '' : 's'}:\n${shown}`);
  for (const [argument, , help, choices] of args) {
    const taken = new Argument(argument, help);
    command.addArgument(choices ? taken.choices(choices) : taken);
  }
  for (const [flags, help, { choices, parse, usual, isRequired, isHidden = false } = {}] of options) {
    const option = new Option(flags, help).hideHelp(isHidden).makeOptionMandatory(isRequired ?? false);
    if (choices) option.choices(choices);
    if (parse) option.argParser<unknown>(parse as (text: string, earlier: unknown) => unknown);
    command.addOption(usual ? option.default(...usual) : option);
  }
  if (!run) command.helpCommand('help [command]', 'show help for a command');
  else
    command.action((...given: unknown[]) => {
      const named = args.map(([, as], at) => [as, given[at]]);
      const { only: own, ...positional } = Object.fromEntries(named) as Given & Keys;
      const typed: Given & Keys = command.optsWithGlobals();
      // Keys may also be given by `--only`.
      const only = [...(own ?? []), ...(typed.only ?? [])];
      return execute(row, { ...typed, ...positional, ...(only.length > 0 && { only }) });
    });
}

interface Keys {
  readonly only?: readonly string[];
}

/** Throws UserFailure if options were combined that can't be, or one is missing. */
export function requireUsage(
  { args = [], conflicts = [], needs = [], either }: CommandRow,
  given: Given,
): void {
  const has = (name: string) => {
    const as = name.startsWith('--') ? name.slice(2) : (args[0]?.[1] ?? '');
    const value = given[as];
    return Array.isArray(value) ? value.length > 0 : value !== undefined && value !== false;
  };
  const pairs = either ? [...conflicts, either] : conflicts;
  for (const [option, other] of pairs)
    if (has(option) && has(other)) throw badOption(option, { why: 'together', other });
  if (either && !either.some(has)) throw badOption(either.join(' or '), { why: 'missing' });
  for (const [option, other] of needs)
    if (has(option) && !has(other)) throw badOption(option, { why: 'needs', other });
}

/** The command line, with `--help` where a command is missing. */
export function asTyped(program: Command, args: readonly string[]): readonly string[] {
  const { operands, unknown } = program.parseOptions([...args]);
  const command = program.commands.find((one) => one.name() === operands[0]);
  const isMissing = operands.length === 0 || (command?.commands.length && operands.length === 1);
  return isMissing && unknown.length === 0 ? [...args, '--help'] : args;
}

/** What earlier versions understood, by how it begins, and what to do in its place. An option belongs to the command before it. */
const REMOVED: Readonly<Record<string, string>> = {
  '--share':
    'Add the workspace to workspaces in the file, and bind it: campaigns adopt KEY --id ID. Then campaigns pull KEY --theirs writes what differs as an override.',
  prune:
    'The file of a campaign that has ended can be deleted like any other: git rm FILE. Its binding stays, so no other branch creates the campaign again. For the live statuses, run campaigns status.',
  'state mv --all':
    'Write the old key into each moved file (key: …), as the plan shows it, or move one binding: campaigns state mv OLD NEW',
  '--keep-keys': 'Write the old key into each moved file (key: …), as the plan shows it.',
};

/** What to do in place of a command line that was refused; undefined if it was never understood. */
export function insteadOfRemoved(args: readonly string[]): string | undefined {
  return Object.entries(REMOVED).find(([spelling]) =>
    spelling
      .split(' ')
      .every((word, at) =>
        word.startsWith('-') ? args.some((arg) => arg.startsWith(word)) : args[at] === word,
      ),
  )?.[1];
}
