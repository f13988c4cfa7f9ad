import { outcomeOf, type Refusal, type Result } from './result.ts';

export const EXIT = {
  DONE: 0,
  FAILED: 1,
  CHANGES: 2,
  DEFERRED: 3,
  STALE: 4,
  INVALID: 5,
  LEASE: 6,
  CREDENTIAL: 7,
  GUARD: 8,
  USAGE: 64,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

export const REFUSAL_EXITS: Readonly<Record<Refusal, ExitCode>> = {
  'invalid-files': EXIT.INVALID,
  lease: EXIT.LEASE,
  credential: EXIT.CREDENTIAL,
  guard: EXIT.GUARD,
};

const OUTCOME_EXITS = { failed: EXIT.FAILED, stale: EXIT.STALE, deferred: EXIT.DEFERRED } as const;

/** If several apply, the first of: credential, failed, stale, deferred, held (the last only if requested). */
export function exitOf(result: Result, asked: { readonly exitCode: boolean }): ExitCode {
  const outcome = outcomeOf(result);
  if (outcome === 'refused') return result.refused ? REFUSAL_EXITS[result.refused] : EXIT.FAILED;
  if (outcome !== 'complete') return OUTCOME_EXITS[outcome];
  const isLeft = result.held.length + result.unconfirmed.length > 0;
  return asked.exitCode && isLeft ? EXIT.CHANGES : EXIT.DONE;
}
