/** The repository, its files or its settings prevent a command. */
export type RepositoryRefusal =
  | { readonly code: 'no-folder'; readonly folder: string }
  /** git refuses to read a folder that another user owns. */
  | { readonly code: 'folder-of-another-user'; readonly folder: string }
  /** git isn't installed, or isn't in the path, or is too old: `found` is its version. */
  | { readonly code: 'no-git'; readonly found: string | undefined }
  /** A folder looks like a bare repository or, in the action, belongs to another one than the job's. */
  | { readonly code: 'other-repository'; readonly folder: string }
  | { readonly code: 'no-repository'; readonly folder: string }
  | { readonly code: 'git-failed'; readonly said: string }
  /** `elsewhere` is a file that was probably meant. */
  | { readonly code: 'no-configuration'; readonly file: string; readonly elsewhere?: string }
  /** The diagnostics describe the problem. */
  | { readonly code: 'invalid-configuration'; readonly file: string }
  | {
      readonly code: 'invalid-files';
      /** What the command would have done. */
      readonly todo: 'plan' | 'status' | 'write';
      /** Campaigns that were asked for and whose own files have no errors. Omitted if not all of them are such. */
      readonly valid?: readonly string[];
      /** The errors may only be due to the missing record: the files of managed campaigns may have such values. */
      readonly noRecord?: { readonly workspace: string; readonly hasOrigin: boolean };
    }
  | { readonly code: 'no-workspace-chosen'; readonly file: string; readonly known: readonly string[] }
  | {
      readonly code: 'unknown-workspace';
      readonly file: string;
      readonly workspace: string;
      readonly known: readonly string[];
    }
  /** `name` matches no key, pattern, folder or path. */
  | {
      readonly code: 'unknown-campaign';
      readonly name: string;
      readonly what: 'campaign' | 'managed campaign' | 'campaign file';
      readonly isPattern: boolean;
      readonly known: readonly string[];
      /** If only the campaigns of this workspace are known. */
      readonly workspace?: string;
    }
  /** The campaign has a file, which isn't for the workspace. */
  | {
      readonly code: 'not-for-workspace';
      readonly name: string;
      readonly file: string;
      readonly workspace: string;
    }
  /** The command accepts only one campaign. */
  | { readonly code: 'several-campaigns'; readonly name: string; readonly keys: readonly string[] }
  | { readonly code: 'no-campaign-files'; readonly folder: string }
  /** Campaigns are managed, but none of them has a file. */
  | { readonly code: 'all-files-gone'; readonly workspace: string; readonly managed: number }
  | { readonly code: 'no-author'; readonly file: string; readonly workspace: string }
  | { readonly code: 'no-such-commit'; readonly ref: string; readonly isShallow: boolean }
  | { readonly code: 'no-common-commit'; readonly ref: string; readonly isShallow: boolean };
