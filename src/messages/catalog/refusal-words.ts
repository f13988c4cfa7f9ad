import { nearestNames } from '../../model/nearest.ts';
import type { OptionFault, RefusalParams } from '../../model/reasons.ts';
import { firstFew } from '../../model/show.ts';
import { fileFaultWords } from '../file-fault-messages.ts';
import { keyFaultWords } from '../key-fault-messages.ts';
import { alternatives, code, option, run, say, type Phrase } from '../phrase.ts';
import { ended } from './row.ts';

// Words for the circumstances, `why`, of refusals that have several.

const CHECKOUT = 'check out the repository in an earlier step, and check the input working-directory';
export const NO_REPOSITORY: Readonly<
  Record<
    RefusalParams['no-repository']['why'],
    (place: { readonly folder: string; readonly found?: string }) => Readonly<Record<'says' | 'todo', Phrase>>
  >
> = {
  'no-folder': ({ folder }) => ({
    says: say`There is no folder ${folder}.`,
    todo: say`Check ${option('-C', `working-directory, and ${CHECKOUT}`)}.`,
  }),
  'no-git': ({ found }) => ({
    says: say`git 2.38 or newer is needed, but ${found === undefined ? 'git was not found' : say`this is git ${found}`}.`,
    todo: say`Install it, or add it to PATH.`,
  }),
  'other-repository': ({ folder }) => ({
    says: say`git takes ${folder}, or a folder around it, for a repository of its own.`,
    todo: say`Delete files called HEAD, objects and refs there: the settings next to them could make git run programs. Or name a folder of your repository with ${option('-C', 'working-directory')}.`,
  }),
  'no-repository': ({ folder }) => ({
    says: say`${folder} isn't in a git repository. Campaigns are kept in git.`,
    todo: say`To start one, ${run('git init', CHECKOUT)}.`,
  }),
  'another-user': ({ folder }) => ({
    says: say`git refuses to read ${folder}, because its files belong to another user.`,
    todo: say`If that is intended, ${run(`git config --global --add safe.directory ${folder}`, "add the folder to git's safe.directory setting in an earlier step")}.`,
  }),
};

const FORMS: Readonly<Record<Extract<OptionFault, { why: 'form' }>['form'], string>> = {
  duration: 'a duration such as 90s, 10m or 2h',
  milliseconds: 'a whole number from 1 to 9999999 (the default is 30000)',
  secret: 'at least 32 random characters, the same for plan and apply',
  note: 'at most 2,000 characters, for example a link to a page',
  workspace: 'at most 40 lowercase letters, digits and hyphens (init adds "local" by itself)',
};

export function optionFault({ option, value, ...fault }: Readonly<RefusalParams['bad-option']>): Phrase {
  const given = code(value === undefined || value === '' ? option : `${option} ${value}`);
  switch (fault.why) {
    case 'choices':
    case 'form':
      return say`${given} isn't valid.`;
    case 'key':
      return say`${given} can't be used: ${ended(keyFaultWords(fault.fault))}`;
    case 'said':
      return say`${given} can't be used: ${ended(fault.said)}`;
    case 'together':
      return say`${given} can't be used together with ${fault.other}.`;
    case 'needs':
      return say`${given} only works with ${fault.other}.`;
    case 'missing':
      return say`${given} is missing.`;
    case 'unconfirmed':
      return say`This needs confirmation, and there is no terminal to ask on, so nothing was changed.`;
  }
}

export function optionAdvice({
  option,
  value = '',
  ...fault
}: Readonly<RefusalParams['bad-option']>): Phrase {
  switch (fault.why) {
    case 'choices':
      return suggested(value, fault.values);
    case 'form':
      return say`Use ${FORMS[fault.form]}.`;
    case 'together':
      return say`Use one or the other.`;
    case 'needs':
      return say`Add it, or leave out ${code(option)}.`;
    case 'missing':
      return say`Add it, then run this again.`;
    case 'unconfirmed':
      return say`To confirm, add ${code(option)}.`;
    case 'key':
    case 'said':
      return say`Correct it, then run this again.`;
  }
}

/** How many names a hint has: a line with more of them is not read. */
const NAMED_AT_MOST = 3;

/** The names that were probably meant, otherwise the known names, if they are few. */
function suggested(name: string, known: readonly string[]): Phrase {
  const near = nearestNames(name, known);
  if (near.length > 0) return say`Did you mean ${alternatives(near)}?`;
  if (known.length === 0) return say`There are none yet: add the first one.`;
  return say`Use one of these: ${firstFew(known, NAMED_AT_MOST)}.`;
}

export function nameAdvice({ what, name, known }: Readonly<RefusalParams['unknown-name']>): Phrase {
  return what === 'commit' || what === 'common commit'
    ? say`Name a branch, tag or commit of this clone. If the clone is shallow, first ${run('git fetch --unshallow', 'set fetch-depth: 0 in the checkout step')}.`
    : suggested(name, known);
}

export const READ_ORIGIN = say`Check the network, the address of origin, and the permissions there and in the folder .git, then run this again.`;

export function planFileFault(fault: Readonly<RefusalParams['plan-file-unusable']>): Phrase {
  switch (fault.why) {
    case 'not-a-plan':
      return say`it isn't a plan file.`;
    case 'offline':
      return say`it was planned offline, so it was never compared with the service.`;
    case 'not-json':
      return ended(fault.said);
    case 'unreadable':
      return ended(fileFaultWords(fault.fault).message);
    case 'other-workspace':
      return say`it is a plan for ${fault.planned}.`;
  }
}

export function outputPathFault(fault: Readonly<RefusalParams['output-path-refused']>): Phrase {
  switch (fault.why) {
    case 'campaign':
      return say`it is a YAML file in the campaign folder.`;
    case 'git':
      return say`git keeps the repository there.`;
    case 'tracked':
      return say`git tracks this file.`;
    case 'link':
      return say`it is a symbolic link.`;
    case 'no-folder':
      return say`its folder doesn't exist.`;
    case 'failed':
      return ended(fault.said);
  }
}
