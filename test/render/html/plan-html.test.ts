import { describe, expect, it } from 'vitest';
import type { Plan } from '../../../src/model/plan.ts';
import { planHtml } from '../../../src/render/html/plan-html.ts';
import { planCase } from '../../support/golden/plan-case.ts';
import { caseNames, readCase } from '../../support/golden/read-case.ts';
import { HOSTILE_TEXTS } from '../../support/hostile-texts.ts';
import { planSaying } from '../../support/talking-plan.ts';
import { tagTrouble } from '../../support/well-formed.ts';

const page = (plan: Plan) => planHtml(plan, { subject: 'Applying this' });

describe('a plan as a page', () => {
  it.each(caseNames())('is well-formed and loads nothing: %s', (name) => {
    expectQuiet(page(planCase(readCase(name)).plan));
  });

  it.each(Object.entries(HOSTILE_TEXTS))('shows the text of campaigns literally: %s', (_, text) => {
    const shown = page(planSaying(text));
    expectQuiet(shown);
    expect(tagsOf(shown)).toEqual(tagsOf(page(planSaying('plain'))));
  });

  it('shows first what needs attention, then what changes', () => {
    const shown = page(planCase(readCase('001-readme')).plan);
    const places = [
      '1 needs attention.',
      'promo/spring-sale.yaml:30',
      'onboarding/welcome-email',
      '1 campaign will be created right away',
    ];
    const found = places.map((text) => shown.indexOf(text));
    expect(found).toEqual(found.toSorted((a, b) => a - b));
    expect(found).not.toContain(-1);
  });
});

it.each([
  '<p>',
  '</p>',
  '<b><i></b></i>',
  '<p onclick="x"></p>',
  '<',
  '<a href=x>',
  '<meta http-equiv="refresh" content="0">',
])('would find %s', (text) => {
  expect(tagTrouble(`<!doctype html><html>${text}</html>`)).not.toEqual([]);
});

/** Long texts are shown line by line, each in a span, so the number of lines may differ. */
function tagsOf(shown: string): readonly string[] {
  return (shown.match(/<[^>]*>/g) ?? []).filter((tag) => !/^<\/?span/.test(tag));
}

function expectQuiet(text: string): void {
  expect(tagTrouble(text)).toEqual([]);
  expect(text).toContain(`<meta http-equiv="Content-Security-Policy" content="default-src 'none';`);
  expect(text).not.toMatch(/<(?:script|link|img|iframe|object|base|form|a)\b|url\(|@import/i);
  expect(text).not.toMatch(/(?![\n\t])\p{Cc}|[\u200e\u200f\u2028-\u202e\u2066-\u2069]/u);
}
