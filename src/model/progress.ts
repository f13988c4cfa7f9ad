import type { Window } from './workspace.ts';

/** What an apply reports while it runs. */
export type Progress = { readonly kind: 'sent'; readonly summary: string } | Waiting;

/** Creations wait for quota; instants are epoch milliseconds. */
export interface Waiting {
  readonly kind: 'waiting';
  /** When the next one is possible, and what keeps it back until then. */
  readonly next: number;
  readonly cause: Window | 'service' | undefined;
  /** When the last one is that this run waits for. */
  readonly last: number;
  readonly done: number;
  readonly total: number;
  /** Those that are possible only after the longest wait. */
  readonly deferredCount: number;
}
