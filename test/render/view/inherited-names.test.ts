import { expect, it } from 'vitest';
import { filterWords } from '../../../src/render/view/audience.ts';
import { rewind } from '../../../src/render/view/invert-patch.ts';

it.each(['constructor', 'toString', 'valueOf', 'hasOwnProperty', '__proto__'])(
  'an operator called %s is shown as it is',
  (operator) => {
    const words = (value: string | string[]) =>
      filterWords({
        filter_operator: 'and',
        filters: [{ filter_type: 'user_attributes', name: 'City', operator, value }],
      });
    expect(words('Bonn')).toContain(operator);
    expect(words(['Bonn'])).toContain(operator);
    expect(words('Bonn')).not.toContain('native code');
  },
);

it.each(['constructor', '__proto__'])('a member called %s that was added was not there before', (name) => {
  const after = JSON.parse(`{"a": 1, "${name}": {"b": 2}}`) as Parameters<typeof rewind>[0];
  expect(rewind(after, [{ op: 'add', path: `/${name}`, value: { b: 2 } }])).toEqual({ a: 1 });
  expect(rewind({ a: 1 }, [{ op: 'remove', path: `/${name}/b`, was: 2 }])).toEqual(
    JSON.parse(`{"a": 1, "${name}": {"b": 2}}`),
  );
});
