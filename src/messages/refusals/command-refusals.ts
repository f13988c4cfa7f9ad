import type { CommandQuestion } from '../../model/command-question.ts';
import { nearest } from '../../model/nearest.ts';
import type {
  CommandRefusal,
  PlanOption,
  ServeSetting,
  SettingMistake,
} from '../../model/refusals/command-refusal.ts';
import { code, inTerminal, perMedium, say, type Phrase } from '../phrase.ts';
import { ended, type RefusalMessage, type RefusalTable } from './refusal-table.ts';

const NOTHING_WRITTEN = say`Canceled. Nothing was written.`;

export const COMMAND_REFUSALS: RefusalTable<CommandRefusal> = {
  'plan-not-written': ({ option, said }) => ({
    message: say`The plan can't be written: ${ended(said)}`,
    hint: checkPath(option),
  }),
  'plan-folder-missing': ({ option, folder }) => ({
    message: say`The plan can't be written: there is no folder ${folder}.`,
    hint: say`Create the folder, or choose another path${perMedium(` for ${option}`, '')}.`,
  }),
  'plan-path-is-link': ({ option, file }) => ({
    message: say`The plan can't be written: ${file} is a symbolic link.`,
    hint: checkPath(option),
  }),
  'plan-over-campaign': ({ file, option }) => ({
    message: say`${file} is a YAML file in the campaign folder, so the plan isn't written there.`,
    hint: chooseAnother(option),
  }),
  'plan-in-git': ({ file, option }) => ({
    message: say`${file} is in the folder where git keeps the repository, so the plan isn't written there.`,
    hint: chooseAnother(option),
  }),
  'plan-over-tracked': ({ file, option }) => ({
    message: say`${file} is a file that git tracks, so the plan doesn't replace it.`,
    hint: chooseAnother(option),
  }),
  'plan-paths-equal': ({ file }) => ({
    message: say`${perMedium('--out and --html', 'Both files of the plan')} have the same path: ${file}.`,
    hint: chooseAnother('--html'),
  }),
  'two-outputs': ({ option }) => ({
    message: perMedium(
      `${option} and --html - can't both write to standard output.`,
      "The plan and its page can't both be written to standard output.",
    ),
    hint: chooseAnother('--html'),
  }),
  'output-not-written': ({ said }) => ({
    message: say`Could not write to standard output: ${ended(said)}`,
    hint: say`Check where the output goes, then run this again.`,
  }),
  canceled: ({ what }) => CANCELED[what],
  'forget-nothing-named': () => ({
    message: say`No campaigns were named.`,
    hint: perMedium(
      'Name the keys of campaigns, or use --all. To list the keys: campaigns state list',
      'Name the keys of campaigns.',
    ),
  }),
  'target-move-unasked': () => ({
    message: say`Moving a workspace needs confirmation, and there is no terminal to ask on. Nothing was changed.`,
    hint: perMedium('To confirm, add --yes.', 'Run it in a terminal.'),
  }),
  'forget-unasked': () => ({
    message: say`Forgetting all campaigns needs confirmation, and there is no terminal to ask on. No campaigns were forgotten.`,
    hint: perMedium('To confirm, add --yes.', 'Name the keys of campaigns.'),
  }),
  'forget-keys-and-all': () => ({
    message: say`Keys and ${perMedium('--all', 'all campaigns')} can't be used together.`,
    hint: say`Use one or the other.`,
  }),
  'bad-setting': ({ option, path = option, mistakes }) => ({
    message: perMedium(
      mistakes.map((mistake) => `${path}: ${mistakeText(mistake)}`).join('\n  '),
      mistakes.map(mistakeText).join(' '),
    ),
    hint: perMedium(SHAPES[option], 'Correct the setting.'),
  }),
  'setting-unreadable': ({ option, path, said }) => ({
    message: say`${path} can't be read: ${ended(said)}`,
    hint: perMedium(SHAPES[option], 'Name another file.'),
  }),
  'data-is-a-folder': ({ path }) => ({
    message: say`${inTerminal('--data: ')}${path} is a folder.`,
    hint: say`Name a file in it.`,
  }),
  'data-refused': ({ said }) => ({
    message: say`${inTerminal('--data: ')}${ended(said)}`,
    hint: perMedium('Name another file with --data.', 'Name another file.'),
  }),
  'port-taken': ({ port }) => ({
    message: say`Port ${port} is already in use.`,
    hint: perMedium(
      'Choose another with --port (0 picks a free one), and use it in base_url of campaigns/workspaces.yaml.',
      'Choose another one.',
    ),
  }),
  'port-forbidden': ({ port }) => ({
    message: say`This user isn't allowed to listen on port ${port}.`,
    hint: perMedium('Choose one above 1023 with --port.', 'Choose one above 1023.'),
  }),
  'host-not-here': ({ host }) => ({
    message: say`${host} isn't an address of this machine.`,
    hint: LEAVE_HOST_OUT,
  }),
  'unknown-host': ({ host }) => ({
    message: say`The host name "${host}" doesn't exist.`,
    hint: LEAVE_HOST_OUT,
  }),
  'host-not-resolved': ({ host }) => ({
    message: say`The host name "${host}" can't be resolved right now.`,
    hint: say`Use an IP address instead.`,
  }),
};

const CANCELED: Readonly<Record<CommandQuestion['kind'], RefusalMessage>> = {
  adopt: { message: say`Canceled. Nothing was bound.`, hint: runLater('import') },
  forget: { message: say`Canceled. No campaigns were forgotten.`, hint: [] },
  import: { message: NOTHING_WRITTEN, hint: runLater('import') },
  pull: { message: NOTHING_WRITTEN, hint: runLater('pull') },
  replace: { message: NOTHING_WRITTEN, hint: runLater('replace') },
  revert: { message: say`Canceled. No files were written.`, hint: [] },
  target: { message: say`Canceled. The recorded target is unchanged.`, hint: [] },
};

function runLater(name: string): Phrase {
  return say`To do it later, run ${code(name)} again.`;
}

function chooseAnother(option: PlanOption): Phrase {
  if (option === 'input') return say`Choose another path for the input html, such as plan.html.`;
  const example = option === '--out' ? 'plan.json' : 'plan.html';
  return perMedium(`Choose another path for ${option}, such as ${example}.`, 'Choose another path.');
}

function checkPath(option: PlanOption): Phrase {
  const path =
    option === 'input'
      ? say`the path of the input html`
      : perMedium(
          `the path of ${option}: it must be a file in a folder that you may write to`,
          "the runner's temporary folder",
        );
  return say`Check ${path}.`;
}

/** An example of each setting. */
const SHAPES: Readonly<Record<ServeSetting, string>> = {
  '--app-key': 'Write --app-key SHOP.',
  '--features': 'Write --features queuing,versioning.',
  '--quirks': 'Write --quirks read-lag=30s,merge-updates; docs/service.md lists all quirks.',
  '--workspaces':
    'Write a JSON list of objects like {"app_key": …, "api_key_env": …}; "features" and "scopes" are optional in each.',
  '--limits':
    'Write real, off or the path of a JSON file like {"create": {"per_minute": 25, "created_per_minute": 5}, "search": "off"}.',
};

const LEAVE_HOST_OUT = perMedium('Leave out --host.', 'Leave out the host.');

function mistakeText({ place, message, unknown }: SettingMistake): string {
  const text = place === '' ? message : `${place}: ${message}`;
  if (!unknown) return `${text}.`;
  const { name, known } = unknown;
  const near = nearest(name, known);
  const all = `choose from ${known.join(', ')}`;
  return `${text} — ${near === undefined ? all : `did you mean ${near}? (${all})`}.`;
}
