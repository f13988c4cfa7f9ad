import type { Command } from 'commander';
import type { PruneOptions } from '../prune.ts';
import { allowOption, KEYS, KEYS_HELP, onlyThese, withCommon } from './common-flags.ts';
import type { Execute } from './new-command.ts';

/** `prune`: files that only describe the past. */
export function addPrune(
  command: (name: string, description: string, ...examples: string[]) => Command,
  does: Execute,
): void {
  withCommon(
    command(
      'prune',
      'delete the files of campaigns that were sent, stopped or archived; sends nothing, keeps the bindings',
      'campaigns prune --dry-run',
      "campaigns prune 'promo/*' -w production --yes",
    ),
  )
    .argument(KEYS, KEYS_HELP)
    .option('--dry-run', 'show what would be deleted; delete nothing')
    .option('-y, --yes', 'do not ask for confirmation; without a terminal, nothing is deleted otherwise')
    .addOption(allowOption(['target']))
    .action(
      onlyThese(
        does(async (options: PruneOptions, session) => (await import('../prune.ts')).prune(options, session)),
      ),
    );
}
