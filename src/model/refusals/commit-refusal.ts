import type { FileFault } from '../file-fault.ts';

/** The checked-out commit can't be applied, or its settings may not be used to send a key. Commits are abbreviated. */
export type CommitRefusal =
  | {
      readonly code: 'uncommitted';
      readonly files: readonly string[];
      /** Those of the files that were never added: `git commit -a` leaves them out. */
      readonly untracked: readonly string[];
    }
  | { readonly code: 'origin-unreachable'; readonly said: string }
  | { readonly code: 'branch-not-fetched'; readonly branch: string }
  | { readonly code: 'no-default-branch'; readonly commit: string }
  | { readonly code: 'not-on-default-branch'; readonly commit: string; readonly branch: string }
  | { readonly code: 'older-commit'; readonly commit: string; readonly last: string }
  /** The commit that was applied last exists neither here nor at origin. */
  | { readonly code: 'last-commit-gone'; readonly commit: string; readonly last: string }
  | { readonly code: 'superseded'; readonly last: string; readonly branch: string }
  | {
      readonly code: 'other-branch';
      readonly commit: string;
      readonly last: string;
      readonly branch: string;
    }
  | {
      readonly code: 'unmerged-target';
      readonly workspace: string;
      /** The environment variable with the key. */
      readonly variable: string;
      readonly baseUrl: string;
      readonly appKey: string;
      readonly file: string;
      readonly known: KnownTarget;
    }
  /** A run that the user interrupted or did not confirm. `left` counts campaigns. */
  /** `isUnsent`: nothing at all was sent, also nothing that an earlier run had left open. */
  | {
      readonly code: 'not-applied';
      readonly isInterrupted: boolean;
      readonly isUnsent: boolean;
      readonly left: number;
    }
  | { readonly code: 'not-a-plan-file'; readonly path: string }
  | { readonly code: 'plan-file-unreadable'; readonly path: string; readonly fault: FileFault }
  /** `said`: what the parser said. */
  | { readonly code: 'plan-file-not-json'; readonly path: string; readonly said: string }
  | {
      readonly code: 'plan-of-other-workspace';
      readonly path: string;
      readonly planned: string;
      readonly workspace: string;
    }
  | { readonly code: 'offline-plan-file'; readonly path: string };

/** What origin's default branch has instead of a target. */
export type KnownTarget =
  | { readonly kind: 'no-origin' }
  | { readonly kind: 'no-default-branch' }
  | { readonly kind: 'no-such-workspace'; readonly branch: string }
  | {
      readonly kind: 'other-target';
      readonly branch: string;
      readonly baseUrl: string;
      /** The other fields that differ, with their values there. */
      readonly fields: readonly (readonly [name: string, value: string])[];
    };
