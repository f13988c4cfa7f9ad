import { describe, expect, it } from 'vitest';
import type { Diagnostic } from '../../../src/model/diagnostic.ts';
import { sarifDocument } from '../../../src/render/documents/diagnostics-document.ts';
import { sarifFaults } from '../../support/sarif-schema.ts';

const operator: Diagnostic = {
  ...{ file: 'campaigns/promo/spring.yaml', line: 14, column: 18, width: 3, code: 'E_FILTER_OPERATOR' },
  ...{ message: '"AND" is not a filter operator', hint: 'write "and"' },
};
const field: Diagnostic = {
  ...{ file: 'campaigns/promo/spring.yaml', line: 3, column: 5, code: 'W_UNKNOWN_FIELD' },
  ...{ message: '"titel" is no field of email that we know', hint: 'did you mean title?' },
};

interface Result {
  readonly ruleId: string;
  readonly ruleIndex: number;
  readonly message: { readonly text: string };
  readonly locations: readonly [{ readonly physicalLocation: { readonly artifactLocation: object } }];
  readonly partialFingerprints: Readonly<Record<string, string>>;
}

interface Run {
  readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string }[] } };
  readonly results: readonly Result[];
}

/** The only run in the document, which the schema must accept. */
function runOf(...diagnostics: Diagnostic[]): Run {
  const document = JSON.parse(sarifDocument(diagnostics, { version: '1.2.3' })) as { runs: [Run] };
  expect(sarifFaults(document)).toEqual([]);
  return document.runs[0];
}

const onlyResult = (diagnostic: Diagnostic): Result => {
  const [result] = runOf(diagnostic).results;
  if (!result) throw new Error('there is no result');
  return result;
};

/** A result in full, as readers of the document get it. */
function resultFor(
  { code, file, line, column, message, hint }: Diagnostic,
  level: string,
  endColumn?: number,
) {
  const artifactLocation = { uri: file, uriBaseId: '%SRCROOT%' };
  const region = { startLine: line, startColumn: column, ...(endColumn && { endColumn }) };
  return {
    ...{ ruleId: code, ruleIndex: level === 'error' ? 0 : 1, level },
    message: { text: `${message} — ${hint}` },
    locations: [{ physicalLocation: { artifactLocation, region } }],
    partialFingerprints: { 'finding/v1': `${code}:${file}:${message}` },
  };
}

it('is a valid SARIF 2.1.0 document', () => {
  const rule = (id: string, text: string, level: string) => ({
    ...{ id, shortDescription: { text }, defaultConfiguration: { level } },
  });
  const rules = [
    rule('E_FILTER_OPERATOR', 'Filters are combined with "and" or "or".', 'error'),
    rule('W_UNKNOWN_FIELD', "A file uses only the service's documented fields.", 'warning'),
  ];
  expect(JSON.parse(sarifDocument([field, operator], { version: '1.2.3' }))).toEqual({
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'campaign-reconciler', version: '1.2.3', rules } },
        columnKind: 'utf16CodeUnits',
        results: [resultFor(field, 'warning'), resultFor(operator, 'error', 21)],
      },
    ],
  });
});

it('names each rule once, in order, whatever the order of the findings', () => {
  const { tool, results } = runOf(field, operator, { ...field, line: 9 }, { ...operator, code: 'E_KEY' });
  expect(tool.driver.rules.map(({ id }) => id)).toEqual(['E_FILTER_OPERATOR', 'E_KEY', 'W_UNKNOWN_FIELD']);
  for (const { ruleId, ruleIndex } of results) expect(tool.driver.rules[ruleIndex]?.id).toBe(ruleId);
});

it.each([
  ['summer sale', 'summer%20sale'],
  ['#1', '%231'],
  ['50% off?', '50%25%20off%3F'],
  ['two\nlines', 'two%0Alines'],
  ['größe/夏', 'gr%C3%B6%C3%9Fe/%E5%A4%8F'],
  ['http://example.com/a', 'http%3A//example.com/a'],
  ['[a] "b" <c> \\d|e^`{f}', '%5Ba%5D%20%22b%22%20%3Cc%3E%20%5Cd%7Ce%5E%60%7Bf%7D'],
  ['half \ud83d a letter', 'half%20%EF%BF%BD%20a%20letter'],
])('a file name becomes a relative reference: %j', (name, uri) => {
  const { artifactLocation } = onlyResult({ ...operator, file: `${name}.yaml` }).locations[0]
    .physicalLocation;
  expect(artifactLocation).toEqual({ uri: `${uri}.yaml`, uriBaseId: '%SRCROOT%' });
});

it.each([
  ['{{ user.name }} is not closed', '{{{{ user.name }}}} is not closed'],
  ['{0} is not a list', '{{0}} is not a list'],
  ['"[here](https://example.com)" is no key', '"[here\\](https://example.com)" is no key'],
  ['"two\nlines\u0000" is no key', '"two\nlines\u0000" is no key'],
])('a message shows special characters literally: %j', (message, text) => {
  expect(onlyResult({ ...operator, message }).message.text).toBe(`${text} — write "and"`);
});

describe('a fingerprint', () => {
  const fingerprints = (...diagnostics: Diagnostic[]) =>
    runOf(...diagnostics).results.map(({ partialFingerprints }) => partialFingerprints['finding/v1']);

  it('stays the same if the finding moves to another line', () => {
    expect(fingerprints({ ...operator, line: 90, column: 2 })).toEqual(fingerprints(operator));
  });

  it.each<readonly [what: string, other: Partial<Diagnostic>]>([
    ['file', { file: 'campaigns/promo/summer.yaml' }],
    ['code', { code: 'W_FILTER_OPERATOR' }],
    ['message', { message: '"OR" is not a filter operator' }],
  ])('differs by %s', (_, other) => {
    expect(fingerprints({ ...operator, ...other })).not.toEqual(fingerprints(operator));
  });

  it('differs for two equal findings', () => {
    const found = fingerprints(operator, { ...operator, line: 20 }, { ...operator, line: 30 });
    expect(new Set(found).size).toBe(3);
  });
});
