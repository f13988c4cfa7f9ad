/** Why a locked edit can't be moved into a copy of its campaign. Paths are relative to the root of the repository. */
export type ReplaceRefusal =
  | { readonly code: 'replace-unmanaged'; readonly key: string; readonly workspace: string }
  /** The file belongs to other workspaces. */
  | { readonly code: 'replace-elsewhere'; readonly file: string; readonly workspace: string }
  | { readonly code: 'replace-draft'; readonly key: string; readonly file: string }
  /** The file equals what was last applied. */
  | { readonly code: 'replace-unedited'; readonly key: string; readonly file: string }
  | {
      readonly code: 'last-applied-unknown';
      readonly key: string;
      readonly file: string;
      readonly workspace: string;
    }
  /** The YAML has its name, key or status in a form that can't be replaced. */
  | { readonly code: 'copy-not-possible'; readonly file: string }
  /** `snippets`: those with a part of the edit. */
  | {
      readonly code: 'edit-not-movable';
      readonly key: string;
      readonly file: string;
      readonly snippets: readonly string[];
    }
  /**
   * `detail`: the first mistake that the file would have. `line` counts from 1. `isCopy`: it is the new file, which may not
   * have what an existing campaign may keep.
   */
  | {
      readonly code: 'copy-invalid';
      readonly file: string;
      readonly line: number;
      readonly isCopy: boolean;
      readonly detail: string;
    };
