import type { RuleCode } from '../../model/findings.ts';
import { isList, memberOf, type JsonValue } from '../../model/json.ts';
import { nearest } from '../../model/nearest.ts';
import { bare, clip, nameList, show } from '../../model/show.ts';
import { meant, type FileRows } from './file-row.ts';

/** What the schemas of campaigns and of workspaces.yaml find. */
export const SHAPE_ROWS = {
  MISSING: {
    level: 'error',
    needs: 'Required fields are present.',
    words: ({ field, of, values }) => [
      `${clip(field)} is missing${of === undefined ? '' : ` in ${clip(of)}`}`,
      `add ${clip(field)}${values === undefined ? '' : `, which is ${oneOf(values)}`}`,
    ],
  },
  TYPE: {
    level: 'error',
    needs: 'A value has the type that its field requires.',
    words: ({ field, seen, wanted }) => [
      `${clip(field)} must be ${typeWords(wanted)}, but it is ${show(seen)}`,
      typeAdvice(field, seen, wanted),
    ],
  },
  VALUE: {
    level: ({ why }) => (why === 'connector' ? 'warning' : 'error'),
    needs: 'A value is one that its field accepts.',
    words: {
      enum: ({ seen, allowed }) => [
        `${show(seen)} is not a valid value here`,
        `write ${nearest(bare(seen), allowed.map(bare)) ?? oneOf(allowed.map(bare))}`,
      ],
      connector: ({ seen, near }) => [
        `${show(seen)} is not a known connector type`,
        meant({ near }, 'check its name'),
      ],
      'read-only': ({ kind }) => [
        `the service creates and updates no ${kind} campaigns`,
        'manage it in the dashboard, and delete this file',
      ],
      twice: ({ field }) => [`${field} has the same entry twice`, 'remove one of the two'],
    },
  },
  FILTER_OPERATOR: {
    level: 'error',
    needs: 'Filters are combined with "and" or "or".',
    words: ({ seen }) => [
      `${show(seen)} isn't a valid operator`,
      `write ${nearest(bare(seen), ['and', 'or']) ?? 'and, or write or'}`,
    ],
  },
  FORMAT: {
    level: 'error',
    needs: 'Text has the format that its field requires.',
    words: ({ seen, wanted }) => [
      `${seen === null ? 'this' : show(seen)} has the wrong format`,
      wanted === '' ? 'check its spelling' : `write ${begun(wanted)}`,
    ],
  },
  RANGE: {
    level: 'error',
    needs: 'Numbers, and the lengths of lists and text, are within their limits.',
    words: ({ field, seen, keyword, limit }) => [
      `${clip(field)} is out of range: ${show(seen)}`,
      `write at ${keyword.startsWith('max') ? 'most' : 'least'} ${String(limit)}`,
    ],
  },
  SPELLING: {
    level: 'warning',
    needs: 'A value has its preferred spelling.',
    words: ({ seen, preferred }) => [`${show(seen)} is spelled unlike elsewhere`, `write ${preferred}`],
  },
  NOT_ALLOWED: {
    level: 'error',
    needs: 'A field is used only where other fields allow it.',
    words: ({ field }) => [`${clip(field)} is not allowed here`, 'remove it'],
  },
  UNKNOWN_KEY: {
    level: 'error',
    needs: 'A map has only known keys.',
    words: (unknown) => [
      `${show(unknown.name)} is not a known key${unknown.of === undefined ? '' : ` of ${clip(unknown.of)}`}`,
      meant(unknown, 'remove it'),
    ],
  },
  UNKNOWN_FIELD: {
    level: 'warning',
    needs: "A file uses only the service's documented fields.",
    words: {
      unknown: (unknown) => [
        `${show(unknown.name)} is not a known field of ${clip(unknown.of)}`,
        meant(unknown, 'check its name, or remove it'),
      ],
      pasted: ({ name, source }) => [`${name} is ignored here`, `remove it; ${source}`],
    },
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

function typeAdvice(field: string, seen: JsonValue, wanted: readonly string[]): string {
  // Open point V12.
  if (field === 'geofences' && isList(seen))
    return 'keep one place, without the dash; for the others, write one file per place';
  const isPlain = typeof seen === 'number' || typeof seen === 'boolean';
  return isPlain && wanted.includes('string') ? 'put it in quotes' : `write ${typeWords(wanted)}`;
}

function oneOf(values: readonly string[]): string {
  return `${values.length === 1 ? '' : 'one of '}${nameList(values)}`;
}

/** The first sentence of a description, within another sentence. */
function begun(description: string): string {
  const [first = ''] = description.split(/\.(?: (?=[A-Z])|$)/);
  return /^[A-Z][a-z ]/.test(first) ? first.charAt(0).toLowerCase() + first.slice(1) : first;
}
