import { widthOf } from '../../../src/render/columns.ts';
import { describe, expect, it } from 'vitest';
import type { Diagnostic } from '../../../src/model/diagnostic.ts';
import { diagnosticsText } from '../../../src/render/text/diagnostics-text.ts';
import { diagnosticsDocument, workflowCommands } from '../../../src/render/documents/diagnostics-document.ts';
import { PLAIN } from '../../../src/render/text/paint.ts';

const operator: Diagnostic = {
  ...{ file: 'campaigns/promo/spring.yaml', line: 14, column: 18, width: 3, code: 'E_FILTER_OPERATOR' },
  ...{ message: '"AND" is not a filter operator', hint: 'write "and"' },
};
const field: Diagnostic = {
  ...{ ...operator, line: 3, column: 5, width: 1, code: 'W_UNKNOWN_FIELD' },
  ...{ message: '"titel" is no field that we know.', hint: 'did you mean title?' },
};

const diagnosticLine = (one: Diagnostic) => diagnosticsText([one], { paint: PLAIN }).slice(0, -1);

describe('a diagnostic in one line', () => {
  it.each([
    [
      operator,
      'campaigns/promo/spring.yaml:14:18 E_FILTER_OPERATOR "AND" is not a filter operator — write "and"',
    ],
    [
      field,
      'campaigns/promo/spring.yaml:3:5 W_UNKNOWN_FIELD "titel" is no field that we know — did you mean title?',
    ],
  ])('%# has the place, the code, the problem, and what to do', (diagnostic, line) => {
    expect(diagnosticLine(diagnostic)).toBe(line);
  });

  it('stays one line, whatever the file contains', () => {
    const line = diagnosticLine({ ...operator, message: '"two\nlines" is not a filter operator' });
    expect(line.split('\n')).toHaveLength(1);
  });
});

it('diagnostics as text underline the mistake behind and in wide letters', () => {
  const one = { ...operator, column: 5, width: 2 };
  const text = diagnosticsText([one], { paint: PLAIN, frames: { lineOf: () => '春の: セール', widthOf } });
  expect(text).toBe(`${diagnosticLine(one)}\n  14 │ 春の: セール\n     │       ^^^^\n`);
});

it('diagnostics as JSON have the place, code, severity, problem and what to do', () => {
  const entry = ({ file, line, column, code, message, hint }: Diagnostic, severity: string) => ({
    ...{ file, line, column, code, severity, message, hint },
  });
  expect(JSON.parse(diagnosticsDocument([field, operator]))).toEqual({
    format: 'campaign-diagnostics/1',
    diagnostics: [entry(field, 'warning'), entry(operator, 'error')],
  });
});

describe('diagnostics as workflow commands', () => {
  it('name file, line and column', () => {
    expect(workflowCommands([operator])).toBe(
      '::error file=campaigns/promo/spring.yaml,line=14,col=18,title=E_FILTER_OPERATOR::"AND" is not a filter operator — write "and"\n',
    );
  });

  it('cannot be ended by text from a file', () => {
    const sly = workflowCommands([
      { ...field, file: 'campaigns/a,line=1::b.yaml', message: '50 %\n::error::gone' },
    ]);
    expect(sly.trimEnd().split('\n')).toHaveLength(1);
    expect(sly).toContain('::warning file=campaigns/a%2Cline=1%3A%3Bb.yaml'.replace('%3B', '%3A'));
    expect(sly).toContain('50 %25%0A::error::gone');
  });
});
