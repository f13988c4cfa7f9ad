import type { FileChange } from '../../files/write-files.ts';

/** A file before and after the pull. */
export type WrittenFile = Required<FileChange> & { readonly text: string };
