import { expect, it } from 'vitest';
import { filterWords } from '../../../src/render/rows/filters.ts';
import type { JsonObject } from '../../../src/model/json.ts';
import { differences } from '../../../src/render/rows/differences.ts';

it.each(['constructor', 'toString', 'valueOf', 'hasOwnProperty', '__proto__'])(
  'an operator called %s is shown literally',
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

it.each(['constructor', '__proto__'])('a member called %s is shown as added', (name) => {
  const member = (value: string) => JSON.parse(`{"a": 1, "${name}": "${value}"}`) as JsonObject;
  const added = differences({ a: 1 }, member('x'));
  expect(added).toMatchObject([{ field: name, was: undefined, now: 'x' }]);
  expect(differences(member('x'), { a: 1 })).toMatchObject([{ field: name, was: 'x', now: undefined }]);
  expect(differences(member('x'), member('y'))).toMatchObject([{ field: name, was: 'x', now: 'y' }]);
});
