import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { signedText } from '../../src/review/marker.ts';
import { draws } from '../support/draws.ts';

const TEXT = '### Plan\n\n| campaign |\n|---|\n| sale |';
const NOTE = '<sub>Planned at 09:00.</sub>';

describe('the signed part of a comment', () => {
  it.each<[what: string, text: string]>([
    ['as it was written', `${TEXT}\n\n${NOTE}`],
    ['with the line ends of a browser', `${TEXT}\n\n${NOTE}`.replaceAll('\n', '\r\n')],
    ['without the blanks around it', `\n\n${TEXT}\n\n${NOTE}\n  \n`],
    ['with another footnote', `${TEXT}\n\n<sub>Planned at 10:00 by [run 2](https://acme.example/2).</sub>`],
    ['without the footnote', TEXT],
  ])('is the same %s', (_, text) => {
    expect(signedText(text)).toBe(TEXT);
  });

  it.each<[what: string, text: string]>([
    ['another word', TEXT.replace('sale', 'sole')],
    ['one more row', `${TEXT}\n| other |\n\n${NOTE}`],
    ['text below the footnote', `${TEXT}\n\n${NOTE}\nApproved.`],
    ['a second footnote', `${TEXT}\n\n${NOTE}\n${NOTE}`],
    ['a second footnote on the same line', `${TEXT}\n\n${NOTE}${NOTE}`],
    ['a footnote of two lines', `${TEXT}\n\n<sub>Planned\nat 09:00.</sub>`],
    ['a footnote inside the text', TEXT.replace('sale', '<sub>sale</sub> now')],
    ['a blank inside the text', TEXT.replace('sale', 'sale ')],
    ['a row less', TEXT.replace('\n| sale |', '')],
  ])('is another text with %s', (_, text) => {
    expect(signedText(text)).not.toBe(TEXT);
  });

  it('is the same again, whatever it contains', () => {
    const piece = fc.constantFrom('<sub>', '</sub>', '\n', '\r\n', ' ', 'a', '|');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('');
        expect(signedText(`${text}\n${NOTE}`)).toBe(text.replaceAll('\r\n', '\n').trim());
      }),
      draws(200),
    );
  });
});
