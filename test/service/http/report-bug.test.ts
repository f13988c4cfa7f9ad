import sqlite from 'node-sqlite3-wasm';
import { describe, expect, test } from 'vitest';
import { bugLine } from '../../../src/service/http/report-bug.ts';

const AT = Date.UTC(2031, 4, 1);

describe('an exception in the log', () => {
  test('has its causes', () => {
    const error = new Error('outer', { cause: new TypeError('middle', { cause: 'inner' }) });
    expect(parsed(error)).toMatchObject({
      level: 'bug',
      at: '2031-05-01T00:00:00.000Z',
      error: expect.stringMatching(
        /^Error: outer\n[^]*\ncaused by TypeError: middle\n[^]*\ncaused by inner$/,
      ) as string,
    });
  });

  test('ends even if an error causes itself, and has at most 8,000 characters', () => {
    const error = new Error('x'.repeat(3000));
    error.cause = error;
    expect(bugLine(error, AT).length).toBeLessThan(9000);
  });

  test.each([
    ['disk I/O error', 'full'],
    ['database or disk is full', 'full'],
    ['attempt to write a readonly database', 'no longer writable'],
  ])('explains that %s', (message, words) => {
    const error = new Error('the data could not be written to the disk', {
      cause: new sqlite.SQLite3Error(message),
    });
    expect(parsed(error)).toMatchObject({
      level: 'error',
      message: expect.stringContaining(words) as string,
      error: expect.stringContaining(message) as string,
    });
  });
});

function parsed(error: unknown): unknown {
  return JSON.parse(bugLine(error, AT));
}
