import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CampaignKey } from '../../../src/model/campaign.ts';
import type { Result } from '../../../src/model/result.ts';
import { COMMENT_LIMIT, type TextLimit } from '../../../src/render/markdown/fit-blocks.ts';
import {
  resultComment,
  type ApplyReport,
  type ResultOptions,
} from '../../../src/render/markdown/result-comment.ts';
import { bindingOf, campaignId, desired, key, live, planFor, stateOf } from '../../support/builders.ts';
import { planCase } from '../../support/golden/plan-case.ts';
import { readCase } from '../../support/golden/read-case.ts';
import { HOSTILE_TEXTS } from '../../support/hostile-texts.ts';
import { planSaying } from '../../support/talking-plan.ts';
import { trouble } from '../../support/report/page-trouble.ts';
import { applied, deferred, failed, held, report, stale, unconfirmed } from '../../support/report/results.ts';
import { draws } from '../../support/draws.ts';
import { NO_ANSWER } from '../../support/answer-problems.ts';

const OPTIONS: ResultOptions = {
  addressOf: ({ file, line }) => `../blob/main/${file}${line === undefined ? '' : `.L${line}`}`,
  dashboardOf: () => undefined,
  footnotes: [],
  notices: [],
  limit: COMMENT_LIMIT,
  wholeAt: '../blob/main/summary',
};

const comment = (result: Partial<Result>, more: Partial<ApplyReport> = {}) =>
  resultComment(report(result, more), OPTIONS);

it('what was just merged comes before what other pull requests left pending', () => {
  const result = { failed: [failed('a', 'no'), failed('b', 'no')], applied: [applied('c'), applied('d')] };
  const rows = comment(result, { own: new Set([key('b'), key('d')]) }).split('\n');
  const named = rows.flatMap((row) => /^\| (?:❌|✅) \| `(\w)`/.exec(row)?.[1] ?? []);
  expect(named).toEqual(['b', 'a', 'd', 'c']);
});

it('a stop that came too late is named, and what blocks the campaign is not said twice', () => {
  const sent = live({ key: 'a', status: 'SENT' });
  const plan = planFor({
    desired: [desired({ key: 'a', status: 'STOPPED' })],
    live: [sent],
    state: stateOf([bindingOf(sent, { status: { applied: 'ACTIVE', observed: 'SCHEDULED' } })]),
  });
  const text = comment({ held: [held('a', 'locked')] }, { plan });
  expect(text).toContain('**1 too late to stop**');
  const rows = text.split('\n').filter((row) => row.startsWith('| ⚠️ |'));
  expect(rows.filter((row) => row.includes('too late to stop'))).toHaveLength(1);
  expect(rows).toHaveLength(2);
});

it('what an interrupted run did not reach is listed as not sent, not as failed', () => {
  const text = comment({ failed: [{ ...failed('a'), cause: { code: 'interrupted' } }] });
  expect(text).toContain('| ⚠️ | `a` |  | not sent<br>The run ended before it sent this change. |');
  expect(text).toContain('**1 not sent**');
  expect(text).not.toContain('failed');
});

describe('the tables', () => {
  const { plan } = planCase(readCase('001-readme'));
  const [created, updated] = ['onboarding/welcome-email', 'promo/black-friday-push'];

  it('link a failure to the line that the service complained about', () => {
    const file = `campaigns/${updated}.yaml`;
    const place = { file, line: 12, column: 5 };
    const text = comment({ failed: [failed(updated, 'too long', { place })] }, { plan });
    expect(text).toContain(
      `| ❌ | [${updated}](../blob/main/${file}.L12) | SCHEDULED | failed<br>The service refused`,
    );
  });

  it('say that the next run continues, unless a file has to be corrected', () => {
    const gone = { ...failed('a'), cause: { code: 'unreachable', problem: NO_ANSWER } } as const;
    const continues = 'start this workflow again';
    expect(comment({ failed: [gone], deferred: [deferred('b')] })).toContain(continues);
    expect(comment({ failed: [failed('a')] })).not.toContain(continues);
    expect(comment({ refused: 'lease' })).toContain(continues);
    expect(comment({ deferred: [deferred('b')] })).toContain(continues);
    expect(comment({ applied: [applied('b')] })).not.toContain(continues);
  });

  it('show unreviewed changes, and the workflow that applies them', () => {
    const text = comment({ held: [held(updated, 'not-reviewed')] }, { plan });
    expect(text).toContain(
      "| not reviewed<br>This campaign would also be changed, but the plan file doesn't",
    );
    expect(text).toContain('`unreviewed.yml` with `only: promo/black-friday-push`');
    expect(text).toContain(`<details><summary>${updated}: title (Android), UTM campaign</summary>`);
    expect(text).not.toContain(`<summary>${created}`);
    expect(comment({ held: [held(updated, 'locked')] }, { plan })).not.toContain('unreviewed.yml');
    const ignored = comment({ held: [held(updated, 'not-reviewed')] }, { plan, reviewed: 'ignore' });
    expect(ignored).not.toContain('unreviewed.yml');
  });

  it('come in order of importance', () => {
    const text = comment({
      applied: [applied('a')],
      deferred: [deferred('b')],
      failed: [failed('c')],
      stale: [stale('d')],
      held: [held('e', 'conflict')],
      unconfirmed: [unconfirmed('f')],
    });
    expect([...text.matchAll(/^\| \S+ \| `(\w)`/gm)].map(([, name]) => name).join('')).toBe('cdefba');
    expect(trouble(text)).toEqual([]);
  });
});

/** A report in which every text is the same. */
function saying(text: string): ApplyReport {
  const keys = [...planSaying('plain').campaigns.map((one) => one.key), key(text)];
  const [first = key('a'), second = first] = keys;
  return report(
    {
      workspace: text,
      applied: [{ ...applied(text), campaignId: campaignId(text) }],
      failed: keys.map((name: CampaignKey) =>
        failed(name, `${text} campaigns/edited.yaml:3:1 ${text}`, {
          place: { file: 'campaigns/edited.yaml', line: 3, column: 1 },
        }),
      ),
      stale: [{ key: first, cause: { code: 'changed', what: 'status', from: text, to: text } }],
      held: [held(second, 'locked', text), held('edited', 'not-reviewed')],
      unconfirmed: [{ key: second, component: 'utm_params', paths: [`/${text}`] }],
      deferred: [deferred(text)],
    },
    { plan: planSaying(text) },
  );
}

describe('text from outside', () => {
  it.each(Object.entries(HOSTILE_TEXTS))('has no effect on the page: %s', (_, text) => {
    expect(trouble(resultComment(saying(text), OPTIONS))).toEqual([]);
  });

  it('fits into any limit, with nothing else on the page', () => {
    const texts = fc.array(fc.constantFrom(...Object.values(HOSTILE_TEXTS)), { maxLength: 3 });
    fc.assert(
      fc.property(texts, fc.integer({ min: 800, max: 15_000 }), (all, atMost) => {
        const room: TextLimit = { units: 'characters', atMost };
        const given = { ...report({}), ...saying(all.join('')) };
        const text = resultComment(
          { ...given, result: { ...given.result, workspace: 'production' } },
          { ...OPTIONS, limit: room },
        );
        expect(text.length).toBeLessThanOrEqual(atMost);
        expect(trouble(text)).toEqual([]);
      }),
      draws(60),
    );
  });

  it('of a megabyte is left out and counted', () => {
    const text = comment({ failed: [failed('a', 'x@y '.repeat(250_000)), failed('b')] });
    expect(text).toContain('| ❌ | `b` |  | failed<br>');
    expect(text).toContain('Left out to save space: 1 campaign that needs attention.');
    expect(text.length).toBeLessThan(1_000);
  });
});
