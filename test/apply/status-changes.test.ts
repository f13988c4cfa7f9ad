import { describe, expect, it } from 'vitest';
import { applyPlan } from '../../src/apply/apply-plan.ts';
import { changeOf } from '../../src/model/audit.ts';
import type { CampaignStatus, Components, DesiredStatus, Live } from '../../src/model/campaign.ts';
import { applyOn, planOn, recoverOn, runOn, stageOf, type Stage } from '../support/apply-world.ts';
import { bindingOf, desired, live, stateOf } from '../support/builders.ts';
import { NOT_WRITTEN } from '../support/fake-recorder.ts';

// What the audit trail says about statuses that no run changed.

const HAND = { updatedBy: 'bob@example.com', updatedAt: '2030-12-24 18:00:00.500000' };

interface Situation {
  readonly seen: CampaignStatus;
  readonly now: CampaignStatus;
  readonly file?: DesiredStatus;
  readonly edit?: Components;
}

function stage({ seen, now, file, edit }: Situation): Stage {
  const shown: Live = { ...live({ type: 'PERIODIC', status: now }), ...HAND };
  const before = live({ type: 'PERIODIC', status: seen });
  return stageOf({
    desired: [desired({ type: 'PERIODIC', status: file, ...(edit && { components: edit }) })],
    live: [shown],
    state: stateOf([bindingOf(before, { status: { applied: file, observed: seen } })]),
  });
}

function linesOf({ recorder }: Stage): unknown[] {
  return recorder.trail.map(({ event, status, inService }) => [
    changeOf(event),
    ...(status ? [`${status.from} → ${status.to}`] : []),
    ...(inService ? [inService.by] : []),
  ]);
}

const back = (from: string, to: string) => [
  ['hand-edit', `${from} → ${to}`, null],
  ['transition', `${to} → ${from}`],
];

describe('a status that changed in the service', () => {
  it.each<readonly [what: string, situation: Situation, lines: readonly unknown[]]>([
    ['nothing', { seen: 'ACTIVE', now: 'ACTIVE' }, []],
    ['by hand', { seen: 'DRAFT', now: 'SCHEDULED' }, [['hand-edit', 'DRAFT → SCHEDULED', 'bob@example.com']]],
    ['by hand, at its end', { seen: 'SENT', now: 'ARCHIVED' }, [['hand-edit', 'SENT → ARCHIVED', null]]],
    ['by itself', { seen: 'SENDING', now: 'SENT' }, [['status', 'SENDING → SENT', null]]],
    ['by itself, while it is still sending', { seen: 'SCHEDULED', now: 'ACTIVE' }, []],
    [
      'by hand, and the run reverts it',
      { seen: 'ACTIVE', now: 'PAUSED', file: 'ACTIVE' },
      back('ACTIVE', 'PAUSED'),
    ],
    [
      'by hand, and the run stops it',
      { seen: 'PAUSED', now: 'ACTIVE', file: 'PAUSED' },
      back('PAUSED', 'ACTIVE'),
    ],
    [
      'by hand, next to an edit',
      { seen: 'DRAFT', now: 'ACTIVE', edit: { utm_params: { utm_source: 'a' } } },
      [['hand-edit', 'DRAFT → ACTIVE', 'bob@example.com'], ['update']],
    ],
    [
      'by hand, to what the file requests',
      { seen: 'DRAFT', now: 'ACTIVE', file: 'ACTIVE' },
      [['hand-edit', 'DRAFT → ACTIVE', 'bob@example.com']],
    ],
  ])('%s', async (_, situation, lines) => {
    const one = stage(situation);
    await applyOn(one);
    expect(linesOf(one)).toEqual(lines);
    await applyOn(one);
    expect(linesOf(one)).toEqual(lines);
  });

  it('is not recorded if the user did not confirm', async () => {
    const one = stage({ seen: 'DRAFT', now: 'ACTIVE' });
    await applyPlan(runOn(one), planOn(one), 'none');
    expect(linesOf(one)).toEqual([]);
  });

  it('precedes what an interrupted run then did, which begins with the status that the run found', async () => {
    const one = stage({ seen: 'PAUSED', now: 'ACTIVE', file: 'PAUSED' });
    one.service.interfere = () => 'lose-answer';
    const { answers } = one.recorder;
    answers.push({ kind: 'recorded' }, NOT_WRITTEN);
    await applyOn(one);
    one.service.interfere = () => undefined;
    await recoverOn(one, runOn(one));
    expect(linesOf(one)).toEqual([['transition', 'ACTIVE → PAUSED']]);
  });
});
