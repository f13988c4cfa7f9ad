import type { CommonOptions } from '../app/context.ts';
import { EXIT, type ExitCode } from '../model/exit.ts';
import type { CommandSession } from './session.ts';
import { COMPLETE } from './command.ts';

export interface CompletionOptions extends CommonOptions {
  readonly shell: Shell;
}

/** Prints the script with which a shell completes `campaigns`. */
export function completion({ shell }: CompletionOptions, { stdout }: CommandSession): Promise<ExitCode> {
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
export const COMPLETION_SCRIPTS = { bash: BASH, zsh: ZSH, fish: FISH } as const;

export type Shell = keyof typeof COMPLETION_SCRIPTS;
