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
  const said = { code: 'E_VALUE', message: '"x" is not one of them', hint: 'write "y"' } as const;
  return { file: 'campaigns/a.yaml', line, column: 3, ...said, ...more };
}

function resultFailing(name: string, message: string, place?: FilePlace): Result {
  return { ...emptyResult('production', { refused: undefined }), failed: [failed(name, message, { place })] };
}

describe('an annotation', () => {
  it('of a diagnostic is at its position', () => {
    const at = { file: 'campaigns/a.yaml', line: 14, column: 3 };
    const message = '"x" is not one of them — write "y"';
    expect(annotationsOf({ diagnostics: [diagnostic(14)] })).toEqual([
      { level: 'error', ...at, title: 'E_VALUE', message },
    ]);
  });

  const file = 'campaigns/promo/black-friday-push.yaml';

  const OTHERS = 'see ../../etc/passwd.txt:1:1 and campaigns/other.yaml:9:1';

  it.each<readonly [what: string, place: FilePlace | undefined, said: string]>([
    ['the place that the service complains of', { file, line: 12, column: 5 }, 'too long'],
    ['a place in another file', { file: 'content/mail.html', line: 7, column: 1 }, 'too long'],
    ['its file', undefined, 'too long'],
    ['its file, whatever place the message of the service names', undefined, OTHERS],
  ])('of a failure is at %s', (_, place, said) => {
    const result = resultFailing('promo/black-friday-push', said, place);
    const [first] = annotationsOf({ diagnostics: [], plan, result });
    const at = place ?? { file, line: 1 };
    expect(first).toMatchObject({ level: 'error', title: 'promo/black-friday-push: failed', ...at });
    expect(first?.message).toContain(`${said}. Correct the file`);
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

  it('are sorted, the worst first, with at most nine of each level; the last one says how many more', () => {
    expect(all.map(({ level, line }) => `${level} ${line}`)).toEqual(
      ['error', 'warning'].flatMap((level) => [1, 2, 3, 4, 5, 6, 7, 8, 9].map((line) => `${level} ${line}`)),
    );
    const more =
      '"x" is not one of them — write "y" (And 16 more like this. The job summary lists them all.)';
    expect(all.filter(({ message }) => message.includes('more like this'))).toMatchObject([
      { message: more },
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
