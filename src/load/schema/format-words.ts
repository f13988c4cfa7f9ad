import type { JsonValue, Path } from '../../model/json.ts';
import { exampleValue, WHOLE_NUMBER } from './example-value.ts';
import { numberHint } from './number-words.ts';
import type { Places } from './schema-place.ts';
import { zoneHint } from './zone-words.ts';

// What is said about a text that doesn't have the format of its field.

export function formatWords(format: unknown): string {
  return format === 'email' ? 'is not an email address' : 'has the wrong format';
}

/** The correct form of a text, by the end of its field's name. */
const FORMS: readonly (readonly [field: RegExp, how: string])[] = [
  [/color_code$/, 'write a color such as "#1F6F43", including the quotes'],
  [/address$|_ids$|^actor$/, 'write an address such as name@example.com'],
  [/^header_prefix$/, 'write letters, digits and hyphens, such as SVC'],
  [/url$|^rich_media_value$/, 'write an address with its scheme, such as https://…'],
];

export function formatHint(
  field: string,
  {
    seen,
    ...place
  }: { readonly places: Places; readonly path: Path; readonly seen: string; readonly body: JsonValue },
): string {
  if (field === 'timezone') return zoneHint(seen);
  const [, mailbox] = /<([^<>\s@]+@[^<>\s@]+)>/.exec(seen) ?? [];
  if (mailbox !== undefined)
    return `write ${mailbox}${field === 'from_address' ? '; the name belongs in sender_name' : ''}`;
  const form = FORMS.find(([name]) => name.test(field));
  if (form) return form[1];
  const { places, path } = place;
  const number =
    places.pattern(path) === WHOLE_NUMBER ? numberHint(seen, { ...place, isText: true }) : undefined;
  if (number !== undefined) return number;
  const example = exampleValue(places, path);
  if (example !== undefined)
    return `write ${places.pattern(path) === WHOLE_NUMBER ? 'a whole number' : 'a number'} in quotes, such as ${example}`;
  return places.words(path) ?? 'check its spelling';
}
