import { expect, it } from 'vitest';
import { plainText } from '../../src/messages/phrase.ts';
import { describeRefusal } from '../../src/messages/refusal-messages.ts';
import { REFUSAL_EXAMPLES } from '../support/refusal-examples.ts';

it('without an origin, the advice is not to push or merge a change to the target', () => {
  const example = REFUSAL_EXAMPLES['unmerged-target'];
  const hintFor = (kind: 'no-origin' | 'no-default-branch') =>
    plainText(describeRefusal({ ...example, known: { kind } }).hint);
  expect(hintFor('no-origin')).toMatch(/commit the change first\. Then use --allow target/);
  expect(hintFor('no-default-branch')).toMatch(/first push the change\./);
});
