import { fileURLToPath } from 'node:url';
import n from 'eslint-plugin-n';
import tseslint from 'typescript-eslint';
import {
  ENTRY_POINTS,
  ENVIRONMENT_READER,
  FILES_WITH_LONG_FUNCTIONS,
  FILES_WITH_PROCESS,
  FILES_WITH_SENTENCES,
  FOLDERS_WITHOUT_SENTENCES,
  FUNCTION_LINES_AT_MOST,
  IMPURE_GLOBALS,
  IMPURE_SYNTAX,
  LAYERS,
  LINES_AT_MOST,
  SUBLAYERS,
} from './layers.js';
import { noSentences } from './no-sentences.js';

const folders = Object.keys(LAYERS);

/**
 * A dynamic import of our own code, which the layer rules don't check; only the command line loads folders when it needs
 * them. A library may be loaded late.
 */
const LATE_IMPORT = {
  selector: 'ImportExpression:not([source.value=/^\\w/])',
  message: 'Import at the top, where layers are checked.',
};

/** The patterns of `no-restricted-imports` that leave only `from`: folders, or single files and folders in others. */
function allBut(from, { importer, except = [] }) {
  return folders
    .filter((other) => !except.includes(other) && !from.includes(other))
    .map((other) => {
      const parts = from.filter((path) => path.startsWith(`${other}/`));
      return {
        group: [`**/${other}/**`, ...parts.flatMap((path) => [`!**/${path}`, `!**/${path}/**`])],
        message: `src/${importer} may import only: ${from.join(', ') || 'nothing of src/'} (layers.js).`,
      };
    });
}

/** The patterns for one folder: everything in src/ that neither its row nor `more` lists. */
function forbidden(folder, more = []) {
  const { from, pure } = LAYERS[folder];
  const patterns = allBut([...from, ...more], { importer: folder, except: [folder] });
  patterns.push({
    group: Object.keys(ENTRY_POINTS).map((file) => `**/${file}`),
    message: 'Nothing imports an entry point.',
  });
  if (folder !== 'app')
    patterns.push({
      group: ['node:child_process'],
      message: 'git is run by src/git/run-git.ts, and other programs are started in src/app/process.',
    });
  if (pure)
    patterns.push({
      group: ['node:*'],
      message: `src/${folder} is pure: what it needs comes in as an argument.`,
    });
  return patterns;
}

/** The same for one layer inside a folder: also the other layers there that its row doesn't list. */
function forbiddenIn(folder, layer) {
  const from = SUBLAYERS[folder][layer];
  const others = Object.keys(SUBLAYERS[folder]).filter((other) => other !== layer && !from.includes(other));
  const message = `src/${folder}/${layer} may import only these folders of src/${folder}: ${from.join(', ') || 'none'} (layers.js).`;
  return [...forbidden(folder), ...others.map((other) => ({ group: [`**/${other}/**`], message }))];
}

const sublayers = Object.keys(SUBLAYERS).flatMap((folder) =>
  Object.keys(SUBLAYERS[folder]).map((layer) => ({
    files: [`src/${folder}/${layer}/**/*.{ts,tsx}`],
    rules: { 'no-restricted-imports': ['error', { patterns: forbiddenIn(folder, layer) }] },
  })),
);

/** What a test registers by these names would be registered for one file only, where files share modules. */
const HOOKS = ['beforeAll', 'afterAll', 'beforeEach', 'afterEach', 'onTestFinished'];

const layers = folders.map((folder) => ({
  files: [`src/${folder}/**/*.{ts,tsx}`],
  rules: {
    'no-restricted-imports': ['error', { patterns: forbidden(folder) }],
    ...(LAYERS[folder].pure && { 'no-restricted-globals': ['error', ...IMPURE_GLOBALS] }),
    'no-restricted-syntax': [
      'error',
      ...(folder === 'cli' ? [] : [LATE_IMPORT]),
      ...(LAYERS[folder].pure ? IMPURE_SYNTAX : []),
    ],
  },
}));

/** Files that may import more than the others of their folder. */
const exceptions = folders.flatMap((folder) =>
  Object.entries(LAYERS[folder].more ?? {}).map(([file, more]) => ({
    files: [`src/${folder}/${file}`],
    rules: { 'no-restricted-imports': ['error', { patterns: forbidden(folder, more) }] },
  })),
);

/** Files of pure folders that use a port: they may wait, and all else holds for them. */
const waiting = folders.flatMap((folder) =>
  (LAYERS[folder].waiting ?? []).map((file) => ({
    files: [`src/${folder}/${file}`],
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
  { ignores: ['dist/', '.compiled/', 'coverage/', 'node_modules/', 'test-results/'] },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: fileURLToPath(new URL('.', import.meta.url)) },
    },
    rules: {
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: false, allowDefaultCaseForExhaustiveSwitch: false },
      ],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      'no-restricted-exports': ['error', { restrictDefaultExports: { direct: true } }],
      eqeqeq: 'error',
      'no-duplicate-imports': 'error',
    },
  },
  {
    plugins: { n },
    rules: {
      'n/no-extraneous-import': 'error',
      'n/no-unsupported-features/node-builtins': ['error', { allowExperimental: false }],
    },
  },
  {
    // fs.cpSync already works in Node 20.
    files: ['bench/**', 'scripts/**', 'test/**'],
    rules: { 'n/no-unsupported-features/node-builtins': ['error', { allowExperimental: true }] },
  },
  {
    // What is published may import only dependencies. The action is bundled with its libraries.
    files: ['src/**/*.{ts,tsx}'],
    ignores: ['src/action.ts', 'src/action/**'],
    rules: {
      'n/no-unpublished-import': [
        'error',
        {
          convertPath: {
            'src/**/*.ts': ['^src/(.+)\\.ts$', 'dist/$1.js'],
            'src/**/*.js': ['^src/(.+)\\.js$', 'dist/$1.js'],
            'src/**/*.tsx': ['^src/(.+)\\.tsx$', 'dist/$1.js'],
          },
        },
      ],
    },
  },
  { files: ['src/**/*.{ts,tsx}'], rules: { 'max-lines': ['error', LINES_AT_MOST] } },
  {
    files: ['src/**/*.{ts,tsx}'],
    ignores: FILES_WITH_LONG_FUNCTIONS,
    rules: { 'max-lines-per-function': ['error', FUNCTION_LINES_AT_MOST] },
  },
  {
    files: ['src/**/*.{ts,tsx}'],
    ignores: [
      ...FILES_WITH_PROCESS,
      ...folders.filter((folder) => LAYERS[folder].pure).map((folder) => `src/${folder}/**`),
    ],
    rules: {
      'no-restricted-globals': [
        'error',
        {
          name: 'process',
          message: 'Take it of the host or session that you were given (src/app/process/session.ts).',
        },
      ],
    },
  },
  {
    files: ['src/**/*.{ts,tsx}'],
    ignores: [ENVIRONMENT_READER],
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: `Only ${ENVIRONMENT_READER} reads the environment.` },
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
              message: 'Use afterTest or afterFile of test/support/cleanup.ts.',
            },
          ],
        },
      ],
    },
  },
  {
    files: FOLDERS_WITHOUT_SENTENCES.map((folder) => `src/${folder}/**/*.{ts,tsx}`),
    ignores: FILES_WITH_SENTENCES,
    plugins: { campaigns: { rules: { 'no-sentences': noSentences } } },
    rules: { 'campaigns/no-sentences': ['error', { words: 5, errors: false }] },
  },
  {
    // Shorter texts are shown on GitHub, too.
    files: ['src/action/**/*.{ts,tsx}'],
    plugins: { campaigns: { rules: { 'no-sentences': noSentences } } },
    rules: { 'campaigns/no-sentences': ['error', { words: 4, errors: true }] },
  },
  { files: ['*.config.ts'], rules: { 'no-restricted-exports': 'off' } },
  ...layers,
  ...exceptions,
  ...waiting,
  ...sublayers,
  ...Object.entries(ENTRY_POINTS).map(([file, from]) => ({
    files: [`src/${file}`],
    rules: { 'no-restricted-imports': ['error', { patterns: allBut(from, { importer: file }) }] },
  })),
);
