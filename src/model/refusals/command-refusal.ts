/** A command line can't be done as it was given. */
export type CommandRefusal =
  /** The way to a file is not a folder of this repository: `detail` says where. */
  | { readonly code: 'starter-blocked'; readonly detail: string }
  | { readonly code: 'starter-not-written'; readonly detail: string; readonly written: readonly string[] }
  /** workspaces.yaml is there already, and names other workspaces. */
  | {
      readonly code: 'workspace-not-configured';
      readonly workspace: string;
      readonly known: readonly string[];
    }
  | { readonly code: 'invalid-workspace-name'; readonly workspace: string }
  | { readonly code: 'workspace-is-local' }
  | {
      readonly code: 'half-a-target';
      readonly workspace: string;
      readonly missing: 'address' | 'app key';
    }
  /** `detail` and `advice` are those of the finding that workspaces.yaml would have; the advice may be empty. */
  | {
      readonly code: 'invalid-target';
      readonly field: 'address' | 'app key';
      readonly detail: string;
      readonly advice: string;
    }
  | {
      readonly code: 'plan-not-written';
      readonly option: '--out' | '--html' | 'the input html';
      readonly said: string;
    }
  | { readonly code: 'forget-nothing-named' }
  | { readonly code: 'forget-keys-and-all' }
  /** A setting of `serve`; `shape` is an example of a right one, as a sentence. */
  | {
      readonly code: 'bad-setting';
      readonly setting: string;
      readonly mistakes: readonly SettingMistake[];
      readonly shape: string;
    }
  | { readonly code: 'data-is-a-folder'; readonly path: string }
  | { readonly code: 'data-refused'; readonly said: string }
  | { readonly code: 'port-taken'; readonly port: number }
  | { readonly code: 'port-forbidden'; readonly port: number }
  | { readonly code: 'host-not-here'; readonly host: string }
  | { readonly code: 'unknown-host'; readonly host: string }
  | { readonly code: 'host-not-resolved'; readonly host: string };

/** What is wrong at one place of a setting. */
export interface SettingMistake {
  /** Empty for the whole. */
  readonly place: string;
  readonly message: string;
  /** A name that is none, and the names there are. */
  readonly unknown?: { readonly name: string; readonly known: readonly string[] };
}
