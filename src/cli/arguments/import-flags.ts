import { Option, type Command } from 'commander';
import { STATUSES, CHANNELS } from '../../model/campaign.ts';
import { allowOption } from './allow-option.ts';
import { withCommon } from './common-flags.ts';

/** The options of `import`: which campaigns, where their files go, and how careful to be. */
export function withImport(command: Command): Command {
  return withCommon(command)
    .argument('[ids...]', 'campaign IDs in the service')
    .option('--all', 'all campaigns of the workspace; ended campaigns need --status')
    .addOption(new Option('--status <status...>', 'only campaigns in these statuses').choices(STATUSES))
    .addOption(new Option('--channel <channel...>', 'only these channels').choices(CHANNELS))
    .option('--tag <tag...>', 'only campaigns with one of these tags')
    .option('--name <glob>', "only campaigns whose names match this pattern, such as 'Spring*'")
    .option('--into <dir>', 'put all files into this folder of campaigns/')
    .option(
      '--layout <layout>',
      'the pattern for keys, built from {group}, {team}, {tag}, {type}, {channel} and {slug} (default: {group}/{slug})',
    )
    .option('--key <key>', 'the key, if only one campaign is named')
    .addOption(new Option('--adopt').hideHelp())
    .option('--dry-run', 'show what would be written; write nothing')
    .option('-y, --yes', 'do not ask for confirmation')
    .addOption(allowOption(['target']));
}
