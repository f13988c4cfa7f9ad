import type { AnswerProblem } from '../answer-problem.ts';
import type { FileFault } from '../file-fault.ts';
import type { IgnoredFile } from '../import.ts';
import type { LayoutFault } from '../key-fault.ts';
import type { LeaseRefusal } from './state-refusal.ts';

/** An import, an adoption of many, or a pull can't be done. */
export type ImportRefusal =
  /** The requested options exclude each other. */
  | {
      readonly code: 'import-usage';
      readonly problem:
        | 'ids-and-all'
        | 'nothing-named'
        | 'adopt-one'
        | 'key-for-one'
        | 'filter-without-all'
        | 'adopt-selects';
    }
  | {
      /** Selecting managed campaigns skips the listing that shows the others. */
      readonly code: 'drift-not-listed';
      readonly because: 'only' | 'budget';
    }
  | {
      readonly code: 'import-option';
      readonly option: 'layout' | 'into' | 'key';
      readonly value: string;
      readonly fault: LayoutFault;
      /** The campaigns folder. */
      readonly folder: string;
    }
  | { readonly code: 'import-key-taken'; readonly key: string }
  /** `name` was given as an ID, but it is a key or the path of a file. */
  | { readonly code: 'import-key-as-id'; readonly name: string; readonly key: string }
  /** It is too short for an ID. */
  | { readonly code: 'not-listed'; readonly workspace: string; readonly problem: AnswerProblem }
  /** Another run bound it after it was read and before the lease was acquired. */
  | { readonly code: 'bound-meanwhile'; readonly key: string }
  | { readonly code: 'file-appeared'; readonly file: string }
  | { readonly code: 'import-blocked'; readonly fault: FileFault }
  /** git ignores files that an import would write. */
  | { readonly code: 'import-ignored'; readonly ignored: readonly IgnoredFile[] }
  | {
      readonly code: 'import-not-written';
      readonly fault: FileFault;
      readonly written: number;
      readonly of: number;
    }
  /** The files are written, but the lease was lost before they were bound. */
  | { readonly code: 'import-not-bound'; readonly lease: LeaseRefusal }
  | { readonly code: 'adoption-invalid-files' }
  | { readonly code: 'pull-both-sides' };
