import type { Diagnostic } from '../diagnostic.ts';
import type { FileFault } from '../file-fault.ts';

/** `init` can't write the requested files. */
export type StarterRefusal =
  /** The folder of a file can't be used or isn't in this repository. */
  | { readonly code: 'starter-blocked'; readonly fault: FileFault }
  | { readonly code: 'starter-not-written'; readonly fault: FileFault; readonly written: readonly string[] }
  /** workspaces.yaml exists but doesn't contain the workspace. */
  | {
      readonly code: 'workspace-not-configured';
      readonly workspace: string;
      readonly known: readonly string[];
    }
  | WishRefusal;

/** The requested settings of a new workspace are invalid. */
export type WishRefusal =
  | { readonly code: 'workspace-name'; readonly workspace: string }
  | { readonly code: 'workspace-is-local' }
  | {
      readonly code: 'target-incomplete';
      readonly workspace: string;
      readonly missing: 'address' | 'app key';
    }
  /** `mistake`: the diagnostic that workspaces.yaml would get. */
  | {
      readonly code: 'target-invalid';
      readonly what: 'address' | 'app key';
      readonly mistake: Pick<Diagnostic, 'message' | 'hint'>;
    };
