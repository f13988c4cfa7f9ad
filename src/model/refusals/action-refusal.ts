/** A workflow step can't run with its inputs. */
export type ActionRefusal =
  | { readonly code: 'no-runner-variable'; readonly name: string }
  | { readonly code: 'event-unreadable'; readonly said: string }
  /** The payload lacks a field that its event always has; `path` names the field. */
  | { readonly code: 'event-incomplete'; readonly path: string }
  | { readonly code: 'event-with-secrets-for-forks' }
  | { readonly code: 'unknown-event'; readonly event: string }
  | { readonly code: 'on-a-tag' }
  | { readonly code: 'not-merged'; readonly pull: number }
  | { readonly code: 'merge-queue' }
  | { readonly code: 'unknown-repository' }
  | { readonly code: 'missing-input'; readonly input: string; readonly values: readonly string[] }
  | {
      readonly code: 'bad-input';
      readonly input: string;
      readonly value: string;
      readonly values: readonly string[];
    }
  | { readonly code: 'bad-duration'; readonly input: string; readonly value: string }
  | { readonly code: 'short-review-key'; readonly atLeast: number }
  | { readonly code: 'long-comment-note'; readonly length: number; readonly atMost: number };
