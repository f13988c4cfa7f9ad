import { expect, it } from 'vitest';
import type { JsonObject, Path } from '../../src/model/json.ts';
import { editedVariables } from '../../src/plan/edited-variables.ts';
import { desired } from '../support/builders.ts';

const USE = { name: 'source', at: ['utm_params', 'utm_source'], place: undefined } as const;
const TWICE = { ...USE, at: ['utm_params', 'utm_campaign'] as Path };

it.each<[what: string, applied: JsonObject | undefined, file: JsonObject, names: readonly string[]]>([
  ['names the variable of an edit', { utm_source: 'a' }, { utm_source: 'b' }, ['source']],
  [
    'names it once for two uses',
    { utm_source: 'a', utm_campaign: 'a' },
    { utm_source: 'b', utm_campaign: 'b' },
    ['source'],
  ],
  [
    'names none if the file has another edit',
    { utm_source: 'a', utm_medium: 'email' },
    { utm_source: 'b', utm_medium: 'push' },
    [],
  ],
  ['names none if the file has the edit', { utm_source: 'a', utm_medium: 'x' }, { utm_source: 'a' }, []],
  [
    'names none if the file has the field only now',
    { utm_source: 'a' },
    { utm_source: 'a', utm_campaign: 'b' },
    [],
  ],
  ['names none if nothing was recorded', undefined, { utm_source: 'b' }, []],
])('%s', (_, applied, file, names) => {
  const one = { ...desired({ components: { utm_params: file } }), variables: [USE, TWICE] };
  const binding = { applied: applied ? { utm_params: applied } : {} };
  expect(editedVariables(['utm_params'], { desired: one, binding }).map(({ name }) => name)).toEqual(names);
});
