/** `init` can't write what was asked for. */
export type StarterRefusal =
  /** The way to a file is not a folder of this repository: `detail` says where. */
  | { readonly code: 'starter-blocked'; readonly detail: string }
  | { readonly code: 'starter-not-written'; readonly detail: string; readonly written: readonly string[] }
  /** workspaces.yaml exists, and doesn't have it. */
  | {
      readonly code: 'workspace-not-configured';
      readonly workspace: string;
      readonly known: readonly string[];
    }
  | WishRefusal;

/** What was asked for a new workspace isn't possible. */
export type WishRefusal =
  | { readonly code: 'workspace-name'; readonly workspace: string }
  | { readonly code: 'workspace-is-local' }
  | {
      readonly code: 'target-incomplete';
      readonly workspace: string;
      readonly missing: 'address' | 'app key';
    }
  /** `detail` and `advice`: as workspaces.yaml would be judged. */
  | {
      readonly code: 'target-invalid';
      readonly what: 'address' | 'app key';
      readonly detail: string;
      readonly advice: string;
    };
