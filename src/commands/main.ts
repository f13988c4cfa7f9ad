import { Command, CommanderError, Option, type OutputConfiguration } from 'commander';
import { EXIT } from '../model/exit.ts';
import { CONSENTS } from '../model/workspace.ts';
import packageJson from '../../package.json' with { type: 'json' };
import type { ApplyOptions } from './apply.ts';
import type { CommonOptions } from './arguments/common-options.ts';
import { afterCommand, allowOption, withCommon, withPlanning } from './arguments/common-flags.ts';
import { commaList, port } from './arguments/value-parsers.ts';
import type { DriftOptions } from './drift.ts';
import type { InitOptions } from './init.ts';
import type { PlanOptions } from './plan.ts';
import type { Host, Output } from './host.ts';
import { run } from './run.ts';
import { QUIRKS_HELP, SERVE_HELP } from './arguments/serve-help.ts';
import type { ServeOptions } from './serve.ts';
import { openSession, type Session } from './session.ts';

/** Reads a command line and runs it to its exit code. Each command is loaded only when it is asked for. */
export async function main(args: readonly string[], host: Host): Promise<number> {
  let exit: number = EXIT.DONE;
  const program = new Command('campaigns')
    .description('Marketing campaigns as code: YAML files in git, planned and applied to a campaign service.')
    .version(packageJson.version)
    .exitOverride()
    .configureOutput(outputTo(host))
    .configureHelp({ showGlobalOptions: true });

  const below = (parent: Command) => (name: string, description: string, example: string) =>
    parent
      .command(name)
      .description(description)
      .addHelpText('after', `\nExample:\n  $ ${example}`)
      .exitOverride();

  const command = below(program);

  const does =
    <Given extends CommonOptions>(act: (given: Given, session: Session) => Promise<number>) =>
    async (given: Given) => {
      const session = openSession(host, given);
      exit = await run(session, () => act(given, session));
    };

  withCommon(
    command('init', 'write a starter: workspaces.yaml, one example, the workflows', 'campaigns init -C shop'),
  )
    .option(
      '--unreviewed',
      'also the workflow that applies without a review, after how to protect its environment',
    )
    .action(
      does(async (options: InitOptions, session) => (await import('./init.ts')).init(options, session)),
    );

  withCommon(
    command('validate', 'check campaign files offline, for all workspaces', 'campaigns validate --strict'),
    'only for this workspace',
  )
    .argument('[files...]', 'campaign files; left out: all')
    .option('--strict', 'warnings are errors')
    .addOption(
      new Option('--format <format>', 'how findings are written').choices([
        'text',
        'json',
        'github',
        'sarif',
      ]),
    )
    .action((files: string[], given: object) =>
      does(async (options: CommonOptions, session) =>
        (await import('./validate.ts')).validate(
          { ...options, files, version: packageJson.version },
          session,
        ),
      )(given),
    );

  withCommon(command('fmt', 'put files into canonical order and layout', 'campaigns fmt --check'))
    .argument('[files...]', 'campaign files, or workspaces.yaml; left out: all')
    .option('--check', 'write nothing; exit 5 when a file is not in form')
    .action((files: string[], given: object) =>
      does(async (options: CommonOptions, session) =>
        (await import('./fmt.ts')).fmt({ ...options, files }, session),
      )(given),
    );

  withPlanning(
    command(
      'plan',
      'show what an apply would do; writes nothing',
      'campaigns plan -w production --out plan.json',
    ),
  )
    .option('--out <file>', 'also write the plan as JSON')
    .option('--html <file>', 'also write the plan as a page to read or print')
    .option(
      '--changed-since <ref>',
      'only campaigns whose files, or what these refer to, changed since this parted from REF',
    )
    .option('--offline', 'compare with the state branch; asks the service nothing, needs no credential')
    .addOption(allowOption([...CONSENTS, 'target']))
    .action(
      does(async (options: PlanOptions, session) => (await import('./plan.ts')).plan(options, session)),
    );

  withPlanning(
    command('apply', 'execute the plan', 'campaigns apply -w production --plan plan.json --max-wait 2h'),
  )
    .option('--plan <file>', 'only the changes of this plan file')
    .option('--yes', 'do not ask')
    .addOption(allowOption([...CONSENTS, 'dirty', 'branch', 'target']))
    .action(
      does(async (options: ApplyOptions, session) => (await import('./apply.ts')).apply(options, session)),
    );

  withCommon(
    command(
      'drift',
      'show what changed in the service since the last apply; writes nothing, exit 2 when there is any',
      'campaigns drift -w production --only promo/black-friday-push',
    ),
  )
    .option('--only <keys...>', 'only these campaigns')
    .addOption(allowOption(['target']))
    .action(
      does(async (options: DriftOptions, session) => (await import('./drift.ts')).drift(options, session)),
    );

  withCommon(command('status', 'every managed campaign in a line', 'campaigns status -w production'))
    .addOption(allowOption(['target']))
    .action(
      does(async (options: CommonOptions, session) => (await import('./status.ts')).status(options, session)),
    );

  withCommon(command('log', 'the audit trail: when, what, who, why', 'campaigns log promo/black-friday-push'))
    .argument('[key]', 'one campaign; left out: all')
    .action((key: string | undefined, given: object) =>
      does(async (options: CommonOptions, session) =>
        (await import('./log.ts')).log({ ...options, ...(key !== undefined && { key }) }, session),
      )(given),
    );

  withCommon(
    command(
      'import',
      'bind an existing file to a live campaign',
      'campaigns import 64a1… --key promo/spring --adopt',
    ),
  )
    .argument('<id>', 'the campaign id in the service')
    .requiredOption('--key <key>', 'the key of the campaign file')
    .requiredOption('--adopt', 'keep the file as it is, and only bind it')
    .addOption(allowOption(['target']))
    .action((id: string, given: CommonOptions & { key: string }) =>
      does(async (options: typeof given, session) =>
        (await import('./import.ts')).adopt({ ...options, id }, session),
      )(given),
    );

  const stateCommand = below(command('state', 'look after bindings', 'campaigns state list'));
  withCommon(stateCommand('list', 'which file is which live campaign', 'campaigns state list --json')).action(
    does(async (options: CommonOptions, session) => (await import('./state.ts')).stateList(options, session)),
  );
  withCommon(
    stateCommand(
      'forget',
      'let go of campaigns; live ones stay as they are',
      'campaigns state forget promo/spring',
    ),
  )
    .argument('[keys...]', 'keys of campaigns')
    .option('--all', 'all of the workspace')
    .option('--yes', 'do not ask')
    .addOption(allowOption(['target']))
    .action((keys: string[], given: object) =>
      does(async (options: CommonOptions, session) =>
        (await import('./state-forget.ts')).stateForget({ ...options, keys }, session),
      )(given),
    );

  withCommon(
    stateCommand(
      'mv',
      'give a binding another key; the live campaign stays as it is',
      'campaigns state mv promo/spring promo/spring-2031',
    ),
  )
    .argument('<old>', 'the key that the binding has')
    .argument('<new>', 'the key that it gets')
    .action((from: string, to: string, given: object) =>
      does(async (options: CommonOptions, session) =>
        (await import('./state-move.ts')).stateMove({ ...options, from, to }, session),
      )(given),
    );

  withCommon(
    stateCommand('release', "free a dead run's lease; its intents stay", 'campaigns state release'),
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
    .option('--port <port>', 'where it listens; 0 takes a free port', port, 4010)
    .option('--host <address>', 'the address it binds to; 0.0.0.0 lets other machines in', '127.0.0.1')
    .option('--app-key <key>', 'the workspace identifier', 'local')
    .option(
      '--api-key-env <name>',
      'the variable that holds the API key; unset: the key is "local"',
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
        "schedules as they were written, or in a spelling of the service's own",
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
      'real, off, or a JSON file like {"create": {"per_minute": 9}, "search": "off"}, where what is left out stays real',
      'real',
    )
    .addOption(
      new Option('--clock <clock>', 'manual: it stands still until the control interface moves it')
        .choices(['real', 'manual'])
        .default('real'),
    )
    .option('--data <file>', 'keep everything in this file; left out, it is gone when the service stops')
    .option('--control', 'offer /_control/ to this machine: clock, faults, seeds, log, outbox')
    .option('--quiet', 'no log line per request')
    .addHelpText('after', SERVE_HELP)
    .action(
      does(async (options: ServeOptions, session) => (await import('./serve.ts')).serve(options, session)),
    );

  try {
    await program.parseAsync(afterCommand(args), { from: 'user' });
    return exit;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.DONE : EXIT.USAGE;
    throw error;
  }
}

/** Help and usage errors go where everything else goes; commander would write to the process itself. */
function outputTo({ stdout, stderr }: Host): OutputConfiguration {
  const widthOf = ({ isTTY, columns }: Output) => (isTTY ? columns : undefined) ?? 80;
  return {
    writeOut: (text) => void stdout.write(text),
    writeErr: (text) => void stderr.write(text),
    getOutHelpWidth: () => widthOf(stdout),
    getErrHelpWidth: () => widthOf(stderr),
    getOutHasColors: () => false,
    getErrHasColors: () => false,
  };
}
