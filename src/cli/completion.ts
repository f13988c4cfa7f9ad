import { EXIT, type ExitCode } from '../model/exit.ts';
import type { CommandSession } from './session.ts';
import { COMPLETE } from './command.ts';
import type { Argument, Command, Option } from 'commander';
import type { Host } from '../app/process/session.ts';
import { completionNames, type CompletionNames } from '../app/select-campaigns.ts';
import { visibleLine } from '../render/text-layout.ts';

/** Prints the script with which a shell completes `campaigns`. */
export function completion(
  { shell }: { readonly shell: keyof typeof COMPLETION_SCRIPTS },
  { stdout }: CommandSession,
): Promise<ExitCode> {
  stdout.write(COMPLETION_SCRIPTS[shell]);
  return Promise.resolve(EXIT.DONE);
}

// The scripts that a shell runs at each press of Tab. The program knows what may follow, so a script only calls it:
// `campaigns __complete` with the words so far prints one value and its description per line, and `:files` or
// `:folders` if the shell itself should complete a path.

const BASH = `# bash completion for campaigns. For this shell: source <(campaigns completion bash)
_campaigns() {
  local line otherwise=
  COMPREPLY=()
  while IFS= read -r line; do
    case $line in
      :*) otherwise=\${line#:} ;;
      *) COMPREPLY+=("\${line%%$'\\t'*}") ;;
    esac
  done < <("\${COMP_WORDS[0]/#\\~/$HOME}" ${COMPLETE} "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
  case $otherwise in
    files) compopt -o default 2>/dev/null ;;
    folders) compopt -o plusdirs 2>/dev/null ;;
  esac
  return 0
}
complete -F _campaigns campaigns
`;

const ZSH = `#compdef campaigns
# zsh completion for campaigns. For this shell: source <(campaigns completion zsh)
_campaigns() {
  local line otherwise=
  local -a found
  while IFS= read -r line; do
    case $line in
      :*) otherwise=\${line#:} ;;
      *) found+=("\${\${line//:/\\\\:}/$'\\t'/:}") ;;
    esac
  done < <("\${(Q)words[1]}" ${COMPLETE} "\${(@Q)words[2,CURRENT-1]}" "\${(Q)PREFIX}" 2>/dev/null)
  (( \${#found} )) && _describe campaigns found && return
  case $otherwise in
    files) _files ;;
    folders) _files -/ ;;
  esac
}
if [[ \${funcstack[1]} == _campaigns ]]; then _campaigns "$@"; else compdef _campaigns campaigns; fi
`;

const FISH = `# fish completion for campaigns. For this shell: campaigns completion fish | source
function __campaigns_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l program $words[1]
    set -e words[1]
    set -l found (eval $program ${COMPLETE} (string escape -- $words "$current") 2>/dev/null)
    set -l otherwise $found[-1]
    set -e found[-1]
    if test (count $found) -gt 0
        printf '%s\\n' $found
    else if test "$otherwise" = :files
        __fish_complete_path "$current"
    else if test "$otherwise" = :folders
        __fish_complete_directories "$current"
    end
end
complete -c campaigns -f -a '(__campaigns_complete)'
`;

/** The script that makes a shell complete `campaigns`, by the shell's name. */
const COMPLETION_SCRIPTS = { bash: BASH, zsh: ZSH, fish: FISH };

/** What may be completed at the cursor, and what the shell itself completes if no value matches. */
type Completions = readonly [
  values: readonly (readonly [value: string, description: string])[],
  otherwise?: 'files' | 'folders',
];

/**
 * Prints completions for a shell: one value and its description per line, and in the last line what the shell itself
 * may complete. `words` follow the program's name; the last one is being typed and may be empty.
 */
export function complete(program: Command, words: readonly string[], host: Host): void {
  const current = words.at(-1) ?? '';
  let at: Place = { command: program, option: undefined, argumentCount: 0, directory: undefined };
  for (const word of words.slice(0, -1)) at = afterWord(at, word);
  const [values, otherwise = 'nothing'] = completionsAt(at, current, completionNames(host, at.directory));
  const lines = values
    .filter(([value]) => value.startsWith(current))
    .map((row) => row.filter(Boolean).map(visibleLine).join('\t'));
  host.stdout.write([...lines, `:${otherwise}`, ''].join('\n'));
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

function afterWord(place: Place, word: string): Place {
  const { command, option, argumentCount } = place;
  const isFlag = word.startsWith('-');
  if (option && !(isFlag && option.variadic)) {
    const directory = option.long === '--directory' ? word : place.directory;
    return { ...place, directory, option: option.variadic ? option : undefined };
  }
  if (isFlag) return { ...place, option: word.includes('=') ? undefined : optionOf(command, word) };
  const below = command.commands.find((one) => one.name() === word);
  const then = below ? { command: below, argumentCount: 0 } : { argumentCount: argumentCount + 1 };
  return { ...place, option: undefined, ...then };
}

function optionsOf(command: Command): Option[] {
  const help = command.createHelp();
  return [...help.visibleOptions(command), ...help.visibleGlobalOptions(command)];
}

/** The option of that name, if it has a value. */
function optionOf(command: Command, flag: string): Option | undefined {
  return [...command.options, ...optionsOf(command)].find(
    ({ long, short, required, optional }) => (long === flag || short === flag) && (required || optional),
  );
}

function completionsAt(
  { command, option, argumentCount }: Place,
  current: string,
  names: CompletionNames,
): Completions {
  const isFlag = current.startsWith('-');
  if (option && !(option.variadic && isFlag)) return valuesOf(option, names);
  if (isFlag)
    return [optionsOf(command).map(({ long, short, description }) => [long ?? short ?? '', description])];
  const below = command.createHelp().visibleCommands(command);
  if (command.commands.length > 0) return [below.map((one) => [one.name(), one.description()])];
  const last = command.registeredArguments.at(-1);
  return valuesOf(command.registeredArguments[argumentCount] ?? (last?.variadic ? last : undefined), names);
}

/** The values of an option or an argument, by the name of its placeholder in the usage. */
function valuesOf(taken: Option | Argument | undefined, names: CompletionNames): Completions {
  if (!taken) return [[]];
  if (taken.argChoices) return [taken.argChoices.map((choice) => [choice, ''])];
  switch (placeholderOf(taken)) {
    case 'keys':
    case 'key':
    case 'files':
    case 'old':
      return [names.keys().map((key) => [key, '']), 'files'];
    case 'workspace':
      return [names.workspaces().map((name) => [name, ''])];
    case 'file':
      return [[], 'files'];
    case 'dir':
      return [[], 'folders'];
    default:
      return [[]];
  }
}

/** `keys` for `--only <keys...>`; a workspace's placeholder is `name`. */
function placeholderOf(taken: Option | Argument): string {
  if (!('flags' in taken)) return taken.name();
  if (taken.long === '--workspace') return 'workspace';
  return /[<[]([a-z-]+)/.exec(taken.flags)?.[1] ?? '';
}
