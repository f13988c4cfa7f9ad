import { describe, expect, it } from 'vitest';
import type { Components } from '../../../src/model/campaign.ts';
import type { DriftReport } from '../../../src/model/drift.ts';
import { findDrift } from '../../../src/plan/find-drift.ts';
import { driftText } from '../../../src/render/text/drift-text.ts';
import { PLAIN } from '../../../src/render/text/paint.ts';
import { bindingOf, desired, live, planInputs, stateOf, UNREADABLE } from '../../support/builders.ts';
import type { AnswerProblem } from '../../../src/model/answer-problem.ts';
import { HOSTILE_TEXTS } from '../../support/hostile-texts.ts';

const utm = (source: string) => ({ utm_params: { utm_source: source } });

/** A report on one campaign that became `after`, and on one that can't be read. */
function reportOf(
  before: Components,
  after: Components,
  problem: AnswerProblem = UNREADABLE.problem,
): DriftReport {
  const [was, sick] = [live({ components: before }), live({ key: 'sick' })];
  const inputs = planInputs({
    desired: [desired({ components: before }), desired({ key: 'sick' })],
    live: [live({ components: after }), sick],
    state: stateOf([bindingOf(was), bindingOf(sick)]),
    unreadable: new Set([sick.id]),
  });
  const report = findDrift({ ...inputs, files: 'read' });
  return { ...report, unknown: report.unknown.map((one) => ({ ...one, problem })) };
}

const text = (report: DriftReport, columns = 80) => driftText(report, { paint: PLAIN, columns });

describe('drift on a terminal', () => {
  it('shows the last observed values, the current ones, and what is unknown', () => {
    expect(text(reportOf({ ...utm('ours') }, { ...utm('theirs') }))).toBe(`Drift in local · 3f2a91c

  ! a     DRAFT      UTM source
      campaigns/a.yaml
      utm_params
        utm_source  ours  →  theirs
      To keep it, run:
      campaigns pull a -w local
      Otherwise, the next apply restores the file's values.
  ? sick  –          unknown
      The service answered 500 unexpectedly: an empty body.

Changed outside of this repository: 1 of 1 campaign. 1 campaign could not be
read: drift unknown.
`);
  });

  /** Campaigns that were paused in the service, although their files say ACTIVE. */
  const pausedByHand = (...keys: readonly string[]) => {
    const kind = { type: 'EVENT_TRIGGERED' } as const;
    return findDrift({
      ...planInputs({
        desired: keys.map((key) => desired({ ...kind, key, status: 'ACTIVE' })),
        live: keys.map((key) => live({ ...kind, key, status: 'PAUSED' })),
        state: stateOf(keys.map((key) => bindingOf(live({ ...kind, key, status: 'ACTIVE' })))),
      }),
      files: 'read',
    });
  };

  it('says that the next apply makes a campaign send again that was paused by hand', () => {
    expect(text(pausedByHand('a'), 200)).toContain('resumes the campaign, so that it sends again.');
    const several = text(pausedByHand('a', 'b', 'c'), 200);
    expect(several.split('resumes the campaign')).toHaveLength(2);
    expect(several).toContain('a, b, c');
  });

  it.each([40, 80, 200])('stays within %d columns', (columns) => {
    const long = text(reportOf(utm('word '.repeat(60)), utm('longword'.repeat(40))), columns);
    expect(Math.max(...long.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(columns);
  });

  it.each(Object.entries(HOSTILE_TEXTS))('shows the text of campaigns literally: %s', (_, said) => {
    const after: Components = {
      utm_params: { utm_source: said, [said]: said },
      campaign_content: { content: { email: { subject: said, html_content: `<p>\n${said}\n</p>` } } },
    };
    const problem = { code: 'refused', status: 500, serviceCode: said, said } as const;
    const shown = text(reportOf(utm('plain'), after, problem));
    expect(shown).not.toMatch(/(?!\n)\p{Cc}|\p{Cs}|[\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/u);
    // None of it is where the line of a campaign would be.
    expect(shown.split('\n').filter((line) => /^ {0,2}\S/.test(line))).toHaveLength(5);
  });
});
