import type { Command } from 'commander';
import type { Execute } from './new-command.ts';
import type { PullOptions } from '../pull.ts';
import { allowOption, KEYS, KEYS_HELP, onlyThese, withCommon } from './common-flags.ts';

/** `pull`: which campaigns, who wins where both sides changed, and for whom. */
export function addPull(
  command: (name: string, description: string, ...examples: string[]) => Command,
  does: Execute,
): void {
  withCommon(
    command(
      'pull',
      'write what was changed in the service into the campaign files; sends nothing to the service',
      'campaigns pull --dry-run',
      "campaigns pull 'promo/*' --theirs",
    ),
  )
    .argument(KEYS, KEYS_HELP)
    .option('--only <keys...>', 'the same as KEYS')
    .option('--theirs', "where the file was changed, too: take the service's values")
    .option('--ours', "where the file was changed, too: keep the file's values")
    .option('--base', 'write values that other workspaces or campaigns share for all of them')
    .option('--dry-run', 'show what would be written; write nothing')
    .option('-y, --yes', 'do not ask for confirmation')
    .addOption(allowOption(['target']))
    .action(
      onlyThese(
        does(async (options: PullOptions, session) => (await import('../pull.ts')).pull(options, session)),
      ),
    );
}
