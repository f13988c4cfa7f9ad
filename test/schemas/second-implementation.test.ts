import {
  registerSchema,
  setShouldValidateFormat,
  validate,
  type Validator,
} from '@hyperjump/json-schema/draft-2020-12';
import '@hyperjump/json-schema/formats-lite';
import { afterEach, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { unmark } from '../support/load/marked.ts';
import { MORE_RULE_ROWS } from '../support/load/more-rule-rows.ts';
import { RULE_ROWS } from '../support/load/rule-rows.ts';
import { PASSING } from './passing.ts';
import {
  checker,
  exampleFiles,
  readSchema,
  readYaml,
  resolved,
  workspaceNames,
  type Json,
  type JsonMap,
} from './schemas.ts';

// Editors check with other implementations of JSON Schema than the program does. A schema that means the same to
// two of them relies on the standard, and not on a peculiarity of one.
//
// The one known difference: by the standard `format` only annotates, so the second implementation accepts an
// invalid address unless it is configured to check it. The first one always checks it.

const NAMES = ['campaign', 'components'] as const;

for (const name of NAMES) registerSchema(readSchema(name), addressOf(name));

const first = { campaign: checker('campaign'), components: checker('components') };
const second = {
  campaign: await validate(addressOf('campaign')),
  components: await validate(addressOf('components')),
};
function addressOf(name: string): string {
  return `https://schemas.example.com/${name}`;
}

function accepts(validator: Validator, value: Json): boolean {
  return validator(value).valid;
}

afterEach(() => {
  setShouldValidateFormat(undefined);
});

describe('the second implementation accepts', () => {
  test.each(exampleFiles())('the example %s', (file) => {
    expect(accepts(second.campaign, readYaml(file))).toBe(true);
    for (const workspace of workspaceNames()) {
      expect(accepts(second.components, resolved(file, workspace))).toBe(true);
    }
  });

  test('every passing campaign', () => {
    const refused = PASSING.filter(({ campaign }) => !NAMES.every((name) => accepts(second[name], campaign)));
    expect(refused.map(({ what }) => what)).toEqual([]);
  });
});

/** The campaigns of the rule tables: their overrides are not for these schemas. */
const ROWS = Object.values({ ...RULE_ROWS, ...MORE_RULE_ROWS })
  .flat()
  .map(({ rule, around, wrong, right }) => ({
    rule,
    broken: parse(unmark(around(wrong)).text) as JsonMap,
    followed: parse(around(right)) as JsonMap,
  }))
  .filter(({ broken }) => !('overrides' in broken));

describe.each(NAMES)('both implementations of the schema %s agree', (name) => {
  test('about every campaign of the rule tables', () => {
    const differing = ROWS.flatMap(({ rule, broken, followed }) =>
      [broken, followed]
        .filter((value) => {
          setShouldValidateFormat(true);
          return accepts(second[name], value) !== (first[name](value).length === 0);
        })
        .map(() => rule),
    );
    expect(differing).toEqual([]);
  });
});
