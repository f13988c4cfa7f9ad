import { expect, test } from 'vitest';
import { signerFor } from '../../src/action/sticky-comment.ts';

test('a signature is only valid with the key that made it, and never without a key', () => {
  const [key, other, none] = [
    'a key of at least 32 characters now',
    'another one of 32 characters now',
    '',
  ].map(signerFor);
  const signature = key?.sign('text') ?? '';
  expect(key?.verify('text', signature)).toBe(true);
  expect(key?.verify('another text', signature)).toBe(false);
  expect(other?.verify('text', signature)).toBe(false);
  expect(none?.verify('text', none.sign('text'))).toBe(false);
});
