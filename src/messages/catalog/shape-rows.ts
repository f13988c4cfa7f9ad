import type { RuleCode } from '../../model/findings.ts';
import { bare, clip, nameList, show } from '../../model/show.ts';
import { say } from '../phrase.ts';
import type { FileRows } from './file-row.ts';
import { meant } from './name-words.ts';

type ShapeCode = Extract<
  RuleCode,
  | 'FILTER_OPERATOR'
  | 'FORMAT'
  | 'MISSING'
  | 'NOT_ALLOWED'
  | 'RANGE'
  | 'SPELLING'
  | 'TYPE'
  | 'UNKNOWN_FIELD'
  | 'UNKNOWN_KEY'
  | 'VALUE'
>;

/** What the schemas of campaigns and of workspaces.yaml find. */
export const SHAPE_ROWS: FileRows<ShapeCode> = {
  MISSING: {
    level: 'error',
    needs: 'Required fields are present.',
    words: ({ field, of, such }) => [
      say`${field} is missing${of === undefined ? '' : ` in ${of}`}`,
      say`add ${field}${such === undefined ? '' : ` (${such})`}`,
    ],
    example: { field: 'timezone', of: 'scheduling_details', such: 'for example Europe/Berlin' },
  },
  TYPE: {
    level: 'error',
    needs: 'A value has the type that its field requires.',
    words: ({ field, seen, wanted }) => [
      say`${field} must be ${wanted}, but it is ${show(seen)}`,
      typeof seen === 'number' || typeof seen === 'boolean'
        ? say`quote it: "${bare(seen)}"`
        : say`write ${wanted}`,
    ],
    example: { field: 'subject', seen: 5, wanted: 'text' },
  },
  VALUE: {
    level: ({ why }) => (why === 'connector' ? 'warning' : 'error'),
    needs: 'A value is one that its field accepts.',
    words: {
      enum: ({ seen, allowed }) => [
        say`${show(seen)} is not a valid value here`,
        say`write ${allowed.length === 1 ? '' : 'one of '}${nameList(allowed.map(bare))}`,
      ],
      'data-type': ({ operator, put }) => [
        say`the operator ${show(operator)} doesn't compare values of this data type`,
        say`write data_type: ${put}`,
      ],
      connector: ({ seen, near }) => [
        say`${show(seen)} is not a known connector type`,
        meant({ near }, say`check its name in the dashboard`),
      ],
      'read-only-channel': ({ channel }) => [
        say`${channel} campaigns can be read through the service's API, but not created or updated`,
        say`manage it in the dashboard, and delete this file`,
      ],
      'live-activity': () => [
        say`the service refuses drafts of BROADCAST_LIVE_ACTIVITY campaigns`,
        say`create it in the dashboard, and delete this file`,
      ],
      twice: ({ field }) => [say`${field} has the same entry twice`, say`remove one of the two`],
    },
    example: { why: 'enum', seen: 'email', allowed: ['EMAIL', 'PUSH'] },
  },
  FILTER_OPERATOR: {
    level: 'error',
    needs: 'Filters are combined with "and" or "or".',
    section: 'Filters',
    words: ({ seen }) => [
      say`${show(seen)} isn't a valid operator`,
      ['and', 'or'].includes(bare(seen).toLowerCase())
        ? say`write ${bare(seen).toLowerCase()}`
        : say`write and or or`,
    ],
    example: { seen: 'AND' },
  },
  FORMAT: {
    level: 'error',
    needs: 'Text has the format that its field requires.',
    words: ({ seen, wanted, such }) => [
      say`${show(seen)} is not ${wanted}`,
      say`write ${wanted}${such === undefined ? '' : `, such as ${such}`}`,
    ],
    example: { seen: '4.5.2031', wanted: 'a time', such: '2031-05-04T09:00:00' },
  },
  RANGE: {
    level: 'error',
    needs: 'Numbers, and the lengths of lists and text, are within their limits.',
    words: ({ seen, allowed }) => [say`${show(seen)} is out of range`, say`write ${allowed}`],
    example: { seen: 101, allowed: 'a number from 0 to 100' },
  },
  SPELLING: {
    level: 'warning',
    needs: 'A value has its preferred spelling.',
    words: ({ seen, preferred }) => [
      say`${show(seen)} is not the preferred spelling`,
      say`write ${preferred}, or run campaigns fmt`,
    ],
    example: { seen: 'active', preferred: 'ACTIVE' },
  },
  NOT_ALLOWED: {
    level: 'error',
    needs: 'A field is used only where other fields allow it.',
    words: ({ field, because }) => [say`${field} is not allowed ${because}`, say`remove it`],
    example: { field: 'repeat_on_date_of_month', because: 'with WEEKLY' },
  },
  UNKNOWN_KEY: {
    level: 'error',
    needs: 'A map has only known keys.',
    words: (unknown) => [
      say`${show(unknown.name)} is not a known key${unknown.of === undefined ? '' : ` of ${clip(unknown.of)}`}`,
      meant(unknown, say`remove it`),
    ],
    example: { name: 'chanel', near: 'channel' },
  },
  UNKNOWN_FIELD: {
    level: 'warning',
    needs: "A file uses only the service's documented fields.",
    words: {
      unknown: (unknown) => [
        say`${show(unknown.name)} is not a known field of ${clip(unknown.of)}`,
        meant(unknown, say`check its name, or remove it`),
      ],
      pasted: ({ name, source }) => [say`${name} is ignored here`, say`remove it; ${source}`],
    },
    example: { why: 'unknown', name: 'subjet', of: 'email', near: 'subject' },
  },
};
