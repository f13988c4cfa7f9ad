import { CHANNELS, STATUSES } from '../model/campaign.ts';
import { CONSENTS } from '../model/workspace.ts';
import {
  allow,
  ALLOW_TARGET,
  channels,
  count,
  day,
  duration,
  KEYS,
  KEYS_HELP,
  since,
  until,
  YES,
  type CommandRow,
  type OptionRow,
} from './command.ts';
import { MESSAGES } from './message-commands.ts';
import { SERVE } from './serve-command.ts';
import { STATE } from './state-commands.ts';

const ONLY: OptionRow = ['--only <keys...>', 'the same as naming the keys as arguments', { isHidden: true }];
/** Of a command that shows what it would write, and asks. */
const PROPOSAL: readonly OptionRow[] = [['--dry-run', 'show what would be written; write nothing'], YES];
const EXIT_CODE: OptionRow = ['--exit-code', 'exit 2 if something is left to do'];

function maxWait(help: string): OptionRow {
  return ['--max-wait <time>', help, { parse: duration, usual: [600_000, '10m'] }];
}

/** All commands, by their headings in the help. */
export const COMMANDS: Readonly<Record<string, readonly CommandRow[]>> = {
  'Set up:': [
    {
      name: 'init',
      does: 'write starter files for a workspace (default: production): settings, examples, workflows; asks on a terminal',
      options: [
        ['--base-url <address>', "the address of the workspace's service (default: you fill it in later)"],
        ['--app-key <key>', "the workspace's identifier in the service; not a secret"],
        [
          '--channels <names>',
          'examples to write: none, email, push or email,push (default)',
          { parse: channels },
        ],
        [
          '--unreviewed',
          'also write the workflow that applies without a review, and explain how to protect it',
        ],
      ],
      examples: [
        'campaigns init -w production --base-url https://api.example.com/ --app-key SHOP --channels email',
      ],
      run: async () => (await import('./init.ts')).init,
    },
    {
      name: 'completion',
      does: 'print a completion script for a shell',
      args: [['<shell>', 'shell', '', ['bash', 'zsh', 'fish']]],
      examples: [
        'campaigns completion bash   # in ~/.bashrc: source <(campaigns completion bash)',
        'campaigns completion zsh    # in ~/.zshrc, after compinit: source <(campaigns completion zsh)',
        'campaigns completion fish > ~/.config/fish/completions/campaigns.fish',
      ],
      run: async () => (await import('./completion.ts')).completion,
    },
  ],
  'Campaign files:': [
    {
      name: 'validate',
      does: 'check campaign files for all workspaces, or for one; offline',
      args: [['[files...]', 'files', `${KEYS_HELP} (default: all)`]],
      options: [
        ['--strict', 'fail because of warnings, too'],
        ['--fix', 'make the corrections that are certain: letter case, stray spaces, the format of times'],
        ['--format <format>', 'output format', { choices: ['text', 'json', 'github', 'sarif'] }],
        ['--no-cache', 'check every file anew, also those that did not change'],
      ],
      examples: ['campaigns validate --strict'],
      run: async () => (await import('./validate.ts')).validate,
    },
    {
      name: 'fmt',
      does: 'format campaign files: canonical order and layout',
      options: [['--check', 'write nothing; exit 5 if a file is not formatted']],
      examples: ['campaigns fmt --check'],
      run: async () => (await import('./fmt.ts')).fmt,
    },
    {
      name: 'replace',
      does: 'move a locked edit into a copy of its campaign, and restore the file; sends nothing',
      args: [['<key>', 'name', "the campaign that can't be edited: its key or the path of its file"]],
      options: [...PROPOSAL, ALLOW_TARGET],
      examples: ['campaigns replace promo/spring-sale'],
      run: async () => (await import('./rewrite.ts')).replace,
    },
  ],
  'Live campaigns:': [
    {
      name: 'plan',
      does: 'show what apply would do; writes nothing',
      args: [KEYS],
      options: [
        ONLY,
        EXIT_CODE,
        maxWait('how long an apply may wait for quota (90s, 10m, 2h); longer waits are shown as deferred'),
        ['--out <file>', 'also write the plan as JSON; - is standard output'],
        ['--html <file>', 'also write the plan as a page to read or print; - is standard output'],
        [
          '--changed-since <ref>',
          'only campaigns whose files, or texts they use, changed since the merge base with REF',
        ],
        ['--offline', 'compare with the state branch instead of the service; needs no API key'],
        allow(...CONSENTS, 'target'),
      ],
      examples: ['campaigns plan -w production --out plan.json'],
      run: async () => (await import('./plan.ts')).plan,
    },
    {
      name: 'apply',
      does: 'apply what is committed; asks for confirmation, but only on a terminal',
      args: [KEYS],
      options: [
        ONLY,
        EXIT_CODE,
        maxWait('how long to wait for quota: 90s, 10m, 2h'),
        ['--plan <file>', 'apply only the changes in this plan file'],
        YES,
        allow(...CONSENTS, 'dirty', 'branch', 'target'),
      ],
      examples: ['campaigns apply -w production --plan plan.json --max-wait 2h'],
      run: async () => (await import('./apply.ts')).apply,
    },
    {
      name: 'drift',
      does: 'show what changed in the service since the last apply; writes nothing; exits 2 if there is drift',
      args: [KEYS],
      options: [ONLY, ['--unmanaged', 'also list live campaigns that no file manages'], ALLOW_TARGET],
      conflicts: [['--unmanaged', 'KEY']],
      examples: ['campaigns drift promo/black-friday-push -w production'],
      run: async () => (await import('./reports.ts')).drift,
    },
    {
      name: 'status',
      does: 'list managed campaigns: key, ID, live status, last apply',
      args: [KEYS],
      options: [ALLOW_TARGET],
      examples: ['campaigns status -w production'],
      run: async () => (await import('./reports.ts')).status,
    },
    ...MESSAGES,
    {
      name: 'import',
      does: 'write files for live campaigns and bind them; sends nothing to the service',
      args: [['[ids...]', 'ids', 'campaign IDs in the service']],
      options: [
        ['--all', 'all campaigns of the workspace; ended campaigns need --status'],
        ['--status <status...>', 'only campaigns in these statuses', { choices: STATUSES }],
        ['--channel <channel...>', 'only these channels', { choices: CHANNELS }],
        ['--tag <tag...>', 'only campaigns with one of these tags'],
        ['--name <glob>', "only campaigns whose names match this pattern, such as 'Spring*'"],
        ['--into <dir>', 'put all files into this folder of campaigns/'],
        ['--key <key>', 'the key, if only one campaign is named'],
        ['--adopt', 'the command adopt', { isHidden: true }],
        ...PROPOSAL,
        ALLOW_TARGET,
      ],
      conflicts: ['--status', '--channel', '--tag', '--name', '--into'].map(
        (one) => ['--adopt', one] as const,
      ),
      needs: ['--status', '--channel', '--tag', '--name'].map((one) => [one, '--all'] as const),
      either: ['--all', 'ID'],
      examples: ['campaigns import --all --status ACTIVE PAUSED --dry-run'],
      run: async () => (await import('./rewrite.ts')).importCampaigns,
    },
    {
      name: 'adopt',
      does: 'bind existing files to live campaigns; sends nothing and writes no file',
      args: [['[key]', 'key', 'the key of a campaign, or its file']],
      options: [
        ['--id <id>', 'the ID of the live campaign'],
        ['--all', 'bind each file that matches exactly one live campaign'],
        ...PROPOSAL,
        ALLOW_TARGET,
      ],
      conflicts: [['--all', '--id']],
      needs: [['KEY', '--id']],
      either: ['KEY', '--all'],
      examples: [
        'campaigns adopt promo/black-friday-push --id 64a1b2c3d4e5f60718293041',
        'campaigns adopt --all',
      ],
      run: async () => (await import('./rewrite.ts')).adoptCampaigns,
    },
    {
      name: 'pull',
      does: 'write changes made in the service into the campaign files; sends nothing to the service',
      args: [KEYS],
      options: [
        ONLY,
        ['--theirs', "where both the file and the service changed, take the service's values"],
        ['--ours', "where both changed, keep the file's values; write the other changes"],
        ...PROPOSAL,
        ALLOW_TARGET,
      ],
      conflicts: [['--ours', '--theirs']],
      examples: ['campaigns pull --dry-run', "campaigns pull 'promo/*' --theirs"],
      run: async () => (await import('./rewrite.ts')).pull,
    },
  ],
  'History and bindings:': [
    {
      name: 'log',
      does: 'show the audit trail: who did what, when and why',
      args: [KEYS],
      options: [
        ['-n, --number <count>', 'show at most this many entries, newest first', { parse: count }],
        [
          '--since <when>',
          'only entries since then: 7d, 12h, or a date like 2026-11-20 (UTC)',
          { parse: since },
        ],
        ['--until <when>', 'only entries until then; a day counts as a whole', { parse: until }],
        [
          '--by <person>',
          'only what somebody edited, approved, merged or ran: a part of the name or address',
        ],
        ['--pull <number>', 'only what this pull request approved', { parse: count }],
      ],
      examples: [
        "campaigns log 'promo/*' -w production -n 20 --since 7d",
        'campaigns log --by ada --until 2026-11-20',
      ],
      run: async () => (await import('./reports.ts')).log,
    },
    {
      name: 'audit',
      does: 'list the changes of a period, and what nobody can prove from the state branch; exits 2 if there is such a gap',
      options: [
        ['--from <date>', 'the first day, such as 2026-11-01 (UTC)', { parse: day, isRequired: true }],
        ['--to <date>', 'the last day, included', { parse: day, isRequired: true }],
        ['--csv', 'print the changes as a table for spreadsheets'],
        ['--html <file>', 'also write a page to read or print; - is standard output'],
      ],
      conflicts: [['--csv', '--json']],
      examples: ['campaigns audit --from 2026-01-01 --to 2026-12-31 -w production --csv > audit.csv'],
      run: async () => (await import('./audit.ts')).audit,
    },
    {
      name: 'revert',
      does: 'restore campaign files to what was last applied, or to a commit; sends nothing',
      args: [['<keys...>', 'names', KEYS_HELP]],
      options: [
        ['--to <commit>', 'restore the files as of this commit (default: the last apply in the workspace)'],
        ...PROPOSAL,
        allow('dirty'),
      ],
      examples: [
        'campaigns revert promo/black-friday-push',
        'campaigns revert promo/black-friday-push --to 3f2a91c --dry-run',
      ],
      run: async () => (await import('./rewrite.ts')).revert,
    },
    ...STATE,
  ],
  'Try it out:': [SERVE],
};
