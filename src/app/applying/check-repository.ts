import type { Desired } from '../../model/campaign.ts';
import { EXIT } from '../../model/exit.ts';
import type { State } from '../../model/state.ts';
import type { ApplyConsent } from '../../model/workspace.ts';
import type { Context } from '../context.ts';
import { UserFailure } from '../process/user-failure.ts';
import { checkCommit, type CommitCheck, type CommitRule } from './check-commit.ts';

interface Checked {
  readonly desired: readonly Desired[];
  readonly state: State;
  readonly rule: CommitRule;
  readonly allow: readonly ApplyConsent[];
}

/** An apply needs a commit that contains its files and that may be applied. Throws UserFailure. */
export async function checkRepository(context: Context, checked: Checked): Promise<CommitCheck> {
  const { desired, allow } = checked;
  const dirty = allow.includes('dirty') ? [] : await uncommittedSources(context, desired);
  if (dirty.length > 0) {
    throw new UserFailure(EXIT.INVALID, { code: 'uncommitted', files: dirty, dirty: 'applies' });
  }
  return checkCommit(context, { ...checked, isAllowed: allow.includes('branch') });
}

/** Campaign files, and files that they refer to, whose content the commit doesn't have. */
export async function uncommittedSources(
  { repository, folder }: Context,
  desired: readonly Desired[],
): Promise<string[]> {
  return repository.uncommitted([...new Set([folder.path, ...desired.flatMap((one) => one.sources)])]);
}
