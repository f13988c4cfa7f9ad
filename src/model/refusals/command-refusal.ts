import type { CommandQuestion } from '../command-question.ts';

/** The option of a command that says where a plan is written, or the input of the action. */
export type PlanOption = '--out' | '--html' | 'input';

/** A command line can't be carried out as given. */
export type CommandRefusal =
  | {
      readonly code: 'plan-not-written';
      readonly option: PlanOption;
      readonly said: string;
    }
  | { readonly code: 'plan-folder-missing'; readonly option: PlanOption; readonly folder: string }
  /** The path is a link to a file or to a folder. */
  | { readonly code: 'plan-path-is-link'; readonly option: PlanOption; readonly file: string }
  /** The path of `--out` or `--html` is that of a campaign file. */
  | { readonly code: 'plan-over-campaign'; readonly file: string; readonly option: PlanOption }
  /** A path in the folder where git keeps a repository. */
  | { readonly code: 'plan-in-git'; readonly file: string; readonly option: PlanOption }
  /** The path of an existing file that git tracks. */
  | { readonly code: 'plan-over-tracked'; readonly file: string; readonly option: PlanOption }
  /** `--out` and `--html` name the same file. */
  | { readonly code: 'plan-paths-equal'; readonly file: string }
  /** `--html -` beside an option that writes the plan as JSON to standard output. */
  | { readonly code: 'two-outputs'; readonly option: '--json' | '--out -' }
  /** Standard output can't be written, for example because a disk is full. */
  | { readonly code: 'output-not-written'; readonly said: string }
  /** The user said no to the question of a command, which isn't an error. */
  | { readonly code: 'canceled'; readonly what: CommandQuestion['kind'] }
  | { readonly code: 'forget-nothing-named' }
  | { readonly code: 'forget-keys-and-all' }
  /** Without a terminal, the user can't be asked whether to forget all of them. */
  | { readonly code: 'forget-unasked' }
  | { readonly code: 'target-move-unasked' }
  /** A setting of `serve`, in a file if there is a path. */
  | {
      readonly code: 'bad-setting';
      readonly option: ServeSetting;
      readonly path?: string;
      readonly mistakes: readonly SettingMistake[];
    }
  | {
      readonly code: 'setting-unreadable';
      readonly option: ServeSetting;
      readonly path: string;
      readonly said: string;
    }
  | { readonly code: 'data-is-a-folder'; readonly path: string }
  | { readonly code: 'data-refused'; readonly said: string }
  | { readonly code: 'port-taken'; readonly port: number }
  | { readonly code: 'port-forbidden'; readonly port: number }
  | { readonly code: 'host-not-here'; readonly host: string }
  | { readonly code: 'unknown-host'; readonly host: string }
  | { readonly code: 'host-not-resolved'; readonly host: string };

/** The settings of `serve` that have a form of their own. */
export type ServeSetting = '--app-key' | '--features' | '--quirks' | '--workspaces' | '--limits';

/** A mistake at one position of a setting. */
export interface SettingMistake {
  /** Empty for the whole setting. */
  readonly place: string;
  readonly message: string;
  /** An unknown name, and the known ones. */
  readonly unknown?: { readonly name: string; readonly known: readonly string[] };
}
