import { isJsonObject, isList, type JsonObject, type JsonValue, type Path } from '../../model/json.ts';

interface Placed<Value extends JsonValue> {
  readonly value: Value;
  readonly path: Path;
}

/** Everything in a value, and where it is, at any depth; what is outside comes first. */
export function everythingIn(value: JsonValue, path: Path): Placed<JsonValue>[] {
  const found: Placed<JsonValue>[] = [];
  const add = (here: JsonValue, at: Path) => {
    found.push({ value: here, path: at });
    if (isList(here))
      here.forEach((member, index) => {
        add(member, [...at, index]);
      });
    else if (isJsonObject(here)) for (const name of Object.keys(here)) add(here[name] ?? null, [...at, name]);
  };
  add(value, path);
  return found;
}

const mapsOfBody = new WeakMap<JsonObject, readonly { readonly map: JsonObject; readonly path: Path }[]>();

/** The maps of the components that choose users: groups, filters and their parts. */
export function mapsOfFilters(body: JsonObject) {
  const known =
    mapsOfBody.get(body) ??
    ['trigger_condition', 'segmentation_details']
      .flatMap((name) => everythingIn(body[name] ?? null, [name]))
      .flatMap(({ value, path }) => (isJsonObject(value) ? [{ map: value, path }] : []));
  mapsOfBody.set(body, known);
  return known;
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

/** How often a part occurs in a text before a position. */
export function countBefore(text: string, part: string, at: number): number {
  let count = 0;
  for (let here = text.indexOf(part); here !== -1 && here < at; here = text.indexOf(part, here + part.length))
    count++;
  return count;
}
