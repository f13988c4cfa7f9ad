import type { DiagnosticCode } from '../model/diagnostic.ts';

/** What asking for a `$file` gives: its text and where it lies from the repository's root, or why not. */
export type ReferenceAnswer =
  | {
      readonly kind: 'text';
      readonly file: string;
      readonly text: string;
      /** The path as asked for, from the root, where a link on it leads to `file`. */
      readonly link?: string;
    }
  | {
      readonly kind: 'problem';
      readonly code: DiagnosticCode;
      readonly message: string;
      readonly hint: string;
    };

/** Reads a `$file` path as written in the campaign file `from`. */
export type ReadReference = (from: string, path: string) => ReferenceAnswer;
