import { isJsonObject, isList, type JsonObject, type JsonValue, type Path } from '../../model/json.ts';

/** Everything in a value, and where it is, at any depth; what is outside comes first. */
export function everythingIn(
  value: JsonValue,
  path: Path,
): { readonly value: JsonValue; readonly path: Path }[] {
  const steps = isList(value) ? [...value.entries()] : isJsonObject(value) ? Object.entries(value) : [];
  return [{ value, path }, ...steps.flatMap(([step, member]) => everythingIn(member, [...path, step]))];
}

/** The maps of the components that choose users: groups, filters and their parts. */
export function mapsOfFilters(body: JsonObject): { readonly map: JsonObject; readonly path: Path }[] {
  return ['trigger_condition', 'segmentation_details']
    .flatMap((name) => everythingIn(body[name] ?? null, [name]))
    .flatMap(({ value, path }) => (isJsonObject(value) ? [{ map: value, path }] : []));
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
