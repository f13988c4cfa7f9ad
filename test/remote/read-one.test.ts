import { describe, expect, it } from 'vitest';
import type { Live } from '../../src/model/campaign.ts';
import { chooseRow, type Decoded } from '../../src/remote/decode-campaign.ts';
import { readOne, type DocumentAnswer } from '../../src/remote/read-one.ts';
import { live } from '../support/builders.ts';
import { ANSWERED_500, NO_ANSWER } from '../support/answer-problems.ts';

const ID = live().id;
const UTM = { utm_params: { utm_source: 'live' } };
const EDITED = { utm_params: { utm_source: 'edited' } };

function document(version: number, more: Partial<Live>): Decoded {
  return { kind: 'record', versioned: version > 0, version, live: { ...live(), ...more } };
}

const AS_LIVE = { status: 'ACTIVE', components: UTM } as const;
const LIVE = document(1, { documentId: 'v1', ...AS_LIVE });
const DRAFT = document(2, { documentId: 'v2', status: 'DRAFT', components: EDITED });
const LIVE_BELOW_DRAFT = {
  kind: 'present',
  live: { ...live(), ...AS_LIVE, documentId: 'v2', draftAbove: 2, liveDocumentId: 'v1', draft: EDITED },
};

/** Reads a campaign with these answers of Get and search, by its newest document. */
function read(
  documents: Readonly<Record<string, DocumentAnswer>>,
  rows: readonly Decoded[] | 'unreachable',
  documentId = 'v2',
) {
  const unreachable = { kind: 'unknown', cause: 'unreachable', problem: NO_ANSWER } as const;
  const get = (id: string) => Promise.resolve(documents[id] ?? { kind: 'missing' as const });
  const listed = rows === 'unreachable' ? unreachable : { kind: 'rows' as const, rows };
  return readOne({ get, rows: () => Promise.resolve(listed) }, ID, documentId);
}

describe('reading a campaign by one of its documents', () => {
  it('returns what Get answers if there is only one document', async () => {
    for (const version of [0, 1]) {
      const answer = await read({ v2: document(version, { status: 'DRAFT' }) }, []);
      expect(answer).toMatchObject({ kind: 'present', live: { status: 'DRAFT' } });
    }
  });

  it('returns the live version if the document is a draft above it', async () => {
    expect(await read({ v2: DRAFT, v1: LIVE }, [LIVE, DRAFT])).toEqual(LIVE_BELOW_DRAFT);
  });

  it('returns what a draft above it contains as Get shows it', async () => {
    const row = document(2, { documentId: 'v2', status: 'DRAFT', components: {} });
    expect(await read({ v2: DRAFT, v1: LIVE }, [LIVE, row])).toEqual(LIVE_BELOW_DRAFT);
  });

  const differing = (more: Partial<Live>) =>
    document(2, { documentId: 'v2', status: 'DRAFT', components: EDITED, ...more });
  it.each<[string, readonly Decoded[], Decoded]>([
    ['there are two', [document(3, { documentId: 'v3', status: 'DRAFT' }), DRAFT], DRAFT],
    [
      'it has a part that no file can have',
      [DRAFT],
      { ...DRAFT, unmanaged: { new_part: { a: 1 } } } as Decoded,
    ],
    ['so does its row', [{ ...DRAFT, unmanaged: { new_part: { a: 1 } } } as Decoded], DRAFT],
    [
      'it is of another type',
      [differing({ deliveryType: 'PERIODIC' })],
      differing({ deliveryType: 'PERIODIC' }),
    ],
  ])('doesn’t say what the draft above it contains if %s', async (_, rows, draft) => {
    const answer = await read({ v2: draft, v1: LIVE }, [LIVE, ...rows]);
    expect(answer).toMatchObject({ kind: 'present', live: { components: UTM } });
    expect(answer.kind === 'present' && answer.live.draft).toBeUndefined();
  });

  it('finds it under its newest document if the requested one no longer names it', async () => {
    const found = await read({ v2: DRAFT, v1: LIVE }, [LIVE, DRAFT], 'v0');
    expect(found).toMatchObject({ kind: 'present', live: { documentId: 'v2', components: UTM } });
    expect(await read({}, [], 'v0')).toEqual({ kind: 'missing' });
    expect(await read({}, [LIVE], 'v1')).toEqual({ kind: 'missing' });
    expect(await read({}, 'unreachable', 'v0')).toMatchObject({ kind: 'unknown' });
  });

  it('reads the live version completely if search shows only a part of it', async () => {
    const row = document(1, { documentId: 'v1', status: 'ACTIVE', components: {} });
    expect(await read({ v2: DRAFT, v1: LIVE }, [row, DRAFT])).toEqual(LIVE_BELOW_DRAFT);
  });

  it('uses the search row if Get knows only the draft and the row is complete', async () => {
    const components = { ...EDITED, advanced: { a: 1 } };
    const draft = document(2, { documentId: 'v2', status: 'DRAFT', components });
    const live = { documentId: 'v2', status: 'ACTIVE', components: UTM };
    expect(await read({ v2: draft }, [LIVE, draft])).toMatchObject({ kind: 'present', live });
    expect(await read({ v2: draft }, [LIVE, DRAFT])).toMatchObject({ kind: 'unknown' });
  });

  it('returns unknown if the live version can’t be read completely, and never the draft in its place', async () => {
    const row = document(1, { documentId: 'v1', status: 'ACTIVE', components: {} });
    const part = document(2, { documentId: 'v2', status: 'DRAFT', components: {} });
    expect(await read({ v2: DRAFT }, [row, part])).toMatchObject({ kind: 'unknown', cause: 'malformed' });
    const refused = { kind: 'unknown', cause: 'forbidden', problem: ANSWERED_500 } as const;
    expect(await read({ v2: DRAFT, v1: refused }, [row, DRAFT])).toEqual(refused);
    expect(await read({ v2: DRAFT }, 'unreachable')).toMatchObject({ kind: 'unknown', cause: 'unreachable' });
  });

  it('returns the draft if no version is live', async () => {
    const found = await read({ v2: DRAFT }, [document(1, { documentId: 'v1', status: 'DRAFT' }), DRAFT]);
    expect(found).toMatchObject({ live: { documentId: 'v2', status: 'DRAFT' } });
  });

  const problem = { code: 'malformed', part: 'status', id: ID } as const;
  const malformed = { kind: 'unknown', cause: 'malformed' };

  it.each<[string, DocumentAnswer, object]>([
    ['missing', { kind: 'missing' }, { kind: 'missing' }],
    ['a summary', { kind: 'summary', id: ID }, malformed],
    ['malformed', { kind: 'malformed', id: ID, problem }, malformed],
    ['another campaign', document(0, { id: live({ key: 'b' }).id, documentId: 'b' }), { kind: 'unknown' }],
  ])('%s', async (_, answer, expected) => {
    expect(await read({ v2: answer }, [])).toMatchObject(expected);
  });
});

describe('a search row from before a write of ours', () => {
  const rows = (updatedAt: string | undefined) => [document(0, updatedAt === undefined ? {} : { updatedAt })];
  const known = { documentId: 'id-a', components: [], updatedAt: '2031-01-01 09:00:00.500000' };

  it.each([
    ['is not believed', '2031-01-01 09:00:00.499999', 'ask'],
    ['of the same time is', '2031-01-01 09:00:00.500000', 'present'],
    ['of a later time is', '2031-01-02 08:00:00.000000', 'present'],
    ['without a time is', undefined, 'present'],
  ])('%s', (_, updatedAt, kind) => {
    expect(chooseRow(rows(updatedAt), ID, known).kind).toBe(kind);
  });

  it('is used if no such write is known', () => {
    const unknown = { documentId: 'id-a', components: [] };
    expect(chooseRow(rows('2020-01-01 00:00:00'), ID, unknown).kind).toBe('present');
  });
});
