import { describe, expect, it } from 'vitest';
import { calendarOf } from '../../src/model/calendar.ts';
import type { JsonObject } from '../../src/model/json.ts';
import type { Plan } from '../../src/model/plan.ts';
import { upcomingSends } from '../../src/model/planned-sends.ts';
import { calendarDocument, showDocument } from '../../src/render/documents/send-documents.ts';
import { calendarHtml, showHtml } from '../../src/render/html/send-pages.tsx';
import { calendarText, showText } from '../../src/render/text/send-texts.ts';
import { PLAIN } from '../../src/render/text/paint.ts';
import { widthOf } from '../../src/render/columns.ts';
import { checker, type Json } from '../schemas/schemas.ts';
import { digest, NOW } from '../support/builders.ts';
import { sample } from '../support/draws.ts';
import { planCase } from '../support/golden/plan-case.ts';
import { caseNames, readCase } from '../support/golden/read-case.ts';
import { HOSTILE_TEXTS } from '../support/hostile-texts.ts';
import { planSaying } from '../support/talking-plan.ts';
import { signaturesOf, tagTrouble } from '../support/well-formed.ts';

// A calendar and the descriptions of all campaigns, in each medium, for plans of the golden cases.

const READER = {
  readerZone: 'America/New_York',
  digest,
  previews: { users: [], resolve: (one: JsonObject) => one },
};

function views(plan: Plan, columns: number) {
  const span = { from: '2031-01-01', to: '2031-12-31', now: NOW };
  const calendar = calendarOf(plan, { ...span, rule: { level: 'warn', except: [], atMost: 1 } });
  const shown = plan.campaigns.map((one) => ({ one, upcoming: upcomingSends(one, { now: NOW, atMost: 5 }) }));
  const layout = { paint: PLAIN, columns };
  return {
    calendar,
    texts: [
      calendarText(calendar, plan, layout),
      ...shown.map(({ one, upcoming }) => showText(one, plan, { ...layout, ...READER, upcoming })),
    ],
    pages: [
      calendarHtml(calendar, plan),
      ...shown.map(({ one, upcoming }) => showHtml(one, plan, { ...READER, upcoming })),
    ],
    documents: [
      ['calendar', calendarDocument(calendar, plan)] as const,
      ...shown.map(({ one, upcoming }) => ['show', showDocument(one, plan, upcoming)] as const),
    ],
  };
}

function expectQuiet(page: string): void {
  expect(tagTrouble(page)).toEqual([]);
}

describe.each(sample(caseNames(), 3))('%s', (name) => {
  const { plan } = planCase(readCase(name));
  const { calendar, texts, pages, documents } = views(plan, 80);

  it('fits into 80 columns, and leaves out no send', () => {
    for (const text of texts) expect(text.split('\n').filter((line) => widthOf(line) > 80)).toEqual([]);
    const keys = new Set(
      [...calendar.sends.map(({ campaign }) => campaign), ...calendar.undated].map(({ key }) => key),
    );
    // A long key is broken.
    for (const key of keys) expect(texts[0]?.replace(/\s/g, '')).toContain(key);
  });

  it('is a page that loads nothing, and documents that match their schemas', () => {
    pages.forEach(expectQuiet);
    for (const [schema, text] of documents) expect(checker(schema)(JSON.parse(text) as Json)).toEqual([]);
  });
});

it.each(Object.entries(HOSTILE_TEXTS))('shows the text of campaigns literally: %s', (_, text) => {
  const [hostile, plain] = [text, 'plain'].map((one) => views(planSaying(one), 80).pages);
  // Some texts have more links and empty values than others.
  const optional = /^<\/?(?:em|ul|li|details|summary)\b/;
  const tags = (page: string) => [...signaturesOf(page)].filter((tag) => !optional.test(tag)).sort();
  expect(hostile?.map(tags)).toEqual(plain?.map(tags));
  hostile?.forEach(expectQuiet);
});
