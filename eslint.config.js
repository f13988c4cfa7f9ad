import tseslint from 'typescript-eslint';
import { FILES_WITH_PROCESS, FLOORS, IMPURE_GLOBALS, IMPURE_SYNTAX, ZONES } from './import-zones.js';

const rooms = Object.keys(ZONES);

/** An import that the zones above would not see; only the command line loads rooms late. */
const LATE_IMPORT = {
  selector: 'ImportExpression',
  message: 'Import at the top, where the zones are checked.',
};

/** The patterns of `no-restricted-imports` for one room: everything below src/ that its row doesn't list. */
function forbidden(room) {
  const { from, pure } = ZONES[room];
  const patterns = rooms
    .filter((other) => other !== room && !from.includes(other))
    .map((other) => {
      const files = from.filter((path) => path.startsWith(`${other}/`));
      return {
        group: [`**/${other}/**`, ...files.map((path) => `!**/${path}`)],
        message: `src/${room} may import only: ${from.join(', ') || 'nothing of src/'} (import-zones.js).`,
      };
    });
  patterns.push({
    group: ['**/cli.ts', '**/action.ts'],
    message: 'Entry points are wiring; nothing imports them.',
  });
  if (pure)
    patterns.push({
      group: ['node:*'],
      message: `src/${room} is pure: what it needs comes in as an argument.`,
    });
  return patterns;
}

/** The same for one floor of a room: besides, the other floors that its row doesn't list. */
function forbiddenOn(room, floor) {
  const from = FLOORS[room][floor];
  const others = Object.keys(FLOORS[room]).filter((other) => other !== floor && !from.includes(other));
  const message = `src/${room}/${floor} may import of ${room} only: ${from.join(', ') || 'what lies in no folder'} (import-zones.js).`;
  return [...forbidden(room), ...others.map((other) => ({ group: [`**/${other}/**`], message }))];
}

const floors = Object.keys(FLOORS).flatMap((room) =>
  Object.keys(FLOORS[room]).map((floor) => ({
    files: [`src/${room}/${floor}/**/*.ts`],
    rules: { 'no-restricted-imports': ['error', { patterns: forbiddenOn(room, floor) }] },
  })),
);

/** What a test registers by these names would be registered for one file only, where files share modules. */
const HOOKS = ['beforeAll', 'afterAll', 'beforeEach', 'afterEach', 'onTestFinished'];

const zones = rooms.map((room) => ({
  files: [`src/${room}/**/*.ts`],
  // commands/serve.ts is the one door to the local service.
  ignores: room === 'commands' ? ['src/commands/serve.ts'] : [],
  rules: {
    'no-restricted-imports': ['error', { patterns: forbidden(room) }],
    ...(ZONES[room].pure && { 'no-restricted-globals': ['error', ...IMPURE_GLOBALS] }),
    'no-restricted-syntax': [
      'error',
      ...(room === 'commands' ? [] : [LATE_IMPORT]),
      ...(ZONES[room].pure ? IMPURE_SYNTAX : []),
    ],
  },
}));

/** Files of pure rooms that ask a port: all but the ban on waiting holds for them. */
const waiting = rooms.flatMap((room) =>
  (ZONES[room].waiting ?? []).map((file) => ({
    files: [`src/${room}/${file}`],
    rules: {
      'no-restricted-syntax': [
        'error',
        LATE_IMPORT,
        ...IMPURE_SYNTAX.filter(({ selector }) => selector !== ':function[async=true]'),
      ],
    },
  })),
);

export default tseslint.config(
  { ignores: ['dist/', 'coverage/', 'node_modules/'] },
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: false, allowDefaultCaseForExhaustiveSwitch: false },
      ],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      'no-restricted-exports': ['error', { restrictDefaultExports: { direct: true } }],
      eqeqeq: 'error',
    },
  },
  {
    files: ['src/**/*.ts'],
    ignores: [
      ...FILES_WITH_PROCESS,
      ...rooms.filter((room) => ZONES[room].pure).map((room) => `src/${room}/**`),
    ],
    rules: {
      'no-restricted-globals': [
        'error',
        {
          name: 'process',
          message: 'Take it of the host or session that you were given (src/commands/host.ts).',
        },
      ],
    },
  },
  {
    files: ['test/support/**/*.ts'],
    ignores: ['test/support/setup.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: [
            {
              name: 'vitest',
              importNames: HOOKS,
              message: 'Say afterTest or afterFile of test/support/cleanup.ts.',
            },
          ],
        },
      ],
    },
  },
  { files: ['*.config.ts'], rules: { 'no-restricted-exports': 'off' } },
  ...zones,
  ...waiting,
  ...floors,
  {
    files: ['src/cli.ts', 'src/action.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              group: rooms.filter((room) => room !== 'commands').map((room) => `**/${room}/**`),
              message: 'Entry points import commands only.',
            },
          ],
        },
      ],
    },
  },
);
