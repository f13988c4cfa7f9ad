/**
 * Why a file of the user can't be read or written: the code of its diagnostic, and the reason. Paths are as the user
 * wrote them, or from the root of the repository. `messages/file-fault-messages.ts` puts it into words.
 */
export type FileFault = {
  /** The file, where the place of the diagnostic is another one. */
  readonly at?: string;
} & (MissingFile | MisnamedFile | UnusableFile);

type MissingFile = { readonly code: 'E_FILE_MISSING' } & (
  | { readonly why: 'nothing' | 'name-too-long' | 'nul-in-name' | 'empty-path' }
  | { readonly why: 'broken-link'; readonly path: string }
  /** `folder`: what the path is relative to; `alike`: the path of a file next to it that was probably meant. */
  | { readonly why: 'not-here'; readonly path: string; readonly folder: string; readonly alike?: string }
  /** There was no such file in the commit that is read. */
  | { readonly why: 'not-then'; readonly path: string }
  /** Only for users of the library, who pass the texts themselves. */
  | { readonly why: 'not-passed'; readonly path: string }
);

/** With another extension, its key would depend on how the file system treats case. */
type MisnamedFile = {
  readonly code: 'E_FILE_NAME';
  readonly why: 'capital-extension';
  readonly name: string;
};

type UnusableFile = { readonly code: 'E_FILE' } & (
  | { readonly why: 'folder' | 'loop' | 'linked-file' | 'linked-campaign' | 'linked-folder-here' }
  | { readonly why: 'not-regular'; readonly todo: 'name-another' | 'move-it' }
  | { readonly why: 'not-a-folder' | 'linked-folder'; readonly path: string }
  | { readonly why: 'not-utf8' | 'nul-characters' | 'name-not-utf8' | 'pointer' | 'no-permission' }
  | { readonly why: 'carriage-return' | 'too-many-values' }
  | { readonly why: 'control-character'; readonly character: string }
  | { readonly why: 'too-large'; readonly mebibytes: number; readonly content: FileContent }
  | { readonly why: 'outside' | 'inside-git' | 'ignored' | 'untracked'; readonly path: string }
  /** `said`: the message of the system. */
  | { readonly why: 'unreadable' | 'unwritable'; readonly said: string }
  | { readonly why: 'nul-in-own-name' }
  /** Another program changed it between reading and writing. */
  | { readonly why: 'changed' }
  /** Its YAML has no place for a `key:`. */
  | { readonly why: 'no-place-for-key' }
);

/** What a file is for: a campaign or the configuration, or a text that these refer to. */
export type FileContent = 'campaign' | 'text';
