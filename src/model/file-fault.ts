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

/** A campaign file: its text, or why it has none. */
export type CampaignFile = {
  /** From the root of the repository, with forward slashes. */
  readonly file: string;
  /** From the campaigns folder: the key is made from it if the file doesn't set one. */
  readonly below: string;
} & ({ readonly text: string } | { readonly fault: FileFault });

/** The result of reading a `$file`: its text and its path from the repository's root, or why it can't be read. */
export type ReferenceAnswer =
  | {
      readonly kind: 'text';
      readonly file: string;
      readonly text: string;
      /** The requested path, from the root, if a link on it leads to `file`. */
      readonly link?: string;
    }
  | { readonly kind: 'problem'; readonly fault: FileFault };

/** Reads a `$file` path as written in the campaign file `from`. */
export type ReadReference = (from: string, path: string) => ReferenceAnswer;
