import { describe, expect, it } from 'vitest';
import type { Components } from '../../src/model/campaign.ts';
import { bindingOf, desired, key, live, planFor, stateOf, managing } from '../support/builders.ts';

const SPRING: Components = { basic_details: { name: 'Spring' } };
const old = live({ key: 'old', components: SPRING });
const state = stateOf([bindingOf(old)]);

/** The notes of a new file next to the managed campaign `old`. */
function notesOf(copy: Parameters<typeof desired>[0]) {
  const files = [
    desired({ key: 'old', components: SPRING }),
    desired({ key: 'new', components: SPRING, ...copy }),
  ];
  const { campaigns } = planFor({ desired: files, live: [old], state }, { only: new Set([key('new')]) });
  expect(campaigns).toMatchObject([{ key: 'new', verdict: 'create', held: [] }]);
  return campaigns[0]?.notes;
}

describe('a new file next to the managed campaign, whether or not that is planned too', () => {
  it.each<readonly [what: string, copy: Parameters<typeof desired>[0]]>([
    ['says just the same', {}],
    ['says something else under its name', { components: { ...SPRING, utm_params: { utm_source: 'b' } } }],
  ])('%s: noted as a copy', (_, copy) => {
    expect(notesOf(copy)).toEqual([{ kind: 'same-name', as: ['old'] }]);
  });

  it.each<readonly [what: string, copy: Parameters<typeof desired>[0]]>([
    ['has another name', { components: { basic_details: { name: 'Summer' } } }],
    ['is of another channel', { channel: 'PUSH' }],
    ['is of another type', { type: 'PERIODIC' }],
  ])('%s: not a copy', (_, copy) => {
    expect(notesOf(copy)).toEqual([]);
  });

  it('is not noted as a copy of a campaign that has ended and sends nothing more', () => {
    const over = live({ key: 'old', type: 'ONE_TIME', status: 'STOPPED', components: SPRING });
    const { campaigns } = planFor(
      managing(
        [
          desired({ key: 'old', type: 'ONE_TIME', components: SPRING }),
          desired({ key: 'new', type: 'ONE_TIME', components: SPRING }),
        ],
        [over],
      ),
    );
    expect(campaigns.find((one) => one.key === 'new')?.notes).toEqual([]);
  });
});
