import { expect, it } from 'vitest';
import { encodeBinding } from '../../src/state/formats.ts';
import { bindingPath, decodeState } from '../../src/state/state-files.ts';
import { bindingOf, key, live } from '../support/builders.ts';

const A = bindingOf(live({ key: 'a' }));

it('what is written is read back', () => {
  const decoded = decodeState(new Map([[bindingPath(A.key), encodeBinding(A)]]));
  expect(decoded).toMatchObject({ kind: 'state', state: { bindings: new Map([[A.key, A]]) } });
});

it('reads back what is known about leaves that change by themselves, and an older file without it', () => {
  const known = {
    observedAt: '2031-01-01 09:00:00.000000',
    changing: { utm_params: ['/seen'] },
    reverted: { utm_params: { '/other': 1 } },
  };
  const binding = bindingOf(live({ key: 'a' }), known);
  const written = encodeBinding(binding);
  const decoded = decodeState(new Map([[bindingPath(A.key), written]]));
  expect(decoded).toMatchObject({ kind: 'state', state: { bindings: new Map([[A.key, binding]]) } });
  const parsed = JSON.parse(written) as Record<string, unknown>;
  const { observed_at: at, changes_by_itself: changing, reverted, ...older } = parsed;
  expect([at, changing, reverted]).toEqual(Object.values(known));
  const old = decodeState(new Map([[bindingPath(A.key), JSON.stringify(older)]]));
  const without = { ...A, observedAt: undefined, changing: {}, reverted: {} };
  expect(old).toMatchObject({ state: { bindings: new Map([[A.key, without]]) } });
});

it.each([
  ['a campaign in two bindings', encodeBinding({ ...A, key: key('b') })],
  ['a binding under another key', encodeBinding({ ...A, campaignId: live({ key: 'b' }).id })],
  ["a file that isn't JSON", '{'],
  ['a binding without an id', '{"format": "campaign-binding/1", "key": "b"}'],
])('refuses %s, with its path', (_, text) => {
  const path = bindingPath(key('b'));
  const decoded = decodeState(new Map([[bindingPath(A.key), encodeBinding(A)]]).set(path, text));
  expect(decoded).toMatchObject({ kind: 'corrupt', path });
});
