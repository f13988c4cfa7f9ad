import { headline } from '../../../src/render/rows/result-sentence.ts';
import type { FailureCause } from '../../../src/model/failure.ts';
import { heldBy as blocked } from '../../../src/model/held.ts';
import { describe, expect, it } from 'vitest';
import { emptyResult, type Result } from '../../../src/model/result.ts';
import { exitOf } from '../../../src/model/exit.ts';
import { PLAIN } from '../../../src/render/text/paint.ts';
import { resultDocument } from '../../../src/render/documents/result-document.ts';
import { resultText } from '../../../src/render/text/result-text.ts';
import { bindingOf, campaignId, desired, key, live, planFor, stateOf } from '../../support/builders.ts';
import { HELD_EXAMPLES } from '../../support/held-examples.ts';
import { NO_ANSWER } from '../../support/answer-problems.ts';

const NOTHING = emptyResult('production', { refused: undefined });
const applied = (name: string): Result['applied'][number] => ({
  key: key(name),
  change: 'update',
  campaignId: campaignId(`id-${name}`),
  components: ['utm_params'],
  responseId: 'r-1',
});
const deferred = (name: string, resumeAt: string) => ({ key: key(name), resumeAt });
const stale = { key: key('b'), cause: { code: 'changed', what: 'gone' } } as const;
const failed = {
  key: key('c'),
  cause: { code: 'unreachable', problem: NO_ANSWER },
  responseId: null,
} as const;
const unsent = { ...failed, cause: { code: 'interrupted' } } as const;
const UNPUSHED = {
  ...({ code: 'not-recorded', outcome: 'nothing-sent', step: 'PUBLISH' } as const),
  because: {
    ...({ code: 'not-recorded', branch: 'campaigns-state/production' } as const),
    said: 'refused by a hook',
  },
} satisfies FailureCause;
const held = {
  key: key('d'),
  ...blocked('locked', HELD_EXAMPLES['drafts-only']),
};

function text(result: Partial<Result>): string {
  return resultText({ ...NOTHING, ...result }, { paint: PLAIN, columns: 100 });
}

describe('what a run reports at its end', () => {
  const pending = { ...failed, cause: { code: 'not-reached', action: 'PAUSE', shown: 'ACTIVE' } } as const;
  const inClone = { ...failed, cause: { ...UNPUSHED, outcome: 'in-this-clone' } } as const;
  const created = { ...applied('c'), change: 'create' } as const;
  const unconfirmed = { key: key('a'), component: 'utm_params', paths: ['/utm_term'] } as const;
  const recovered = { ...applied('b'), isRecovered: true } as const;

  it.each<readonly [result: Partial<Result>, heads: string, counts: string]>([
    [{}, '', 'Everything is in sync, so nothing was changed.'],
    [{ applied: [applied('a'), applied('b')] }, '', 'Applied 2 changes in production.'],
    [
      { applied: [applied('a'), recovered] },
      '',
      'Applied 1 change in production; recorded 1 change from an earlier run.',
    ],
    [{ failed: [pending] }, '! c  not confirmed', 'Applied 0 of 1 change in production; 1 not confirmed.'],
    [
      { applied: [applied('a')], failed: [unsent] },
      '! c  not sent',
      'Applied 1 of 2 changes in production; 1 not sent.',
    ],
    [
      { applied: [created], failed: [inClone, unsent] },
      '✗ c  not recorded, ! c  not sent',
      'Applied 0 of 1 change in production, 1 in part; 1 created as a draft: not sending; 1 not recorded; 1',
    ],
    [
      { applied: [applied('c')], failed: [{ ...failed, cause: UNPUSHED }] },
      '! c  not sent',
      'Applied 0 of 1 change in production, 1 in part; 1 not sent.',
    ],
    [
      { applied: [applied('a')], failed: [failed] },
      '✗ c  failed',
      'Applied 1 of 2 changes in production; 1 failed.',
    ],
    [
      { applied: [applied('a')], unconfirmed: [unconfirmed] },
      '! a  not confirmed',
      'Applied 1 change in production; 1 not confirmed.',
    ],
  ])('%# has a line for each campaign, and counts', (result, heads, counts) => {
    const lines = text(result).split('\n');
    expect(lines.flatMap((line) => /^ {2}([!✗] .*)$/.exec(line)?.[1] ?? []).join(', ')).toBe(heads);
    expect(lines).toContain(counts);
  });

  it('says what it started to send', () => {
    const moves = { ...applied('a'), change: 'transition' } as const;
    const paused = live({ key: 'b', type: 'PERIODIC', status: 'PAUSED' });
    const { campaigns } = planFor({
      desired: [desired({ status: 'ACTIVE' }), desired({ key: 'b', type: 'PERIODIC', status: 'ACTIVE' })],
      live: [paused],
      state: stateOf([bindingOf(paused)]),
    });
    const result = { ...NOTHING, applied: [moves, { ...moves, key: key('b') }] };
    const words = resultText(result, { columns: 200, paint: PLAIN, plan: planFor({ desired: [] }) });
    expect(words).toMatch(/^Applied 2 changes in \w+\.$/m);
    const plan = { ...planFor({ desired: [] }), campaigns };
    expect(resultText(result, { columns: 200, paint: PLAIN, plan })).toContain(
      '; 1 published: now sending or scheduled; 1 resumed: sending again.',
    );
    const created = { ...applied('a'), change: 'create' } as const;
    const both = { ...NOTHING, applied: [created, moves] };
    expect(resultText(both, { columns: 200, paint: PLAIN, plan })).toMatch(
      /^Applied 1 change in \w+; 1 published/m,
    );
  });

  it.each<readonly [what: string, cause: FailureCause, isDraft: boolean]>([
    ['may have been published', { code: 'unclear', found: 'nothing' }, false],
    ['was not published', { code: 'interrupted' }, true],
  ])(
    'gives no other advice for a new campaign that %s, and does not claim more than is known',
    (_, cause, isDraft) => {
      const result = {
        ...NOTHING,
        applied: [{ ...applied('a'), change: 'create' } as const],
        failed: [{ key: key('a'), cause, responseId: null }],
      };
      expect(text(result)).not.toContain('To send');
      expect(text(result).includes('not sending')).toBe(isDraft);
      expect(headline({ result, outcome: 'failed' }).includes('not sending')).toBe(isDraft);
    },
  );

  it('does not say that a blocked new draft is ready to be sent', () => {
    const created = { ...applied('d'), change: 'create' } as const;
    expect(text({ applied: [created], held: [held] })).not.toContain('To send the new draft');
    const others = ['a', 'b'].map((name) => ({ ...applied(name), change: 'create' }) as const);
    expect(text({ applied: [created, ...others], held: [held] })).toContain('To send a or b, set');
    const off = { key: key('d'), ...blocked('needs-publish', HELD_EXAMPLES['publish-off']) };
    expect(text({ applied: [created], held: [off] })).toContain('To send the new draft');
  });

  it('failures come before stale changes, and those before blocked ones', () => {
    const order = text({ failed: [failed], stale: [stale], held: [held] }).match(/(failed|stale|blocked)$/gm);
    expect(order).toEqual(['failed', 'stale', 'blocked']);
  });

  it('the time to run again is never too early', () => {
    expect(text({ deferred: [deferred('b', '2031-01-01T10:00:41.500Z')] })).toContain('10:00:42');
  });
});

describe('the outcome of a run', () => {
  it.each<readonly [result: Partial<Result>, outcome: string, exit: number]>([
    [{}, 'complete', 0],
    [{ applied: [applied('a')], held: [held] }, 'complete', 0],
    [{ deferred: [deferred('a', '2031-01-01T10:00:00.000Z')] }, 'deferred', 3],
    [{ deferred: [deferred('a', '2031-01-01T10:00:00.000Z')], stale: [stale] }, 'stale', 4],
    [{ stale: [stale], failed: [failed] }, 'failed', 1],
    [{ refused: 'guard', held: [held] }, 'refused', 8],
    [{ refused: 'lease' }, 'refused', 6],
    [{ refused: 'credential', failed: [failed] }, 'refused', 7],
    [{ refused: 'invalid-files' }, 'refused', 5],
  ])('%# is %s', (result, outcome, exit) => {
    const whole = { ...NOTHING, ...result };
    expect(JSON.parse(resultDocument(whole))).toMatchObject({ format: 'campaign-result/1', outcome });
    expect(exitOf(whole, { exitCode: false })).toBe(exit);
  });

  it('with blocked changes is 2 if that was requested', () => {
    expect(exitOf({ ...NOTHING, held: [held] }, { exitCode: true })).toBe(2);
  });

  it('as JSON has every list, and the earliest time to run again', () => {
    const result = {
      ...NOTHING,
      applied: [applied('a')],
      deferred: [deferred('b', '2031-01-01T11:00:41.000Z'), deferred('c', '2031-01-01T10:00:41.000Z')],
    };
    expect(JSON.parse(resultDocument(result))).toEqual({
      format: 'campaign-result/1',
      workspace: 'production',
      outcome: 'deferred',
      applied: [
        { key: 'a', change: 'update', campaign_id: 'id-a', components: ['utm_params'], response_id: 'r-1' },
      ],
      deferred: [
        { key: 'b', resume_at: '2031-01-01T11:00:41.000Z' },
        { key: 'c', resume_at: '2031-01-01T10:00:41.000Z' },
      ],
      stale: [],
      unconfirmed: [],
      held: [],
      failed: [],
      resume_at: '2031-01-01T10:00:41.000Z',
    });
  });
});

it('says what needed attention in what was sent, also where nobody saw the plan', () => {
  const paused = live({ key: 'a', type: 'EVENT_TRIGGERED', status: 'PAUSED' });
  const status = { applied: 'ACTIVE', observed: 'ACTIVE' } as const;
  const plan = planFor({
    desired: [desired({ key: 'a', type: 'EVENT_TRIGGERED', status: 'ACTIVE' })],
    live: [paused],
    state: stateOf([bindingOf(paused, { status })]),
  });
  const sent = { ...NOTHING, applied: [applied('a')] };
  const noticed = `  ! a  PAUSED     status changed
      Its status was changed in the service from ACTIVE to PAUSED since the last
      apply.
`;
  expect(resultText(sent, { paint: PLAIN, columns: 80, plan })).toContain(noticed);
  expect(resultText(NOTHING, { paint: PLAIN, columns: 80, plan })).not.toContain('status changed');
});
