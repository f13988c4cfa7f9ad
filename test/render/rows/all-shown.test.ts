import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CHANNELS, COMPONENTS, type Components, type DeliveryType } from '../../../src/model/campaign.ts';
import { isJsonObject, isList, type JsonValue, type Path } from '../../../src/model/json.ts';
import { planHtml } from '../../../src/render/html/plan-html.tsx';
import { readingOf } from '../../../src/render/rows/reach.ts';
import { PLAIN } from '../../../src/render/text/paint.ts';
import { planText } from '../../../src/render/text/report-texts.ts';
import { PASSING, type Passing } from '../../schemas/passing.ts';
import { withValue } from '../../schemas/places.ts';
import type { Json } from '../../schemas/schemas.ts';
import { desired, digest, live, managing, planFor } from '../../support/builders.ts';
import { planMarkdown } from '../../support/report/plan-markdown.ts';

// What is sent is in the plan that is reviewed: every value of every field that the schema knows, of a new campaign and of
// an edited one, in every medium; and in the reading of a campaign. A field that has no words is there by its name.

interface Leaf {
  readonly path: Path;
  readonly value: JsonValue;
}

function leavesOf(value: JsonValue, path: Path = []): Leaf[] {
  if (isList(value)) return value.flatMap((one, at) => leavesOf(one, [...path, at]));
  if (!isJsonObject(value)) return [{ path, value }];
  return Object.entries(value).flatMap(([name, one]) => leavesOf(one, [...path, name]));
}

/** Steps that say which kind of value follows; the words around it differ by them. */
const KINDS = ['filter_type'];

const sketch = (body: Passing['campaign']) => ({
  channel: CHANNELS.find((one) => one === body.channel) ?? 'EMAIL',
  type: body.campaign_delivery_type as DeliveryType,
  components: Object.fromEntries(
    COMPONENTS.flatMap((name) => (body[name] === undefined ? [] : [[name, body[name]]])),
  ) as Components,
});

function reading(body: Passing['campaign']): string {
  const { type, ...rest } = sketch(body);
  return readingOf({ ...rest, deliveryType: type })
    .map(({ label, value }) => `${label}: ${value}`)
    .join('\n');
}

/** The plan in each medium, without what only lays it out. */
function media(campaign: Passing['campaign'], before?: Passing['campaign']): string[] {
  const [now, was] = [desired(sketch(campaign)), before && [live(sketch(before))]];
  const plan = planFor(was ? managing([now], was) : { desired: [now] });
  const options = { subject: 'Merging this', addressOf: () => 'x', footnotes: [], digest };
  const html = planHtml(plan, options).replace(/<(style|script)>.*?<\/\1>|<[^>]*>/gs, ' ');
  return [planText(plan, { paint: PLAIN, columns: 100 }), planMarkdown(plan, options), html].map(squeezed);
}

function squeezed(text: string): string {
  const plain = text
    .replace(/&(lt|gt|amp|quot|#39);/g, '')
    .replace(/Plan [0-9a-f]{6}|plan `?[0-9a-f]{6}/g, '');
  return plain.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();
}

/** As text; the leaves are no lists or maps. */
const textOf = (value: JsonValue): string => (typeof value === 'string' ? value : JSON.stringify(value));

const other = (value: JsonValue): Json =>
  typeof value === 'boolean' ? !value : typeof value === 'number' ? value + 7 : `${textOf(value)}9x`;

/** Media that show neither the value nor, in words of its own, that it is this one and not another. */
function hiding(campaign: Passing['campaign'], { path, value }: Leaf, shown: readonly string[]): number[] {
  const own = squeezed(textOf(value));
  const steps = path as (string | number)[];
  const missing = shown.flatMap((text, at) => (typeof value !== 'boolean' && text.includes(own) ? [] : [at]));
  if (missing.length === 0) return [];
  const changed = media(withValue(campaign, steps, other(value)) as Passing['campaign']);
  return missing.filter((at) => changed[at] === shown[at]);
}

/** The campaigns with the values that no earlier one has. */
function firsts(nameOf: (leaf: Leaf) => unknown) {
  const seen = new Set<string>();
  return PASSING.flatMap(({ what, campaign }) => {
    const own = leavesOf(campaign).filter((leaf) => {
      const { path } = leaf;
      const names = path.filter(
        (step) => typeof step === 'string' && !/^(?:variation_\d|German)$/.test(step),
      );
      const id = JSON.stringify([names, nameOf(leaf)]);
      const isNew = path.length > 1 && !KINDS.includes(String(path.at(-1))) && !seen.has(id);
      seen.add(id);
      return isNew;
    });
    return own.length === 0 ? [] : [{ what, campaign, own }];
  });
}

it.each(firsts(({ value }) => value))('a plan shows all of a new campaign: $what', ({ campaign, own }) => {
  const shown = media(campaign);
  const hidden = own.filter((leaf) => hiding(campaign, leaf, shown).length > 0);
  expect(hidden.map(({ path, value }) => `${path.join('.')}: ${textOf(value)}`)).toEqual([]);
});

it.each(firsts(({ value }) => typeof value))('a plan shows each edit: $what', ({ campaign, own }) => {
  const unedited = media(campaign, campaign);
  const silent = own.filter(({ path, value }) => {
    const now = other(value);
    const edited = withValue(campaign, path, now) as Passing['campaign'];
    const shown = media(edited, campaign);
    return typeof now === 'boolean'
      ? shown.some((text, at) => text === unedited[at])
      : !shown.every((text) => text.includes(squeezed(textOf(now as JsonValue))));
  });
  expect(silent.map(({ path, value }) => `${path.join('.')}: ${textOf(value)}`)).toEqual([]);
});

it.each(firsts(({ value }) => value))('a reading says all of a campaign: $what', ({ campaign, own }) => {
  const words = reading(campaign);
  const hidden = own.filter(({ path, value }) => {
    if (typeof value !== 'boolean' && squeezed(words).includes(squeezed(textOf(value)))) return false;
    return reading(withValue(campaign, path, other(value)) as Passing['campaign']) === words;
  });
  expect(hidden.map(({ path }) => path.join('.'))).toEqual([]);
});

it('names a field for which this version has no words, in every component', () => {
  const name = fc.stringMatching(/^[a-z]{12,20}$/);
  const body = { channel: 'PUSH', campaign_delivery_type: 'ONE_TIME' };
  fc.assert(
    fc.property(name, fc.constantFrom(...COMPONENTS), (field, component) => {
      expect(reading({ ...body, [component]: { [field]: 'a-value' } })).toContain(field);
    }),
  );
});
