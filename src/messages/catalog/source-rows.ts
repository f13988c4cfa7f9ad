import type { RuleCode, RuleParams } from '../../model/findings.ts';
import { isList, memberOf } from '../../model/json.ts';
import { nearest } from '../../model/nearest.ts';
import { bare, clip, nameList, show } from '../../model/show.ts';
import { fileFaultWords } from './faults.ts';
import { meant, row, type FileRows } from './row.ts';

/** Files, their YAML, their keys, what they refer to, and what the schemas find in them. */
export const SOURCE_ROWS = {
  YAML: {
    needs: 'A file is one document of plain YAML 1.2.',
    syntax: ({ said }) =>
      row`this is not valid YAML: ${said} — check the indentation and the quotes around here`,
    unsupported: ({ what }) => row`${what} can't be used here — write plain YAML 1.2: one map without them`,
    key: () => row`a key must be text — write name: value; text with {{ or a comma in braces needs quotes`,
    layout: () => row`formatting would lose something here — put comments on lines of their own`,
    empty: () => row`the file contains no campaign — write lines such as channel: EMAIL, without a dash`,
  },
  DUPLICATE_KEY: {
    needs: 'A key occurs once in a map.',
    words: ({ name, line }) => row`${clip(name)} is already set on line ${line} — remove one of the two`,
  },
  UNQUOTED: {
    level: 'warning',
    needs: 'Text with # is in quotes.',
    words: ({ seen }) => row`${show(seen)} is a comment, not text — put the whole text in quotes`,
  },
  MERGE_CONFLICT: {
    needs: 'A file has no unresolved merge conflict.',
    words: () =>
      row`an unresolved merge conflict begins here — keep one of the two versions, and remove the lines with <<<<<<<, ======= and >>>>>>>`,
  },
  FILE: {
    needs: 'A file is UTF-8 text in the work tree, tracked by git, readable, and small enough to be sent.',
    words: ({ fault }) => fileFaultWords(fault),
  },
  FILE_MISSING: {
    needs: 'A referenced file exists.',
    words: ({ fault }) => fileFaultWords(fault),
  },
  FILE_NAME: {
    needs: 'The name of a campaign file ends in .yaml or .yml.',
    words: ({ fault }) => fileFaultWords(fault),
  },
  KEY: {
    needs: 'A campaign has a well-formed key.',
    words: ({ key, valid }) =>
      row`${show(key)} can't be a key — ${valid === undefined ? 'use lowercase letters, digits, ".", "_" and "-", with "/" between segments' : `write key: ${clip(valid)}`}`,
  },
  KEY_TAKEN: {
    needs: 'Each key belongs to one file.',
    words: ({ key, by }) =>
      row`${by} already has the key ${key} — if this file is a copy, give it another key; otherwise, change the key of ${by}`,
  },
  WORKSPACE_UNKNOWN: {
    needs: 'A workspace is defined in workspaces.yaml.',
    words: (unknown) =>
      row`${show(unknown.name)} is not a workspace in workspaces.yaml — ${meant(unknown, 'add it there')}`,
  },
  VAR_UNKNOWN: {
    needs: 'A variable is defined in the workspace.',
    words: (unknown) =>
      row`${show(unknown.name)} is not a variable in workspaces.yaml — ${meant(unknown, 'add it to vars there')}`,
  },
  SAME_TARGET: {
    level: 'warning',
    needs: 'Each workspace has a base_url and app_key that no other has.',
    words: ({ name, other }) =>
      row`${clip(other)} and ${clip(name)} have the same base_url and app_key, so a campaign that is in both would be created and sent twice — write the base_url and app_key of ${clip(name)}, or delete this entry and use ${clip(other)}`,
  },
  SECRET: {
    needs: 'Files contain no secrets.',
    known: ({ component }) =>
      row`${component} contains a key, a token or a password that this run uses — remove it, and replace that secret with a new one, because this one may be in the history of the repository`,
    literal: ({ name }) =>
      row`${clip(name)} contains what may be a secret — keep it in an environment variable that begins with CAMPAIGNS_, and write its name in api_key_env; if it was committed, replace it`,
  },
  REFERENCE: {
    needs: 'A reference is a map with one key and a text value.',
    form: () =>
      row`{ $file: … } and { $var: … } take one text value and no other fields, except { $file: …, with: { … }, eol: crlf } — write { $file: ./body.html } or { $var: name }`,
    literal: ({ seen, put }) => row`${show(seen)} would be sent literally — write ${clip(put)}`,
  },
  PLACEHOLDER: {
    level: ({ why }) => (why === 'literal' || why === 'inline' ? 'warning' : 'error'),
    needs: 'Each placeholder in text has a value, and each value has a placeholder.',
    literal: ({ seen }) => row`${show(seen)} would be sent literally — write what users should read`,
    inline: ({ seen }) =>
      row`${show(seen)} would be sent literally: placeholders are filled only in a text of $file — write the value itself, or move the text into a file`,
    'no-value': ({ name, in: file, near }) =>
      row`[[${clip(name)}]] has no value in ${file} — ${meant({ name, near }, `add it there: with: { ${clip(name)}: … }`)}`,
    unused: ({ name, near }) =>
      row`the text has no [[${clip(name)}]] — ${meant({ name, near }, 'remove the value')}`,
    'snippet-outside': ({ name, folder }) =>
      row`${show(name)} is not a text in ${folder}/ — name a text in the folder ${folder}/: [[> footer.html]]`,
    'snippet-cycle': ({ files }) =>
      row`this snippet inserts itself: ${files.join(' → ')} — remove this line, or move what both need into a third snippet`,
  },
  MISSING: {
    needs: 'Required fields are present.',
    words: ({ field, of, values }) =>
      row`${clip(field)} is missing${of === undefined ? '' : ` in ${clip(of)}`} — add ${clip(field)}${values === undefined ? '' : `, which is ${oneOf(values)}`}`,
  },
  TYPE: {
    needs: 'A value has the type that its field requires.',
    words: ({ field, seen, wanted, written = show(seen) }) =>
      row`${clip(field)} must be ${typeWords(wanted)}, but it is ${clip(written)} — ${typeAdvice({ field, seen, wanted, written })}`,
  },
  VALUE: {
    level: ({ why }) => (why === 'connector' || why === 'contradicts' ? 'warning' : 'error'),
    needs: 'A value is one that its field accepts.',
    enum: ({ seen, allowed }) =>
      row`${show(seen)} is not a valid value here — write ${nearest(bare(seen), allowed.map(bare)) ?? oneOf(allowed.map(bare))}`,
    connector: ({ seen, near }) =>
      row`${show(seen)} is not a known connector type — ${meant({ near }, 'check its name')}`,
    'read-only': ({ kind }) =>
      row`the service creates and updates no ${kind} campaigns — manage it in the dashboard, and delete this file`,
    twice: ({ field }) => row`${field} has the same entry twice — remove one of the two`,
    taken: ({ seen, by }) =>
      row`${show(seen)} is also the name of the place in ${by} — give each its own name`,
    contradicts: ({ seen, field, choice }) =>
      row`this is ${show(seen)}, but ${field} is ${choice} — write true`,
  },
  FILTER_OPERATOR: {
    needs: 'Filters are combined with "and" or "or".',
    words: ({ seen }) =>
      row`${show(seen)} isn't a valid operator — write ${nearest(bare(seen), ['and', 'or']) ?? 'and, or write or'}`,
  },
  FORMAT: {
    needs: 'Text has the format that its field requires.',
    words: ({ seen, wanted }) =>
      row`${seen === null ? 'this' : show(seen)} has the wrong format — ${wanted === '' ? 'check its spelling' : `write ${begun(wanted)}`}`,
  },
  RANGE: {
    needs: 'Numbers, and the lengths of lists and text, are within their limits.',
    words: ({ field, seen, keyword, limit }) => {
      const advice =
        keyword === 'precise'
          ? 'put it in quotes if it is a name or an ID'
          : `write at ${keyword.startsWith('max') ? 'most' : 'least'} ${String(limit)}`;
      return row`${clip(field)} is out of range: ${show(seen)} — ${advice}`;
    },
  },
  SPELLING: {
    level: 'warning',
    needs: 'A value has its preferred spelling.',
    words: ({ seen, preferred }) => row`${show(seen)} is spelled unlike elsewhere — write ${preferred}`,
  },
  NOT_ALLOWED: {
    needs: 'A field is used only where other fields allow it.',
    words: ({ field }) => row`${clip(field)} is not allowed here — remove it`,
  },
  UNKNOWN_KEY: {
    needs: 'A map has only known keys.',
    words: (unknown) =>
      row`${show(unknown.name)} is not a known key${unknown.of === undefined ? '' : ` of ${clip(unknown.of)}`} — ${meant(unknown, 'remove it')}`,
  },
  UNKNOWN_FIELD: {
    level: 'warning',
    needs: "A file uses only the service's documented fields.",
    unknown: (unknown) =>
      row`${show(unknown.name)} is not a known field of ${clip(unknown.of)} — ${meant(unknown, 'check its name, or remove it')}`,
    pasted: ({ name, source }) => row`${name} is ignored here — remove it; ${source}`,
  },
} satisfies Partial<FileRows<RuleCode>>;

const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a map',
};

function typeWords(wanted: readonly string[]): string {
  return wanted.map((one) => memberOf(TYPES, one) ?? one).join(' or ');
}

function typeAdvice({ field, seen, wanted, written }: Required<RuleParams['TYPE']>): string {
  // Open point V12.
  if (field === 'geofences' && isList(seen))
    return 'keep one place, without the dash; for the others, write one file per place';
  const isPlain = typeof seen === 'number' || typeof seen === 'boolean';
  return isPlain && wanted.includes('string')
    ? `put it in quotes: "${clip(written)}"`
    : `write ${typeWords(wanted)}`;
}

function oneOf(values: readonly string[]): string {
  return `${values.length === 1 ? '' : 'one of '}${nameList(values)}`;
}

/** The first sentence of a description, within another sentence. */
function begun(description: string): string {
  const [first = ''] = description.split(/\.(?: (?=[A-Z])|$)/);
  return /^[A-Z][a-z ]/.test(first) ? first.charAt(0).toLowerCase() + first.slice(1) : first;
}
