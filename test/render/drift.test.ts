import { describe, expect, it } from 'vitest';
import type { AnswerProblem } from '../../src/model/live-answer.ts';
import type { Components } from '../../src/model/campaign.ts';
import type { DriftReport } from '../../src/model/drift.ts';
import { findDrift } from '../../src/plan/find-drift.ts';
import { COMMENT_LIMIT, type PageOptions } from '../../src/render/markdown/blocks.ts';
import { driftIssue } from '../../src/render/markdown/drift-issue.ts';
import { driftText } from '../../src/render/text/report-texts.ts';
import { PLAIN } from '../../src/render/text/paint.ts';
import { bindingOf, desired, live, planInputs, stateOf, UNREADABLE } from '../support/builders.ts';
import { HOSTILE_TEXTS } from '../support/hostile-texts.ts';
import { trouble } from '../support/report/page-trouble.ts';

const OPTIONS: PageOptions = {
  addressOf: ({ file }) => `../blob/main/${file}`,
  footnotes: [],
  limit: COMMENT_LIMIT,
};
const KIND = { type: 'EVENT_TRIGGERED' } as const;
const utm = (source: string): Components => ({ utm_params: { utm_source: source } });

interface Scene {
  readonly keys?: readonly string[];
  /** What the files and the service say, by the place of the campaign. */
  readonly before?: (at: number) => Components;
  readonly after?: (at: number) => Components;
  readonly now?: 'ACTIVE' | 'PAUSED';
  readonly drift?: 'revert' | 'hold';
  /** Why another campaign could not be read. */
  readonly problem?: AnswerProblem;
}

/** A report on active campaigns that were changed manually, and on one that can't be read. */
function reportOf({
  keys = ['a'],
  before = () => utm('ours'),
  after = () => utm('theirs'),
  ...scene
}: Scene): DriftReport {
  const { now = 'ACTIVE', drift = 'revert', problem = UNREADABLE.problem } = scene;
  const sick = live({ key: 'sick' });
  const known = keys.map((key, at) => live({ ...KIND, key, status: 'ACTIVE', components: before(at) }));
  const inputs = planInputs({
    desired: [
      ...keys.map((key, at) => desired({ ...KIND, key, status: 'ACTIVE', components: before(at) })),
      desired({ key: 'sick' }),
    ],
    live: [...keys.map((key, at) => live({ ...KIND, key, status: now, components: after(at) })), sick],
    state: stateOf([
      ...known.map((one) => bindingOf(one, { status: { applied: 'ACTIVE', observed: 'ACTIVE' } })),
      bindingOf(sick),
    ]),
    unreadable: new Set([sick.id]),
  });
  const policy = { drift, guard: { share: 1, atLeast: 1_000 } };
  const report = findDrift({ ...inputs, policy, files: 'read' });
  return { ...report, unknown: report.unknown.map((one) => ({ ...one, problem })) };
}

const text = (report: DriftReport, columns = 80) => driftText(report, { paint: PLAIN, columns });
const body = (report: DriftReport) => driftIssue(report, OPTIONS).body;

it('shows the last observed values, the current ones, what to do, and what is unknown', () => {
  expect(text(reportOf({}))).toBe(`Drift in local · 3f2a91c

  ! a     ACTIVE     UTM source
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

it('the issue has no times, commits and answers, so the same drift gives the same bytes', () => {
  const saying = (said: string): DriftReport => ({
    ...reportOf({ problem: { code: 'refused', status: 500, serviceCode: 'FAILED', said } }),
    commit: said,
  });
  expect(body(saying('one'))).toBe(body(saying('two')));
  expect(body(saying('one'))).toContain('unknown<br>The campaign could not be read. | No action needed');
});

describe('many campaigns', () => {
  const keys = Array.from({ length: 300 }, (_, at) => `c${String(at).padStart(3, '0')}`);
  const many = reportOf({ keys, after: (at) => utm(`hand ${at} ${'x y '.repeat(80)}`) });

  it.each([40, 80, 200])('stay within %d columns', (columns) => {
    for (const { length } of text(many, columns).split('\n')) expect(length).toBeLessThanOrEqual(columns);
  });

  it.each([20_000, 8_000])('fit into %d characters', (limit) => {
    const page = driftIssue(many, {
      ...OPTIONS,
      footnotes: ['looked at every day'],
      limit: { ...COMMENT_LIMIT, atMost: limit },
    }).body;
    expect(page.length).toBeLessThanOrEqual(limit);
    expect(page).toMatch(/Left out to save space: \d+ entries/);
    expect(page.match(/\[c\d{3}\]/g)?.length).toBeGreaterThan(0);
    expect(page).toMatch(/<\/sub>\n$/);
  });
});

it.each(Object.entries(HOSTILE_TEXTS))('the text of campaigns has no effect: %s', (_, said) => {
  const report = reportOf({
    before: () => ({ ...utm('plain'), basic_details: { name: 'plain' } }),
    after: () => ({
      utm_params: { utm_source: said, [said]: said },
      basic_details: { name: said, tags: [said] },
      campaign_content: { content: { email: { subject: said, html_content: `<p>\n${said}\n</p>` } } },
    }),
    problem: { code: 'refused', status: 500, serviceCode: said, said },
  });
  const shown = text(report);
  expect(shown).not.toMatch(/(?!\n)\p{Cc}|\p{Cs}|[\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/u);
  // None of it is where the line of a campaign would be.
  expect(shown.split('\n').filter((line) => /^ {0,2}\S/.test(line))).toHaveLength(5);
  const unknown = report.unknown.map((one) => ({ ...one, key: said as never, file: null }));
  const page = body({ ...report, unknown });
  expect(trouble(page)).toEqual([]);
  const rows = page.split('\n').filter((line) => line.startsWith('|'));
  expect(rows.map((line) => line.split('|').length - 1)).toEqual([6, 6, 6, 6]);
});
