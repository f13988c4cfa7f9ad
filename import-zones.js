/**
 * The house's one-way streets: which rooms of src/ a room may import from, and whether it is pure.
 * A room may always import itself. `waiting` names the files of a pure room that may wait for a port. Pure rooms may not touch Node, the network, the clock or chance.
 *
 * @type {Record<string, { from: string[]; pure: boolean; waiting?: string[] }>}
 */
export const ZONES = {
  model: { from: [], pure: true },
  load: { from: ['model'], pure: true },
  quota: { from: ['model'], pure: true },
  plan: { from: ['model', 'quota'], pure: true },
  review: { from: ['model'], pure: true, waiting: ['collect.ts'] },
  messages: { from: ['model'], pure: true },
  report: { from: ['model', 'messages'], pure: true },
  apply: { from: ['model', 'quota'], pure: false },
  remote: { from: ['model', 'quota', 'apply/ports.ts'], pure: false },
  record: { from: ['model', 'quota', 'apply/ports.ts'], pure: false },
  files: { from: ['model', 'quota', 'apply/ports.ts'], pure: false },
  github: { from: ['model', 'quota', 'review/collect.ts', 'apply/ports.ts'], pure: false },
  service: { from: [], pure: false },
  commands: {
    from: [
      'model',
      'load',
      'plan',
      'quota',
      'review',
      'messages',
      'report',
      'apply',
      'remote',
      'record',
      'files',
      'github',
    ],
    pure: false,
  },
};

/**
 * The floors of a room that has some, and which others of the same room each may import from. What lies in no folder
 * is there for all of them.
 *
 * @type {Record<string, Record<string, string[]>>}
 */
export const FLOORS = {
  report: {
    tell: [],
    documents: ['tell'],
    text: ['tell', 'documents'],
    markdown: ['tell'],
    html: ['tell'],
  },
  service: {
    domain: [],
    store: ['domain'],
    http: ['domain', 'store'],
  },
};

/** Globals that would make a pure room depend on something it was not given. */
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

/** The only files that use the process they run in; all others are given what they need of it. */
export const FILES_WITH_PROCESS = [
  'src/cli.ts',
  'src/action.ts',
  'src/commands/this-process.ts',
  'src/record/process-identity.ts',
  'src/service/store/*.ts',
];

/** Calls that read the clock or chance. */
export const IMPURE_SYNTAX = [
  {
    selector: "MemberExpression[object.name='Date'][property.name='now']",
    message: 'Time is an argument in a pure room.',
  },
  {
    selector: "NewExpression[callee.name='Date'][arguments.length=0]",
    message: 'Time is an argument in a pure room.',
  },
  {
    selector: "MemberExpression[object.name='Math'][property.name='random']",
    message: 'Chance is an argument in a pure room.',
  },
  { selector: ':function[async=true]', message: 'A pure room has nothing to wait for.' },
];
