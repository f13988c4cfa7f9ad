import type { RuleCode } from '../../model/findings.ts';
import { clip, show } from '../../model/show.ts';
import { meant, type FileRows } from './file-row.ts';

type TimeCode = Extract<RuleCode, 'SCHEDULE' | 'START_PAST' | 'TIMEZONE' | 'TIME_SKIPPED'>;

/** When a campaign sends. */
export const TIME_ROWS: FileRows<TimeCode> = {
  SCHEDULE: {
    level: 'error',
    needs: 'A time span ends after it begins, and a campaign that is sent at once has no start time.',
    words: {
      backwards: ({ after }) => [`this is before its beginning, ${clip(after)}`, 'write a later time'],
      'start-with-asap': () => [
        'ASAP sends at once, not at this start_time',
        'write AT_FIXED_TIME, or remove it',
      ],
    },
  },
  START_PAST: {
    level: 'error',
    needs: "A campaign's start is in the future, and so is its expiry.",
    words: ({ field, seen }) => [`${field} ${clip(seen)} is in the past`, 'write a later time'],
  },
  TIMEZONE: {
    level: 'error',
    needs: 'A time zone is in the IANA database.',
    words: ({ zone, near }) => [
      `${show(zone)} is not a time zone`,
      meant({ near }, 'write Europe/Berlin or the like'),
    ],
  },
  TIME_SKIPPED: {
    level: 'warning',
    needs: 'A local time exists on its date.',
    words: ({ seen, zone }) => [
      `${seen} does not exist in ${zone}; the clocks skip it that day`,
      'choose a time before or after the clock change',
    ],
  },
};
