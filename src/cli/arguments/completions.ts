import type { Argument, Command, Option } from 'commander';
import type { CompletionNames } from '../../app/reading/completion-names.ts';

/** What may be completed at the cursor. */
interface Completions {
  readonly values: readonly (readonly [value: string, description: string])[];
  /** What the shell itself completes if no value matches. */
  readonly otherwise: 'files' | 'folders' | 'nothing';
}

/**
 * Completes a command line. `words` follow the program's name; the last one is being typed and may be empty. `namesIn`
 * returns the names in the folder that `-C` names.
 */
export function completionsFor(
  program: Command,
  words: readonly string[],
  namesIn: (directory: string | undefined) => CompletionNames,
): Completions {
  const typed = withoutEqualSigns(words);
  const current = typed.at(-1) ?? '';
  const place = placeOf(program, typed.slice(0, -1));
  const names = namesIn(place.directory);
  const [, flag, prefix] = /^(--[a-z-]+=)(.*)$/s.exec(current) ?? [];
  const all =
    flag === undefined || prefix === undefined
      ? completionsAt(place, current, names)
      : prefixed(flag, valuesOf(optionOf(place.command, flag.slice(0, -1)), names));
  return { ...all, values: all.values.filter(([value]) => value.startsWith(current)) };
}

/** bash treats `--only=x` as three words. */
function withoutEqualSigns(words: readonly string[]): readonly string[] {
  const kept = words.filter((word, at) => word !== '=' || !words[at - 1]?.startsWith('--'));
  return words.at(-1) === '=' && kept.length < words.length ? [...kept, ''] : kept;
}

/** The state of a command line at the cursor. */
interface Place {
  readonly command: Command;
  /** The option whose value comes next, or may come again. */
  readonly option: Option | undefined;
  /** How many arguments of the command are complete. */
  readonly argumentCount: number;
  readonly directory: string | undefined;
}

function placeOf(program: Command, words: readonly string[]): Place {
  let place: Place = { command: program, option: undefined, argumentCount: 0, directory: undefined };
  for (const word of words) place = afterWord(place, word);
  return place;
}

function afterWord(place: Place, word: string): Place {
  const { command, option } = place;
  const isFlag = word.startsWith('-');
  if (option && !(isFlag && option.variadic)) {
    const directory = option.long === '--directory' ? word : place.directory;
    return { ...place, directory, option: option.variadic ? option : undefined };
  }
  if (isFlag) return { ...place, option: word.includes('=') ? undefined : optionOf(command, word) };
  const below = command.commands.find((one) => one.name() === word);
  if (below) return { ...place, command: below, option: undefined, argumentCount: 0 };
  return { ...place, option: undefined, argumentCount: place.argumentCount + 1 };
}

/** The option of that name, if it has a value. */
function optionOf(command: Command, flag: string): Option | undefined {
  const option = command.options.find(({ long, short }) => long === flag || short === flag);
  return option && (option.required || option.optional) ? option : undefined;
}

function completionsAt(
  { command, option, argumentCount }: Place,
  current: string,
  names: CompletionNames,
): Completions {
  if (option && !(option.variadic && current.startsWith('-'))) return valuesOf(option, names);
  if (current.startsWith('-')) return only(optionsOf(command));
  if (command.commands.length > 0) return only(commandsOf(command));
  const known = command.registeredArguments;
  const last = known.at(-1);
  const argument = known[argumentCount] ?? (last?.variadic ? last : undefined);
  return valuesOf(argument, names);
}

function optionsOf(command: Command): Completions['values'] {
  return command
    .createHelp()
    .visibleOptions(command)
    .map(({ long, short, description }) => [long ?? short ?? '', description]);
}

function commandsOf(command: Command): Completions['values'] {
  return command
    .createHelp()
    .visibleCommands(command)
    .map((one) => [one.name(), one.description()]);
}

/** The values of an option or an argument, by the name of its placeholder in the usage. */
function valuesOf(taken: Option | Argument | undefined, names: CompletionNames): Completions {
  if (!taken) return only([]);
  if (taken.argChoices) return only(taken.argChoices.map((choice) => [choice, '']));
  switch (placeholderOf(taken)) {
    case 'keys':
    case 'key':
    case 'files':
    case 'old':
      return { values: names.keys().map((key) => [key, '']), otherwise: 'files' };
    case 'workspace':
      return only(names.workspaces().map((name) => [name, '']));
    case 'file':
      return { values: [], otherwise: 'files' };
    case 'dir':
      return { values: [], otherwise: 'folders' };
    default:
      return only([]);
  }
}

/** `keys` for `--only <keys...>`; a workspace's placeholder is `name`. */
function placeholderOf(taken: Option | Argument): string {
  if (!('flags' in taken)) return taken.name();
  if (taken.long === '--workspace') return 'workspace';
  return /[<[]([a-z-]+)/.exec(taken.flags)?.[1] ?? '';
}

function only(values: Completions['values']): Completions {
  return { values, otherwise: 'nothing' };
}

function prefixed(prefix: string, { values, otherwise }: Completions): Completions {
  return { values: values.map(([value, words]) => [prefix + value, words]), otherwise };
}
