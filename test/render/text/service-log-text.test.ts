import { expect, it } from 'vitest';
import { serviceLogLine } from '../../../src/render/text/service-log-text.ts';

const REQUEST = {
  ...{ level: 'info', at: '2031-01-01T09:00:00.123Z', workspace: 'local', operation: 'update' },
  ...{ method: 'PATCH', path: '/v5/campaigns/64a1', status: 200, effect: 'updated 64a1', ms: 3 },
  ...{ idempotency_key: 'k', request_id: 'r' },
};

it.each([
  [REQUEST, '09:00:00  PATCH  /v5/campaigns/64a1  200  updated 64a1  3 ms  local'],
  [
    { ...REQUEST, status: 400, code: 'INVALID', effect: 'none', ms: null },
    '09:00:00  PATCH  /v5/campaigns/64a1  400  INVALID  local',
  ],
  [{ ...REQUEST, path: '/a\u001b[2Jb' }, '09:00:00  PATCH  /a\\u001b[2Jb  200  updated 64a1  3 ms  local'],
  [
    { level: 'error', at: REQUEST.at, message: 'the disk is full', error: 'SQLite3Error' },
    '09:00:00  the disk is full  SQLite3Error',
  ],
])('a line for people: %#', (entry, line) => {
  expect(serviceLogLine(JSON.stringify(entry))).toBe(line);
});
