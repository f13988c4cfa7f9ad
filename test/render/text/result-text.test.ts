import { headline } from '../../../src/render/view/result-sentence.ts';
import type { FailureCause } from '../../../src/model/failure.ts';
import { heldBy as blocked } from '../../../src/model/held.ts';
import { describe, expect, it } from 'vitest';
import { emptyResult, type Result } from '../../../src/model/result.ts';
import { exitOf } from '../../../src/model/exit.ts';
import { PLAIN } from '../../../src/render/text/paint.ts';
import { resultDocument } from '../../../src/render/documents/result-document.ts';
import { resultText } from '../../../src/render/text/result-text.ts';
import { bindingOf, campaignId, desired, key, live, planFor, stateOf } from '../../support/builders.ts';
import type { Components } from '../../../src/model/campaign.ts';
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
    ...{ said: 'refused by a hook', confusedWith: [] },
  },
} satisfies FailureCause;
const held = {
  key: key('d'),
  ...blocked('locked', HELD_EXAMPLES['drafts-only']),
};

function text(result: Partial<Result>): string {
  return resultText({ ...NOTHING, ...result }, { paint: PLAIN, columns: 80 });
}

describe('what a run reports at its end', () => {
  it('does not mention campaigns that were not selected', () => {
    const printed = resultText(NOTHING, { paint: PLAIN, columns: 80, isPartial: true });
    expect(printed).toBe('The selected campaigns are in sync, so nothing was changed.\n');
  });

  it.each<readonly [what: string, result: Partial<Result>, lines: readonly string[]]>([
    ['nothing was to do', {}, ['Everything is in sync, so nothing was changed.']],
    ['it ended before it could send anything', { endedEarly: 'failed' }, ['Nothing was sent.']],
    ['all is done', { applied: [applied('a'), applied('b')] }, ['Applied 2 changes.']],
    ['one is done', { applied: [applied('a')] }, ['Applied 1 change.']],
    [
      'an earlier run had done one more',
      { applied: [applied('a'), { ...applied('b'), isRecovered: true }] },
      ['Applied 1 change. Recorded 1 change from an earlier run.'],
    ],
    [
      'only an earlier run had done something',
      { applied: [{ ...applied('b'), isRecovered: true }] },
      ['Applied 0 changes. Recorded 1 change from an earlier run.'],
    ],
    [
      'the service accepted it but does not show it',
      { failed: [{ ...failed, cause: { code: 'not-reached', action: 'PAUSE', shown: 'ACTIVE' } }] },
      [
        '  ! c',
        '      not confirmed: The service accepted PAUSE, but shows ACTIVE. Apply again',
        '      in 5 minutes. It first reads the campaign.',
        'Applied 0 of 1 change. 1 not confirmed.',
      ],
    ],
    [
      'it was interrupted',
      {
        applied: [applied('a')],
        failed: [unsent],
      },
      [
        '  ! c',
        '      not sent: The run ended before it sent this change. Apply again. It',
        '      continues with this change.',
        'Applied 1 of 2 changes. 1 not sent.',
      ],
    ],
    [
      'origin refused the record of a creation, so it was not published',
      {
        applied: [{ ...applied('c'), change: 'create' }],
        failed: [{ ...failed, cause: { ...UNPUSHED, outcome: 'in-this-clone' } }, unsent],
      },
      [
        '  ✗ c',
        '      not recorded: The record on campaigns-state/production could not be',
        '      updated: refused by a hook. The outcome is stored only in this clone; the',
        '      next apply reads the campaign. If git refused this, allow pushes to',
        '      campaigns-state/**. Then run this again.',
        '  ! c',
        '      not sent: The run ended before it sent this change. Apply again. It',
        '      continues with this change.',
        'Applied 0 of 1 change, 1 in part. 1 created as a draft: not sending. 1 not sent,',
        '1 not recorded on origin yet.',
      ],
    ],
    [
      'origin refused the record of its second step',
      { applied: [applied('c')], failed: [{ ...failed, cause: UNPUSHED }] },
      [
        '  ! c',
        '      not sent: The record on campaigns-state/production could not be updated:',
        '      refused by a hook. That is why PUBLISH was not sent. If git refused this,',
        '      allow pushes to campaigns-state/**. Then run this again.',
        'Applied 0 of 1 change, 1 in part. 1 not sent.',
      ],
    ],
    [
      'creations wait for quota, the earliest first',
      {
        applied: [applied('a')],
        deferred: [deferred('b', '2031-01-01T11:00:41.000Z'), deferred('c', '2031-01-01T10:00:41.000Z')],
      },
      [
        'Applied 1 of 3 changes.',
        '2 creations wait for quota: b, c. Run `campaigns apply -w production` again',
        'after 2031-01-01 10:00:41 UTC, or let a scheduled workflow do it. Exit code 3.',
        'Creations are counted on the state branch, against limits.create in',
        'workspaces.yaml.',
      ],
    ],
    [
      'live moved',
      { applied: [applied('a')], stale: [stale] },
      [
        '  ! b',
        '      stale: The campaign disappeared from the service after the plan was made.',
        '      To review the new plan, run:',
        '      campaigns plan -w production',
        'Applied 1 of 2 changes. 1 stale.',
        'To see what is pending now: campaigns plan -w production',
      ],
    ],
    [
      'one failed and the others went on',
      { applied: [applied('a')], failed: [failed] },
      [
        '  ✗ c',
        '      failed: The service at https://api.example.com/ did not answer',
        '      (ECONNREFUSED). Nothing was sent. Apply again when the service answers.',
        'Applied 1 of 2 changes. 1 failed.',
      ],
    ],
    [
      'something is held',
      { applied: [applied('a')], held: [held] },
      [
        '  ! d',
        '      blocked: In this workspace, only drafts can be edited (edit_live: never),',
        '      and the campaign is ACTIVE. To keep the old version, undo this edit.',
        '      To send the new version instead:',
        '      1. Run:',
        '         campaigns replace promo/black-friday -w production',
        '         It copies this file with the edit, sets a different basic_details.name',
        '         and status: DRAFT in the copy, and restores this file. Once applied,',
        '         the copy is a draft and sends nothing.',
        '      2. In a second commit, set status: PAUSED here and set status: ACTIVE in',
        '         the copy. The old campaign is always paused first.',
        '      Until step 2, users keep getting the old version. For a few seconds',
        "      between the two changes, neither version is sent. Changing this campaign's",
        "      key isn't enough: the old campaign would keep sending.",
        'Applied 1 change. 1 blocked.',
      ],
    ],
    [
      'something was not confirmed',
      {
        applied: [applied('a')],
        unconfirmed: [{ key: key('a'), component: 'utm_params', paths: ['/utm_term'] }],
      },
      [
        '  ! a',
        "      not confirmed: The change was sent, but the service doesn't show",
        '      utm_params.utm_term as it was sent. Check the campaign in the service. The',
        "      change isn't sent again until the file or the live campaign changes.",
        'Applied 1 change. 1 not confirmed.',
      ],
    ],
  ])('%s', (_, result, lines) => {
    expect(text(result)).toBe(`${lines.join('\n')}\n`);
  });

  it('says that a new draft is not sending yet, and how to send it', () => {
    const created = { ...applied('a'), change: 'create' } as const;
    expect(text({ applied: [created] }).replace(/\s+/g, ' ')).toBe(
      'Applied 1 change. 1 created as a draft: not sending. To send the new draft, set status: ACTIVE in its file, or publish it in the service. ',
    );
    expect(text({ applied: [created, { ...applied('a'), change: 'transition' }] })).not.toContain('draft');
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
    expect(words).toContain('Applied 2 changes.\n');
    const plan = { ...planFor({ desired: [] }), campaigns };
    expect(resultText(result, { columns: 200, paint: PLAIN, plan })).toContain(
      'Applied 2 changes. 1 published: now sending or scheduled. 1 resumed: sending again.',
    );
    const created = { ...applied('a'), change: 'create' } as const;
    const both = { ...NOTHING, applied: [created, moves] };
    expect(resultText(both, { columns: 200, paint: PLAIN, plan })).toContain('Applied 1 change. 1 published');
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

  it('counts a change as the plan does: what is sent to one campaign is one change', () => {
    const plan = planFor({ desired: [desired({ key: 'a', status: 'ACTIVE' }), desired({ key: 'b' })] });
    const created = (name: string) => ({ ...applied(name), change: 'create' }) as const;
    const words = (result: Partial<Result>) =>
      resultText({ ...NOTHING, ...result }, { paint: PLAIN, columns: 200, plan });
    const copy = { key: key('a'), ...blocked('needs-publish', HELD_EXAMPLES['publish-off']) };
    expect(words({ applied: [created('a'), created('b')], held: [copy] })).toContain(
      'Applied 1 of 2 changes, 1 in part. 2 created as drafts: not sending. 1 blocked.',
    );
    const earlier = { ...created('b'), isRecovered: true } as const;
    expect(words({ applied: [created('a'), earlier], failed: [{ ...unsent, key: key('a') }] })).toContain(
      'Applied 0 of 1 change, 1 in part. Recorded 1 change from an earlier run. 2 created as drafts: not sending. 1 not sent.',
    );
  });

  it('does not ask for a status that the file already has', () => {
    const created = [{ ...applied('a'), change: 'create' } as const];
    const plan = planFor({ desired: [desired({ key: 'a', status: 'ACTIVE' })] });
    const words = resultText({ ...NOTHING, applied: created }, { paint: PLAIN, columns: 80, plan });
    expect(words).not.toContain('set status');
  });

  it('says what must be changed before a new draft can be sent', () => {
    const at = (year: number): Components => ({
      scheduling_details: { delivery_type: 'AT_FIXED_TIME', start_time: `${year}-01-01T08:00:00` },
    });
    const plan = planFor({
      desired: [desired({ key: 'a', components: at(2031) }), desired({ key: 'b', components: at(2032) })],
    });
    const advice = (...keys: string[]) => {
      const created = keys.map((one) => ({ ...applied(one), change: 'create' }) as const);
      const words = resultText({ ...NOTHING, applied: created }, { paint: PLAIN, columns: 80, plan });
      return words.replace(/\s+/g, ' ').replace(/^.*(?=To send)/, '');
    };
    const ready = 'set status: ACTIVE in its file, or publish it in the service.';
    expect(advice('b')).toBe(`To send the new draft, ${ready} `);
    expect(advice('a')).toBe(
      `To send the new draft, first set start_time to a time in the future, because it is in the past. Then ${ready} `,
    );
    expect(advice('a', 'b')).toBe(
      `To send a new draft, ${ready} Where start_time is in the past (a), first set it to a time in the future. `,
    );
  });

  it('does not say that a blocked new draft is ready to be sent', () => {
    const created = { ...applied('d'), change: 'create' } as const;
    expect(text({ applied: [created], held: [held] })).not.toMatch(/To send the new draft|1 blocked/);
    const others = ['a', 'b'].map((name) => ({ ...applied(name), change: 'create' }) as const);
    expect(text({ applied: [created, ...others], held: [held] })).toContain('To send a or b, set');
    const off = { key: key('d'), ...blocked('needs-publish', HELD_EXAMPLES['publish-off']) };
    expect(text({ applied: [created], held: [off] })).toContain('To send the new draft');
  });

  it('failures come before stale changes, and those before blocked ones', () => {
    const order = text({ failed: [failed], stale: [stale], held: [held] })
      .match(/^ +(failed|stale|blocked)/gm)
      ?.map((one) => one.trim());
    expect(order).toEqual(['failed', 'stale', 'blocked']);
  });

  it.each<readonly [what: string, more: Partial<Result['deferred'][number]>, words: string]>([
    [
      'the full window',
      { cause: { limit: 25, spanMs: 3_600_000, counts: 'successes' } },
      '1 creation waits for the hourly quota (25 an hour): b.',
    ],
    [
      'a window of its own length',
      { cause: { limit: 3, spanMs: 7_000, counts: 'attempts' } },
      '1 creation waits for the creation quota (3 in 7 s): b.',
    ],
    [
      'the word of the service',
      { cause: 'service', change: 'update' },
      '1 change waits for the service, which received too many requests: b.',
    ],
  ])('deferred changes name %s', (_, more, words) => {
    const at = '2031-01-01T10:00:41.000Z';
    const said = text({ deferred: [{ ...deferred('b', at), ...more }] }).replaceAll('\n', ' ');
    expect(said).toContain(words);
    expect(said).toContain('Exit code 3.');
  });

  it('does not promise exit 3 if something else decides the exit code', () => {
    const said = text({ deferred: [deferred('b', '2031-01-01T10:00:41.000Z')], failed: [failed] });
    expect(said).not.toContain('Exit 3');
  });

  it('the time to run again is never too early', () => {
    expect(text({ deferred: [deferred('b', '2031-01-01T10:00:41.500Z')] })).toContain('10:00:42');
  });

  it.each([
    [
      'credential',
      'The service refused the API key. Nothing more was sent. Check the API key of this workspace and its scope, then run this again.',
    ],
    [
      'lease',
      'Another run is applying to this workspace. Nothing more was sent. Run this again when the other run has ended.',
    ],
    [
      'guard',
      'The guard refused the plan because it changes too many live campaigns. Only pauses and stops were sent. If you want all these changes, use --allow guard.',
    ],
  ] as const)('a run refused by the %s says so', (refused, words) => {
    const said = text({ refused, held: [held] });
    expect(said.replace(/\s+/g, ' ')).toContain(words);
    expect(said.split('\n').filter((line) => line.length > 80)).toEqual([]);
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
  const noticed = `  ! a
      status changed: Its status was changed in the service from ACTIVE to
      PAUSED since the last apply.
`;
  expect(resultText(sent, { paint: PLAIN, columns: 80, plan })).toContain(noticed);
  expect(resultText(NOTHING, { paint: PLAIN, columns: 80, plan })).not.toContain('status changed');
});

it('says what to do about a stop that came too late', () => {
  const sent = live({ key: 'a', status: 'SENT' });
  const plan = planFor({
    desired: [desired({ key: 'a', status: 'STOPPED' })],
    live: [sent],
    state: stateOf([bindingOf(sent, { status: { applied: 'ACTIVE', observed: 'SCHEDULED' } })]),
  });
  expect(resultText(NOTHING, { paint: PLAIN, columns: 80, plan })).toBe(`  ! a
      too late to stop: The campaign was already sent (its status is SENT), and
      what was sent can't be recalled. Change the file back to status: ACTIVE,
      remove its status line, or remove the whole file.
There was nothing to do.
`);
});
