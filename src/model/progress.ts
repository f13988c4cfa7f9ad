import type { Window } from './workspace.ts';

/** What a run reports while it reads, sends and waits. */
export type Progress = { readonly kind: 'sent'; readonly summary: string } | Waiting | Reading;

/** How many campaigns were read; `total` is undefined while a workspace is listed. `read`: that is over. */
export type Reading =
  | { readonly kind: 'reading'; readonly done: number; readonly total: number | undefined }
  | { readonly kind: 'read' };

/** Creations wait for quota. Instants are epoch milliseconds. */
export interface Waiting {
  readonly kind: 'waiting';
  /** When the next one is possible, and what delays it until then. */
  readonly next: number;
  readonly cause: Window | 'service' | undefined;
  /** When the last creation is possible that this run waits for. */
  readonly last: number;
  readonly done: number;
  readonly total: number;
  /** Creations that are possible only after the longest wait. */
  readonly deferredCount: number;
}
