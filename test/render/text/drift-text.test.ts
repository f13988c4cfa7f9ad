import { assert, describe, expect, it } from 'vitest';
import { plainText } from '../../../src/messages/phrase.ts';
import type { Components } from '../../../src/model/campaign.ts';
import type { JsonObject } from '../../../src/model/json.ts';
import type { DriftReport } from '../../../src/model/drift.ts';
import { findDrift } from '../../../src/plan/find-drift.ts';
import { driftText } from '../../../src/render/text/drift-text.ts';
import { PLAIN } from '../../../src/render/text/paint.ts';
import { bindingOf, desired, key, live, planInputs, stateOf, UNREADABLE } from '../../support/builders.ts';
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

const mail = (subject: string) => ({ email: { subject } });

const text = (report: DriftReport, columns = 80) => plainText(driftText(report, { paint: PLAIN, columns }));

describe('drift on a terminal', () => {
  it('shows the last observed values, the current ones, and what is unknown', () => {
    expect(text(reportOf({ ...utm('ours') }, { ...utm('theirs') }))).toBe(`Drift in local · 3f2a91c

  ! a     DRAFT      utm_params
      campaigns/a.yaml
      utm_params
        utm_source  ours  →  theirs
      To keep it, run:
      campaigns pull a -w local
      Otherwise, the next apply restores the file's value.
  ? sick  –          unknown
      The service answered 500 with an empty body.

1 of 1 campaign was changed outside of this repository. 1 campaign could not be
read, so drift in it is unknown.
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
    expect(text(pausedByHand('a'), 200)).toContain('the next apply resumes it, so that it sends again.');
    expect(text(pausedByHand('a', 'b'), 200)).toContain(
      "the next apply restores the files' values and resumes a, b, which then send again.",
    );
  });

  it("doesn't say that each campaign has a file beside one without a file", () => {
    const unmanaged = { campaigns: [], ended: 0, isWhole: true };
    const report = { ...reportOf({}, {}), orphaned: [bindingOf(live({ key: 'b' })).key], unmanaged };
    const shown = plainText(driftText(report, { paint: PLAIN, columns: 200, listsUnmanaged: true }));
    expect(shown).toContain('1 campaign without a file was not compared.');
    expect(shown).toContain('No unmanaged campaigns.');
  });

  const flat = (subject: string): Components => ({ campaign_content: { content: { ...mail(subject) } } });
  const named = (content: JsonObject): Components => ({ campaign_content: { content } });
  it.each([
    ['campaign_content\n        subject  One  →  Two', flat('One'), flat('Two')],
    [
      'campaign_content  German · variation_1\n        subject  Eins  →  Zwei',
      named({ default: { variation_1: mail('One') }, German: { variation_1: mail('Eins') } }),
      named({ default: { variation_1: mail('One') }, German: { variation_1: mail('Zwei') } }),
    ],
    [
      'campaign_content  default · variation_2\n        subject  One  →  Two',
      named({ default: { variation_1: mail('A'), variation_2: mail('One') } }),
      named({ default: { variation_1: mail('A'), variation_2: mail('Two') } }),
    ],
  ])('names languages and variations only if there are several: %s', (words, before, after) => {
    expect(text(reportOf(before, after))).toContain(`      ${words}\n`);
  });

  it.each([
    ["the file doesn't manage this", {}],
    ['the file already has the same value', utm('theirs')],
  ])('says why there is nothing to do: %s', (why, components) => {
    const inputs = planInputs({
      desired: [desired({ components })],
      live: [live({ components: utm('theirs') })],
      state: stateOf([bindingOf(live({ components: utm('ours') }))]),
    });
    expect(text(findDrift({ ...inputs, files: 'read' })).replace(/\s+/g, ' ')).toContain(
      `No action needed: ${why}. The next apply only records it.`,
    );
  });

  it('says once how to keep the changes of several campaigns', () => {
    const keys = ['a', 'b'];
    const inputs = planInputs({
      desired: keys.map((key) => desired({ key, components: { ...utm('ours') } })),
      live: keys.map((key) => live({ key, components: { ...utm('theirs') } })),
      state: stateOf(keys.map((key) => bindingOf(live({ key, components: { ...utm('ours') } })))),
    });
    const report = findDrift({ ...inputs, files: 'read' });
    const [first] = report.drifted;
    assert(first);
    const printed = text(report);
    expect(printed.split('campaigns pull a b -w local')).toHaveLength(2);
    expect(printed).toContain('To keep these changes, write them into the files:');
    const more = ['c', 'd', 'e', 'f'].map((one) => ({ ...first, key: key(one) }));
    expect(text({ ...report, drifted: [...report.drifted, ...more] })).toContain('campaigns pull -w local');
  });

  it('offers a pull only for what it would write', () => {
    const subject = ['campaign_content', 'content', 'email', 'subject'];
    const greeting = { name: 'greeting', at: subject, place: undefined };
    const written = (key: string, components: Components) => ({
      ...desired({ key, components }),
      variables: [greeting],
    });
    const driftOf = (edits: Readonly<Record<string, readonly [before: Components, after: Components]>>) => {
      const all = Object.entries(edits).map(([key, [before, after]]) => ({ key, before, after }));
      const inputs = planInputs({
        desired: all.map(({ key, before }) => written(key, before)),
        live: all.map(({ key, after }) => live({ key, components: after })),
        state: stateOf(all.map(({ key, before }) => bindingOf(live({ key, components: before })))),
      });
      return text(findDrift({ ...inputs, files: 'read' }), 400);
    };
    const none = [flat('One'), flat('Two')] as const;
    const some = [
      { ...flat('One'), ...utm('ours') },
      { ...flat('Two'), ...utm('theirs') },
    ] as const;
    const all = [utm('ours'), utm('theirs')] as const;
    expect(driftOf({ a: none })).toContain(`
      To keep it, set them in the variable greeting. Otherwise, the next apply restores the file's value.
`);
    expect(driftOf({ a: some })).toContain(`
      To keep it, set campaign_content in the variable greeting, and run:
      campaigns pull a -w local
      Otherwise, the next apply restores the file's value.
`);
    const several = driftOf({ a: none, b: some, c: all });
    expect(several.split('The values to keep are in the variable greeting.')).toHaveLength(3);
    expect(several).toContain(`
To keep the other changes, write them into the files:
campaigns pull b c -w local
If you do nothing, the next apply restores the files' values.
`);
    expect(driftOf({ a: none, b: none })).toContain(`

If you do nothing, the next apply restores the files' values.
`);
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
