import type { HeldReason } from '../../model/plan.ts';
import { summarize } from '../../model/plan.ts';
import { outcomeOf, resumeAt, type Refusal, type Result } from '../../model/result.ts';
import type { Done } from '../applying/apply-under-lease.ts';
import { green, red, type Ending, type FailureReason, type Outputs } from './ending.ts';
import type { ActionGround } from './ground.ts';

/** How an apply ended: what failed comes before what moved, that before what nobody reviewed, and waiting is no failure. */
export function applyEnding({ inputs: { failOn } }: Pick<ActionGround, 'inputs'>, done: Done): Ending {
  const { result, plan } = done;
  const outputs = outputsOf(done);
  const outcome = outcomeOf(result);
  switch (outcome) {
    case 'refused':
      return red('failed', REFUSED[result.refused ?? 'guard'], { message: WORDS.refused, outputs });
    case 'failed':
      return red('failed', 'changes-failed', { message: WORDS.failed, outputs });
    case 'stale':
      return red('stale', 'stale', { message: WORDS.stale, outputs });
    case 'deferred':
    case 'complete':
      break;
  }
  if (isHeldFor(result, 'not-reviewed')) return red('held', 'not-reviewed', { message: WORDS.held, outputs });
  const drifted = summarize(plan).drifted;
  if (failOn === 'held' && result.held.length > 0)
    return red(outcome, 'held', { message: WORDS.failOn, outputs });
  if (failOn === 'drift' && drifted > 0) return red(outcome, 'drift', { message: WORDS.failOn, outputs });
  return green(outcome, outputs);
}

const REFUSED: Readonly<Record<Refusal, FailureReason>> = {
  'invalid-files': 'invalid-files',
  lease: 'lease',
  credential: 'credential',
  guard: 'guard',
};

const WORDS = {
  refused: 'The apply was turned away. The summary tells why, and what went through before.',
  failed: 'Some changes failed. The summary tells which, and what to do.',
  stale:
    'Live campaigns or files are not any more what was reviewed, so those were left alone. The summary tells which.',
  held: 'Something would be changed that no merged pull request had reviewed, so it was left alone. The summary tells what, and how to get it done.',
  failOn: 'The input fail-on says that this is a failure. The summary tells what was found.',
} as const;

function isHeldFor({ held }: Result, reason: HeldReason): boolean {
  return held.some((one) => one.reason === reason);
}

function outputsOf({ result, plan }: Done): Outputs {
  const count = (kind: string) => result.applied.filter(({ change }) => change === kind).length;
  const keys = (all: readonly { readonly key: string }[]) => new Set(all.map(({ key }) => key)).size;
  return {
    changes: keys(result.applied),
    ...{ creates: count('create'), updates: count('update'), transitions: count('transition') },
    held: keys(result.held),
    deferred: keys(result.deferred),
    drifted: summarize(plan).drifted,
    'resume-at': resumeAt(result) ?? '',
    fingerprint: plan.fingerprint,
  };
}
