import { readRemedy, type ReadRemedy } from '../model/answer-problem.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { ImportNote, LeftOutReason } from '../model/import.ts';
import { clip, counted, firstFew } from '../model/show.ts';
import { componentList } from './component-names.ts';
import { plainText } from './phrase.ts';

/** Why campaigns get no file, as the end of a sentence that begins with their number, and what to do, if anything. */
export function leftOutWords(reason: LeftOutReason, count: number): readonly [why: string, todo: string] {
  const is = count === 1 ? 'is' : 'are';
  const has = count === 1 ? 'has' : 'have';
  switch (reason.code) {
    case 'managed':
      return [`already ${has} a file`, ''];
    case 'file-gone':
      return count === 1
        ? [
            'is managed, but its file is gone',
            'To restore the file from git: campaigns revert KEY. If git never had it: campaigns state forget KEY, then campaigns import ID --key KEY',
          ]
        : [
            'are managed, but their files are gone',
            'To restore the files from git: campaigns revert KEY... If git never had them: campaigns state forget KEY..., then campaigns import ID...',
          ];
    case 'file-exists':
      return [
        `${has} the name, channel and type of a file with other values`,
        'To see how they differ: campaigns adopt --all --dry-run',
      ];
    case 'other-workspace':
      return [
        `${has} a file for another workspace`,
        'To use that file for both, add this workspace to its workspaces, then: campaigns adopt KEY --id ID. To write a separate file: campaigns import ID --key NEW-KEY',
      ];
    case 'channel':
      return [`${is} neither push nor email`, 'Only those two can be managed from files.'];
    case 'child':
      return [
        count === 1 ? 'is a single send of a periodic campaign' : 'are single sends of periodic campaigns',
        'The campaign that sends them is imported instead.',
      ];
    case 'flow-node':
      return [count === 1 ? 'is a step of a flow' : 'are steps of flows', 'Flows are edited in the service.'];
    case 'delivery-type':
      return [`${has} a delivery type that can't be managed from a file`, ''];
    case 'other-status':
      return [
        `${has} a status that isn't documented, in which nothing can be edited`,
        `To import ${count === 1 ? 'it' : 'them'} too: campaigns import ID`,
      ];
    case 'ended':
      return [
        `${has} ended (SENT, STOPPED or ARCHIVED)`,
        'To import them too: --status SENT STOPPED ARCHIVED',
      ];
    case 'no-name':
      return [
        `${has} no name`,
        `Give ${count === 1 ? 'it' : 'each'} a name in the service, then import again.`,
      ];
    case 'missing':
      return [
        `${is} not in the service`,
        'Check the ID. To list those that no file manages: campaigns drift --unmanaged',
      ];
    case 'unreadable':
      return ["couldn't be read", readAdvice(readRemedy(reason.problem), count)];
    case 'secret':
      return [
        `${has} an API key in the content`,
        'Replace the key in the service: recipients of the message may see it.',
      ];
    case 'invalid':
      return isMissingValue(reason)
        ? [
            `${count === 1 ? 'lacks' : 'lack'} a value that a file needs`,
            'Add it in the service, then import again.',
          ]
        : [`${has} values that a file can't hold`, 'Correct them in the service, then import again.'];
    case 'unknown-component':
      return [
        `${has} components that a file can't have`,
        `To import ${count === 1 ? 'it' : 'them'} without these: campaigns import ID`,
      ];
    case 'differs':
      return [
        `${has} values that a file would not preserve`,
        'Please report this as a bug, and name the campaign.',
      ];
  }
}

/** Whether something is missing in the service, rather than wrong. The first problem is the one that is shown. */
export function isMissingValue(reason: LeftOutReason): boolean {
  return reason.code === 'invalid' && reason.diagnostics[0]?.code === 'E_MISSING';
}

function readAdvice(remedy: ReadRemedy, count: number): string {
  const them = count === 1 ? 'it' : 'them';
  switch (remedy) {
    case 'retry':
      return 'Run the import again. It continues where it stopped.';
    case 'access':
      return `The API key may not read ${them}. Give the key access to ${them} in the service, then import again.`;
    case 'deleted':
      return `If ${count === 1 ? 'it was' : 'they were'} deleted, no action is needed. Otherwise, check the app_key of the workspace.`;
    case 'check':
      return `Importing again won't help. Open ${them} in the service, and correct or report what is wrong there.`;
  }
}

/** What to do if campaigns use a feature that workspaces.yaml doesn't list. */
export const FEATURE_ADVICE =
  'If the workspace has the missing feature, list it there in workspaces.yaml, for example features: [queuing]. Then import again.';

/** What a person should know about campaigns that get a file, for how many of them, and what to do. */
export function importNoteWords(note: ImportNote, count: number): string {
  const files = count === 1 ? '1 file' : `${count} files`;
  const campaigns = count === 1 ? '1 campaign' : `${count} campaigns`;
  const has = count === 1 ? 'has' : 'have';
  switch (note.kind) {
    case 'numbered':
      return `${files} got a number in ${count === 1 ? 'its name' : 'their names'}, because another campaign has the same name.`;
    case 'not-shown-whole':
      return `${campaigns}: the service shows only a part of ${plainText(componentList([note.component]))}, so the file leaves it out. To manage it, add it to the file manually.`;
    case 'read-view':
      return `${campaigns}: the service shows the schedule in its own format. Check the delivery type before you edit scheduling_details.`;
    case 'body-inline':
      return `${campaigns}: a separate text file can't preserve the email body exactly, so the body stays in the campaign file.`;
    case 'changes-by-itself':
      return `${campaigns}: ${fieldList(note)} is changed by the service, so the file leaves it out.`;
    case 'left-to-service':
      return `${campaigns}: ${fieldList(note)} looks like a default of the service, so the file leaves it out.`;
    case 'not-in-file':
      return `${campaigns} ${has} fields that a file can't have, so only the service has them: ${shortList(note.fields.map(clip))}.`;
    case 'personal-data':
      return `${campaigns} ${has} other people's email addresses in the content: ${shortList(note.addresses)}. Check that the repository may contain them.`;
    case 'secret-like':
      return `${campaigns} ${has} what looks like ${note.looksLike} in ${plainText(componentList([note.component]))}. Everyone with access to the repository can read it.`;
  }
}

/** What every plan will warn about, for how many campaigns. The message of one stands for all that have this code. */
export function importWarningWords(
  { code, message }: Pick<Diagnostic, 'code' | 'message'>,
  { campaigns, isSame }: { readonly campaigns: number; readonly isSame: boolean },
): string {
  const example = isSame ? '' : 'for example, ';
  return `${counted(campaigns, 'campaign')}: ${example}${message} (${code}).`;
}

function fieldList({ component, paths }: Extract<ImportNote, { readonly paths: readonly string[] }>): string {
  return paths.map((path) => component + path.replaceAll('/', '.')).join(', ');
}

function shortList(items: readonly string[]): string {
  return firstFew(items, 5);
}
