import { describe, expect, it } from 'vitest';
import type { ComponentName, Live } from '../../src/model/campaign.ts';
import type { JsonObject } from '../../src/model/json.ts';
import { steady } from '../../src/model/self-changing.ts';
import type { Binding } from '../../src/model/state.ts';
import { bindingOf, live } from '../support/builders.ts';

const SAID = { utm_source: 'shop', utm_medium: 'email' };
const [BEFORE, LATER] = ['2031-01-01 09:00:00.000000', '2031-01-01 10:00:00.000000'];

interface Case {
  readonly name?: ComponentName;
  readonly said?: JsonObject;
  readonly observed: JsonObject;
  readonly shown: JsonObject;
  readonly updatedAt?: string;
  readonly again?: Live['again'];
  readonly changing?: readonly string[];
  readonly reverted?: Readonly<Record<string, number>>;
}

function look({ name = 'utm_params', said = SAID, ...given }: Case) {
  const { observed, shown, updatedAt = BEFORE, again, changing, reverted } = given;
  const binding: Binding = bindingOf(live(), {
    applied: { [name]: said },
    observed: { [name]: observed },
    observedAt: BEFORE,
    ...(changing && { changing: { [name]: changing } }),
    ...(reverted && { reverted: { [name]: reverted } }),
  });
  const now = { ...live({ components: { [name]: shown } }), updatedAt, ...(again && { again }) };
  const found = steady({ [name]: said }, { live: now, binding });
  return {
    found: found.found[name] ?? [],
    changing: found.binding.changing[name] ?? [],
    reverted: found.binding.reverted[name] ?? {},
    live: found.live.components[name],
    isUnexplained: found.isUnexplained,
  };
}

describe('a leaf that no file ever had', () => {
  const [was, now] = [
    { ...SAID, seen: '1' },
    { ...SAID, seen: '2' },
  ];

  it('changes by itself if updated_at stays, and is then held at its value', () => {
    const seen = look({ observed: was, shown: now });
    expect(seen).toMatchObject({ found: ['/seen'], changing: ['/seen'], live: was });
  });

  it('is a manual edit if updated_at changes', () => {
    const seen = look({ observed: was, shown: now, updatedAt: LATER });
    expect(seen).toMatchObject({ found: [], changing: [], live: now, isUnexplained: true });
  });

  it('changes by itself if two reads with one updated_at differ', () => {
    const again = { utm_params: { ...SAID, seen: '3' } };
    const seen = look({ observed: was, shown: now, updatedAt: LATER, again });
    expect(seen).toMatchObject({ found: ['/seen'], live: was, isUnexplained: false });
  });

  it.each([
    [0, [], {}],
    [1, [], { '/seen': 1 }],
    [2, ['/seen'], {}],
  ])('after %i reverts that did not last', (count, changing, reverted) => {
    const given = count === 0 ? {} : { reverted: { '/seen': count } };
    const seen = look({ observed: was, shown: now, updatedAt: LATER, ...given });
    expect(seen).toMatchObject({ changing, reverted });
  });

  it('is not left to the service after failed reverts if it determines who gets the message', () => {
    const given = { name: 'segmentation_details', updatedAt: LATER, reverted: { '/seen': 2 } } as const;
    expect(look({ ...given, observed: was, shown: now }).changing).toEqual([]);
  });

  it('stays recorded as such, and is not found again', () => {
    const seen = look({ observed: was, shown: now, updatedAt: LATER, changing: ['/seen'] });
    expect(seen).toMatchObject({ found: [], changing: ['/seen'], live: was, isUnexplained: false });
  });

  it('belongs to the file as soon as the file has it', () => {
    const seen = look({ said: was, observed: was, shown: now, changing: ['/seen'] });
    expect(seen).toMatchObject({ found: [], changing: [], live: now });
  });

  it('is a new default if it appears with an empty value', () => {
    expect(look({ observed: SAID, shown: { ...SAID, seen: 0 } })).toMatchObject({ found: [], changing: [] });
  });

  it('is also held inside flat content and in a read view, which keep their spelling', () => {
    const flat = (reach: string) => ({ content: { email: { subject: 'Hi', stats: { reach } } } });
    const said = { content: { email: { subject: 'Hi' } } };
    const content = look({ name: 'campaign_content', said, observed: flat('1'), shown: flat('2') });
    expect(content.changing).toEqual(['/content/default/variation_1/email/stats/reach']);
    expect(content.live).toEqual({
      content: { default: { variation_1: { email: { subject: 'Hi', stats: { reach: '1' } } } } },
    });
    const start = '2031-01-03T16:00:00';
    const view = (reach: string) => ({ delivery_type: 'SCHEDULED', schedule_time: start, reach });
    const file = { delivery_type: 'AT_FIXED_TIME', start_time: start };
    const schedule = {
      name: 'scheduling_details',
      said: file,
      observed: view('1'),
      shown: view('2'),
    } as const;
    expect(look(schedule).live).toEqual(view('1'));
  });
});

describe('a field of a list’s element', () => {
  const said = { filters: [{ name: 'a' }, { name: 'b', filters: [{ name: 'c' }] }] };
  const shown = (first: JsonObject, inner: JsonObject, ...more: JsonObject[]) => ({
    filters: [{ name: 'a', ...first }, { name: 'b', filters: [{ name: 'c', ...inner }] }, ...more],
  });
  const observed = shown({ reach: 1 }, { stats: { reach: 1 } });

  it('changes by itself in any position, and is then held at its value', () => {
    const changing = ['/filters/0/reach', '/filters/1/filters/0/stats/reach'];
    const now = shown({ reach: 2 }, { stats: { reach: 2 } });
    expect(look({ said, observed, shown: now })).toMatchObject({ found: changing, changing, live: observed });
  });

  it('is a manual edit if updated_at changes and another read shows the same', () => {
    const now = shown({ reach: 2 }, { stats: { reach: 1 } });
    const seen = look({ said, observed, shown: now, updatedAt: LATER, again: { utm_params: now } });
    expect(seen).toMatchObject({ found: [], live: now, isUnexplained: true });
  });

  it.each<[string, JsonObject]>([
    ['an element that was added', shown({ reach: 1 }, { stats: { reach: 1 } }, { name: 'd', reach: 1 })],
    ['an element that is gone', { filters: [{ name: 'a', reach: 1 }] }],
    ['a field that the file says', { filters: [{ name: 'x', reach: 1 }, ...observed.filters.slice(1)] }],
  ])('does not count as %s', (_, now) => {
    const seen = look({ said, observed, shown: now, changing: ['/filters/0/reach'] });
    expect(seen).toMatchObject({ found: [], live: now });
  });

  it("is not added to an element that doesn't exist", () => {
    const now = { filters: [] };
    expect(look({ said, observed, shown: now, changing: ['/filters/0/reach'] }).live).toEqual({});
  });
});
