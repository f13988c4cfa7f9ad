import { expect, it } from 'vitest';
import type { Intent } from '../../src/model/state.ts';
import { encodeJournal } from '../../src/state/formats.ts';
import { decodeState, journalPath } from '../../src/state/state-files.ts';
import { intent } from '../support/builders.ts';

const CREATION = {
  ...{ ...intent({ kind: 'create', key: 'promo/spring' }), run: 'run-1' },
  ...{ sameNameCandidates: ['64a1b2c3d4e5f6a7b8c9d0e1'], isTaken: true },
} as unknown as Intent;

function intentsIn(text: string): readonly Intent[] {
  const decoded = decodeState(new Map([[journalPath('run-1'), text]]));
  if (decoded.kind !== 'state') throw new Error(JSON.stringify(decoded));
  return decoded.state.open;
}

it('names are snake_case on disk, whatever the fields of an intent are called', () => {
  const { intents } = JSON.parse(encodeJournal('run-1', [CREATION])) as { intents: object[] };
  expect(Object.keys(intents[0] ?? {}).filter((name) => !/^[a-z_]+$/.test(name))).toEqual([]);
});

it('an intent that an older version recorded is not forgotten', () => {
  const { sameNameCandidates, ...rest } = CREATION as unknown as Record<string, unknown>;
  for (const name of ['namesakes', 'sameNameCandidates']) {
    const intents = [{ ...rest, [name]: sameNameCandidates }];
    const old = { format: 'campaign-journal/1', run: 'run-1', intents };
    expect(intentsIn(JSON.stringify(old))).toEqual([CREATION]);
  }
});

it('a damaged journal of version 1 is reported, not ignored', () => {
  for (const intents of [undefined, 'none', [{ kind: 'create' }], [null]]) {
    const text = JSON.stringify({ format: 'campaign-journal/1', run: 'run-1', intents });
    expect(decodeState(new Map([[journalPath('run-1'), text]])).kind).toBe('corrupt');
  }
});
