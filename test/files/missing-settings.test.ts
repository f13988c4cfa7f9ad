import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { missingSettings } from '../../src/files/missing-settings.ts';
import { ROOT } from '../support/e2e/built-program.ts';

const ours = (path: string) => readFileSync(join(ROOT, 'starter', path), 'utf8');
const SETTINGS = ours('.vscode/settings.json');
const ATTRIBUTES = ours('.gitattributes');
const EXTENSIONS = ours('.vscode/extensions.json');

it.each([
  ['the same settings', SETTINGS, SETTINGS],
  ['settings in one line', SETTINGS, JSON.stringify(JSON.parse(SETTINGS))],
  [
    'other values, paths and patterns',
    SETTINGS,
    SETTINGS.replace('2', '4').replaceAll('"./', '"').replaceAll('**/', ''),
  ],
  ['comments and trailing commas', SETTINGS, `// "Ours" /*\n${SETTINGS.replace(/\}\s*$/, ',}')} /* { */`],
  ['other recommendations as well', EXTENSIONS, '{ "recommendations": ["a.b", "redhat.vscode-yaml"] }'],
  ['the same line of attributes', ATTRIBUTES, '*.png binary\r\ncampaigns/** eol=lf\r\n'],
  ['line endings for all files', ATTRIBUTES, '* text=auto eol=lf\n'],
])('nothing is missing from %s', (_, wanted, kept) => {
  expect(missingSettings(wanted, kept)).toBe('');
});

it.each([
  [
    'another recommendation',
    EXTENSIONS,
    '{ "recommendations": ["a.b"] }',
    '"recommendations": [\n  "redhat.vscode-yaml"\n]\n',
  ],
  [
    'one schema',
    SETTINGS,
    SETTINGS.replace(/,\s+"\.\/campaigns\/\.schemas\/workspaces[^\]]*\]/, ''),
    '"yaml.schemas": {\n  "./campaigns/.schemas/workspaces.schema.json": [\n    "campaigns/workspaces.yaml"\n  ]\n}\n',
  ],
  ['other attributes', ATTRIBUTES, 'campaigns/** text\n* text=auto\n', ATTRIBUTES],
])('only what is missing is shown for a file with %s', (_, wanted, kept, missing) => {
  expect(missingSettings(wanted, kept)).toBe(missing);
});

it('everything is missing from a file that isn’t JSON', () => {
  expect(missingSettings(EXTENSIONS, 'recommendations')).toBe(
    '"recommendations": [\n  "redhat.vscode-yaml"\n]\n',
  );
});
