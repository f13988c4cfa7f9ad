import packageJson from '../../package.json' with { type: 'json' };
import { Argument, Command, Option, type OutputConfiguration } from 'commander';
import { allowOption } from './arguments/allow-option.ts';
import { CONSENTS } from '../model/workspace.ts';
import {
  commonLast,
  KEYS,
  KEYS_HELP,
  onlyThese,
  withCommon,
  withPlanning,
} from './arguments/common-flags.ts';
import { channels, count, since } from './arguments/value-parsers.ts';
import { withImport } from './arguments/import-flags.ts';
import { SHELLS } from './arguments/completion-scripts.ts';
import { PROGRAM_FOOTER } from './arguments/help-texts.ts';
import { commandsBelow } from './arguments/new-command.ts';
import type { Execute } from './session.ts';
import { withStateCommands } from './state-command-line.ts';
import { withServeOptions } from './arguments/serve-options.ts';

/** All commands with their options. The code of a command is loaded only when it runs. */
export function commandLine(does: Execute, output: OutputConfiguration): Command {
  const program: Command = new Command('campaigns')
    .description('Marketing campaigns as code: YAML files in git, planned and applied to a campaign service.')
    .usage('<command> [options]')
    .version(packageJson.version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show this help')
    .exitOverride()
    .configureOutput(output)
    .showHelpAfterError('  For help: campaigns --help')
    .configureHelp({ groupItems: commonLast })
    // What follows a command is for the command, also where the program has an option of that name.
    .enablePositionalOptions()
    .addHelpText('after', PROGRAM_FOOTER);
  // The global options are only listed here: `afterCommand` has moved them after the command.
  withCommon(program);

  const command = commandsBelow(program, '');

  program.commandsGroup('Set up:');
  withCommon(
    command(
      'init',
      'write starter files: workspaces.yaml, an example for each channel, workflows, editor settings; asks questions on a terminal',
      'campaigns init -w production --base-url https://api.example.com/ --app-key SHOP --channels email',
    ),
    'the workspace with your customers (default: production)',
  )
    .option('--base-url <address>', "the address of the workspace's service (default: you fill it in later)")
    .option('--app-key <key>', "the workspace's identifier in the service; not a secret")
    .addOption(
      new Option(
        '--channels <names>',
        'write examples for these channels: none, email, push or email,push (default: both; on a terminal, init asks)',
      ).argParser(channels),
    )
    .option(
      '--unreviewed',
      'also write the workflow that applies without a review, after explaining how to protect its environment',
    )
    .action(does(async () => (await import('./init.ts')).init));

  command(
    'completion',
    'print a completion script for a shell',
    'campaigns completion bash   # in ~/.bashrc: source <(campaigns completion bash)',
    'campaigns completion zsh    # in ~/.zshrc, after compinit: source <(campaigns completion zsh)',
    'campaigns completion fish > ~/.config/fish/completions/campaigns.fish',
  )
    .addArgument(new Argument('<shell>').choices(SHELLS))
    .action(does(async () => (await import('./completion.ts')).completion, 'shell'));

  program.commandsGroup('Campaign files:');
  withCommon(
    command('validate', 'check campaign files for all workspaces; offline', 'campaigns validate --strict'),
    'only for this workspace',
  )
    .argument('[files...]', `${KEYS_HELP} (default: all)`)
    .option('--strict', 'fail because of warnings, too')
    .option(
      '--fix',
      'make the corrections that are certain: letter case and stray spaces in field names and in values from a fixed list, and the format of times; campaign names are not changed',
    )
    .addOption(new Option('--format <format>', 'output format').choices(['text', 'json', 'github', 'sarif']))
    .action(does(async () => (await import('./validate.ts')).validate, 'files'));

  withCommon(
    command('fmt', 'format campaign files: canonical order, layout and spelling', 'campaigns fmt --check'),
  )
    .argument('[files...]', `workspaces.yaml, or ${KEYS_HELP} (default: all)`)
    .option('--check', 'write nothing; exit 5 if a file is not formatted')
    .action(does(async () => (await import('./fmt.ts')).fmt, 'files'));

  withCommon(
    command(
      'replace',
      'move a locked edit into a copy of its campaign, and restore the file to what was last applied; sends nothing',
      'campaigns replace promo/spring-sale --key promo/spring-sale-vip',
    ),
  )
    .argument('<key>', "the campaign that can't be edited: its key or the path of its file")
    .option('--key <key>', 'the key of the copy (default: the old key plus a number)')
    .option('--dry-run', 'show what would be written; write nothing')
    .option('-y, --yes', 'do not ask for confirmation')
    .addOption(allowOption(['target']))
    .action(does(async () => (await import('./replace.ts')).replace, 'name'));

  program.commandsGroup('Live campaigns:');
  withPlanning(
    command(
      'plan',
      'show what apply would do; writes nothing',
      'campaigns plan -w production --out plan.json',
    ),
    'how long an apply may wait for quota (90s, 10m, 2h); campaigns that would have to wait longer are shown as deferred',
  )
    .option('--out <file>', 'also write the plan as JSON; - is standard output')
    .option('--html <file>', 'also write the plan as a page to read or print; - is standard output')
    .option(
      '--changed-since <ref>',
      'only campaigns whose files, or files they reference, changed since this branch diverged from REF, such as origin/main',
    )
    .option('--offline', 'compare with the state branch instead of the service; needs no API key')
    .addOption(allowOption([...CONSENTS, 'target']))
    .action(onlyThese(does(async () => (await import('./plan.ts')).plan)));

  withPlanning(
    command(
      'apply',
      'apply what is committed; asks for confirmation, but only on a terminal',
      'campaigns apply -w production --plan plan.json --max-wait 2h',
    ),
    'how long to wait for quota: 90s, 10m, 2h',
  )
    .option('--plan <file>', 'apply only the changes in this plan file')
    .option('-y, --yes', 'do not ask for confirmation')
    .addOption(allowOption([...CONSENTS, 'dirty', 'branch', 'target']))
    .action(onlyThese(does(async () => (await import('./apply.ts')).apply)));

  withCommon(
    command(
      'drift',
      'show what changed in the service since the last apply; writes nothing; exits 2 if anything changed',
      'campaigns drift -w production --only promo/black-friday-push',
    ),
  )
    .argument(KEYS, KEYS_HELP)
    .option('--only <keys...>', 'the same as naming the keys as arguments')
    .option('--unmanaged', 'also list live campaigns that no file manages')
    .addOption(
      new Option(
        '--budget <searches>',
        'limit the number of searches, each of which reads 15 campaigns; in a large workspace, each run then checks one part, and later runs check the others',
      ).argParser(count),
    )
    .addOption(allowOption(['target']))
    .action(onlyThese(does(async () => (await import('./drift.ts')).drift)));

  withCommon(
    command(
      'status',
      'list managed campaigns: key, ID, live status, last apply',
      'campaigns status -w production',
    ),
  )
    .argument(KEYS, KEYS_HELP)
    .addOption(allowOption(['target']))
    .action(onlyThese(does(async () => (await import('./status.ts')).status)));

  withImport(
    command(
      'import',
      'write files for live campaigns and bind them; sends nothing to the service',
      'campaigns import --all --status ACTIVE PAUSED --dry-run',
    ),
  ).action(does(async () => (await import('./import.ts')).importCampaigns, 'ids'));

  withCommon(
    command(
      'adopt',
      'bind existing files to live campaigns; sends nothing and writes no file',
      'campaigns adopt promo/black-friday-push --id 64a1b2c3d4e5f60718293041',
      'campaigns adopt --all --dry-run',
    ),
  )
    .argument('[key]', 'the key of a campaign, or its file')
    .option('--id <id>', 'the ID of the live campaign')
    .option('--all', 'bind each file that matches exactly one live campaign')
    .option('--dry-run', 'with --all: show what would be bound; bind nothing')
    .option('-y, --yes', 'do not ask for confirmation')
    .addOption(allowOption(['target']))
    .action(does(async () => (await import('./adopt.ts')).adoptCampaigns, 'key'));

  withCommon(
    command(
      'pull',
      'write changes made in the service into the campaign files; sends nothing to the service',
      'campaigns pull --dry-run',
      "campaigns pull 'promo/*' --theirs",
    ),
  )
    .argument(KEYS, KEYS_HELP)
    .option('--only <keys...>', 'the same as naming the keys as arguments')
    .option('--theirs', "where both the file and the service changed, take the service's values")
    .option('--ours', "where both changed, keep the file's values; write the other changes")
    .option(
      '--base',
      'write shared values and texts for all workspaces and campaigns that use them; variables and snippets stay unchanged',
    )
    .option('--dry-run', 'show what would be written; write nothing')
    .option('-y, --yes', 'do not ask for confirmation')
    .addOption(allowOption(['target']))
    .action(onlyThese(does(async () => (await import('./pull.ts')).pull)));

  program.commandsGroup('History and bindings:');
  withCommon(
    command(
      'log',
      'show the audit trail: who did what, when and why',
      'campaigns log promo/black-friday-push',
      "campaigns log 'promo/*' -w production -n 20 --since 7d",
    ),
  )
    .argument(KEYS, KEYS_HELP)
    .option('-n, --number <count>', 'show at most this many entries, newest first', count)
    .option(
      '--since <when>',
      'show only entries since this time: 7d, 12h, or a date like 2026-11-20 (UTC)',
      since,
    )
    .action(onlyThese(does(async () => (await import('./log.ts')).log)));

  withCommon(
    command(
      'revert',
      'restore campaign files to what was last applied, or to a commit; sends nothing',
      'campaigns revert promo/black-friday-push',
      'campaigns revert promo/black-friday-push --to 3f2a91c --dry-run',
    ),
  )
    .argument('<keys...>', KEYS_HELP)
    .option('--to <commit>', 'restore the files as of this commit (default: the last apply in the workspace)')
    .option('--dry-run', 'show what would be written; write nothing')
    .option('-y, --yes', 'do not ask for confirmation')
    .addOption(allowOption(['dirty']))
    .action(does(async () => (await import('./revert.ts')).revert, 'names'));

  withStateCommands(
    command('state', 'inspect and repair the record: bindings, target, reservation', 'campaigns state list'),
    does,
  );

  program.commandsGroup('Try it out:');
  withServeOptions(
    command(
      'serve',
      'run the local campaign service',
      'campaigns serve --port 4010 --features queuing,audience_limit',
    ),
  ).action(does(async () => (await import('./serve.ts')).serve));

  return program.helpCommand('help [command]', 'show help for a command');
}
