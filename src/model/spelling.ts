import { isJsonObject, isList, sameJson, type JsonValue } from './json.ts';

// How a service may spell what it was sent (open point W32). Everything here is about two values that are not equal in
// canonical form.

const NAMED: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' },
};

/** A text without what services add or leave out: HTML entities, NFD, blanks at the ends, several blanks for one. */
export function plainText(text: string): string {
  const decoded = text.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,4}));/gi,
    (whole: string, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return Object.hasOwn(NAMED, name) ? (NAMED[name] ?? whole) : whole;
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
  return decoded.normalize('NFC').trim().replace(/\s+/g, ' ');
}

/** Whether a text differs from what was sent in nothing but what `plainText` leaves out. */
export function isPlainSpelling(sent: JsonValue | undefined, live: JsonValue | undefined): boolean {
  return typeof sent === 'string' && typeof live === 'string' && plainText(sent) === plainText(live);
}

/**
 * Whether a value can be how the service spells what was sent: any text for a text, the same number as a text, a list of
 * as many such values, a map that has all that was sent. What is gone, or says yes for no, is no spelling.
 */
export function isSpelling(sent: JsonValue | undefined, live: JsonValue | undefined): boolean {
  if (sameJson(sent, live)) return true;
  if (isList(sent))
    return isList(live) && sent.length === live.length && sent.every((one, at) => isSpelling(one, live[at]));
  if (isJsonObject(sent))
    return isJsonObject(live) && Object.entries(sent).every(([name, value]) => isSpelling(value, live[name]));
  if (typeof sent === 'string')
    return typeof live === 'string' || (typeof live === 'number' && String(live) === sent);
  return typeof live === 'string' && live === String(sent);
}
