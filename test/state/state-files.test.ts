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
  const {
    observed_at: at,
    changes_by_itself: changing,
    reverted,
    ...older
  } = JSON.parse(written) as object & { [name: string]: unknown };
  expect([at, changing, reverted]).toEqual(Object.values(known));
  const old = decodeState(new Map([[bindingPath(A.key), JSON.stringify(older)]]));
  expect(old).toMatchObject({
    state: { bindings: new Map([[A.key, { ...A, observedAt: undefined, changing: {}, reverted: {} }]]) },
  });
});

it.each([
  ['a campaign in two bindings', bindingPath(key('b')), encodeBinding({ ...A, key: key('b') })],
  [
    'a binding under another key',
    bindingPath(key('b')),
    encodeBinding({ ...A, campaignId: live({ key: 'b' }).id }),
  ],
  ["a file that isn't JSON", bindingPath(key('b')), '{'],
  ['a binding without an id', bindingPath(key('b')), '{"format": "campaign-binding/1", "key": "b"}'],
])('refuses %s, with its path', (_, path, text) => {
  const decoded = decodeState(
    new Map([
      [bindingPath(A.key), encodeBinding(A)],
      [path, text],
    ]),
  );
  expect(decoded).toMatchObject({ kind: 'corrupt', path });
});
