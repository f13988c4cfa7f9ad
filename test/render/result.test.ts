import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exitOf } from '../../src/model/exit.ts';
import { emptyResult, type Result } from '../../src/model/result.ts';
import { resultDocument } from '../../src/render/documents/plan-document.ts';
import { COMMENT_LIMIT } from '../../src/render/markdown/blocks.ts';
import {
  resultComment,
  type ApplyReport,
  type ResultOptions,
} from '../../src/render/markdown/result-comment.ts';
import { headline } from '../../src/render/rows/result-rows.ts';
import { PLAIN } from '../../src/render/text/paint.ts';
import { resultText } from '../../src/render/text/report-texts.ts';
import { campaignId, key } from '../support/builders.ts';
import { draws } from '../support/draws.ts';
import { planCase } from '../support/golden/plan-case.ts';
import { readCase } from '../support/golden/read-case.ts';
import { HOSTILE_TEXTS } from '../support/hostile-texts.ts';
import { trouble } from '../support/report/page-trouble.ts';
import { applied, deferred, failed, held, report, stale, unconfirmed } from '../support/report/results.ts';
import { planSaying } from '../support/talking-plan.ts';

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
const NOTHING = emptyResult('production', { refused: undefined });
const text = (result: Partial<Result>) =>
  resultText({ ...NOTHING, ...result }, { paint: PLAIN, columns: 200 });

it('the time to run again is never too early', () => {
  expect(text({ deferred: [deferred('b', '2031-01-01T10:00:41.500Z')] })).toContain('10:00:42');
});

it.each<readonly [result: Partial<Result>, outcome: string, exit: number]>([
  [{}, 'complete', 0],
  [{ applied: [applied('a')], held: [held('d', 'locked')] }, 'complete', 0],
  [{ deferred: [deferred('a')] }, 'deferred', 3],
  [{ deferred: [deferred('a')], stale: [stale('b')] }, 'stale', 4],
  [{ stale: [stale('b')], failed: [failed('c')] }, 'failed', 1],
  [{ refused: 'guard', held: [held('d', 'locked')] }, 'refused', 8],
  [{ refused: 'lease' }, 'refused', 6],
  [{ refused: 'credential', failed: [failed('c')] }, 'refused', 7],
  [{ refused: 'invalid-files' }, 'refused', 5],
])('the outcome of %j is %s', (result, outcome, exit) => {
  const whole = { ...NOTHING, ...result };
  expect(JSON.parse(resultDocument(whole))).toMatchObject({ format: 'campaign-result/1', outcome });
  expect(exitOf(whole, { exitCode: false })).toBe(exit);
  if (exit === 0) expect(exitOf(whole, { exitCode: true })).toBe(whole.held.length === 0 ? 0 : 2);
});

it('the document has every list, and the earliest time to run again', () => {
  const [later, sooner] = ['2031-01-01T11:00:41.000Z', '2031-01-01T10:00:41.000Z'];
  const waiting = [deferred('b', later), deferred('c', sooner)];
  const done = { key: 'a', change: 'update', campaign_id: 'id-a', components: ['utm_params'] };
  expect(JSON.parse(resultDocument({ ...NOTHING, applied: [applied('a')], deferred: waiting }))).toEqual({
    ...{ format: 'campaign-result/1', workspace: 'production', outcome: 'deferred' },
    applied: [{ ...done, response_id: null }],
    deferred: waiting.map(({ key, resumeAt }) => ({ key, resume_at: resumeAt })),
    ...{ stale: [], unconfirmed: [], held: [], failed: [], resume_at: sooner },
  });
});

describe('the comment', () => {
  const { plan } = planCase(readCase('001-readme'));
  const [created, updated] = ['onboarding/welcome-email', 'promo/black-friday-push'];

  it('has what was just merged before what other pull requests left pending, in order of importance', () => {
    const all = comment({
      ...{ applied: [applied('a')], deferred: [deferred('b')], failed: [failed('c')], stale: [stale('d')] },
      ...{ held: [held('e', 'conflict')], unconfirmed: [unconfirmed('f')] },
    });
    const names = (page: string) => [...page.matchAll(/^\| \S+ \| `(\w)`/gm)].map(([, name]) => name);
    expect(names(all).join('')).toBe('cdefba');
    const own = { failed: [failed('a', 'no'), failed('b', 'no')], applied: [applied('c'), applied('d')] };
    expect(names(comment(own, { own: new Set([key('b'), key('d')]) })).join('')).toBe('badc');
  });

  it('links a failure to the line that the service complained about', () => {
    const place = { file: `campaigns/${updated}.yaml`, line: 12, column: 5 };
    const page = comment({ failed: [failed(updated, 'too long', { place })] }, { plan });
    expect(page).toContain(`| ❌ | [${updated}](../blob/main/${place.file}.L12) | SCHEDULED | failed<br>`);
  });

  it('shows unreviewed changes, and the workflow that applies them', () => {
    const page = comment({ held: [held(updated, 'not-reviewed')] }, { plan });
    expect(page).toContain('`unreviewed.yml` with `only: promo/black-friday-push`');
    expect(page).toContain(`<details><summary>${updated}: title (Android), UTM campaign</summary>`);
    expect(page).not.toContain(`<summary>${created}`);
    expect(comment({ held: [held(updated, 'locked')] }, { plan })).not.toContain('unreviewed.yml');
    const ignored = comment({ held: [held(updated, 'not-reviewed')] }, { plan, reviewed: 'ignore' });
    expect(ignored).not.toContain('unreviewed.yml');
  });

  it('of a megabyte leaves that out and counts it', () => {
    const page = comment({ failed: [failed('a', 'x@y '.repeat(250_000)), failed('b')] });
    expect(page).toContain('| ❌ | `b` |  | failed<br>');
    expect(page).toContain('Left out to save space: 1 entry.');
    expect(page.length).toBeLessThan(1_000);
  });

  it('has at most 140 characters as a headline, and only whole parts', () => {
    const many = (count: number, name: string) => Array.from({ length: count }, (_, at) => `${name}${at}`);
    const words = headline(
      report({
        workspace: 'w'.repeat(40),
        applied: many(1_000, 'a').map((name) => applied(name)),
        deferred: many(1_000, 'b').map((name) => deferred(name)),
        failed: many(1_000, 'c').map((name) => failed(name)),
        held: many(1_000, 'e').map((name) => held(name, 'locked')),
        unconfirmed: many(1_000, 'f').map(unconfirmed),
      }),
    );
    expect(words.length).toBeLessThanOrEqual(140);
    expect(words).toMatch(/; 1000 failed; .* 1000 unconfirmed …$/);
  });
});

/** A report in which every text is the same. */
function saying(said: string): ApplyReport {
  const keys = [...planSaying('plain').campaigns.map((one) => one.key), key(said)];
  const [first = key('a'), second = first] = keys;
  const place = { file: 'campaigns/edited.yaml', line: 3, column: 1 };
  return report(
    {
      applied: [{ ...applied(said), campaignId: campaignId(said) }],
      failed: keys.map((name) => failed(name, `${said} campaigns/edited.yaml:3:1 ${said}`, { place })),
      stale: [{ key: first, cause: { code: 'changed', what: 'status', from: said, to: said } }],
      held: [held(second, 'locked', said), held('edited', 'not-reviewed')],
      unconfirmed: [{ key: second, component: 'utm_params', paths: [`/${said}`] }],
      deferred: [deferred(said)],
    },
    { plan: planSaying(said) },
  );
}

describe('text from outside', () => {
  it.each(Object.entries(HOSTILE_TEXTS))('has no effect on the page: %s', (_, said) => {
    const given = saying(said);
    const result = { ...given.result, workspace: said };
    expect(trouble(resultComment({ ...given, result }, OPTIONS))).toEqual([]);
  });

  it('fits into any limit, with nothing else on the page', () => {
    const texts = fc.array(fc.constantFrom(...Object.values(HOSTILE_TEXTS)), { maxLength: 3 });
    fc.assert(
      fc.property(texts, fc.integer({ min: 800, max: 15_000 }), (all, atMost) => {
        const page = resultComment(saying(all.join('')), {
          ...OPTIONS,
          limit: { ...COMMENT_LIMIT, atMost },
        });
        expect(page.length).toBeLessThanOrEqual(atMost);
        expect(trouble(page)).toEqual([]);
      }),
      draws(60),
    );
  });
});
