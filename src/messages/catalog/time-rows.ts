import type { RuleCode } from '../../model/findings.ts';
import { clip, show } from '../../model/show.ts';
import { meant, type FileRows } from './file-row.ts';

type TimeCode = Extract<RuleCode, 'SCHEDULE' | 'START_PAST' | 'TIMEZONE' | 'TIME_SKIPPED'>;

/** When a campaign sends. */
export const TIME_ROWS: FileRows<TimeCode> = {
  SCHEDULE: {
    level: 'error',
    needs:
      'A time span ends after it begins, a periodic campaign is sent at least once before it expires, and a campaign that is sent at once has no start time.',
    words: {
      backwards: ({ after }) => [
        `this is before ${clip(after)}, where the span begins`,
        'write a later time',
      ],
      'no-send': () => [
        'the campaign expires before its first send, so it is never sent',
        'write a later time, or check on which days the campaign repeats',
      ],
      'start-with-asap': () => [
        'delivery_type: ASAP sends the campaign at once, not at this start_time',
        'write delivery_type: AT_FIXED_TIME, or remove start_time',
      ],
    },
    example: { why: 'no-send' },
  },
  START_PAST: {
    level: 'error',
    needs: "A campaign's start is in the future, and so is its expiry.",
    words: ({ field, seen }) => [`${field} ${clip(seen)} is in the past`, 'write a later time'],
    example: { field: 'start_time', seen: '2020-01-01T09:00:00' },
  },
  TIMEZONE: {
    level: 'error',
    needs: 'A time zone is in the IANA database.',
    words: ({ zone, near }) => [
      `${show(zone)} is not the name of a time zone`,
      meant({ near }, 'write a city, such as Europe/Berlin'),
    ],
    example: { zone: 'Europe/Berln', near: 'Europe/Berlin' },
  },
  TIME_SKIPPED: {
    level: 'warning',
    needs: 'A local time exists on its date.',
    words: ({ seen, zone }) => [
      `${seen} does not exist in ${zone}; the clocks skip it that day`,
      'choose a time before or after the clock change',
    ],
    example: { seen: '2031-03-30T02:30:00', zone: 'Europe/Berlin' },
  },
};
