import type { Command } from 'commander';
import type { CommonOptions } from '../../app/common-options.ts';
import { allowOption, withCommon } from './common-flags.ts';
import type { Execute } from './new-command.ts';

/** `replace`: the way out of a lock. */
export function addReplace(
  command: (name: string, description: string, ...examples: string[]) => Command,
  does: Execute,
): void {
  withCommon(
    command(
      'replace',
      'move a locked edit into a copy of its campaign, and put the file back; sends nothing',
      'campaigns replace promo/spring-sale --key promo/spring-sale-vip',
    ),
  )
    .argument('<name>', "the key or the file of the campaign that can't be edited")
    .option('--key <key>', 'the key of the copy (default: the old key plus a number)')
    .option('--dry-run', 'show what would be written; write nothing')
    .option('-y, --yes', 'do not ask for confirmation')
    .addOption(allowOption(['target']))
    .action((name: string, given: object) =>
      does(async (options: CommonOptions, session) =>
        (await import('../replace.ts')).replace({ ...options, name }, session),
      )(given),
    );
}
