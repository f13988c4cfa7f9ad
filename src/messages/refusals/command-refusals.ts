import { nearest } from '../../model/nearest.ts';
import type { CommandRefusal, SettingMistake } from '../../model/refusals/command-refusal.ts';
import { listed } from '../../model/show.ts';
import { capitalized, command, inTerminal, perPlace, say } from '../phrase.ts';
import { ended, type RefusalTable } from './refusal-table.ts';

export const COMMAND_REFUSALS: RefusalTable<CommandRefusal> = {
  'starter-blocked': ({ detail }) => ({
    message: say`${detail}, so nothing was written.`,
    hint: say`Campaigns and workflows must be in the repository itself. Move it out of the way, then run this again.`,
  }),
  'starter-not-written': ({ detail, written }) => ({
    message: say`${ended(detail)} Written so far: ${written.join(', ') || 'nothing'}.`,
    hint: say`Fix that, then run this again: it adds what is missing.`,
  }),
  'workspace-not-configured': ({ workspace, known }) => ({
    message: say`workspaces.yaml exists already, and has no workspace ${workspace}.`,
    hint: say`Add ${workspace} to it (it has ${listed(known)}), then run this again.`,
  }),
  'invalid-workspace-name': ({ workspace }) => ({
    message: say`${workspace} can't be the name of a workspace.`,
    hint: say`Use lower-case letters, digits and hyphens, at most 40.`,
  }),
  'workspace-is-local': () => ({
    message: say`The workspace local is the service on your own machine, which every starter has.`,
    hint: say`Name the workspace that your customers are in, for example production.`,
  }),
  'half-a-target': ({ workspace, missing }) => ({
    message: say`The ${missing} of ${workspace} is missing.`,
    hint: perPlace(
      'Give both --base-url and --app-key, or neither of them to fill them in later.',
      'Give both the address and the app key, or neither of them to fill them in later.',
    ),
  }),
  'invalid-target': ({ field, detail, advice }) => ({
    message: say`This ${field} isn't possible: ${ended(detail)}`,
    hint: advice === '' ? say`Correct it.` : capitalized(ended(advice)),
  }),
  'plan-not-written': ({ option, said }) => ({
    message: say`The plan can't be written: ${ended(said)}`,
    hint: say`Check ${option === 'the input html' ? `the path of ${option}` : command(`the path of ${option}`, "the runner's temporary folder")}.`,
  }),
  'forget-nothing-named': () => ({
    message: say`No campaign is named.`,
    hint: perPlace('Name keys, or --all. To list them: campaigns state list', 'Name the keys of campaigns.'),
  }),
  'forget-keys-and-all': () => ({
    message: say`Both keys and ${command('--all', 'all campaigns')} are named.`,
    hint: say`Name one or the other.`,
  }),
  'bad-setting': ({ setting, mistakes, shape }) => ({
    message: perPlace(
      mistakes.map((mistake) => `${setting}: ${mistakeText(mistake)}`).join('\n  '),
      mistakes.map(mistakeText).join(' '),
    ),
    hint: perPlace(shape, 'Correct the setting.'),
  }),
  'data-is-a-folder': ({ path }) => ({
    message: say`${inTerminal('--data: ')}${path} is a folder.`,
    hint: say`Name a file in it.`,
  }),
  'data-refused': ({ said }) => ({
    message: say`${inTerminal('--data: ')}${ended(said)}`,
    hint: perPlace('Name another file with --data.', 'Name another file.'),
  }),
  'port-taken': ({ port }) => ({
    message: say`Port ${port} is already in use.`,
    hint: perPlace('Choose another with --port; 0 takes a free one.', 'Choose another one.'),
  }),
  'port-forbidden': ({ port }) => ({
    message: say`This user may not listen on port ${port}.`,
    hint: perPlace('Choose one above 1023 with --port.', 'Choose one above 1023.'),
  }),
  'host-not-here': ({ host }) => ({
    message: say`${host} is not an address of this machine.`,
    hint: LEAVE_HOST_OUT,
  }),
  'unknown-host': ({ host }) => ({ message: say`There is no host ${host}.`, hint: LEAVE_HOST_OUT }),
  'host-not-resolved': ({ host }) => ({
    message: say`The host ${host} can't be looked up now.`,
    hint: say`Give an address instead.`,
  }),
};

const LEAVE_HOST_OUT = perPlace('Leave --host out.', 'Leave the host out.');

function mistakeText({ place, message, unknown }: SettingMistake): string {
  const text = place === '' ? message : `${place}: ${message}`;
  if (!unknown) return `${text}.`;
  const { name, known } = unknown;
  const near = nearest(name, known);
  const all = `known are ${known.join(', ')}`;
  return `${text} — ${near === undefined ? all : `did you mean ${near}? (${all})`}.`;
}
