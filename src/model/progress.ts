import type { Window } from './workspace.ts';

/** What an apply reports while it runs. */
export type Progress =
  | { readonly kind: 'sent'; readonly summary: string }
  | Waiting
  /** Reported once, before the first wait for a limit of workspaces.yaml. */
  | { readonly kind: 'limited'; readonly window: Window };

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
