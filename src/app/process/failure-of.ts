import { EXIT } from '../../model/exit.ts';
import { GitFailure } from '../../git/git.ts';
import { UserFailure } from './user-failure.ts';

/**
 * A failure that a user can fix: one that was thrown as such, or a git failure, in git's own words. Undefined for
 * everything else, which is a bug.
 */
export function failureOf(error: unknown): UserFailure | undefined {
  if (error instanceof UserFailure) return error;
  if (!(error instanceof GitFailure)) return undefined;
  return new UserFailure(EXIT.FAILED, { code: 'git-failed', said: error.message });
}
