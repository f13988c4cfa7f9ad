import { readRemedy, type ReadRemedy } from '../../model/answer-problem.ts';
import type { IgnoredFile } from '../../model/import.ts';
import type { ImportRefusal } from '../../model/refusals/import-refusal.ts';
import { counted } from '../../model/show.ts';
import { describeProblem } from '../answer-messages.ts';
import { blockedWords, fileFaultWords } from '../file-fault-messages.ts';
import { keyFaultWords } from '../key-fault-messages.ts';
import { code, command, joined, perMedium, say, type Phrase } from '../phrase.ts';
import { LEASE_REFUSALS } from './lease-refusals.ts';
import { ended, messageIn, type RefusalTable } from './refusal-table.ts';

type Usage = Extract<ImportRefusal, { code: 'import-usage' }>['problem'];

const USAGE: Readonly<Record<Usage, Phrase>> = {
  'ids-and-all': perMedium(
    "IDs and --all can't be used together.",
    "IDs and all campaigns can't be imported together.",
  ),
  'nothing-named': say`No campaigns were named.`,
  'adopt-one': perMedium('--adopt takes one ID and --key, or --all.', 'One ID and one key are needed.'),
  'key-for-one': perMedium(
    '--key can only be used with one ID.',
    'A key can only be given for one campaign.',
  ),
  'filter-without-all': perMedium(
    '--status, --channel, --tag and --name only work with --all.',
    'Filters only apply to all campaigns.',
  ),
  'adopt-selects': perMedium(
    '--adopt binds existing files, so it takes none of --status, --channel, --tag, --name, --into and --layout.',
    'Filters and folders apply only to an import that writes files.',
  ),
};

const CHECK_TARGET = say`Check the ${code('base_url')} and ${code('app_key')} of the workspace in workspaces.yaml.`;

const LIST_AGAIN: Readonly<Record<ReadRemedy, Phrase>> = {
  retry: say`Run this again when the service works again.`,
  access: say`Allow the API key to search campaigns in the service, then run this again.`,
  deleted: CHECK_TARGET,
  check: CHECK_TARGET,
};

export const IMPORT_REFUSALS: RefusalTable<ImportRefusal> = {
  'import-usage': ({ problem }) => ({
    message: USAGE[problem],
    hint: perMedium(
      'Name IDs, or use --all. To see examples, run: campaigns import --help',
      'Name IDs, or all campaigns.',
    ),
  }),
  'drift-not-listed': ({ because }) => ({
    message: perMedium(
      because === 'only'
        ? '--only selects managed campaigns, and --unmanaged lists the others.'
        : '--budget reads only managed campaigns, and --unmanaged lists the others.',
      "Managed and unmanaged campaigns can't be listed together.",
    ),
    hint: say`List one or the other.`,
  }),
  'import-option': ({ option, value, fault, folder }) => ({
    message: say`${perMedium(`--${option} ${value}`, `The ${option} ${value}`)} can't be used: ${ended(keyFaultWords(fault))}`,
    hint: optionHint(option, folder),
  }),
  'import-key-taken': ({ key }) => ({
    message: say`The key ${key} is already taken.`,
    hint: say`Choose another key, or bind the existing file${perMedium(': ', ' ')}${command(`campaigns import ID --key ${key} --adopt`, 'with the import command.')}`,
  }),
  'import-key-as-id': ({ name, key }) => ({
    message: say`${name} looks like a key or a file, but import needs the ID of a live campaign.`,
    hint: say`To bind a live campaign to this file, name its ID${perMedium(': ', ' ')}${command(`campaigns import ID --key ${key} --adopt`, 'with the import command.')}`,
  }),
  'not-listed': ({ workspace, problem }) => ({
    message: joined(
      say`The campaigns in ${workspace} could not be listed, so nothing was written.`,
      describeProblem(problem),
    ),
    hint: LIST_AGAIN[readRemedy(problem)],
  }),
  'bound-meanwhile': ({ key }) => ({
    message: say`Another run bound ${key} at the same time, so nothing was written.`,
    hint: say`Run this again: campaigns that are already managed will be left out.`,
  }),
  'file-appeared': ({ file }) => ({
    message: say`${file} appeared while this command was running, so nothing was bound.`,
    hint: say`Run this again.`,
  }),
  'import-blocked': ({ fault }) => ({
    message: say`${blockedWords(fault)}, so nothing was written.`,
    hint: perMedium(
      'Rename or remove it, or choose another folder with --into.',
      'Rename or remove it, then run this again.',
    ),
  }),
  'import-ignored': ({ ignored }) => ({
    message: say`git ignores ${ignoredFiles(ignored)}, so nothing was written: git would leave the ${ignored.length === 1 ? 'file' : 'files'} out of commits.`,
    hint: perMedium(
      'Remove the rule, or choose another folder with --into. Then run this again.',
      'Remove the rule, then run this again.',
    ),
  }),
  'import-not-written': ({ fault, written, of }) => ({
    message: say`${ended(fileFaultWords(fault).message)} ${written} of ${of} files were written.`,
    hint: say`Fix the cause, then run the command again to continue where it stopped.`,
  }),
  'import-not-bound': ({ lease }) => ({
    message: say`${messageIn(LEASE_REFUSALS, lease.code, lease).message} The files were written, but not bound.`,
    hint: say`Run this again to bind them.`,
  }),
  'adoption-invalid-files': () => ({
    message: say`Campaign files have errors, so nothing was bound.`,
    hint: say`Correct them, then run this again.`,
  }),
  'pull-both-sides': () => ({
    message: perMedium("--ours and --theirs can't be used together.", 'Only one side can win a conflict.'),
    hint: say`Use one or the other.`,
  }),
};

/** The first file of each rule, with the rule as `git check-ignore -v` shows it. */
function ignoredFiles(ignored: readonly IgnoredFile[]): string {
  const first = new Map(ignored.toReversed().map((one) => [`${one.source}:${one.line}`, one]));
  const files = [...first].reverse().map(([rule, { path, pattern }]) => `${path} (${rule}: ${pattern})`);
  const shown = files.slice(0, RULES_SHOWN);
  const rest = ignored.length - shown.length;
  return `${shown.join(', ')}${rest > 0 ? ` and ${counted(rest, 'other file')}` : ''}`;
}

const RULES_SHOWN = 3;

function optionHint(option: 'layout' | 'into' | 'key', folder: string): Phrase {
  switch (option) {
    case 'layout':
      return say`Write it like ${code('{team}/{slug}')}.`;
    case 'into':
      return say`Name a folder in ${folder}, such as ${code('promo')}.`;
    case 'key':
      return say`Write it with lowercase letters, digits, ".", "_", "-", and "/" between segments.`;
  }
}
