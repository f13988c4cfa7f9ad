import { isJsonObject, isList, memberOf, sameJson, type JsonValue } from './json.ts';

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
      if (name !== undefined) return memberOf(NAMED, name) ?? whole;
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
  return decoded.normalize('NFC').trim().replace(/\s+/g, ' ');
}

/** Whether live differs from what was sent in nothing but what `plainText` leaves out. */
export function isPlainSpelling(sent: JsonValue | undefined, live: JsonValue | undefined): boolean {
  return corresponds(sent, live, (text, shown) => {
    return typeof text === 'string' && typeof shown === 'string' && plainText(text) === plainText(shown);
  });
}

/**
 * Whether a value can be how the service spells what was sent: any text for a text, the same number as a text. What is
 * gone, or says yes for no, is no spelling.
 */
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

/** Whether two values are the same but for their spelling: lists of as many such values, a map that has all that was sent. */
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
