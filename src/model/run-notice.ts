import type { LeaseNotice } from './lease.ts';
import type { StateProblem } from './reasons.ts';

/** What a run does or works around, while it runs. `messages/run-messages.ts` puts it into words. */
export type RunNotice =
  | LeaseNotice
  /** Origin was not asked, so the state in this clone is shown. */
  | { readonly kind: 'read-from-clone'; readonly problem: StateProblem }
  /** Campaigns whose authors a shallow clone doesn't know. */
  | { readonly kind: 'shallow-clone'; readonly campaigns: number }
  /** Recorded creations with a time in the future. */
  | { readonly kind: 'clock-ahead'; readonly creations: number }
  | { readonly kind: 'interrupted' }
  | { readonly kind: 'searching-created' }
  /** The list has only summaries. */
  | { readonly kind: 'reading-each'; readonly campaigns: number };

/** What a command asks before it continues. */
export type RunQuestion =
  /** Files or bindings that it has shown. */
  | { readonly kind: 'write' }
  | { readonly kind: 'forget'; readonly campaigns: number; readonly workspace: string }
  | { readonly kind: 'target'; readonly workspace: string }
  | { readonly kind: 'apply' }
  /** Whether the API key may be sent to an address that no review has approved. */
  | { readonly kind: 'send-key' }
  /** Emergency stops, to be confirmed before a run resolves what an earlier run left open. */
  | {
      readonly kind: 'stop-first';
      readonly stops: readonly { readonly action: string; readonly key: string }[];
    };
