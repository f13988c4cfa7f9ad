import type { FileFault } from '../model/file-fault.ts';

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
