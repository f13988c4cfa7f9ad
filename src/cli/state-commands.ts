import { ALLOW_TARGET, KEYS, KEYS_HELP, YES, type CommandRow } from './command.ts';

/** The commands about the record. */
export const STATE: readonly CommandRow[] = [
  {
    name: 'state',
    does: 'inspect and repair the record: bindings, target, reservation',
    examples: ['campaigns state list'],
  },
  {
    name: 'state list',
    does: 'list which file is bound to which live campaign',
    args: [KEYS],
    examples: ['campaigns state list --json'],
    run: async () => (await import('./state.ts')).stateList,
  },
  {
    name: 'state forget',
    does: 'remove bindings; live campaigns stay as they are',
    args: [['[keys...]', 'keys', KEYS_HELP]],
    options: [['--all', 'all campaigns of the workspace'], YES, ALLOW_TARGET],
    either: ['--all', 'KEY'],
    examples: ['campaigns state forget promo/spring'],
    run: async () => (await import('./state.ts')).stateForget,
  },
  {
    name: 'state mv',
    does: 'move a binding to another key; the live campaign stays as it is',
    args: [
      ['<old>', 'from', 'the current key'],
      ['<new>', 'to', 'the new key'],
    ],
    examples: ['campaigns state mv promo/spring promo/spring-2031'],
    run: async () => (await import('./state.ts')).stateMove,
  },
  {
    name: 'state target',
    does: 'confirm that a workspace moved to another address, app_key or campaign folder',
    options: [YES],
    examples: ['campaigns state target -w production'],
    run: async () => (await import('./state.ts')).stateTarget,
  },
  {
    name: 'state release',
    does: 'release a workspace that is still reserved for a run that died; unfinished changes stay recorded',
    examples: ['campaigns state release'],
    run: async () => (await import('./state.ts')).stateRelease,
  },
];
