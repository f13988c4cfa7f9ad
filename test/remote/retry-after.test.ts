import { describe, expect, it } from 'vitest';
import { retryAfterMs, type LimitHeaders } from '../../src/remote/rate-limiter.ts';

const NOW = Date.parse('2031-01-01T09:00:00Z');
const NOTHING = { retryAfter: undefined, remaining: undefined, reset: undefined, date: undefined };
const AHEAD = { retryAfter: 'Wed, 01 Jan 2031 09:11:30 GMT', date: 'Wed, 01 Jan 2031 09:10:00 GMT' };
const DAYS_7 = 7 * 86_400_000;

describe('a refused call says how long to wait', () => {
  it.each<readonly [what: string, headers: Partial<LimitHeaders>, ms: number | undefined]>([
    ['in seconds', { retryAfter: '30' }, 30_000],
    ['in seconds with blanks', { retryAfter: ' 5 ' }, 5_000],
    ['in parts of a second', { retryAfter: '0.2' }, 200],
    ['as a date', { retryAfter: 'Wed, 01 Jan 2031 09:01:30 GMT' }, 90_000],
    ['as a date by the clock of the service, ten minutes ahead of ours', AHEAD, 90_000],
    ['as a date that is past', { retryAfter: 'Wed, 01 Jan 2031 08:00:00 GMT' }, 0],
    ['longer than any limit lasts', { retryAfter: '99999999' }, DAYS_7],
    ['in a number that is none of this world', { retryAfter: '9'.repeat(400) }, DAYS_7],
    ['not at all', {}, undefined],
    ['in words', { retryAfter: 'soon' }, undefined],
    ['as a date that is none', { retryAfter: 'Wed, 99 Foo 2031' }, undefined],
    ['less than nothing', { retryAfter: '-5' }, undefined],
    ['by the reset of the limit, in seconds', { reset: '12', remaining: '0' }, 12_000],
    ['by the reset of the limit, in seconds since 1970', { reset: String(NOW / 1000 + 45) }, 45_000],
    ['by the reset of the limit, in milliseconds since 1970', { reset: String(NOW + 2_500) }, 2_500],
    ['by the reset of a limit that has calls left, so by none', { reset: '12', remaining: '3' }, undefined],
    ['twice: its own header comes first', { retryAfter: '30', reset: '12', remaining: '0' }, 30_000],
    ['twice, once in words', { retryAfter: 'soon', reset: '12' }, 12_000],
  ])('%s', (_, headers, ms) => {
    expect(retryAfterMs({ ...NOTHING, ...headers }, NOW)).toBe(ms);
  });
});
