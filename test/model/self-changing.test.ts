import { describe, expect, it } from 'vitest';
import type { ComponentName, Live } from '../../src/model/campaign.ts';
import type { JsonObject } from '../../src/model/json.ts';
import { differingLeaves, observedAt, steady } from '../../src/model/self-changing.ts';
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
  readonly unsteady?: Live['unsteady'];
  readonly changing?: readonly string[];
  readonly reverted?: Readonly<Record<string, number>>;
}

function look({ name = 'utm_params', said = SAID, ...given }: Case) {
  const { observed, shown, updatedAt = BEFORE, unsteady, changing, reverted } = given;
  const binding: Binding = bindingOf(live(), {
    applied: { [name]: said },
    observed: { [name]: observed },
    observedAt: BEFORE,
    ...(changing && { changing: { [name]: changing } }),
    ...(reverted && { reverted: { [name]: reverted } }),
  });
  const now = { ...live({ components: { [name]: shown } }), updatedAt, ...(unsteady && { unsteady }) };
  const found = steady({ [name]: said }, { live: now, binding });
  return {
    found: found.found[name] ?? [],
    changing: found.binding.changing[name] ?? [],
    reverted: found.binding.reverted[name] ?? {},
    live: found.live.components[name],
    isUnexplained: found.isUnexplained,
  };
}

describe('a leaf that no file ever said', () => {
  const [was, now] = [
    { ...SAID, seen: '1' },
    { ...SAID, seen: '2' },
  ];

  it('changes by itself if updated_at stays, and then stands still', () => {
    expect(look({ observed: was, shown: now })).toMatchObject({
      found: ['/seen'],
      changing: ['/seen'],
      live: was,
    });
  });

  it('also where it was not there before: then it is left out', () => {
    expect(look({ observed: SAID, shown: now })).toMatchObject({ changing: ['/seen'], live: SAID });
  });

  it('is an edit by hand if updated_at moves', () => {
    expect(look({ observed: was, shown: now, updatedAt: LATER })).toMatchObject({
      found: [],
      changing: [],
      live: now,
      isUnexplained: true,
    });
  });

  it('changes by itself if two reads with one updated_at differ', () => {
    const unsteady = differingLeaves({ utm_params: now }, { utm_params: { ...SAID, seen: '3' } });
    const seen = look({ observed: was, shown: now, updatedAt: LATER, unsteady });
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

  it('starts to count anew when a revert lasted', () => {
    const seen = look({ observed: was, shown: was, updatedAt: LATER, reverted: { '/seen': 1 } });
    expect(seen.reverted).toEqual({});
  });

  it('is not left to the service after reverts in vain where it says who gets the message', () => {
    const given = { name: 'segmentation_details', updatedAt: LATER, reverted: { '/seen': 2 } } as const;
    expect(look({ ...given, observed: was, shown: now }).changing).toEqual([]);
  });

  it('stays known as such, and is not found again', () => {
    const seen = look({ observed: was, shown: now, updatedAt: LATER, changing: ['/seen'] });
    expect(seen).toMatchObject({ found: [], changing: ['/seen'], live: was, isUnexplained: false });
  });

  it('is the file’s as soon as the file says it', () => {
    const seen = look({ said: was, observed: was, shown: now, changing: ['/seen'] });
    expect(seen).toMatchObject({ found: [], changing: [], live: now });
  });

  it('is a new default if it appears with a value that says nothing', () => {
    expect(look({ observed: SAID, shown: { ...SAID, seen: 0 } })).toMatchObject({ found: [], changing: [] });
  });

  it('stands still inside flat content and in a read view too, which stay spelled as they are', () => {
    const flat = (reach: string) => ({ content: { email: { subject: 'Hi', stats: { reach } } } });
    const said = { content: { email: { subject: 'Hi' } } };
    const content = look({ name: 'campaign_content', said, observed: flat('1'), shown: flat('2') });
    expect(content.changing).toEqual(['/content/default/variation_1/email/stats/reach']);
    expect(content.live).toMatchObject({
      content: { default: { variation_1: { email: { stats: { reach: '1' } } } } },
    });
    const view = (reach: string) => ({
      delivery_type: 'SCHEDULED',
      schedule_time: '2031-01-03T16:00:00',
      reach,
    });
    const schedule = look({
      name: 'scheduling_details',
      said: { delivery_type: 'AT_FIXED_TIME', start_time: '2031-01-03T16:00:00' },
      observed: view('1'),
      shown: view('2'),
    });
    expect(schedule.live).toEqual(view('1'));
  });
});

it('what the file says is never called self-changing', () => {
  const shown = { ...SAID, utm_source: 'other' };
  expect(look({ observed: SAID, shown })).toMatchObject({ found: [], live: shown });
});

it('a read counts as the last one of all that was observed only if it shows all of it', () => {
  const shown = { ...live({ components: { utm_params: SAID } }), updatedAt: LATER };
  expect(observedAt(bindingOf(shown), shown)).toBe(LATER);
  const other = { ...live({ components: { utm_params: { ...SAID, seen: '2' } } }), updatedAt: LATER };
  expect(observedAt(bindingOf(shown), other)).toBeUndefined();
  expect(observedAt(bindingOf(shown, { changing: { utm_params: ['/seen'] } }), other)).toBe(LATER);
});
