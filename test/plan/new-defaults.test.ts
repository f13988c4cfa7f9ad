import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/model/json.ts';
import { plannedWith, verdictOn, type Four } from '../support/plan/four-values.ts';

const A = { utm_source: 'a', utm_medium: 'm' };

describe('a component to which the service adds a default', () => {
  const LIST = { links: [{ url: 'a' }] };
  const TWO = { links: [{ url: 'a' }, { url: 'b', utm_new: false }] };
  const note = (path: string) => [{ kind: 'new-default', component: 'utm_params', paths: [path] }];

  /** What the file has, as sent and as answered then; and what live has now. */
  const as = (said: JsonObject, now: JsonObject): Four => ({
    ...{ desired: said, applied: said, observed: said, live: now },
  });
  const links = (more: JsonObject) => as(LIST, { links: [{ url: 'a', ...more }] });
  const added = { ...A, utm_new: false };
  const [RECORDED, DRIFTED] = ['in sync, nothing, recorded', 'drifted, sent'];

  it.each<readonly [what: string, four: Four, verdict: string, notes: unknown[]]>([
    ['it is recorded and noted', as(A, added), RECORDED, note('/utm_new')],
    ['also inside an element of a list', links({ utm_new: 0 }), RECORDED, note('/links/0/utm_new')],
    ['it is noted once', { ...as(A, added), observed: added }, 'in sync, nothing', []],
    ['a value that says something is none', as(A, { ...A, utm_new: 'x' }), DRIFTED, []],
    [
      'an element that moved up after a removal has its own values',
      as(TWO, { links: [{ url: 'b', utm_new: false }] }),
      DRIFTED,
      [],
    ],
    [
      'a new object with a value that says something has none',
      links({ execution: { type: 'atleast', count: 0 } }),
      DRIFTED,
      [],
    ],
    ["users who did not do something aren't a default", links({ executed: false }), DRIFTED, []],
  ])('%s', (_, four, verdict, notes) => {
    expect(verdictOn(four)).toBe(verdict);
    expect(plannedWith(four).notes).toEqual(notes);
  });
});
