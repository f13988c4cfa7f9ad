import { fileFaultWords } from './faults.ts';
import type { RuleCode } from '../../model/findings.ts';
import { clip, show } from '../../model/show.ts';
import { meant, type FileRows } from './file-row.ts';

/** Files, their YAML, their keys, and what they refer to. */
export const SOURCE_ROWS = {
  YAML: {
    level: 'error',
    needs: 'A file is one document of plain YAML 1.2.',
    words: {
      syntax: ({ said }) => [
        `this is not valid YAML: ${said}`,
        'check the indentation and the quotes around here',
      ],
      unsupported: ({ what }) => [`${what} can't be used here`, 'write plain YAML 1.2: one map without them'],
      key: () => ['a key must be text', 'write name: value; text with {{ or a comma in braces needs quotes'],
      layout: () => ['formatting would lose something here', 'put comments on lines of their own'],
      empty: () => ['the file contains no campaign', 'write lines such as channel: EMAIL, without a dash'],
    },
  },
  DUPLICATE_KEY: {
    level: 'error',
    needs: 'A key occurs once in a map.',
    words: ({ name, line }) => [`${clip(name)} is already set on line ${line}`, 'remove one of the two'],
  },
  UNQUOTED: {
    level: 'warning',
    needs: 'Text with # is in quotes.',
    words: ({ seen }) => [`${show(seen)} is a comment, not text`, 'put the whole text in quotes'],
  },
  MERGE_CONFLICT: {
    level: 'error',
    needs: 'A file has no unresolved merge conflict.',
    words: () => [
      'an unresolved merge conflict begins here',
      'keep one of the two versions, and remove the lines with <<<<<<<, ======= and >>>>>>>',
    ],
  },
  FILE: {
    level: 'error',
    needs: 'A file is UTF-8 text in the work tree, tracked by git, readable, and small enough to be sent.',
    words: ({ fault }) => fileFaultWords(fault),
  },
  FILE_MISSING: {
    level: 'error',
    needs: 'A referenced file exists.',
    words: ({ fault }) => fileFaultWords(fault),
  },
  FILE_NAME: {
    level: 'error',
    needs: 'The name of a campaign file ends in .yaml or .yml.',
    words: ({ fault }) => fileFaultWords(fault),
  },
  KEY: {
    level: 'error',
    needs: 'A campaign has a well-formed key.',
    words: ({ key, valid }) => [
      `${show(key)} can't be a key`,
      valid === undefined
        ? 'use lowercase letters, digits, ".", "_" and "-", with "/" between segments'
        : `write key: ${clip(valid)}`,
    ],
  },
  KEY_TAKEN: {
    level: 'error',
    needs: 'Each key belongs to one file.',
    words: ({ key, by }) => [
      `${by} already has the key ${key}`,
      `if this file is a copy, give it another key; otherwise, change the key of ${by}`,
    ],
  },
  WORKSPACE_UNKNOWN: {
    level: 'error',
    needs: 'A workspace is defined in workspaces.yaml.',
    words: (unknown) => [
      `${show(unknown.name)} is not a workspace in workspaces.yaml`,
      meant(unknown, 'add it there'),
    ],
  },
  VAR_UNKNOWN: {
    level: 'error',
    needs: 'A variable is defined in the workspace.',
    words: (unknown) => [
      `${show(unknown.name)} is not a variable in workspaces.yaml`,
      meant(unknown, 'add it to vars there'),
    ],
  },
  SAME_TARGET: {
    level: 'warning',
    needs: 'Each workspace has a base_url and app_key that no other has.',
    words: ({ name, other }) => [
      `${clip(other)} and ${clip(name)} have the same base_url and app_key, so a campaign that is in both would be created and sent twice`,
      `write the base_url and app_key of ${clip(name)}, or delete this entry and use ${clip(other)}`,
    ],
  },
  SECRET: {
    level: 'error',
    needs: 'Files contain no secrets.',
    words: {
      'api-key': ({ component }) => [
        `${component} contains the API key`,
        'remove it, and create a new API key, because this one may be in the history of the repository',
      ],
      literal: ({ name }) => [
        `${clip(name)} contains what may be a secret`,
        'keep it in an environment variable that begins with CAMPAIGNS_, and write its name in api_key_env; if it was committed, replace it',
      ],
    },
  },
  REFERENCE: {
    level: 'error',
    needs: 'A reference is a map with one key and a text value.',
    words: {
      form: () => [
        '{ $file: … } and { $var: … } take one text value and no other fields, except { $file: …, with: { … }, eol: crlf }',
        'write { $file: ./body.html } or { $var: name }',
      ],
      literal: ({ seen, put }) => [`${show(seen)} would be sent literally`, `write ${clip(put)}`],
    },
  },
  PLACEHOLDER: {
    level: ({ why }) => (why === 'literal' || why === 'inline' ? 'warning' : 'error'),
    needs: 'Each placeholder in text has a value, and each value has a placeholder.',
    words: {
      literal: ({ seen }) => [`${show(seen)} would be sent literally`, 'write what users should read'],
      inline: ({ seen }) => [
        `${show(seen)} would be sent literally: placeholders are filled only in a text of $file`,
        'write the value itself, or move the text into a file',
      ],
      'no-value': ({ name, in: file, near }) => [
        `[[${clip(name)}]] has no value in ${file}`,
        meant({ name, near }, `add it there: with: { ${clip(name)}: … }`),
      ],
      unused: ({ name, near }) => [
        `the text has no [[${clip(name)}]]`,
        meant({ name, near }, 'remove the value'),
      ],
      'snippet-outside': ({ name, folder }) => [
        `${show(name)} is not a text in ${folder}/`,
        `name a text in the folder ${folder}/: [[> footer.html]]`,
      ],
      'snippet-cycle': ({ files }) => [
        `this snippet inserts itself: ${files.join(' → ')}`,
        'remove this line, or move what both need into a third snippet',
      ],
    },
  },
} satisfies Partial<FileRows<RuleCode>>;
