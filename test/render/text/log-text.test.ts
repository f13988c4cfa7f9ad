import { expect, it } from 'vitest';
import type { AuditEntry } from '../../../src/model/audit.ts';
import { logText } from '../../../src/render/text/state-texts.ts';

const ENTRY: AuditEntry = {
  ...{
    id: '1',
    at: '2026-11-18T16:02:00.000Z',
    key: 'promo/black-friday-push',
    components: [],
    restored: [],
  },
  ...{ summary: 'create promo/black-friday-push: 64a1b2c3d4e5f6a7b8c9d0e1', change: 'create', allowed: [] },
  ...{ words: '64a1b2c3d4e5f6a7b8c9d0e1', status: null },
  ...{ commit: '11b0aa2ffff', pullRequest: '209', actor: 'Ada Author <ada@example.com>' },
  movedFrom: null,
  ...{ editedAt: null, editedBy: [], approvedBy: [], mergedBy: null },
  ...{ run: null, page: null, requestId: null, responseId: null },
};

it('shows what was done, by whom and why, the newest first', () => {
  const updated: AuditEntry = {
    ...{ ...ENTRY, at: '2026-11-21T09:20:00.000Z', commit: '3f2a91c0000', pullRequest: '214' },
    ...{ change: 'update', components: ['campaign_content', 'utm_params'] },
  };
  const moved: AuditEntry = {
    ...{ ...ENTRY, at: '2026-11-20T17:44:00.000Z', change: 'status', commit: null, pullRequest: null },
    ...{ actor: 'bob@example.com', status: { from: 'DRAFT', to: 'SCHEDULED' } },
  };
  const paused: AuditEntry = {
    ...{ ...ENTRY, at: '2026-11-22T08:00:00.000Z', change: 'transition', requestId: 'abcd-1' },
    ...{ status: { from: 'SCHEDULED', to: 'PAUSED' }, run: 'r1' },
  };
  const keys = [ENTRY.key];
  expect(logText([paused, updated, moved, ENTRY], { columns: 120, keys })).toBe(
    [
      'promo/black-friday-push',
      '2026-11-22 08:00  status   SCHEDULED → PAUSED                 Ada Author       #209 11b0aa2',
      `${' '.repeat(18)}request abcd-1 · run r1`,
      '2026-11-21 09:20  updated  content, UTM parameters            Ada Author       #214 3f2a91c',
      '2026-11-20 17:44  status   DRAFT → SCHEDULED, in the service  bob@example.com',
      '2026-11-18 16:02  created  64a1b2c3d4e5f6a7b8c9d0e1           Ada Author       #209 11b0aa2',
      '',
    ].join('\n'),
  );
});

const LONG: AuditEntry = {
  ...{ ...ENTRY, requestId: '3f2a91c0-1f0e-4b53-9d3f-0b7a52d7c9aa', run: 'local-20261122-080000' },
  actor: 'Ada Augusta King, Countess of Lovelace <ada@example.com>',
};

it.each([40, 60, 80, 120])('keeps within %i columns, with the whole IDs', (columns) => {
  const moved: AuditEntry = { ...ENTRY, change: 'move', movedFrom: 'promo/black-friday-push-of-last-year' };
  for (const keys of [undefined, [ENTRY.key]]) {
    const text = logText([LONG, moved], { columns, keys });
    expect(text.split('\n').filter((line) => line.length > columns)).toEqual([]);
    expect(text.replace(/\s+/g, '')).toContain(LONG.requestId ?? '');
  }
});

it('the subject of a commit shows no control characters', () => {
  const subjects = new Map([[ENTRY.commit ?? '', 'a\u001b[31mb\u202ec']]);
  expect(logText([ENTRY], { columns: 120, keys: [ENTRY.key], subjects })).toContain('a\\u001b[31mb\\u202ec');
});
