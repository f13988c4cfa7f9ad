import type { Piece } from '../content/template.ts';
import type { Mark } from '../yaml/source.ts';
import { isJsonObject, isList, type JsonObject, type JsonValue, type Path } from '../../model/json.ts';

/**
 * Visits everything in a value, at any depth; what is outside comes first. The path of a value, from the one that is given,
 * is only valid during its visit.
 */
export function eachIn(value: JsonValue, from: Path, visit: (value: JsonValue, path: Path) => void): void {
  const path = [...from];
  const go = (here: JsonValue): void => {
    visit(here, path);
    if (isList(here)) here.forEach(inside);
    else if (isJsonObject(here)) for (const name of Object.keys(here)) inside(here[name] ?? null, name);
  };
  const inside = (member: JsonValue, step: string | number): void => {
    path.push(step);
    go(member);
    path.pop();
  };
  go(value);
}

/** Whether a path is another one, or leads to something inside it. */
export function isInside(path: Path, outer: Path): boolean {
  return outer.every((step, at) => step === path[at]);
}

/** A map, and where it is. */
export interface PlacedMap {
  readonly map: JsonObject;
  readonly path: Path;
}

/** The maps of the components that choose users: groups, filters and their parts. */
export function mapsOfFilters(body: JsonObject): readonly PlacedMap[] {
  const maps: PlacedMap[] = [];
  for (const name of ['trigger_condition', 'segmentation_details'])
    eachIn(body[name] ?? null, [name], (value, path) => {
      if (isJsonObject(value)) maps.push({ map: value, path: [...path] });
    });
  return maps;
}

/** Fields of content with text for people; all others are addresses, names of templates, colors and the like. */
export const READ_BY_PEOPLE: readonly string[] = [
  'subject',
  'preview_text',
  'sender_name',
  'html_content',
  'title',
  'subtitle',
  'message',
  'summary',
  'collapsed_push_notification',
  'btn_name',
  'dismiss_button_text',
];

/** How many findings of one kind are reported for one text; the others are reported once these are fixed. */
export const FINDINGS_AT_MOST = 20;

/** A part of a text, by how often it occurs before: offsets in a file are others. */
export function nthPart(whole: string, { text, at }: Piece): NonNullable<Mark['part']> {
  let nth = 0;
  for (
    let here = whole.indexOf(text);
    here !== -1 && here < at;
    here = whole.indexOf(text, here + text.length)
  )
    nth++;
  return { text, nth };
}
