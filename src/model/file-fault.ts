/**
 * Why a file of the user can't be read or written: the code of its diagnostic, and the reason. Paths are as the user
 * wrote them, or from the root of the repository. `messages/file-fault-messages.ts` puts it into words.
 */
export type FileFault = {
  /** The file, where the place of the diagnostic is another one. */
  readonly at?: string;
} & (MissingFile | UnsuitableFile | UnreadableText | OutOfReach | UnwritableFile);

type MissingFile = { readonly code: 'E_FILE_MISSING' } & (
  | { readonly why: 'nothing' | 'name-too-long' | 'nul-in-name' | 'empty-path' }
  | { readonly why: 'broken-link'; readonly path: string }
  /**
   * `alike`: the path of a file next to it whose name differs only in case or in how accents are encoded, or by a typo, or
   * of the file that has the path as written from a folder above.
   */
  | {
      readonly why: 'not-here';
      readonly path: string;
      /** The folder that the path is relative to. */
      readonly folder: string;
      readonly alike?: {
        readonly path: string;
        readonly differsIn: 'accents' | 'case' | 'letters' | 'folder';
      };
    }
  /** There was no such file in the commit that is read. */
  | { readonly why: 'not-then'; readonly path: string }
  /** Only for users of the library, who pass the texts themselves. */
  | { readonly why: 'not-passed'; readonly path: string }
);

type UnsuitableFile =
  | { readonly code: 'E_FILE_TYPE'; readonly why: 'folder' }
  | { readonly code: 'E_FILE_TYPE'; readonly why: 'not-regular'; readonly todo: 'name-another' | 'move-it' }
  | { readonly code: 'E_FILE_TYPE'; readonly why: 'not-a-folder'; readonly path: string }
  | { readonly code: 'E_FILE_LINK'; readonly why: 'loop' | 'file' | 'campaign-file' | 'folder-here' }
  | { readonly code: 'E_FILE_LINK'; readonly why: 'folder'; readonly path: string }
  /** With another extension, its key would depend on how the file system treats case. */
  | { readonly code: 'E_FILE_NAME'; readonly why: 'capital-extension'; readonly name: string };

type UnreadableText =
  | { readonly code: 'E_FILE_UNREADABLE'; readonly why: 'no-permission' }
  /** `said`: the message of the system. */
  | { readonly code: 'E_FILE_UNREADABLE'; readonly why: 'refused'; readonly said: string }
  | {
      readonly code: 'E_FILE_SIZE';
      readonly why: 'too-large';
      readonly mebibytes: number;
      readonly content: FileContent;
    }
  | { readonly code: 'E_FILE_ENCODING'; readonly why: 'not-utf8' | 'nul-characters' | 'name-not-utf8' }
  | { readonly code: 'E_FILE_LFS'; readonly why: 'pointer' };

type OutOfReach =
  | { readonly code: 'E_FILE_OUTSIDE'; readonly why: 'outside'; readonly path: string }
  | { readonly code: 'E_FILE_GIT'; readonly why: 'inside-git'; readonly path: string }
  | { readonly code: 'E_FILE_IGNORED'; readonly why: 'ignored'; readonly path: string }
  | { readonly code: 'E_FILE_UNTRACKED'; readonly why: 'untracked'; readonly path: string };

type UnwritableFile = { readonly code: 'E_FILE_UNWRITABLE' } & (
  | { readonly why: 'nul-in-own-name' }
  | { readonly why: 'refused'; readonly said: string }
  /** Another program changed it between reading and writing. */
  | { readonly why: 'changed' }
  /** Its YAML has no place for a `key:`. */
  | { readonly why: 'no-place-for-key' }
);

/** What a file is for: a campaign or the configuration, or a text that these refer to. */
export type FileContent = 'campaign' | 'text';
