import type { Live } from '../../model/campaign.ts';
import { nearestNames } from '../../model/nearest.ts';
import type { EventFault, OptionForm, RefusalParams, ReplaceFault } from '../../model/reasons.ts';
import { firstFew } from '../../model/show.ts';
import { code, listed, say, type Phrase } from '../phrase.ts';
import { ended, type Words } from './row.ts';

// The parts of refusals that say which of several causes it was.

/** How many names a hint has: a line with more of them is not read. */
const NAMED_AT_MOST = 3;

export const FORMS: Readonly<Record<OptionForm, string>> = {
  duration: 'a duration such as 90s, 10m or 2h',
  milliseconds: 'a whole number from 1 to 9999999 (the default is 30000)',
  secret: 'at least 32 random characters, the same for plan and apply',
  note: 'at most 2,000 characters, for example a link to a page',
  workspace: 'at most 40 lowercase letters, digits and hyphens (init adds "local" by itself)',
  key: 'lowercase letters, digits, ".", "_" and "-", with "/" between segments, such as promo/black-friday',
};

export const NO_REPOSITORY: Readonly<Record<RefusalParams['no-repository']['why'], string>> = {
  'no-folder': "doesn't exist",
  'no-git': 'was not read, because git 2.38 or newer was not found',
  'other-repository': 'is in a repository of its own, whose settings could make git run programs',
  'no-repository': "isn't in a git repository",
  'another-user': "belongs to another user, so git doesn't read it without the setting safe.directory",
};

export const NOT_MANAGEABLE: Readonly<Record<NonNullable<Live['readOnly']> | 'other-type', string>> = {
  'flow-node': 'it is a node of a flow',
  child: 'it is one send of a periodic campaign',
  channel: 'its channel is read-only in this API',
  'other-type': 'its channel or delivery type differs, and a file never changes these',
};

export const NOTHING_TO_RESTORE: Readonly<Record<RefusalParams['nothing-to-restore']['why'], string>> = {
  'never-applied': 'was never applied in this workspace',
  adopted: 'was adopted, and no apply has recorded it yet',
  'no-version': 'has no commit in this clone with what was last applied',
  'no-file': 'had no file in that commit',
  moved: 'was moved',
};

export const CANNOT_REPLACE: Readonly<Record<ReplaceFault, string>> = {
  unmanaged: "it isn't bound to a campaign in this workspace, so nothing in it is locked",
  'other-workspace': "its file isn't for this workspace",
  draft: "it is a draft, and drafts aren't locked",
  unedited: "its file hasn't been edited since the last apply",
  'not-plain': "its name, key, status or a $file path isn't a plain value",
  snippets: 'parts of the edit would be lost, or stay in files that it shares',
};

export const EVENT_FAULTS: Readonly<Record<EventFault, string>> = {
  'no-variable': "a variable of the GitHub runner isn't set",
  unreadable: "its GitHub event can't be read",
  incomplete: 'its GitHub event lacks a field',
  unknown: "its event doesn't say whether the commit comes from this repository or from a fork",
  tag: 'it runs on a tag, but reviewed changes are merged into a branch',
  'merge-queue': "the merge queue hasn't merged this pull request yet",
  'no-repository': "the input github-token is empty, so GitHub can't be asked which repository this is",
};

export function optionFault({ option, value = '', ...fault }: Readonly<RefusalParams['bad-option']>): Words {
  const given = code(`${option} ${value}`.trim());
  switch (fault.why) {
    case 'choices':
      return [say`${given} isn't valid.`, suggested(value, fault.values)];
    case 'form':
      return [say`${given} isn't valid.`, say`Use ${FORMS[fault.form]}.`];
    case 'said':
      return [say`${given} can't be used: ${ended(fault.said)}`, say`Correct it, then run this again.`];
    case 'together':
      return [say`${given} can't be used together with ${fault.other}.`, say`Use one or the other.`];
    case 'needs':
      return [say`${given} only works with ${fault.other}.`, say`Add that, or leave out ${code(option)}.`];
    case 'missing':
      return [say`${given} is missing.`, say`Add it, then run this again.`];
    case 'unconfirmed':
      return [say`This needs confirmation, and there is no terminal.`, say`To confirm, add ${code(option)}.`];
  }
}

/** The names that were probably meant, otherwise the known names, if they are few. */
export function suggested(name: string, known: readonly string[]): Phrase {
  const near = nearestNames(name, known);
  if (near.length > 0) return say`Did you mean ${listed(near, 'or')}?`;
  if (known.length === 0)
    return say`Check the spelling, for which workspaces its file is, and that the clone is complete.`;
  return say`Use one of these: ${firstFew(known, NAMED_AT_MOST)}.`;
}

export function planFileFault(fault: Readonly<RefusalParams['plan-file-unusable']>): Phrase {
  switch (fault.why) {
    case 'not-a-plan':
      return say`it isn't a plan file.`;
    case 'offline':
      return say`it was planned offline, so it was never compared with the service.`;
    case 'other-workspace':
      return say`it is a plan for ${fault.planned}.`;
  }
}
