import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CHANNELS, COMPONENTS, type DeliveryType } from '../../../src/model/campaign.ts';
import { isJsonObject, isList, type JsonValue, type Path } from '../../../src/model/json.ts';
import { readingOf } from '../../../src/render/rows/reach.ts';
import { PASSING, type Passing } from '../../schemas/passing.ts';
import { withValue } from '../../schemas/places.ts';
import type { Json } from '../../schemas/schemas.ts';

// A reading leaves nothing out: each value of each field that the schema knows is in its words, or changes them; and a field
// that has no words is there by its name.

type Leaf = readonly [path: Path, value: JsonValue];

function leavesOf(value: JsonValue, path: Path = []): Leaf[] {
  if (isList(value)) return value.flatMap((one, at) => leavesOf(one, [...path, at]));
  if (!isJsonObject(value)) return [[path, value]];
  return Object.entries(value).flatMap(([name, one]) => leavesOf(one, [...path, name]));
}

function reading(body: Passing['campaign']): string {
  const words = readingOf({
    channel: CHANNELS.find((one) => one === body.channel) ?? 'EMAIL',
    deliveryType: body.campaign_delivery_type as DeliveryType,
    components: Object.fromEntries(
      COMPONENTS.flatMap((name) => (body[name] === undefined ? [] : [[name, body[name]]])),
    ),
  });
  return words.map(({ label, value }) => `${label}: ${value}`).join('\n');
}

const squeezed = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();
const textOf = (value: JsonValue) => (typeof value === 'string' ? value : JSON.stringify(value));
const other = (value: JsonValue): Json =>
  typeof value === 'boolean' ? !value : typeof value === 'number' ? value + 7 : `${textOf(value)}9x`;

/** Every value that no earlier campaign has at a place. */
function news() {
  const seen = new Set<string>();
  return PASSING.flatMap(({ what, campaign }) => {
    const own = leavesOf(campaign).filter(([path, value]) => {
      const id = JSON.stringify([path.filter((step) => typeof step === 'string'), value]);
      const isNew = path.length > 1 && path.at(-1) !== 'filter_type' && !seen.has(id);
      seen.add(id);
      return isNew;
    });
    return own.length === 0 ? [] : [{ what, campaign, own }];
  });
}

it.each(news())('says all of a campaign: $what', ({ campaign, own }) => {
  const words = reading(campaign);
  const hidden = own.filter(([path, value]) => {
    if (typeof value !== 'boolean' && squeezed(words).includes(squeezed(textOf(value)))) return false;
    const changed = withValue(campaign, path, other(value)) as Passing['campaign'];
    return reading(changed) === words;
  });
  expect(hidden.map(([path]) => path.join('.'))).toEqual([]);
});

it('names a field for which this version has no words, in every component', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z]{12,20}$/), fc.constantFrom(...COMPONENTS), (name, component) => {
      expect(
        reading({ channel: 'PUSH', campaign_delivery_type: 'ONE_TIME', [component]: { [name]: 'a-value' } }),
      ).toContain(name);
    }),
  );
});
