import { isJsonObject, isList, sameJson, type JsonValue } from './json.ts';

// How a service may spell what it was sent (open point W32). Everything here compares two values that differ in
// canonical form.

/** A text without changes that services make: HTML entities, NFD, and whitespace at the ends or repeated. */
export function normalizedText(text: string): string {
  const decoded = text.replace(
    /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,4});/gi,
    (entity) => entityCharacter(entity) ?? entity,
  );
  return decoded.normalize('NFC').trim().replace(/\s+/g, ' ');
}

/** Whether live differs from what was sent only by changes that `normalizedText` removes. */
export function isPlainSpelling(sent: JsonValue | undefined, live: JsonValue | undefined): boolean {
  return corresponds(sent, live, (text, shown) => {
    return (
      typeof text === 'string' && typeof shown === 'string' && normalizedText(text) === normalizedText(shown)
    );
  });
}

/** Whether live can be a spelling of it: any text for a text, a number as text, but no missing or negated value. */
export function isSpelling(sent: JsonValue | undefined, live: JsonValue | undefined): boolean {
  return corresponds(sent, live, (value, shown) => {
    if (typeof value === 'string')
      return typeof shown === 'string' || (typeof shown === 'number' && String(shown) === value);
    return typeof shown === 'string' && shown === String(value);
  });
}

type Comparison = (
  sent: string | number | boolean | null | undefined,
  live: JsonValue | undefined,
) => boolean;

/** Equal except for spelling: lists with as many elements that correspond, or a map with everything that was sent. */
function corresponds(
  sent: JsonValue | undefined,
  live: JsonValue | undefined,
  isSpelled: Comparison,
): boolean {
  if (isList(sent)) {
    const isAlike = isList(live) && sent.length === live.length;
    return isAlike && sent.every((one, at) => corresponds(one, live[at], isSpelled));
  }
  if (isJsonObject(sent)) {
    const members = Object.entries(sent);
    return isJsonObject(live) && members.every(([name, one]) => corresponds(one, live[name], isSpelled));
  }
  return sameJson(sent, live) || isSpelled(sent, live);
}

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

/** The character of an HTML entity, such as `&amp;` or `&#xe4;`; undefined for an unknown name or an impossible number. */
export function entityCharacter(entity: string): string | undefined {
  const name = entity.slice(1, -1).toLowerCase();
  if (!name.startsWith('#')) return Object.hasOwn(NAMED, name) ? NAMED[name] : undefined;
  const code = name.startsWith('#x') ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}
