import { Option, type Command } from 'commander';
import { LOCAL_PORT } from '../../model/workspace.ts';
import { commaList, port } from './value-parsers.ts';

/** The options of the local service, which has nothing to do with a repository. */
export function withServeOptions(command: Command): Command {
  return command
    .option('--port <port>', 'the port; 0 picks a free one', port, LOCAL_PORT)
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
      new Option('--read-view <view>', 'the quirk normalized or documented, by its earlier name')
        .choices(['written', 'normalized', 'documented'])
        .default('written')
        .hideHelp(),
    )
    .addOption(
      new Option('--quirks <list>', QUIRKS_HELP)
        .argParser((text: string, earlier: readonly string[]) => [...earlier, ...commaList(text)])
        .default([], 'none'),
    )
    .option(
      '--limits <limits>',
      'real, off, or the path of a JSON file like {"create": {"per_minute": 9}, "search": "off"}; omitted limits stay real',
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
      'do not log requests (otherwise they are logged to standard error, as JSON unless it is a terminal)',
    )
    .addHelpText('after', SERVE_HELP);
}

/** The part of `serve --help` about quirks. A test compares it with the service's own table of them. */
export const QUIRKS_HELP = [
  'ways in which a real service may differ, comma-separated:',
  'merge-updates, read-lag=30s, search-lag=30s, search-rows=partial, normalized, documented, publish-204,',
  'publish-200, forbidden=ID, details-only, respell=entities,trim,drop-empty,nfc,utc, late-default=PATH,',
  'moving-value=PATH, draft-versions, document-ids, draft-only-updates, keep-failures; see docs/service.md',
].join(' ');

/** The text below the options of `serve --help`: enough to try the service with only curl. A test runs it. */
const SERVE_HELP = String.raw`
Try it: start the service with --control --clock manual, and paste these
commands into another terminal.

Create a draft, and keep its ID in the variable ID:

  ID=$(curl -sS http://127.0.0.1:4010/v5/campaigns \
    -u local:local -H 'SVC-APPKEY: local' \
    -H 'Content-Type: application/json' \
    -H "Idempotency-Key: $(node -p 'crypto.randomUUID()')" \
    -H "X-SVC-Request-Id: try-$(date +%s)" \
    -d '{"channel": "PUSH", "campaign_delivery_type": "ONE_TIME",
         "created_by": "you@example.com",
         "basic_details": {"name": "My first campaign"}}' |
    grep -o '[0-9a-f]\{24\}'); echo "$ID"

Read it:

  curl -sS "http://127.0.0.1:4010/v5/campaigns/$ID" \
    -u local:local -H 'SVC-APPKEY: local'

Find all drafts; a repeated Idempotency-Key would return the earlier answer:

  curl -sS http://127.0.0.1:4010/v5/campaigns/search \
    -u local:local -H 'SVC-APPKEY: local' \
    -H 'Content-Type: application/json' \
    -H "Idempotency-Key: $(node -p 'crypto.randomUUID()')" \
    -d '{"limit": 15, "page": 1, "campaign_fields": {"status": ["DRAFT"]}}'

Move the clock forward by an hour, and make the next creation fail:

  curl -sS http://127.0.0.1:4010/_control/clock -d '{"advance_ms": 3600000}'
  curl -sS http://127.0.0.1:4010/_control/faults \
    -d '{"operation": "create", "kind": "status", "status": 500}'

Everything else, for any tool that reads OpenAPI:

  curl -sS http://127.0.0.1:4010/openapi.json

-u takes the workspace and its API key. More: docs/service.md in the repository.`;
