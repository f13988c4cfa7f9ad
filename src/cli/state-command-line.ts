import type { Command } from 'commander';
import { allowOption } from './arguments/allow-option.ts';
import { KEYS, KEYS_HELP, onlyThese, withCommon } from './arguments/common-flags.ts';
import { commandsBelow } from './arguments/new-command.ts';
import type { Execute } from './session.ts';

/** The subcommands of `campaigns state`. */
export function withStateCommands(state: Command, does: Execute): void {
  const stateCommand = commandsBelow(state, 'state ');
  state.helpCommand('help [command]', 'show help for a command');
  withCommon(
    stateCommand('list', 'list which file is bound to which live campaign', 'campaigns state list --json'),
  )
    .argument(KEYS, KEYS_HELP)
    .action(onlyThese(does(async () => (await import('./state.ts')).stateList)));
  withCommon(
    stateCommand(
      'forget',
      'remove bindings; live campaigns stay as they are',
      'campaigns state forget promo/spring',
    ),
  )
    .argument(KEYS, KEYS_HELP)
    .option('--all', 'all campaigns of the workspace')
    .option('-y, --yes', 'do not ask for confirmation')
    .addOption(allowOption(['target']))
    .action(does(async () => (await import('./state.ts')).stateForget, 'keys'));

  withCommon(
    stateCommand(
      'mv',
      'move a binding to another key; the live campaign stays as it is',
      'campaigns state mv promo/spring promo/spring-2031',
    ),
  )
    .argument('<old>', 'the current key')
    .argument('<new>', 'the new key')
    .action(does(async () => (await import('./state-move.ts')).stateMove, 'from', 'to'));

  withCommon(
    stateCommand(
      'target',
      'confirm that a workspace moved to another address, app_key or campaign folder',
      'campaigns state target -w production',
    ),
  )
    .option('-y, --yes', 'do not ask for confirmation')
    .action(does(async () => (await import('./state.ts')).stateTarget));

  withCommon(
    stateCommand(
      'release',
      'release a workspace that is still reserved for a run that died; unfinished changes stay recorded',
      'campaigns state release',
    ),
  ).action(does(async () => (await import('./state.ts')).stateRelease));
}
