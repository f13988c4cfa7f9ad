import type { Diagnostic } from '../model/diagnostic.ts';
import { isJsonObject, isList, type JsonObject, type JsonValue, type Path } from '../model/json.ts';
import type { PlacedValue } from '../model/kept-value.ts';
import { clip } from '../model/show.ts';
import { placeOfValue, type Making, type Place } from './locate.ts';

// A saved segment is chosen by its ID; its name is only for people. A copied filter in which one of the two was edited
// goes to other people than it says, and only another filter with the same name or ID shows it.

/** A filter that names a saved segment. */
export interface UsedSegment {
  readonly name: string;
  readonly id: string;
  readonly place: Place;
  /** The live campaign is known to have this audience. */
  readonly isKept: boolean;
}

/** The saved segments that a campaign uses. */
export function segmentsOf(
  body: JsonObject,
  making: Making,
  keepsLive: (value: PlacedValue) => boolean,
): UsedSegment[] {
  return ['trigger_condition', 'segmentation_details'].flatMap((component) =>
    filtersIn(body[component] ?? null, [component]).map(({ name, id, path }) => ({
      name,
      id,
      place: placeOfValue([...path, 'id'], making),
      isKept: keepsLive({ place: [component], body }),
    })),
  );
}

function filtersIn(value: JsonValue, path: Path): { name: string; id: string; path: Path }[] {
  if (isList(value)) return value.flatMap((item, index) => filtersIn(item, [...path, index]));
  if (!isJsonObject(value)) return [];
  const { filter_type: type, name, id } = value;
  if (type === 'custom_segments' && typeof name === 'string' && typeof id === 'string')
    return [{ name, id, path }];
  return Object.entries(value).flatMap(([step, member]) => filtersIn(member, [...path, step]));
}

/** Segments of one workspace with the ID of another name, or the name of another ID; each is compared with the first. */
export function sameSegments(used: readonly UsedSegment[]): Diagnostic[] {
  const byId = new Map<string, UsedSegment>();
  const byName = new Map<string, UsedSegment>();
  const areWhole = used.some(({ id }) => WHOLE.test(id));
  return used.flatMap((one) => {
    const [sameId, sameName] = [byId.get(one.id), byName.get(one.name)];
    if (!sameId) byId.set(one.id, one);
    if (!sameName) byName.set(one.name, one);
    if (areWhole && CUT.test(one.id) && !WHOLE.test(one.id)) return [cut(one)];
    if (sameId && sameId.name !== one.name)
      return [found(one, `is called "${clip(sameId.name)}" in ${placed(sameId)}`)];
    return sameName && sameName.id !== one.id
      ? [found(one, `has the ID ${clip(sameName.id)} in ${placed(sameName)}`, one.name)]
      : [];
  });
}

/** An ID of a database, and one that lost a character when it was copied, or got one. Other IDs have any length. */
const WHOLE = /^[0-9a-f]{24}$/;
const CUT = /^(?=.*[a-f])[0-9a-f]{22,26}$/;

function cut({ id, place, isKept }: UsedSegment): Diagnostic {
  const message = `the segment ID ${clip(id)} has ${id.length} characters, but others here have 24`;
  return {
    ...place,
    code: 'W_AUDIENCE',
    message,
    hint: 'copy the ID from the service',
    ...(isKept && { isKept }),
  };
}

function found({ name, id, place, isKept }: UsedSegment, words: string, named?: string): Diagnostic {
  const what = named === undefined ? `the segment with the ID ${clip(id)}` : `the segment "${clip(named)}"`;
  const here = named === undefined ? `"${clip(name)}"` : clip(id);
  return {
    ...place,
    code: 'W_AUDIENCE',
    message: `${what} ${words}, but ${here} here`,
    hint: 'look up the segment in the service, and correct the name or the ID; the ID decides who gets the message',
    ...(isKept && { isKept }),
  };
}

function placed({ place }: UsedSegment): string {
  return `${place.file}:${place.line}`;
}
