import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { markedMarkup } from '../../../src/render/html/mark-words.ts';
import { safeStyle, safeStyleSheet } from '../../../src/render/html/safe-css.ts';
import { safeMail, type SafeMail } from '../../../src/render/html/safe-mail.ts';
import { HOSTILE_MAILS } from '../../support/hostile-mails.ts';

/** Elements that may be left, and the attributes that any of them may have. Written here once more, on purpose. */
const ELEMENTS =
  /^(?:a|abbr|address|article|aside|b|bd[io]|big|blockquote|br|caption|center|cite|code|col(?:group)?|d[dlt]|del|dfn|div|em|fig(?:caption|ure)|font|footer|h[1-6r]|header|i|img|ins|kbd|li|main|mark|nav|[ou]l|p|pre|[qsu]|samp|section|small|span|strike|strong|su[bp]|table|t(?:body|d|foot|h|head|ime|r|t)|var|wbr)$/;
const ATTRIBUTES =
  /^(?:style|class|id|title|lang|dir|role|aria-[a-z]+|alt|v?align|bgcolor|border(?:color)?|cell(?:padding|spacing)|(?:col|row)?span|color|face|size|width|height|[hv]space|nowrap|start|scope|datetime|src|data-src)$/;
const LOADING = /url|import|image-set|expression|@font|behavior|-moz-binding|</i;

/** What is left that should not be; the markup has to be of the simplest kind, so that every parser reads the same. */
function troubleIn({ body, css }: SafeMail): string[] {
  const tags = [...body.matchAll(/<\/?([^\s/>]*)((?: [^\s"=<>/]+(?:="[^"<>]*")?)*)(?: \/)?>/g)];
  const rest = tags.reduce((text, [whole]) => text.replace(whole, () => ''), body);
  const names = tags.map(([, name = '']) => name).filter((name) => !ELEMENTS.test(name));
  const attributes = tags.flatMap(([, , all = '']) => [...all.matchAll(/ ([^\s"=]+)(?:="([^"]*)")?/g)]);
  const wrong = attributes.flatMap(([, name = '', value = '']) => {
    if (!ATTRIBUTES.test(name)) return [name];
    if (name === 'src') return /^data:image\/(?:png|gif|jpeg|webp);base64,/.test(value) ? [] : [value];
    if (name === 'data-src') return value.startsWith('https://') ? [] : [value];
    return name === 'style' && /url|expression|image-set/i.test(value) ? [value] : [];
  });
  return [
    ...names,
    ...wrong,
    ...(/[<>]/.test(rest) ? [rest] : []),
    ...(LOADING.test(css.replace(/"(?:\\.|[^"\\])*"|\[[^\]]*\]/g, '')) || css.includes('<') ? [css] : []),
  ];
}

describe('a mail of which nothing runs or loads', () => {
  it.each(Object.entries(HOSTILE_MAILS))('%s', (_, html) => {
    expect(troubleIn(safeMail(html))).toEqual([]);
    expect(troubleIn(safeMail(`<p>${html}`))).toEqual([]);
  });

  it('also if pieces of such mails are put together', () => {
    const piece = fc.constantFrom(...Object.values(HOSTILE_MAILS).filter(({ length }) => length < 1_000));
    const cut = fc.tuple(piece, fc.nat(), fc.nat()).map(([text, from, to]) => {
      const [one, other] = [from % (text.length + 1), to % (text.length + 1)];
      return text.slice(Math.min(one, other), Math.max(one, other));
    });
    const pieces = fc.array(fc.oneof(cut, piece, fc.string({ unit: 'binary' })), { maxLength: 6 });
    fc.assert(
      fc.property(pieces, pieces, (some, others) => {
        const [mail, other] = [some, others].map((all) => safeMail(all.join('')));
        if (!mail || !other) return;
        expect(troubleIn(mail)).toEqual([]);
        const [before, after] = markedMarkup(mail.body, other.body);
        expect(troubleIn({ ...mail, body: before })).toEqual([]);
        expect(troubleIn({ ...mail, body: after })).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it('would find what is left', () => {
    const clean = safeMail('<p>x</p>');
    for (const body of [
      '<script></script>',
      '<p onclick="x">',
      '<img src="https://x.y/z">',
      'a < b',
      '<svg>',
    ])
      expect(troubleIn({ ...clean, body })).not.toEqual([]);
    expect(troubleIn({ ...clean, css: 'p{background:url(x)}' })).not.toEqual([]);
  });
});

it('keeps what a mail looks like', () => {
  const { body, css, lang, links, pictures } = safeMail(
    [
      '<!doctype html><html lang="de"><head><title>T</title><style>.b{color:#fff;background:url(x.png)}',
      '@media (max-width:600px){.b{width:100%!important}}</style></head><body bgcolor="#eee" style="margin:0">',
      '<table role="presentation" width="600" cellpadding="0"><tr><td class="b" style="padding:8px 0;background:url(y)">',
      '<a href="https://shop.example.com/?a=1&amp;b=2">Go</a><img src="https://cdn.example.com/a.png" alt="A" width="40">',
      '<img src="data:image/png;base64,iVBORw0KGgo=" alt="">Caf&eacute; &lt;3\r\n</td></tr></table></body></html>',
    ].join(''),
  );
  expect(css).toBe('.b{color:#fff}@media (max-width:600px){.b{width:100%!important}}');
  expect({ lang, links, pictures }).toEqual({
    ...{ lang: 'de', links: ['https://shop.example.com/?a=1&b=2'], pictures: 1 },
  });
  expect(body).toContain('<div bgcolor="#eee" style="margin:0">');
  expect(body).toContain('<td class="b" style="padding:8px 0">');
  expect(body).toContain('<a title="https://shop.example.com/?a=1&amp;b=2">Go</a>');
  expect(body).toContain('data-src="https://cdn.example.com/a.png"');
  expect(body).toContain(' src="data:image/png;base64,iVBORw0KGgo=" />');
  expect(body).toContain('Café &lt;3\n');
});

it.each([
  ['color:red;background:url(x);width:10px', 'color:red;width:10px'],
  ['background:#fff linear-gradient(red,blue)', 'background:#fff linear-gradient(red,blue)'],
  ['width:calc(100% - 8px)!important', 'width:calc(100% - 8px)!important'],
  [
    'mso-line-height-rule:exactly;font:12px/1.5 "A b",serif',
    'mso-line-height-rule:exactly;font:12px/1.5"A b",serif',
  ],
  ['color:{{ color }};width:10px', 'width:10px'],
  ['', ''],
])('keeps of the style %s: %s', (style, kept) => {
  expect(safeStyle(style)).toBe(kept);
});

it.each([
  ['a{color:red}}b{color:blue}', 'a{color:red}'],
  ['<!-- a{color:red} -->', 'a{color:red}'],
  ['@font-face{src:url(x)}a{color:red}', 'a{color:red}'],
])('keeps of the style sheet %s: %s', (css, kept) => {
  expect(safeStyleSheet(css)).toBe(kept);
});
