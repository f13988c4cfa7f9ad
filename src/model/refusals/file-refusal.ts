import type { Diagnostic } from '../diagnostic.ts';
import type { FileFault } from '../file-fault.ts';

/** Files of the work tree can't be reverted, moved or deleted as requested. Commits are abbreviated. */
export type FileRefusal =
  | { readonly code: 'never-applied'; readonly key: string; readonly workspace: string }
  /** The campaign has another key now. `to`: the requested commit. */
  | {
      readonly code: 'key-moved';
      readonly key: string;
      readonly now: string;
      readonly workspace: string;
      readonly to?: string;
    }
  /** It was bound to its file, and nothing is recorded that could be restored. */
  | { readonly code: 'adoption-not-applied' }
  /** No commit here has the file as it was last applied. */
  | {
      readonly code: 'no-applied-version';
      readonly key: string;
      readonly workspace: string;
      readonly isShallow: boolean;
    }
  | { readonly code: 'no-file-then'; readonly key: string; readonly commit: string }
  | {
      readonly code: 'version-unreadable';
      readonly key: string;
      readonly commit: string;
      readonly problem: Diagnostic;
    }
  /** A command names a file that isn't below the campaigns folder. */
  | { readonly code: 'file-outside'; readonly file: string; readonly folder: string }
  /** Another campaign's file already has the target path. */
  | { readonly code: 'file-taken'; readonly key: string; readonly file: string; readonly by: string }
  | {
      readonly code: 'files-uncommitted';
      readonly files: readonly string[];
      readonly todo: 'overwrite' | 'leave';
    }
  /** One of several files can't be written, so none is. */
  | { readonly code: 'files-not-written'; readonly file: string; readonly fault: FileFault }
  /** The file was saved, created or deleted between reading and writing. */
  | { readonly code: 'file-changed'; readonly file: string };
