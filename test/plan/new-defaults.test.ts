import { describe, expect, it } from 'vitest';
import { plannedWith, verdictOn, type Four } from '../support/plan/four-values.ts';

const A = { utm_source: 'a', utm_medium: 'm' };

describe('a component to which the service adds a default', () => {
  const LIST = { links: [{ url: 'a' }] };
  const TWO = { links: [{ url: 'a' }, { url: 'b', utm_new: false }] };
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
      'an element that moved up after a removal has its own values',
      { desired: TWO, applied: TWO, observed: TWO, live: { links: [{ url: 'b', utm_new: false }] } },
      'drifted, sent',
      [],
    ],
    [
      'a new object with a value that says something has none',
      {
        desired: LIST,
        applied: LIST,
        observed: LIST,
        live: { links: [{ url: 'a', execution: { type: 'atleast', count: 0 } }] },
      },
      'drifted, sent',
      [],
    ],
    [
      "users who did not do something aren't a default",
      { desired: LIST, applied: LIST, observed: LIST, live: { links: [{ url: 'a', executed: false }] } },
      'drifted, sent',
      [],
    ],
  ])('%s', (_, four, verdict, notes) => {
    expect(verdictOn(four)).toBe(verdict);
    expect(plannedWith(four).notes).toEqual(notes);
  });
});
