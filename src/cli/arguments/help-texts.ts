import type { Command, Help } from 'commander';

/** The address of the documentation. */
export const DOCUMENTATION = 'https://github.com/campaign-reconciler/campaign-reconciler';

/** What the exit codes mean to a script. `docs/commands.md` has the same table. */
export const EXIT_MEANINGS: readonly (readonly [exit: number, meaning: string])[] = [
  [0, 'done'],
  [1, 'something failed, could not be read, or did not answer'],
  [2, 'with --exit-code: something is left to do; drift: something drifted'],
  [3, 'deferred by the quota: run again at the printed time'],
  [
    4,
    'stale: live campaigns or files have changed since the plan; or the commit is older than the last applied one, or is not on the default branch of origin',
  ],
  [5, 'invalid files or configuration; also: no repository, an unknown workspace, a missing secret'],
  [6, 'another run is applying now, or took over while this one was working; the message says which'],
  [7, 'the service refused the API key'],
  [8, 'the guard refused the plan'],
  [64, 'wrong usage'],
];

/** The environment variables that the program reads. `docs/commands.md` has the same table. */
export const VARIABLES: readonly (readonly [name: string, meaning: string])[] = [
  ['CAMPAIGNS_API_KEY', 'the API key of the workspace; its api_key_env may name another variable'],
  [
    '(publish_api_key_env)',
    'the API key for publishing, if publish_api_key_env in workspaces.yaml names a separate variable. The action publishes with its api-key input',
  ],
  [
    'CAMPAIGNS_HTTP_TIMEOUT_MS',
    'the number of milliseconds without a response after which a request counts as lost; 30000 by default',
  ],
  ['NO_COLOR, FORCE_COLOR', 'turn colors off or on'],
  ['COLUMNS', 'the width of text; by default the width of the terminal, or 80 without one'],
  ['PAGER', 'the pager for the audit trail on a terminal (less by default); set it to cat to use none'],
  [
    'HTTPS_PROXY, HTTP_PROXY, NO_PROXY',
    'the proxy for requests to the service, and the hosts that need none',
  ],
];

/** The text below the list of commands. */
export function programFooter(program: Command): string {
  const help = program.createHelp();
  help.prepareContext({ helpWidth: program.configureOutput().getOutHelpWidth?.() ?? 80 });
  const rows = (heading: string, items: readonly (readonly [string | number, string])[]) =>
    section(
      help,
      heading,
      items.map(([term, meaning]) => [String(term), meaning]),
    );
  return [
    '',
    'Examples:',
    '  $ campaigns init                          start in an empty repository',
    '  $ campaigns validate && campaigns plan    check the files and show the plan',
    "  $ campaigns plan 'promo/*' -w staging     one folder, in another workspace",
    '',
    rows('Exit codes:', EXIT_MEANINGS),
    rows('Environment variables:', VARIABLES),
    `Documentation: ${DOCUMENTATION}#readme`,
  ].join('\n');
}

function section(help: Help, heading: string, items: readonly (readonly [string, string])[]): string {
  const width = Math.max(...items.map(([term]) => term.length));
  const lines = items.map(([term, meaning]) => help.formatItem(term, width, meaning, help));
  return `${heading}\n${lines.join('\n')}\n`;
}

/** The text below the options of a command. */
export function commandFooter(path: string, examples: readonly string[]): string {
  const shown = examples.map((example) => `  $ ${example}`).join('\n');
  const anchor = path.replaceAll(' ', '-');
  return `\nExample${examples.length === 1 ? '' : 's'}:\n${shown}\n\nMore: ${DOCUMENTATION}/blob/main/docs/commands.md#${anchor}`;
}
