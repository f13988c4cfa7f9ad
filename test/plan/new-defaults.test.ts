import { describe, expect, it } from 'vitest';
import { toPlannedCampaign, verdictOn, type Four } from '../support/plan/four-values.ts';

const A = { utm_source: 'a', utm_medium: 'm' };

describe('a component to which the service adds a default', () => {
  const LIST = { links: [{ url: 'a' }] };
  const note = (path: string) => [{ kind: 'new-default', component: 'utm_params', paths: [path] }];

  it.each<readonly [what: string, four: Four, verdict: string, notes: unknown[]]>([
    [
      'it is recorded and noted',
      { desired: A, applied: A, observed: A, live: { ...A, utm_new: false } },
      'in sync, nothing, recorded',
      note('/utm_new'),
    ],
    [
      'also inside an element of a list',
      { desired: LIST, applied: LIST, observed: LIST, live: { links: [{ url: 'a', utm_new: 0 }] } },
      'in sync, nothing, recorded',
      note('/links/0/utm_new'),
    ],
    [
      'also next to what it added before',
      {
        desired: A,
        applied: A,
        observed: { ...A, utm_id: 'x' },
        live: { ...A, utm_id: 'x', utm_new: false },
      },
      'in sync, nothing, recorded',
      note('/utm_new'),
    ],
    [
      'it is noted once',
      { desired: A, applied: A, observed: { ...A, utm_new: false }, live: { ...A, utm_new: false } },
      'in sync, nothing',
      [],
    ],
    [
      'a value that says something is none',
      { desired: A, applied: A, observed: A, live: { ...A, utm_new: 'x' } },
      'drifted, sent',
      [],
    ],
    [
      "a complete new element of a list doesn't count",
      { desired: LIST, applied: LIST, observed: LIST, live: { links: [{ url: 'a' }, { utm_new: false }] } },
      'drifted, sent',
      [],
    ],
  ])('%s', (_, four, verdict, notes) => {
    expect(verdictOn(four)).toBe(verdict);
    expect(toPlannedCampaign(four).notes).toEqual(notes);
  });
});
