import type { ActionRefusal } from './refusals/action-refusal.ts';
import type { BindingRefusal } from './refusals/binding-refusal.ts';
import type { CommandRefusal } from './refusals/command-refusal.ts';
import type { CommitRefusal } from './refusals/commit-refusal.ts';
import type { FileRefusal } from './refusals/file-refusal.ts';
import type { ImportRefusal } from './refusals/import-refusal.ts';
import type { RepositoryRefusal } from './refusals/repository-refusal.ts';
import type { ReplaceRefusal } from './refusals/replace-refusal.ts';
import type { ServiceRefusal } from './refusals/service-refusal.ts';
import type { StarterRefusal } from './refusals/starter-refusal.ts';
import type { LeaseRefusal, PendingRefusal, RecordFailure, StateProblem } from './refusals/state-refusal.ts';

/**
 * Why a command ended early, where a person can do something about it: a code with its parameters.
 * `messages/refusal-messages.ts` puts it into words. Text from outside is named for what it is: `said` is what git, the
 * system or GitHub said; `detail` is a text that names one place or one value.
 */
export type RefusalCause =
  | RepositoryRefusal
  | CommitRefusal
  | StateProblem
  | RecordFailure
  | PendingRefusal
  | LeaseRefusal
  | ServiceRefusal
  | BindingRefusal
  | CommandRefusal
  | StarterRefusal
  | ImportRefusal
  | ReplaceRefusal
  | FileRefusal
  | ActionRefusal;

export type RefusalCode = RefusalCause['code'];

/** What was said from outside, where the refusal passes that on. */
export function saidIn(cause: RefusalCause): string {
  if ('said' in cause) return cause.said ?? '';
  return cause.code === 'pending-not-pushed' ? saidIn(cause.failure) : '';
}
