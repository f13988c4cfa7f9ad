import { describe, expect, it } from 'vitest';
import type { CampaignStatus, DeliveryType, DesiredStatus } from '../../src/model/campaign.ts';
import { isPastOrphan } from '../../src/model/plan.ts';
import { findDrift } from '../../src/plan/find-drift.ts';
import { bindingOf, desired, live, planFor, planInputs, stateOf } from '../support/builders.ts';

interface Ended {
  readonly file: DesiredStatus | undefined | 'gone';
  readonly now: CampaignStatus;
  readonly type?: DeliveryType;
  /** The status that was recorded last, without anything sent. */
  readonly seen: CampaignStatus;
  /** What the file asked for at the last apply. */
  readonly applied?: DesiredStatus;
}

function world({ file, now, type = 'EVENT_TRIGGERED', seen, applied }: Ended) {
  const shown = live({ type, status: now });
  const asked = applied ?? (file === 'gone' ? undefined : file);
  const recorded = bindingOf(shown, { status: { applied: asked, observed: 'ACTIVE' } });
  const binding = { ...recorded, status: { ...recorded.status, seen } };
  const other = live({ key: 'b' });
  return {
    desired: [desired({ key: 'b' }), ...(file === 'gone' ? [] : [desired({ status: file, type })])],
    live: [shown, other],
    state: stateOf([binding, bindingOf(other)]),
  };
}

const verdictOf = (ended: Ended) => planFor(world(ended)).campaigns[0]?.verdict;
const driftOf = (ended: Ended) => findDrift({ ...planInputs(world(ended)), files: 'read' });

describe('a campaign that ended in the service', () => {
  const ARCHIVED = { now: 'ARCHIVED', seen: 'ARCHIVED' } as const;
  const STOPPED = { now: 'STOPPED', seen: 'STOPPED' } as const;

  it.each([
    ['archived', { file: 'ACTIVE', now: 'ARCHIVED', seen: 'ACTIVE' }, 'held', 1],
    ['archived, and recorded', { file: 'ACTIVE', now: 'ARCHIVED', seen: 'ARCHIVED' }, 'in-sync', 0],
    ['sent', { file: 'ACTIVE', now: 'SENT', type: 'ONE_TIME', seen: 'SCHEDULED' }, 'in-sync', 0],
    ['sent and archived', { file: 'ACTIVE', now: 'ARCHIVED', type: 'ONE_TIME', seen: 'SENT' }, 'held', 1],
    ['archived, new in the file', { file: 'PAUSED', applied: 'ACTIVE', ...ARCHIVED }, 'held', 0],
    ['stopped, which may not have been meant', { file: 'ACTIVE', type: 'ONE_TIME', ...STOPPED }, 'held', 1],
  ] as const)('%s', (_, ended: Ended, verdict, drifted) => {
    expect(verdictOf(ended)).toBe(verdict);
    expect(driftOf(ended).drifted).toHaveLength(drifted);
  });
});

describe('fields of a campaign that ended, changed in the service', () => {
  const utm = (source: string) => ({ utm_params: { utm_source: source } });
  const ended = (now: CampaignStatus, edited = 'file') => {
    const was = live({ status: now, components: utm('file') });
    const edit = live({ status: now, components: utm('hand') });
    return {
      desired: [desired({ components: utm(edited) })],
      live: [edit],
      state: stateOf([bindingOf(was)]),
    };
  };

  it.each(['SENT', 'ARCHIVED', 'STOPPED'] as const)('are reported once while it is %s', (status) => {
    const world = ended(status);
    const [first] = planFor(world).campaigns;
    expect(first).toMatchObject({ verdict: 'held', held: [{ reason: 'locked' }], steps: [] });
    expect(first?.record).toMatchObject({ applied: utm('file'), observed: utm('hand') });
    const state = stateOf(first?.record ? [first.record] : []);
    const [second] = planFor({ ...world, state }).campaigns;
    expect(second).toMatchObject({ verdict: 'in-sync', record: undefined });
    expect(findDrift({ ...planInputs({ ...world, state }), files: 'read' }).drifted).toEqual([]);
  });

  it('stay blocked while it may be edited again, and if the file was edited too', () => {
    expect(planFor(ended('ACTIVE')).campaigns[0]?.record).toBeUndefined();
    const [both] = planFor(ended('ARCHIVED', 'another')).campaigns;
    expect(both).toMatchObject({ verdict: 'held', record: undefined });
  });
});

describe('a campaign whose file is gone', () => {
  it.each([
    ['SENT', 'ONE_TIME', true],
    ['SENT', 'PERIODIC', false],
    ['STOPPED', 'ONE_TIME', true],
    ['ARCHIVED', 'PERIODIC', true],
    ['PAUSED', 'PERIODIC', false],
    ['DRAFT', 'ONE_TIME', false],
  ] as const)('and that is %s (%s): not mentioned: %s', (now, type, isQuiet) => {
    const ended: Ended = { file: 'gone', now, type, seen: now };
    const [orphan] = planFor(world(ended)).campaigns;
    expect(orphan?.verdict).toBe('orphaned');
    expect(orphan && isPastOrphan(orphan)).toBe(isQuiet);
    expect(driftOf(ended)).toMatchObject({ orphaned: ['a'], checked: 1, past: isQuiet ? 1 : 0 });
  });
});
