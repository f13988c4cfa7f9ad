import { Option, type Command } from 'commander';
import { QUIRKS_HELP, SERVE_HELP } from './serve-help.ts';
import { commaList, port } from './value-parsers.ts';

/** The options of the local service, which has nothing to do with a repository. */
export function withServeOptions(command: Command): Command {
  return command
    .option('--port <port>', 'the port; 0 picks a free one', port, 4010)
    .option(
      '--host <address>',
      'the address to listen on; 0.0.0.0 allows connections from other machines',
      '127.0.0.1',
    )
    .option('--app-key <key>', 'the workspace identifier', 'local')
    .option(
      '--api-key-env <name>',
      'the variable that holds the API key; if it is unset, the key is "local"',
      'CAMPAIGNS_API_KEY',
    )
    .option(
      '--workspaces <file>',
      'more workspaces: JSON [{"app_key": …, "api_key_env": …}], optionally with "features" and "scopes"',
    )
    .addOption(
      new Option(
        '--features <names>',
        'features of the first workspace, comma-separated: queuing, audience_limit, portfolio, versioning',
      )
        .argParser(commaList)
        .default([], 'none'),
    )
    .addOption(
      new Option(
        '--read-view <view>',
        'how reads show schedules: written, as they were sent; normalized, with other names of fields and a frequency; documented, like normalized with UTC starts, or only frequency and time of day if periodic',
      )
        .choices(['written', 'normalized', 'documented'])
        .default('written'),
    )
    .addOption(
      new Option('--quirks <list>', QUIRKS_HELP)
        .argParser((text: string, earlier: readonly string[]) => [...earlier, ...commaList(text)])
        .default([], 'none'),
    )
    .option(
      '--limits <limits>',
      'real, off, or a JSON file like {"create": {"per_minute": 9}, "search": "off"}; omitted limits stay real',
      'real',
    )
    .addOption(
      new Option('--clock <clock>', 'real, or manual: the clock moves only through the control API')
        .choices(['real', 'manual'])
        .default('real'),
    )
    .option('--data <file>', 'store everything in this file (default: in memory until the service stops)')
    .option(
      '--control',
      'serve the control API /_control/ to this machine: clock, faults, seeds, log, outbox',
    )
    .option(
      '--quiet',
      'log no requests (otherwise logged on standard error, as JSON if it is not a terminal)',
    )
    .addHelpText('after', SERVE_HELP);
}
