import { describe, expect, it } from 'vitest';
import type { Result } from '../../../src/model/result.ts';
import { headline, resultSentence, type EndedRun } from '../../../src/render/rows/result-sentence.ts';
import { COMMENT_LIMIT } from '../../../src/render/markdown/fit-blocks.ts';
import { resultComment } from '../../../src/render/markdown/result-comment.ts';
import { planCase } from '../../support/golden/plan-case.ts';
import { readCase } from '../../support/golden/read-case.ts';
import {
  applied,
  deferred,
  failed,
  held,
  report,
  stale,
  unconfirmed,
  unrecorded,
} from '../../support/report/results.ts';

function words(run: EndedRun): string {
  return resultSentence(run)
    .map(({ text, strong }) => (strong ? `**${text}**` : text))
    .join('');
}

describe('the first sentence', () => {
  it('repeats what is still sending without a file, and never calls that nothing to do', () => {
    const { plan } = planCase(readCase('030-orphan-still-sending'));
    const run = report({}, { plan });
    expect(words(run)).toMatch(
      /^\*\*Applied nothing\*\* in production; \*\*\d no file, still sending\*\*\.$/,
    );
    expect(headline(run)).toContain('still sending');
    const options = {
      ...{
        addressOf: () => '',
        dashboardOf: () => undefined,
        footnotes: [],
        notices: [],
      },
      limit: COMMENT_LIMIT,
    };
    expect(resultComment(run, options)).toMatch(
      /\| no file, still sending<br>Its file is gone, but the campaign is ACTIVE/,
    );
  });

  it.each<readonly [printed: string, result: Partial<Result>]>([
    ['**Nothing to do** in production.', {}],
    [
      '**Applied 1** change in production.',
      { applied: [applied('a', 'create'), applied('a', 'transition')] },
    ],
    [
      '**Applied 2 of 4** changes in production; **1 failed**; **1 deferred** until 2031-01-01 11:00 UTC.',
      { applied: [applied('a'), applied('b')], deferred: [deferred('c')], failed: [failed('d')] },
    ],
    [
      '**Applied 0 of 3** changes in production; **1 stale**; **2 not reviewed**; **1 blocked**; **1 not confirmed**; **2 deferred** until 2031-01-01 11:00 UTC.',
      {
        deferred: [
          { ...deferred('a'), cause: 'service' },
          { ...deferred('b', '2031-01-01T12:00:00.000Z'), cause: 'service' },
        ],
        stale: [stale('c')],
        held: [held('d', 'not-reviewed'), held('e', 'not-reviewed'), held('f', 'locked')],
        unconfirmed: [unconfirmed('g')],
      },
    ],
    [
      '**Applied 1** change in production; **1 not recorded**.',
      { applied: [applied('a')], failed: [unrecorded('a')] },
    ],
    [
      '**Applied 1** change in production; recorded 1 change from an earlier run; 1 created as a draft: not sending; **1 blocked**.',
      {
        applied: [applied('a', 'create'), { ...applied('b'), isRecovered: true }],
        held: [held('a', 'locked')],
      },
    ],
    [
      '**Applied 0 of 1** change in production, 1 in part; **1 failed**.',
      { applied: [applied('a')], failed: [failed('a')] },
    ],
    [
      '**Another run is applying to this workspace.** Nothing more was sent. Run this again when the other run has ended.',
      { refused: 'lease' },
    ],
    [
      '**The service refused the API key.** Nothing more was sent. Check the API key of this workspace and its scope, then run this again. **Applied 1** change in production.',
      { refused: 'credential', applied: [applied('a')] },
    ],
    [
      '**The guard refused the plan because it changes too many live campaigns.** Only pauses and stops were sent. If you want all these changes, start apply manually with the input allow: guard.',
      { refused: 'guard' },
    ],
    [
      '**The campaign files are invalid.** Nothing was sent. Correct the errors that the annotations show.',
      { refused: 'invalid-files' },
    ],
    ['**The run failed.** Its log says why. The next run checks what was sent.', { endedEarly: 'failed' }],
    [
      '**Stale: nothing was sent.** The files or the live campaigns changed after the review. Run plan again, and review the new plan.',
      { endedEarly: 'stale' },
    ],
  ])('%s', (printed, result) => {
    expect(words(report(result))).toBe(printed);
  });
});

describe('the headline', () => {
  it('has at most 140 characters, and only whole parts', () => {
    const many = (count: number, name: string) => Array.from({ length: count }, (_, at) => `${name}${at}`);
    const text = headline(
      report({
        workspace: 'w'.repeat(40),
        applied: many(1_000, 'a').map((name) => applied(name)),
        deferred: many(1_000, 'b').map((name) => deferred(name)),
        failed: many(1_000, 'c').map((name) => failed(name)),
        stale: many(1_000, 'd').map(stale),
        held: many(1_000, 'e').map((name) => held(name, 'locked')),
        unconfirmed: many(1_000, 'f').map(unconfirmed),
      }),
    );
    expect(text.length).toBeLessThanOrEqual(140);
    expect(text).toMatch(/; 1000 failed; .* 1000 not confirmed …$/);
  });
});
