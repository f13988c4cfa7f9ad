/** Why a locked edit can't be moved into a copy of its campaign. Files are named from the root of the repository. */
export type ReplaceRefusal =
  | { readonly code: 'replace-unmanaged'; readonly key: string; readonly workspace: string }
  /** The file is for other workspaces. */
  | { readonly code: 'replace-elsewhere'; readonly file: string; readonly workspace: string }
  | { readonly code: 'replace-draft'; readonly key: string; readonly file: string }
  /** The file says what was last applied. */
  | { readonly code: 'replace-unedited'; readonly key: string; readonly file: string }
  | {
      readonly code: 'last-applied-unknown';
      readonly key: string;
      readonly file: string;
      readonly workspace: string;
    }
  /** The YAML has its name, key or status where nothing can be put in its place. */
  | { readonly code: 'copy-not-possible'; readonly file: string }
  /** `detail`: the first mistake that the file would have. */
  | { readonly code: 'copy-invalid'; readonly file: string; readonly detail: string }
  | { readonly code: 'replace-canceled' };
