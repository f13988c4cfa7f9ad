import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Components, Desired, Live } from '../../../src/model/campaign.ts';
import { PLAIN } from '../../../src/render/text/paint.ts';
import { planText } from '../../../src/render/text/plan-text.ts';
import { bindingOf, desired, live, planFor, stateOf } from '../../support/builders.ts';

const utm = (campaign: string): Components => ({
  utm_params: { utm_source: 'mail', utm_campaign: campaign },
});
const subject = (text: string): Components => ({
  campaign_content: { content: { email: { subject: text } } },
});
const who = (name: string): Components => ({
  segmentation_details: {
    included_filters: {
      filter_operator: 'and',
      filters: [{ filter_type: 'custom_segments', name, id: '1' }],
    },
  },
});

interface Pair {
  readonly file: Desired;
  readonly live?: Live;
}

/** `count` campaigns of one kind, numbered. */
function many(count: number, pair: (key: string, at: number) => Pair): Pair[] {
  return Array.from({ length: count }, (_, at) => pair(String(at).padStart(4, '0'), at));
}

function edited(key: string, before: Components, after: Components): Pair {
  return { file: desired({ key, components: after }), live: live({ key, components: before }) };
}

function textOf(pairs: readonly Pair[]): string {
  const all = pairs.flatMap(({ live: one }) => (one ? [one] : []));
  const world = {
    desired: pairs.map(({ file }) => file),
    live: all,
    state: stateOf(all.map((one) => bindingOf(one))),
  };
  return planText(planFor(world), { paint: PLAIN, columns: 80 });
}

const LARGE = [
  ...many(412, (n) => edited(`promo/sale-${n}`, utm('bf-25'), utm('bf-26'))),
  ...many(300, (n, at) => edited(`letters/week-${n}`, subject(`Week ${at}`), subject(`Week ${at}!`))),
  ...many(150, (n, at) => ({
    file: desired({
      key: `new/mail-${n}`,
      type: at % 3 === 0 ? 'PERIODIC' : 'ONE_TIME',
      components: who(`S${at}`),
    }),
  })),
  ...many(50, (n) => {
    const stopped = live({ key: `old/summer-${n}`, status: 'SCHEDULED' });
    return { file: desired({ key: `old/summer-${n}`, status: 'STOPPED' }), live: stopped };
  }),
  ...many(88, (n, at) => edited(`odd/one-${n}`, {}, { utm_params: { [`utm_${at % 44}`]: String(at) } })),
  ...many(60, (n) => ({
    file: desired({ key: `sent/mail-${n}`, components: utm('b') }),
    live: live({ key: `sent/mail-${n}`, components: utm('a'), status: 'SENT' }),
  })),
];

describe('a plan of a thousand changes', () => {
  const text = textOf(LARGE);
  const lines = text.split('\n');

  it('is shown in groups', async () => {
    await expect(text).toMatchFileSnapshot(fileURLToPath(new URL('large-plan.txt', import.meta.url)));
  });

  it('is short enough to be read, on 80 columns', () => {
    expect(lines.length).toBeLessThan(120);
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
  });

  it('counts every change once', () => {
    const [, changes = ''] = text.split('\nChanges\n');
    const counts = [...changes.matchAll(/^ {2}[+~▸…] (\d+) campaigns/gm)].map(([, count]) => Number(count));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1_000);
  });

  it('names every campaign that needs attention', () => {
    const [attention = ''] = text.split('\nChanges\n');
    for (const { file } of LARGE.filter((one) => one.live?.status === 'SENT'))
      expect(attention).toContain(file.key);
  });

  it('is the same whatever the order of the files', () => {
    expect(textOf(LARGE.toReversed())).toBe(text);
  });
});

it('a plan of forty changes is shown one by one', () => {
  const text = textOf(many(40, (n) => edited(`promo/sale-${n}`, utm('a'), utm('b'))));
  expect(text.match(/utm_campaign {2}a {2}→ {2}b/g)).toHaveLength(40);
});

it('campaigns that are gone from the service are reported once, each by its key', () => {
  const gone = many(60, (n) => ({ file: desired({ key: `gone/mail-${n}` }) }));
  const bindings = gone.map(({ file }) => bindingOf(live({ key: file.key })));
  const plan = planFor({ desired: gone.map(({ file }) => file), state: stateOf(bindings) });
  const text = planText(plan, { paint: PLAIN, columns: 80 });
  expect(text).toContain('! 60 campaigns  blocked: missing in the service');
  expect(text.replace(/\s+/g, ' ')).toContain('it sends again), run: campaigns state forget KEY');
  for (const { file } of gone) expect(text).toContain(file.key);
});
