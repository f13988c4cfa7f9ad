import type { Slip, Token } from './expression-scan.ts';

/** Letters of date formats of other programs, the longest first, and what they are here. */
const LETTERS: Readonly<Record<string, string>> = {
  yyyy: '%Y',
  yy: '%y',
  MMMM: '%B',
  MMM: '%b',
  MM: '%m',
  M: '%-m',
  dd: '%d',
  d: '%-d',
  EEEE: '%A',
  EEE: '%a',
  HH: '%H',
  hh: '%I',
  mm: '%M',
  ss: '%S',
  a: '%p',
};
const LETTER = /yyyy|yy|MMMM|MMM|MM|M|dd|d|EEEE|EEE|HH|hh|mm|ss|(?<=\s)a(?!\w)/g;
/** A year, and a month or a day, without any `%`. */
const OTHER_FORMAT = /^["'](?=[^%]*yy)(?=[^%]*(?:m|d))[yMdEHhmsa\s.,:/-]+["']$/i;

/** `date: "dd.MM.yyyy"`, which customers would see instead of the date. */
export function dateFormat(tokens: readonly Token[], index: number): Slip | undefined {
  const [bar, name, sign, format] = tokens.slice(index, index + 4);
  if (bar?.text !== '|' || name?.text !== 'date' || !sign || !format || !OTHER_FORMAT.test(format.text))
    return undefined;
  const put = format.text
    // Only minutes are in small letters, after the hours.
    .replace(/Y/g, 'y')
    .replace(/D/g, 'd')
    .replace(/(?<!h{1,2}:)m+/gi, (months) => months.toUpperCase())
    .replace(/(?<=h{1,2}:)mm/gi, 'mm')
    .replace(LETTER, (letters) => LETTERS[letters] ?? letters);
  const message = `${format.text} has no %, so customers see it instead of the date`;
  return { at: format.at, to: format.at + format.text.length, put, message };
}
