import { LOCAL_PORT } from '../model/workspace.ts';
import { type CommandRow, appKey, commaList, port } from './command.ts';

/** The part of `serve --help` about quirks. A test compares it with the service's own table of them. */
export const QUIRKS_HELP = [
  'ways in which a real service may differ, comma-separated:',
  'merge-updates, read-lag=30s, search-lag=30s, search-rows=partial, normalized, documented, publish-204,',
  'publish-200, forbidden=ID, details-only, respell=entities,trim,drop-empty,nfc,utc, late-default=PATH,',
  'moving-value=PATH, draft-versions, document-ids, draft-only-updates, keep-failures; see docs/service.md',
].join(' ');

const FEATURES = ['queuing', 'audience_limit', 'portfolio', 'versioning'];
const LIMITS_HELP =
  'real, off, or the path of a JSON file like {"create": {"per_minute": 9}, "search": "off"}; omitted limits stay real';
const CLOCK_HELP = 'real, or manual: the clock moves only through the control API';
const VIEWS = ['written', 'normalized', 'documented'];
const andMore = (text: string, earlier: readonly string[]) => [...earlier, ...commaList(text)];

/** The local service, which has nothing to do with a repository. */
export const SERVE: CommandRow = {
  name: 'serve',
  does: 'run the local campaign service',
  options: [
    ['--port <port>', 'the port; 0 picks a free one', { parse: port, usual: [LOCAL_PORT] }],
    [
      '--host <address>',
      'the address to listen on; 0.0.0.0 is for other machines, too',
      { usual: ['127.0.0.1'] },
    ],
    ['--app-key <key>', 'the workspace identifier', { parse: appKey, usual: ['local'] }],
    [
      '--api-key-env <name>',
      'the variable with the API key; if it is unset, the key is "local"',
      { usual: ['CAMPAIGNS_API_KEY'] },
    ],
    [
      '--workspaces <file>',
      'more workspaces: JSON [{"app_key": …, "api_key_env": …, "features": […], "scopes": […]}]',
    ],
    [
      '--features <names>',
      `features of the first workspace, comma-separated: ${FEATURES.join(', ')}`,
      { parse: (text) => commaList(text, FEATURES), usual: [[], 'none'] },
    ],
    ['--read-view <view>', '', { choices: VIEWS, usual: ['written'], isHidden: true }],
    ['--quirks <list>', QUIRKS_HELP, { parse: andMore, usual: [[], 'none'] }],
    ['--limits <limits>', LIMITS_HELP, { usual: ['real'] }],
    ['--clock <clock>', CLOCK_HELP, { choices: ['real', 'manual'], usual: ['real'] }],
    ['--data <file>', 'store everything in this file (default: in memory until the service stops)'],
    ['--control', 'serve the control API /_control/ to this machine: clock, faults, seeds, log, outbox'],
  ],
  examples: ['campaigns serve --port 4010 --features queuing,audience_limit'],
  run: async () => (await import('./serve.ts')).serve,
};
