import { isJsonObject, isList, type JsonObject, type JsonValue, type Path } from '../../model/json.ts';

/** Everything in a value, and where it is, at any depth; what is outside comes first. */
function everythingIn(value: JsonValue, path: Path): { readonly value: JsonValue; readonly path: Path }[] {
  const steps = isList(value) ? [...value.entries()] : isJsonObject(value) ? Object.entries(value) : [];
  return [{ value, path }, ...steps.flatMap(([step, member]) => everythingIn(member, [...path, step]))];
}

/** The maps of the components that choose users: groups, filters and their parts. */
export function mapsOfFilters(body: JsonObject): { readonly map: JsonObject; readonly path: Path }[] {
  return ['trigger_condition', 'segmentation_details']
    .flatMap((name) => everythingIn(body[name] ?? null, [name]))
    .flatMap(({ value, path }) => (isJsonObject(value) ? [{ map: value, path }] : []));
}

/** A text, and where it is. */
export interface PlacedText {
  readonly path: Path;
  readonly text: string;
}

/** The texts of the bodies that rules look at: each of them asks. */
const textsOfBody = new WeakMap<JsonObject, readonly PlacedText[]>();

/** All texts of a body, with their paths. */
export function textsInBody(body: JsonObject): readonly PlacedText[] {
  const known =
    textsOfBody.get(body) ??
    everythingIn(body, []).flatMap(({ value: text, path }) =>
      typeof text === 'string' ? [{ path, text }] : [],
    );
  textsOfBody.set(body, known);
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

/** The texts of a campaign's content that are meant for people, in both shapes of content. */
export function contentTexts(body: JsonObject): readonly PlacedText[] {
  return textsInBody(body).filter(
    ({ path }) => path[0] === 'campaign_content' && READ_BY_PEOPLE.includes(String(path.at(-1))),
  );
}

/** How many findings of one kind are reported for one text; the others are reported once these are fixed. */
export const FINDINGS_AT_MOST = 20;

/** How often a part occurs in a text before a position. */
export function countBefore(text: string, part: string, at: number): number {
  let count = 0;
  for (let here = text.indexOf(part); here !== -1 && here < at; here = text.indexOf(part, here + part.length))
    count++;
  return count;
}
