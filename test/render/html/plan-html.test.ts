import { describe, expect, it } from 'vitest';
import type { Plan } from '../../../src/model/plan.ts';
import { planHtml, type PlanPageOptions } from '../../../src/render/html/plan-html.tsx';
import { desired, digest, live, managing, planFor } from '../../support/builders.ts';
import { planCase } from '../../support/golden/plan-case.ts';
import { caseNames, readCase } from '../../support/golden/read-case.ts';
import { HOSTILE_TEXTS } from '../../support/hostile-texts.ts';
import { PREVIEWS, shownCalendar, shownPlan } from '../../support/shown-plan.ts';
import { planSaying } from '../../support/talking-plan.ts';
import { signaturesOf, tagTrouble } from '../../support/well-formed.ts';

const page = (plan: Plan, options: Partial<PlanPageOptions> = {}) =>
  planHtml(plan, { subject: 'Applying this', digest, ...options });

/** How often each thing is in a page. */
const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

describe('a plan as a page', () => {
  it.each(caseNames())('is well-formed and loads nothing: %s', (name) => {
    expectQuiet(page(planCase(readCase(name)).plan));
  });

  it.each(Object.entries(HOSTILE_TEXTS))('shows the text of campaigns literally: %s', (_, text) => {
    const shown = page(planSaying(text), { previews: PREVIEWS });
    expectQuiet(shown);
    const usual = signaturesOf(page(planSaying('plain'), { previews: PREVIEWS }));
    // What only some texts have: words that differ, links, texts that the rows fold.
    const others = [
      '<ins>',
      '</ins>',
      '<del>',
      '</del>',
      '<mark>',
      '</mark>',
      '<em>',
      '</em>',
      '<ul>',
      '</ul>',
      '<div class data-label data-changed>',
    ];
    expect([...signaturesOf(shown)].filter((tag) => !usual.has(tag) && !others.includes(tag))).toEqual([]);
  });

  it('shows first what needs attention, then what changes', () => {
    const shown = page(planCase(readCase('001-readme')).plan);
    const places = [
      '1 needs attention.',
      'promo/spring-sale.yaml:30',
      'id="drafts"',
      'onboarding/welcome-email',
      '1 campaign will be created right away',
    ];
    const found = places.map((text) => shown.indexOf(text));
    expect(found).toEqual(found.toSorted((a, b) => a - b));
    expect(found).not.toContain(-1);
  });

  it('has a card for each change, its messages, the calendar, and a choice for each thing to filter by', () => {
    const plan = shownPlan();
    const shown = page(plan, { previews: PREVIEWS, calendar: shownCalendar(plan) });
    expectQuiet(shown);
    const changed = plan.campaigns.filter(({ steps, held }) => steps.length + held.length > 0);
    expect(count(shown, /<details class="card /g)).toBe(changed.length);
    for (const name of ['kind', 'channel', 'folder', 'segment'])
      expect(shown).toContain(`data-filter="${name}"`);
    expect(count(shown, /<option value="\d">/g)).toBe(1 + PREVIEWS.users.length);
    expect(count(shown, /class="push (?:android|ios|web)"/g)).toBeGreaterThan(6);
    expect(shown).toContain('about 41,000 people');
    expect(count(shown, /class="carousel"/g)).toBeGreaterThan(0);
    expect(count(shown, /class="timer"/g)).toBeGreaterThan(0);
    expect(count(shown, /<tr class="marked (?:new|changed|stopped)">/g)).toBeGreaterThan(0);
  });

  it('says once what several users see', () => {
    const message = (subject: string) =>
      page(
        planFor({
          desired: [
            desired({
              components: { campaign_content: { content: { email: { subject, html_content: '<p>x</p>' } } } },
            }),
          ],
        }),
        { previews: PREVIEWS },
      );
    expect([...message('Hello').matchAll(/data-for="([^"]*)"/g)].map(([, users]) => users)).toEqual([
      '0 1 2',
    ]);
    expect(
      [...message('Hi {{ user.first_name }}').matchAll(/data-for="([^"]*)"/g)].map(([, users]) => users),
    ).toEqual([...['0', '1', '2']]);
  });

  it('takes at most a megabyte besides what is shown', () => {
    const names = Array.from({ length: 1_000 }, (_, at) => `k${String(at)}`);
    const utm = (word: string) => ({ utm_params: { utm_source: word } });
    const plan = planFor(
      managing(
        names.map((key) => desired({ key, components: utm(`new ${key}`) })),
        names.map((key) => live({ key, components: utm('old') })),
      ),
    );
    expect(page(planFor({ desired: [] })).length).toBeLessThan(50_000);
    expect(page(plan).length).toBeLessThan(3_000_000);
  });
});

it.each([
  '<p>',
  '</p>',
  '<b></b>',
  '<p><code></p></code>',
  '<p onclick="x"></p>',
  '<p style="background:url(x)"></p>',
  '<',
  '<a href="javascript:x"></a>',
  '<img src="x"/>',
  '<iframe></iframe>',
  '<meta http-equiv="refresh" content="0"/>',
  '<script>x</script>',
  '<style>@import "x"</style>',
])('would find %s', (text) => {
  const empty = page(planFor({ desired: [] }))
    .replace(/<script>.*<\/script>/s, '')
    .replace(/<style>.*<\/style>/s, '');
  expect(tagTrouble(empty)).toEqual([]);
  expect(tagTrouble(empty.replace('</main>', () => `${text}</main>`))).not.toEqual([]);
});

function expectQuiet(text: string): void {
  expect(tagTrouble(text)).toEqual([]);
  expect(text).not.toMatch(/(?![\n\t])\p{Cc}|[\u200e\u200f\u2028-\u202e\u2066-\u2069]/u);
}
