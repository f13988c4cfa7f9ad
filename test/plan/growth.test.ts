import { describe, expect, it } from 'vitest';
import { assignKeys } from '../../src/edit/assign-keys.ts';
import { sameGeofences } from '../../src/load/across.ts';
import type { Live } from '../../src/model/campaign.ts';
import { withLeaves, withoutLeaves } from '../../src/model/component-leaves.ts';
import type { JsonObject } from '../../src/model/json.ts';
import { steady } from '../../src/model/self-changing.ts';
import { planRows } from '../../src/render/rows/plan-rows.ts';
import { bindingOf, campaignId, desired, live, planFor } from '../support/builders.ts';
import { growth } from '../support/growth.ts';
import { draftsOf, liveOf } from '../support/imported.ts';

// What a service chooses the number of: campaigns of one name, and fields that it adds. The time for eight times as many
// is about eight times as long; if each were compared with all others, it would be sixty-four times as long.

const TIMES = 8;
const AT_MOST = 24;

function numbered<One>(count: number, one: (at: number) => One): One[] {
  return Array.from({ length: count }, (_, at) => one(at));
}

const fields = (count: number, value: string): JsonObject =>
  Object.fromEntries(numbered(count, (at) => [`added_${at}`, `${value}${at}`]));

const sameName = (count: number): Live[] =>
  numbered(count, (at) => ({
    ...liveOf({
      channel: 'EMAIL',
      campaign_delivery_type: 'ONE_TIME',
      basic_details: {
        name: 'One name',
        content_type: 'TRANSACTIONAL',
        user_attribute_identifier: 'Email (Standard)',
      },
    }),
    id: campaignId(String(at).padStart(8, '0')),
  }));

describe('many campaigns of one name', () => {
  it('get keys', () => {
    const run = (count: number) => assignKeys(sameName(count), { into: '', taken: [] });
    expect(growth(run, 700, TIMES)).toBeLessThan(AT_MOST);
    const keys = [...assignKeys(sameName(3), { into: '', taken: ['one-time/one-name-2'] }).values()];
    expect(keys).toEqual(['one-time/one-name', 'one-time/one-name-3', 'one-time/one-name-4']);
  });

  it('get files', { timeout: 60_000 }, () => {
    expect(growth((count) => draftsOf(sameName(count)), 30, TIMES)).toBeLessThan(AT_MOST);
  });

  it('are noted in a plan', () => {
    const plans = new Map(
      [500, 500 * TIMES].map((count) => {
        const files = numbered(count, (at) => ({ ...desired({ key: `a${at}` }), name: 'One name' }));
        const [campaign] = planFor({ desired: files.slice(0, 1) }).campaigns;
        if (!campaign) throw new Error('There is no plan.');
        return [count, files.map((file) => ({ ...campaign, key: file.key, desired: file }))];
      }),
    );
    const run = (count: number) =>
      planRows({ campaigns: plans.get(count) ?? [], workspace: 'local', now: 0 });
    expect(growth(run, 500, TIMES)).toBeLessThan(AT_MOST);
  });

  it('have one place', () => {
    const run = (count: number) => {
      const place = { file: 'a.yaml', line: 1, column: 1 };
      sameGeofences(numbered(count, (at) => ({ file: `${at}.yaml`, geofence: { name: 'Shop', place } })));
    };
    expect(growth(run, 2_000, TIMES)).toBeLessThan(AT_MOST);
  });
});

describe('many fields of the service', () => {
  const SAID = { utm_source: 'a', utm_medium: 'm' };
  const paths = (count: number) => numbered(count, (at) => `/added_${at}`);

  it('change by themselves, and are held at their values', () => {
    const run = (count: number) => {
      const [observed, shown] = ['x', 'y'].map((value) => ({ ...SAID, ...fields(count, value) }));
      const binding = bindingOf(live(), {
        applied: { utm_params: SAID },
        observed: { utm_params: observed ?? {} },
        changing: { utm_params: paths(count).slice(count / 2) },
        observedAt: '2031-01-01 09:00:00.000000',
      });
      const now = {
        ...live({ components: { utm_params: shown ?? {} } }),
        updatedAt: '2031-01-01 09:00:00.000000',
      };
      const found = steady({ utm_params: SAID }, { live: now, binding });
      expect(found.live.components.utm_params).toEqual(observed);
    };
    expect(growth(run, 1_000, TIMES)).toBeLessThan(AT_MOST);
  });

  it('are set and removed', () => {
    const run = (count: number) => {
      const component = { ...SAID, ...fields(count, 'x') };
      const leaves = paths(count).map((at) => ({ at, value: 'z' }));
      expect(
        Object.values(withLeaves('utm_params', component, leaves)).filter((one) => one === 'z'),
      ).toHaveLength(count);
      expect(withoutLeaves('utm_params', component, paths(count))).toEqual(SAID);
    };
    expect(growth(run, 1_000, TIMES)).toBeLessThan(AT_MOST);
  });
});
