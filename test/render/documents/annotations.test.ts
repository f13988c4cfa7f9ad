import { describe, expect, it } from 'vitest';
import type { Diagnostic } from '../../../src/model/diagnostic.ts';
import { emptyResult, type Result } from '../../../src/model/result.ts';
import { annotationsOf } from '../../../src/render/documents/annotations.ts';
import type { FilePlace } from '../../../src/model/campaign.ts';
import { failed } from '../../support/report/results.ts';
import { planCase } from '../../support/golden/plan-case.ts';
import { readCase } from '../../support/golden/read-case.ts';
import { HOSTILE_TEXTS } from '../../support/hostile-texts.ts';
import { planSaying } from '../../support/talking-plan.ts';

const { plan } = planCase(readCase('001-readme'));

function diagnostic(line: number, more: Partial<Diagnostic> = {}): Diagnostic {
  return {
    file: 'campaigns/a.yaml',
    line,
    column: 3,
    code: 'E_VALUE',
    message: '"x" is not one of them',
    hint: 'write "y"',
    ...more,
  };
}

function resultFailing(name: string, message: string, place?: FilePlace): Result {
  return { ...emptyResult('production', { refused: undefined }), failed: [failed(name, message, { place })] };
}

describe('an annotation', () => {
  it('of a diagnostic is at its position', () => {
    expect(annotationsOf({ diagnostics: [diagnostic(14)] })).toEqual([
      {
        level: 'error',
        file: 'campaigns/a.yaml',
        line: 14,
        column: 3,
        title: 'E_VALUE',
        message: '"x" is not one of them — write "y"',
      },
    ]);
  });

  const file = 'campaigns/promo/black-friday-push.yaml';

  it.each<readonly [what: string, place: FilePlace | undefined, at: object]>([
    ['the place that the service complains of', { file, line: 12, column: 5 }, { file, line: 12, column: 5 }],
    [
      'a place in another file',
      { file: 'content/mail.html', line: 7, column: 1 },
      { file: 'content/mail.html', line: 7, column: 1 },
    ],
    ['its file', undefined, { file, line: 1 }],
  ])('of a failure is at %s', (_, place, at) => {
    const result = resultFailing('promo/black-friday-push', 'too long', place);
    const [first] = annotationsOf({ diagnostics: [], plan, result });
    expect(first).toMatchObject({
      level: 'error',
      title: 'promo/black-friday-push: failed',
      ...at,
    });
    expect(first?.message).toContain('too long. Correct the file');
  });

  it('of a failure is in the file of the campaign, whatever place the message of the service names', () => {
    const words = 'see ../../etc/passwd.txt:1:1 and campaigns/other.yaml:9:1';
    const [first] = annotationsOf({
      diagnostics: [],
      plan,
      result: resultFailing('promo/black-friday-push', words),
    });
    expect(first).toMatchObject({ file, line: 1 });
  });

  it('does not exist for a failure without a place', () => {
    expect(annotationsOf({ diagnostics: [], result: resultFailing('gone', 'Nobody answered.') })).toEqual([]);
  });

  it('is not repeated', () => {
    expect(annotationsOf({ diagnostics: [diagnostic(1), diagnostic(1), diagnostic(2)] })).toHaveLength(2);
  });
});

describe('annotations', () => {
  const errors = Array.from({ length: 25 }, (_, at) => diagnostic(at + 1));
  const warnings = Array.from({ length: 9 }, (_, at) =>
    diagnostic(at + 1, { code: 'W_VALUE', message: 'a warning' }),
  );
  const all = annotationsOf({ diagnostics: [...warnings, ...errors] });

  it('are sorted, the worst first, with at most nine of each level', () => {
    expect(all.map(({ level }) => level)).toEqual([
      ...Array.from({ length: 9 }, () => 'error'),
      ...Array.from({ length: 9 }, () => 'warning'),
    ]);
    expect(all.slice(0, 9).map(({ line }) => line)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('say in the last one of a level how many more there are', () => {
    expect(
      all.filter(({ message }) => message.includes('more like this')).map(({ message }) => message),
    ).toEqual([
      '"x" is not one of them — write "y" (And 16 more like this. The job summary lists them all.)',
    ]);
  });

  it.each([
    ...Object.entries(HOSTILE_TEXTS),
    ['command', 'a\r\n::error file=b::c'],
    ['long', 'x'.repeat(1e6)],
  ])('are one short line of visible characters: %s', (_, text) => {
    const printed = annotationsOf({
      diagnostics: [diagnostic(1, { message: text })],
      plan: planSaying(text),
      result: resultFailing('edited', text),
    });
    expect(printed.length).toBeGreaterThanOrEqual(3);
    for (const { message, title } of printed) {
      expect(`${message}${title}`).not.toMatch(/[\p{Cc}\p{Cs}\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069]/u);
      expect(message.length).toBeLessThan(5_000);
      expect(title.length).toBeLessThanOrEqual(255);
    }
  });
});
