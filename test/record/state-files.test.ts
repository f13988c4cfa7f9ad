import { expect, it } from 'vitest';
import { bindingPath, decodeState, encodeBinding } from '../../src/record/state-files.ts';
import { bindingOf, key, live } from '../support/builders.ts';

const A = bindingOf(live({ key: 'a' }));

it('what is written is read back', () => {
  const decoded = decodeState(new Map([[bindingPath(A.key), encodeBinding(A)]]));
  expect(decoded).toMatchObject({ kind: 'state', state: { bindings: new Map([[A.key, A]]) } });
});

it.each([
  ['a campaign in two bindings', bindingPath(key('b')), encodeBinding({ ...A, key: key('b') })],
  [
    'a binding under another key',
    bindingPath(key('b')),
    encodeBinding({ ...A, campaignId: live({ key: 'b' }).id }),
  ],
  ['a file that is no JSON', bindingPath(key('b')), '{'],
  ['a binding without an id', bindingPath(key('b')), '{"format": "campaign-binding/1", "key": "b"}'],
])('%s is refused, with its path', (_, path, text) => {
  const decoded = decodeState(
    new Map([
      [bindingPath(A.key), encodeBinding(A)],
      [path, text],
    ]),
  );
  expect(decoded).toMatchObject({ kind: 'corrupt', path });
});
