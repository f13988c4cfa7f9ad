import { Help, Option, type Command } from 'commander';
import { duration } from './value-parsers.ts';

export function withCommon(
  command: Command,
  workspace = 'the workspace (default: the default in workspaces.yaml)',
): Command {
  const options: readonly [flags: string, description: string][] = [
    ['-C, --directory <dir>', 'run in this folder'],
    ['-w, --workspace <name>', workspace],
    ['--json', 'print JSON on standard output'],
    ['--no-color', 'do not print colors'],
    ['--quiet', 'do not print progress'],
    ['--debug', 'log each request to standard error: method, path, status, time and IDs'],
  ];
  for (const [flags, description] of options)
    command.addOption(new Option(flags, description).helpGroup(COMMON_GROUP));
  return command;
}

/** The heading of the options that every command has. */
const COMMON_GROUP = 'Global options, before or after the command:';

/** Groups of help, with the global options last. */
export function commonLast<Item extends Command | Option>(
  unsorted: Item[],
  visible: Item[],
  groupOf: (item: Item) => string,
): Map<string, Item[]> {
  const groups = new Help().groupItems(unsorted, visible, groupOf);
  const common = groups.get(COMMON_GROUP);
  if (common && groups.delete(COMMON_GROUP)) groups.set(COMMON_GROUP, common);
  return groups;
}

/** How commands take campaigns. */
export const KEYS = '[keys...]';
export const KEYS_HELP = 'campaign keys, patterns ("promo/*"), folders, or file paths';

/** Runs a command only for the campaigns that are named after it, or by `--only`. */
export function onlyThese(run: (given: unknown) => Promise<void>) {
  return (keys: readonly string[], given: { readonly only?: readonly string[] }): Promise<void> =>
    run(keys.length === 0 ? given : { ...given, only: [...keys, ...(given.only ?? [])] });
}

export function withPlanning(command: Command, maxWait: string): Command {
  return withCommon(command)
    .argument(KEYS, KEYS_HELP)
    .option('--only <keys...>', 'the same as naming the keys as arguments')
    .option('--exit-code', 'exit 2 if something is left to do')
    .addOption(new Option('--max-wait <time>', maxWait).argParser(duration).default(600_000, '10m'));
}

const TAKES_VALUE = /^(?:-C|-w|--directory|--workspace)$/;
const COMMON = /^(?:-[Cw].+|--(?:directory|workspace)=.*|--json|--no-color|--quiet|--debug)$/s;

/**
 * The command line with the global options right after the command, since they may also come before it: `-C shop
 * plan` becomes `plan -C shop`. They come first there, so that the same option given later overrides them.
 */
export function afterCommand(args: readonly string[]): string[] {
  let at = 0;
  for (let arg = args[at]; arg !== undefined; arg = args[at]) {
    if (TAKES_VALUE.test(arg)) at += 2;
    else if (COMMON.test(arg)) at += 1;
    else break;
  }
  const [common, rest] = [args.slice(0, at), args.slice(at)];
  // Without a command, and without a command of `state`, the help was requested.
  if (rest.length === 0 || (rest.length === 1 && rest[0] === 'state')) return [...rest, '--help'];
  const words = rest[0] === 'help' ? rest.length : rest[0] === 'state' ? 2 : 1;
  return [...rest.slice(0, words), ...common, ...rest.slice(words)];
}
