import { EXIT } from '../model/exit.ts';
import { GitFailure } from '../git/git.ts';
import { UserFailure } from './user-failure.ts';

/**
 * A failure that a person can act on: one that was thrown as such, or a git that could not do its work here, told in
 * its own words. undefined for everything else, which is our bug.
 */
export function failureOf(error: unknown): UserFailure | undefined {
  if (error instanceof UserFailure) return error;
  if (!(error instanceof GitFailure)) return undefined;
  return new UserFailure(EXIT.FAILED, { code: 'git-failed', said: error.message });
}
