/**
 * Which folders of src/ a folder may import from, and whether it is pure. An entry may also be a single file. A folder
 * may always import itself. Pure folders use neither Node nor the network, timers, the clock or randomness, and wait for
 * nothing; `waiting` names the files of a pure folder that may wait for a port. `more` lets single files of a folder
 * import more than the others.
 *
 * @type {Record<string, { from: string[]; pure: boolean; waiting?: string[]; more?: Record<string, string[]> }>}
 */
export const LAYERS = {
  model: { from: [], pure: true },
  // The catalog has the words of diagnostics.
  load: { from: ['model', 'messages/catalog'], pure: true },
  edit: { from: ['model', 'load'], pure: true },
  quota: { from: ['model'], pure: true },
  plan: { from: ['model', 'quota'], pure: true },
  review: { from: ['model'], pure: true, waiting: ['collect.ts'] },
  messages: { from: ['model'], pure: true },
  render: { from: ['model', 'messages'], pure: true },
  apply: { from: ['model', 'quota'], pure: false },
  remote: { from: ['model', 'quota', 'apply/ports.ts'], pure: false },
  git: { from: ['model'], pure: false },
  state: {
    from: [
      'model',
      'quota',
      'git',
      'apply/ports.ts',
      // The README and the subjects of commits, which people read.
      'messages/trail-messages.ts',
    ],
    pure: false,
  },
  files: { from: ['model'], pure: false },
  app: {
    from: [
      'model',
      'load',
      'edit',
      'plan',
      'quota',
      'review',
      'apply',
      'remote',
      'git',
      'files',
      // Everything else of the state branch is behind the port StateStore.
      'state/git-state-store.ts',
    ],
    pure: false,
  },
  cli: {
    from: ['model', 'messages', 'render', 'app'],
    pure: false,
    // The command that runs the local service, and the process that owns its data.
    more: {
      'serve.ts': ['service', 'state/process-identity.ts'],
    },
  },
  action: {
    // Requests to the code host go through the same proxies.
    from: ['model', 'messages', 'render', 'review', 'app', 'action/github', 'remote/dispatcher.ts'],
    pure: false,
  },
  'action/github': {
    from: ['model', 'review/collect.ts'],
    pure: false,
  },
  service: { from: [], pure: false },
};

/**
 * What each entry point may import: a front end and its environment, or for the library what is pure in the program.
 *
 * @type {Record<string, string[]>}
 */
export const ENTRY_POINTS = {
  'cli.ts': ['cli', 'app'],
  'action.ts': ['action', 'app'],
  'library.ts': [
    'model',
    'load',
    'plan',
    'quota',
    'render/documents',
    // The formats of the state branch, decoded without reading anything.
    'state/state-files.ts',
  ],
};

/**
 * The layers inside a folder, and which others of the same folder each may import from. Files directly in the folder are
 * there for all of them.
 *
 * @type {Record<string, Record<string, string[]>>}
 */
export const SUBLAYERS = {
  render: {
    rows: [],
    documents: ['rows'],
    text: ['rows', 'documents'],
    markdown: ['rows'],
    html: ['rows'],
  },
  service: {
    domain: [],
    store: ['domain'],
    http: ['domain', 'store'],
  },
};

/** A file with more lines than this should be split. */
export const LINES_AT_MOST = 300;

/** A function with more lines than this should be split. */
export const FUNCTION_LINES_AT_MOST = 60;

/** The only files with longer functions. */
export const FILES_WITH_LONG_FUNCTIONS = [
  // Steps that share what they have found so far.
  'src/action/plan-step.ts',
  'src/load/fill-text.ts',
];

/** Folders without sentences: they return codes with parameters, which src/messages puts into words. */
export const FOLDERS_WITHOUT_SENTENCES = [
  'model',
  'app',
  'plan',
  'review',
  'quota',
  'apply',
  'remote',
  'state',
  'git',
  'files',
  'cli',
];

/** The only files there with some. */
export const FILES_WITH_SENTENCES = [
  // The help of the command line, and what it says about options.
  'src/cli/command.ts',
  'src/cli/commands.ts',
  'src/cli/completion.ts',
  'src/cli/message-commands.ts',
  'src/cli/program.ts',
  'src/cli/serve-command.ts',
  'src/cli/state-commands.ts',
  // What is reported as git's reason where git itself gives none.
  'src/git/git.ts',
  'src/git/proposal-branch.ts',
  // A line of a template that is replaced.
  'src/files/starter.ts',
];

/** Globals that would make a pure folder depend on something that it was not given. */
export const IMPURE_GLOBALS = [
  'fetch',
  'process',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'Buffer',
  'performance',
  'crypto',
];

/** The only file that reads the variables of the environment. */
export const ENVIRONMENT_READER = 'src/app/process/this-process.ts';

/**
 * The only files that use the process that they run in; all others are given what they need of it. The entry points set
 * its exit code, and the lease names it.
 */
export const FILES_WITH_PROCESS = [
  ENVIRONMENT_READER,
  'src/cli.ts',
  'src/action.ts',
  'src/state/process-identity.ts',
];

/** Calls that read the clock or randomness. */
export const IMPURE_SYNTAX = [
  {
    selector: "MemberExpression[object.name='Date'][property.name='now']",
    message: 'Time is an argument in a pure folder.',
  },
  {
    selector: "NewExpression[callee.name='Date'][arguments.length=0]",
    message: 'Time is an argument in a pure folder.',
  },
  {
    selector: "MemberExpression[object.name='Math'][property.name='random']",
    message: 'Randomness is an argument in a pure folder.',
  },
  { selector: ':function[async=true]', message: 'Nothing in a pure folder waits.' },
];
