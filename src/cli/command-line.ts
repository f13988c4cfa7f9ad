import { Command, Option, type OutputConfiguration } from 'commander';
import { CONSENTS } from '../model/workspace.ts';
import packageJson from '../../package.json' with { type: 'json' };
import type { ApplyOptions } from './apply.ts';
import type { CommonOptions } from '../app/common-options.ts';
import { allowOption, withCommon, withPlanning } from './arguments/common-flags.ts';
import { withImport } from './arguments/import-flags.ts';
import { commaList, port } from './arguments/value-parsers.ts';
import type { DriftOptions } from './drift.ts';
import type { ImportOptions } from './import.ts';
import type { InitOptions } from './init.ts';
import type { PlanOptions } from './plan.ts';
import { QUIRKS_HELP, SERVE_HELP } from './arguments/serve-help.ts';
import type { ServeOptions } from './serve.ts';
import type { CommandSession } from './session.ts';

/** Makes a handler of a function that returns the exit code. */
type Execute = <Given extends CommonOptions>(
  act: (given: Given, session: CommandSession) => Promise<number>,
) => (given: Given) => Promise<void>;

/** All commands with their options. The code of a command is loaded only when it runs. */
export function commandLine(does: Execute, output: OutputConfiguration): Command {
  const program = new Command('campaigns')
    .description('Marketing campaigns as code: YAML files in git, planned and applied to a campaign service.')
    .version(packageJson.version)
    .exitOverride()
    .configureOutput(output)
    .configureHelp({ showGlobalOptions: true });

  const below = (parent: Command) => (name: string, description: string, example: string) =>
    parent
      .command(name)
      .description(description)
      .addHelpText('after', `\nExample:\n  $ ${example}`)
      .exitOverride();

  const command = below(program);

  withCommon(
    command('init', 'write a starter: workspaces.yaml, one example, the workflows', 'campaigns init -C shop'),
  )
    .option(
      '--unreviewed',
      'also write the workflow that applies without a review; first explains how to protect its environment',
    )
    .action(
      does(async (options: InitOptions, session) => (await import('./init.ts')).init(options, session)),
    );

  withCommon(
    command('validate', 'check campaign files for all workspaces; offline', 'campaigns validate --strict'),
    'only for this workspace',
  )
    .argument('[files...]', 'campaign files (default: all)')
    .option('--strict', 'warnings are errors')
    .addOption(new Option('--format <format>', 'output format').choices(['text', 'json', 'github', 'sarif']))
    .action((files: string[], given: object) =>
      does(async (options: CommonOptions, session) =>
        (await import('./validate.ts')).validate(
          { ...options, files, version: packageJson.version },
          session,
        ),
      )(given),
    );

  withCommon(
    command('fmt', 'format campaign files: canonical order, layout and spelling', 'campaigns fmt --check'),
  )
    .argument('[files...]', 'campaign files, or workspaces.yaml (default: all)')
    .option('--check', 'write nothing; exit 5 if a file is not formatted')
    .action((files: string[], given: object) =>
      does(async (options: CommonOptions, session) =>
        (await import('./fmt.ts')).fmt({ ...options, files }, session),
      )(given),
    );

  withPlanning(
    command(
      'plan',
      'show what apply would do; writes nothing',
      'campaigns plan -w production --out plan.json',
    ),
  )
    .option('--out <file>', 'also write the plan as JSON')
    .option('--html <file>', 'also write the plan as a page to read or print')
    .option(
      '--changed-since <ref>',
      'only campaigns whose files, or files they reference, changed since the merge base with REF',
    )
    .option('--offline', 'compare with the state branch instead of the service; needs no credential')
    .addOption(allowOption([...CONSENTS, 'target']))
    .action(
      does(async (options: PlanOptions, session) => (await import('./plan.ts')).plan(options, session)),
    );

  withPlanning(
    command('apply', 'execute the plan', 'campaigns apply -w production --plan plan.json --max-wait 2h'),
  )
    .option('--plan <file>', 'only the changes of this plan file')
    .option('--yes', 'do not ask for confirmation')
    .addOption(allowOption([...CONSENTS, 'dirty', 'branch', 'target']))
    .action(
      does(async (options: ApplyOptions, session) => (await import('./apply.ts')).apply(options, session)),
    );

  withCommon(
    command(
      'drift',
      'show what changed in the service since the last apply; writes nothing, exits 2 if anything did',
      'campaigns drift -w production --only promo/black-friday-push',
    ),
  )
    .option('--only <keys...>', 'only these campaigns')
    .option('--unmanaged', 'also list live campaigns that no file manages')
    .addOption(allowOption(['target']))
    .action(
      does(async (options: DriftOptions, session) => (await import('./drift.ts')).drift(options, session)),
    );

  withCommon(
    command(
      'status',
      'list managed campaigns: key, ID, live status, last apply',
      'campaigns status -w production',
    ),
  )
    .addOption(allowOption(['target']))
    .action(
      does(async (options: CommonOptions, session) => (await import('./status.ts')).status(options, session)),
    );

  withCommon(
    command(
      'log',
      'show the audit trail: who did what, when and why',
      'campaigns log promo/black-friday-push',
    ),
  )
    .argument('[key]', 'one campaign (default: all)')
    .action((key: string | undefined, given: object) =>
      does(async (options: CommonOptions, session) =>
        (await import('./log.ts')).log({ ...options, ...(key !== undefined && { key }) }, session),
      )(given),
    );

  withImport(
    command(
      'import',
      'write files for live campaigns and bind them; sends nothing to the service',
      'campaigns import --all --status ACTIVE PAUSED --dry-run',
    ),
  ).action((ids: string[], given: object) =>
    does(async (options: Omit<ImportOptions, 'ids'>, session) =>
      (await import('./import.ts')).importCampaigns({ ...options, ids }, session),
    )(given),
  );

  const stateCommand = below(command('state', 'inspect and change bindings', 'campaigns state list'));
  withCommon(
    stateCommand('list', 'list which file is bound to which live campaign', 'campaigns state list --json'),
  ).action(
    does(async (options: CommonOptions, session) => (await import('./state.ts')).stateList(options, session)),
  );
  withCommon(
    stateCommand(
      'forget',
      'remove bindings; live campaigns stay as they are',
      'campaigns state forget promo/spring',
    ),
  )
    .argument('[keys...]', 'keys of campaigns')
    .option('--all', 'all campaigns of the workspace')
    .option('--yes', 'do not ask for confirmation')
    .addOption(allowOption(['target']))
    .action((keys: string[], given: object) =>
      does(async (options: CommonOptions, session) =>
        (await import('./state-forget.ts')).stateForget({ ...options, keys }, session),
      )(given),
    );

  withCommon(
    stateCommand(
      'mv',
      'move a binding to another key; the live campaign stays as it is',
      'campaigns state mv promo/spring promo/spring-2031',
    ),
  )
    .argument('<old>', 'the current key')
    .argument('<new>', 'the new key')
    .action((from: string, to: string, given: object) =>
      does(async (options: CommonOptions, session) =>
        (await import('./state-move.ts')).stateMove({ ...options, from, to }, session),
      )(given),
    );

  withCommon(
    stateCommand(
      'release',
      'release the lease of a run that died; what it left open stays recorded',
      'campaigns state release',
    ),
  ).action(
    does(async (options: CommonOptions, session) =>
      (await import('./state.ts')).stateRelease(options, session),
    ),
  );

  command(
    'serve',
    'run the local campaign service',
    'campaigns serve --port 4010 --features queuing,audience_limit',
  )
    .option('--port <port>', 'the port; 0 takes a free one', port, 4010)
    .option('--host <address>', 'the address to listen on; 0.0.0.0 lets other machines in', '127.0.0.1')
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
        'comma-separated: queuing, audience_limit, portfolio, versioning; of the first workspace',
      )
        .argParser(commaList)
        .default([], 'none'),
    )
    .addOption(
      new Option(
        '--read-view <view>',
        "how reads show schedules: as written, or in the service's own spelling",
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
      'real, off, or a JSON file like {"create": {"per_minute": 9}, "search": "off"}, where omitted limits stay real',
      'real',
    )
    .addOption(
      new Option('--clock <clock>', 'manual: the clock stands still until the control interface moves it')
        .choices(['real', 'manual'])
        .default('real'),
    )
    .option('--data <file>', 'keep everything in this file (default: in memory until the service stops)')
    .option('--control', 'offer /_control/ to this machine: clock, faults, seeds, log, outbox')
    .option('--quiet', 'no log line per request')
    .addHelpText('after', SERVE_HELP)
    .action(
      does(async (options: ServeOptions, session) => (await import('./serve.ts')).serve(options, session)),
    );

  return program;
}
