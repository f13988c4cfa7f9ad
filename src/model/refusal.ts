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
 * Why a command ended early for a reason that people can fix, as a code with parameters. `messages/refusal-messages.ts`
 * puts it into words. Texts from outside are named for their origin: `said` is what git, the system or GitHub said;
 * `detail` is about one position or one value.
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

/** The text from outside that a refusal passes on. */
export function saidIn(cause: RefusalCause): string {
  if ('said' in cause) return cause.said ?? '';
  if ('fault' in cause && 'said' in cause.fault) return cause.fault.said ?? '';
  return cause.code === 'pending-not-pushed' ? saidIn(cause.failure) : '';
}
