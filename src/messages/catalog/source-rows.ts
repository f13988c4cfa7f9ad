import { fileFaultWords } from './faults.ts';
import type { RuleCode } from '../../model/findings.ts';
import { clip, show } from '../../model/show.ts';
import { say, type Phrase } from '../phrase.ts';
import type { FileFault } from '../../model/file-fault.ts';
import type { FileRows } from './file-row.ts';
import { meant } from './name-words.ts';

/** Files, their YAML, their keys, and what they refer to. No section of the service's specification has these rules. */
export const SOURCE_ROWS = {
  YAML: {
    level: 'error',
    needs: 'A file is one document of plain YAML 1.2.',
    section: null,
    words: {
      syntax: ({ said }) => [
        say`this is not valid YAML: ${said}`,
        say`check the indentation, the quotes and the colons around here`,
      ],
      alias: () => [say`this alias has no small value above it`, say`write out the value`],
      depth: ({ atMost }) => [say`this is over ${atMost} levels deep`, say`check brackets and indentation`],
      documents: () => [say`a second document begins here`, say`write one campaign per file, without ---`],
      key: () => [say`a key must be text`, say`write name: value; text that begins with {{ needs quotes`],
      layout: () => [say`formatting would lose something here`, say`put comments on lines of their own`],
      merge: () => [say`merge keys (<<) are not supported`, say`write out the fields`],
      'no-colon': () => [
        say`in braces, each name needs a colon and a value`,
        say`write name: value, or put the whole text in quotes`,
      ],
      joined: () => [
        say`this line continues the text above it`,
        say`indent each entry of a list by the same number of spaces, or put the text in quotes`,
      ],
      tag: () => [say`tags are not supported`, say`remove the tag`],
      version: () => [say`only YAML 1.2 is supported`, say`remove the %YAML line`],
      empty: () => [
        say`the file contains no campaign`,
        say`write lines of the form name: value, such as channel: EMAIL, without a dash`,
      ],
    },
    example: { why: 'syntax', said: 'All mapping items must start at the same column' },
  },
  DUPLICATE_KEY: {
    level: 'error',
    needs: 'A key occurs once in a map.',
    section: null,
    words: ({ name, line }) => [
      say`${clip(name)} is already set on line ${line}`,
      say`remove one of the two`,
    ],
    example: { name: 'subject', line: 4 },
  },
  UNQUOTED: {
    level: 'warning',
    needs: 'Text with # is in quotes.',
    section: null,
    words: ({ seen }) => [
      say`the text ends before the #: ${show(seen)} is a comment`,
      say`put the whole text in quotes`,
    ],
    example: { seen: '#1 customer' },
  },
  MERGE_CONFLICT: {
    level: 'error',
    needs: 'A file has no unresolved merge conflict.',
    section: null,
    words: () => [
      say`an unresolved merge conflict begins here`,
      say`keep one of the two versions, and remove the lines with <<<<<<<, ======= and >>>>>>>`,
    ],
    example: {},
  },
  FILE: {
    level: 'error',
    needs: 'A file is UTF-8 text in the work tree, tracked by git, readable, and small enough to be sent.',
    section: null,
    words: ({ fault }) => ofFault(fault),
    example: { fault: { code: 'E_FILE', why: 'ignored', path: 'campaigns/promo/body.html' } },
  },
  FILE_MISSING: {
    level: 'error',
    needs: 'A referenced file exists.',
    section: null,
    words: ({ fault }) => ofFault(fault),
    example: { fault: { code: 'E_FILE_MISSING', why: 'not-here' } },
  },
  FILE_NAME: {
    level: ({ why }) => (why === 'stray' ? 'warning' : 'error'),
    needs: 'A campaign file ends in .yaml or .yml, and is in the folder campaigns/.',
    section: null,
    words: {
      'capital-extension': ({ fault }) => ofFault(fault),
      stray: ({ folder, isInside }) =>
        isInside
          ? [
              say`this file looks like a campaign, but is not read, because its name ends in .txt`,
              say`rename it, so that it ends in .yaml`,
            ]
          : [
              say`this file looks like a campaign, but is not read, because it is not in ${folder}/`,
              say`move it into ${folder}/`,
            ],
    },
    example: { why: 'stray', folder: 'campaigns', isInside: false },
  },
  KEY: {
    level: ({ why }) => (why === 'extension' ? 'warning' : 'error'),
    needs: 'A campaign has a well-formed key.',
    section: null,
    words: {
      invalid: ({ key, valid }) => [
        say`${show(key)} can't be a key`,
        valid === undefined
          ? say`use lowercase letters, digits, ".", "_" and "-", with "/" between segments`
          : say`write key: ${clip(valid)}`,
      ],
      extension: ({ key, put }) => [
        say`the key ${clip(key)} ends like the name of a file`,
        say`write key: ${clip(put)}`,
      ],
    },
    example: { why: 'extension', key: 'promo/sale.yaml', put: 'promo/sale' },
  },
  KEY_TAKEN: {
    level: 'error',
    needs: 'Each key belongs to one file.',
    section: null,
    words: ({ key, by }) => [
      say`${by} already has the key ${key}`,
      say`if this file is a copy, give it another key; otherwise, change the key of ${by}`,
    ],
    example: { key: 'promo/sale', by: 'campaigns/promo/sale.yaml' },
  },
  WORKSPACE_UNKNOWN: {
    level: 'error',
    needs: 'A workspace is defined in workspaces.yaml.',
    section: null,
    words: (unknown) => [
      say`${show(unknown.name)} is not a workspace in workspaces.yaml`,
      meant(unknown, say`add it there`),
    ],
    example: { name: 'stagin', near: 'staging' },
  },
  VAR_UNKNOWN: {
    level: 'error',
    needs: 'A variable is defined in the workspace.',
    section: null,
    words: (unknown) => [
      say`the workspace has no variable ${show(unknown.name)}`,
      meant(unknown, say`add it to vars in workspaces.yaml`),
    ],
    example: { name: 'sender' },
  },
  SAME_TARGET: {
    level: 'warning',
    needs: 'Each workspace has a base_url and app_key that no other has.',
    section: null,
    words: ({ name, other }) => [
      say`${clip(other)} and ${clip(name)} have the same base_url and app_key, so a campaign that is in both would be created and sent twice`,
      say`write the base_url and app_key of ${clip(name)}, or delete this entry and use ${clip(other)}`,
    ],
    example: { name: 'staging', other: 'production' },
  },
  SECRET: {
    level: 'error',
    needs: 'Files contain no secrets.',
    section: null,
    words: {
      'api-key': ({ component }) => [
        say`${component} contains the API key`,
        say`remove it, and create a new API key, because this one may be in the history of the repository`,
      ],
      literal: ({ name }) => [
        say`${clip(name)} contains what may be a secret`,
        say`keep it in an environment variable that begins with CAMPAIGNS_, and write its name in api_key_env; if it was committed, replace it`,
      ],
    },
    example: { why: 'literal', name: 'api_key' },
  },
  REFERENCE: {
    level: 'error',
    needs: 'A reference is a map with one key and a text value.',
    section: null,
    words: {
      form: () => [
        say`{ $file: … } and { $var: … } take one text value and no other fields, except { $file: …, with: { … }, eol: crlf }`,
        say`write { $file: ./body.html } or { $var: name }`,
      ],
      'neither-name': (unknown) => [
        say`${show(unknown.name)} is neither $file nor $var`,
        meant(unknown, say`write $file or $var`),
      ],
      empty: ({ name }) => [
        say`${name} is empty`,
        say`write the path of a text file, or the name of a variable`,
      ],
      itself: ({ path }) => [
        say`${clip(path)} is the campaign file itself`,
        say`write the path of a text file, such as ./body.html`,
      ],
      literal: ({ seen, put }) => [say`${show(seen)} would be sent literally`, say`write ${clip(put)}`],
    },
    example: { why: 'literal', seen: '$file: ./body.html', put: '{ $file: ./body.html }' },
  },
  PLACEHOLDER: {
    level: ({ why }) => (why === 'literal' || why === 'inline' ? 'warning' : 'error'),
    needs: 'Each placeholder in text has a value, and each value has a placeholder.',
    section: null,
    words: {
      literal: ({ seen, put }) => [
        say`${show(seen)} would be sent literally`,
        put === undefined ? say`write the text that users should read` : say`write ${clip(put)}`,
      ],
      inline: ({ seen }) => [
        say`${show(seen)} would be sent literally: placeholders are filled only in a text of $file`,
        say`write the value itself, or move the text into a file`,
      ],
      'no-value': ({ name, in: file, near }) => [
        say`[[${clip(name)}]] has no value in ${file}`,
        meant({ name, near }, say`add it there: with: { ${clip(name)}: … }`),
      ],
      unused: ({ name, near }) => [
        say`the text has no placeholder [[${clip(name)}]]`,
        meant({ name, near }, say`remove the value`),
      ],
      'wrong-name': ({ name }) => [
        say`${show(name)} can't be the name of a placeholder`,
        say`use letters, digits, _ and -, and do not begin with a digit`,
      ],
      'snippet-outside': ({ name, folder }) => [
        say`${show(name)} is not a text in ${folder}/`,
        say`name a text in the folder ${folder}/: [[> footer.html]]`,
      ],
      'snippet-cycle': ({ files }) => [
        say`this snippet inserts itself: ${files.join(' → ')}`,
        say`remove this line, or move what both need into a third snippet`,
      ],
    },
    example: { why: 'no-value', name: 'shop_url', in: 'campaigns/promo/sale.yaml' },
  },
} satisfies Partial<FileRows<RuleCode>>;

function ofFault(fault: FileFault): readonly [Phrase, Phrase] {
  const { message, hint } = fileFaultWords(fault);
  return [say`${message}`, say`${hint}`];
}
