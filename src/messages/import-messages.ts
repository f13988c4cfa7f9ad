import type { ImportNote, LeftOutReason, SharedVariable } from '../model/import.ts';
import { counted, show } from '../model/show.ts';
import { componentList } from './component-names.ts';
import { plainText } from './phrase.ts';

/** Why campaigns get no file, as the end of a sentence that begins with how many; and what to do, where there is something. */
export function leftOutWords(
  code: LeftOutReason['code'],
  count: number,
): readonly [why: string, todo: string] {
  const is = count === 1 ? 'is' : 'are';
  const has = count === 1 ? 'has' : 'have';
  switch (code) {
    case 'managed':
      return [`already ${has} a file`, ''];
    case 'file-exists':
      return [
        `${has} the name, channel and type of a file that says something else`,
        'See how they differ: campaigns import --adopt --all --dry-run',
      ];
    case 'other-workspace':
      return [
        `${has} a file that is meant for another workspace`,
        'To use the file for both: --share. It adds this workspace to the file, and what differs as an override. For a file of its own: campaigns import ID --key KEY',
      ];
    case 'channel':
      return [`${is} neither push nor e-mail`, 'Only those two can be managed from files.'];
    case 'child':
      return [
        `${is} single sends of periodic campaigns`,
        'The campaign that sends them is imported instead.',
      ];
    case 'flow-node':
      return [`${is} steps of flows`, 'Flows are edited in the service.'];
    case 'delivery-type':
      return [`${has} a delivery type that can't be managed from a file`, ''];
    case 'ended':
      return [
        `${has} ended (SENT, STOPPED or ARCHIVED)`,
        'To import them too: --status SENT STOPPED ARCHIVED',
      ];
    case 'no-name':
      return [`${has} no name`, 'Give each a name in the service, then import again.'];
    case 'missing':
      return [`${is} not in the service`, 'Check the ID.'];
    case 'unreadable':
      return ["couldn't be read", 'Run the import again: it continues from there.'];
    case 'secret':
      return [
        `${has} an API key in the content`,
        'Replace the key in the service: people who get the message may see it.',
      ];
    case 'invalid':
      return [`${has} values that a file can't hold`, ''];
    case 'differs':
      return [
        `${has} values that would read differently in a file`,
        'Please report this, with the campaign.',
      ];
  }
}

/** What a person should know of campaigns that get a file: what it is, for how many, and what to do. */
export function importNoteWords(note: ImportNote, count: number): string {
  const files = count === 1 ? '1 file' : `${count} files`;
  const campaigns = count === 1 ? '1 campaign' : `${count} campaigns`;
  switch (note.kind) {
    case 'numbered':
      return `${files} got a number, because another campaign has the same name.`;
    case 'not-shown-whole':
      return `${campaigns}: the service shows only a part of ${plainText(componentList([note.component]))}, so the file leaves it alone. To manage it, add it to the file by hand.`;
    case 'read-view':
      return `${campaigns}: the service shows the schedule in its own format. Check the delivery type before you edit scheduling_details.`;
    case 'body-inline':
      return `${campaigns}: a text file can't hold the e-mail body as it is, so the body stays in the campaign file.`;
    case 'changes-by-itself':
      return `${campaigns}: ${fieldList(note)} changes by itself, so the file doesn't mention it.`;
    case 'left-to-service':
      return `${campaigns}: ${fieldList(note)} looks like a default of the service, so the file doesn't mention it.`;
    case 'shared-file':
      return sharedFileWords(note, count);
    case 'personal-data':
      return `${campaigns} with e-mail addresses of others in the content: ${shortList(note.addresses)}. Check that they may be in the repository.`;
    case 'secret-like':
      return `${campaigns} with what looks like ${note.looksLike} in ${plainText(componentList([note.component]))}. Whoever reads the repository can read it.`;
  }
}

function sharedFileWords(
  { workspace, differences }: Extract<ImportNote, { readonly kind: 'shared-file' }>,
  count: number,
): string {
  const files =
    count === 1 ? '1 file of another workspace serves' : `${count} files of other workspaces serve`;
  if (differences.length === 0) return `${files} ${workspace}, too, without an override.`;
  const values = differences.map((one) => `${one.path} (${show(one.without)} → ${show(one.with)})`);
  return `${files} ${workspace}, too. What differs there becomes an override: ${shortList(values)}.`;
}

/** `connector_name is a new variable for 12 places: "northtrail" in production, "sandbox" in staging.` */
export function sharedVariableWords({ name, isNew, places, values }: SharedVariable): string {
  const each = values.map(({ workspace, value }) => `${show(value)} in ${workspace}`);
  const use = isNew ? 'becomes a variable in workspaces.yaml' : 'is taken from workspaces.yaml';
  return `${name} ${use}, for ${counted(places, 'place')} in the files: ${each.join(', ')}.`;
}

function fieldList({ component, paths }: Extract<ImportNote, { readonly paths: readonly string[] }>): string {
  return paths.map((path) => component + path.replaceAll('/', '.')).join(', ');
}

const LISTED = 5;

function shortList(items: readonly string[]): string {
  const rest = items.length - LISTED;
  return items.slice(0, LISTED).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}
