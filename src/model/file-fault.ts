/**
 * Why a file of the user can't be read or written: the code of its diagnostic, and the reason. Paths are as the user
 * wrote them, or from the root of the repository. `messages/catalog/faults.ts` puts it into words.
 */
export type FileFault = {
  /** The file, where the place of the diagnostic is another one. */
  readonly at?: string;
} & (
  | ({ readonly code: 'E_FILE_MISSING' } & MissingFile)
  /** `path`: the name that it should have. With another extension, its key would depend on the file system. */
  | { readonly code: 'E_FILE_NAME'; readonly why: 'capital-extension'; readonly path: string }
  | ({ readonly code: 'E_FILE' } & UnusableFile)
);

/** `folder`: what the path is relative to. */
type MissingFile =
  | { readonly why: 'not-here'; readonly path?: string; readonly folder?: string }
  | { readonly why: 'broken-link'; readonly path: string };

type UnusableFile =
  | { readonly why: 'not-a-file' | 'link' | 'not-text' | 'too-many-values' | 'pointer' | 'changed' }
  | { readonly why: 'not-a-folder' | 'linked-folder'; readonly path: string }
  | { readonly why: 'too-large'; readonly mebibytes: number }
  | { readonly why: 'outside' | 'inside-git' | 'ignored' | 'untracked'; readonly path: string }
  /** `said`: the message of the system. */
  | { readonly why: 'unreadable' | 'unwritable'; readonly said: string };
