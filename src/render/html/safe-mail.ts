import sanitizeHtml, { type Attributes } from 'sanitize-html';
import { safeStyle, safeStyleSheet } from './safe-css.ts';

// The HTML of a campaign is hostile: whoever may propose a campaign could write anything into it, and a reviewer opens it.
// Three walls stand behind each other: only elements, attributes and styles that are listed here are left; the frame that
// shows them has no rights (`sandbox=""`); and its policy (CSP) lets nothing load or run.

/** An email's HTML without anything that runs, loads, navigates or asks for input. */
export interface SafeMail {
  /** Markup for the body of a document of its own. The pictures have their addresses in `data-src`, so that they don't load. */
  readonly body: string;
  /** The content of a style sheet. */
  readonly css: string;
  /** The language that the mail names. */
  readonly lang: string | undefined;
  /** Where its links lead, each address once. */
  readonly links: readonly string[];
  /** How many pictures it would load. */
  readonly pictures: number;
}

/** Deeper elements are left out: no mail is nested as deep, and browsers stop at 512. */
const NESTED_AT_MOST = 256;

export function safeMail(html: string): SafeMail {
  const css: string[] = [];
  const links = new Set<string>();
  // A mail repeats the styles of its cells, and reading one takes longer than all the rest of its element.
  const styles = new Map<string, string>();
  let [pictures, lang] = [0, undefined as string | undefined];
  const asDiv = (_: string, attribs: Attributes) => ({ tagName: 'div', attribs });
  const body = sanitizeHtml(html.replace(/\r\n?/g, '\n'), {
    allowedTags: [...TAGS],
    allowedAttributes: { '*': [...ATTRIBUTES], img: ['data-src', 'src'] },
    allowedSchemes: [],
    allowedSchemesByTag: { img: ['data'] },
    allowProtocolRelative: false,
    nonTextTags: [...HIDDEN],
    parseStyleAttributes: false,
    nestingLimit: NESTED_AT_MOST,
    transformTags: {
      // Applied last, to every element.
      '*': (tagName, attribs) => ({ tagName, attribs: withSafeStyle(attribs, styles) }),
      a: (tagName, { href, ...attribs }) => {
        if (href === undefined) return { tagName, attribs };
        links.add(href.trim());
        return { tagName, attribs: { title: href, ...attribs } };
      },
      html: (tagName, attribs) => {
        lang = attribs.lang;
        return asDiv(tagName, attribs);
      },
      body: asDiv,
      img: (tagName, attribs) => ({ tagName, attribs: withoutLoading(attribs) }),
      // Its text is collected and removed again; if it were not, it would only be text.
      style: asDiv,
    },
    exclusiveFilter: ({ tag, text, attribs }) => {
      if (tag === 'style') css.push(safeStyleSheet(text));
      if (tag === 'img' && attribs['data-src'] !== undefined) pictures++;
      return tag === 'style';
    },
  });
  return { body: body.trim(), css: css.filter(Boolean).join('\n'), lang, links: [...links], pictures };
}

function withSafeStyle({ style, ...others }: Attributes, known: Map<string, string>): Attributes {
  if (style === undefined) return others;
  const safe = known.get(style) ?? safeStyle(style);
  known.set(style, safe);
  return safe === '' ? others : { ...others, style: safe };
}

/** Formats that are pixels and nothing else: SVG is a document. */
const PIXELS = /^data:image\/(?:png|gif|jpeg|webp);base64,[\w+/=\s]*$/i;

/** A picture that is part of the mail stays; the address of any other waits for a click. Only `https:` is kept at all. */
function withoutLoading({ src = '', ...others }: Attributes): Attributes {
  if (PIXELS.test(src)) return { ...others, src };
  return /^https:\/\//i.test(src) ? { ...others, 'data-src': src } : others;
}

/** What mails are made of. No element that loads, navigates, takes input, or has rules of parsing of its own. */
const TAGS: readonly string[] = [
  ...['a', 'abbr', 'address', 'article', 'aside', 'b', 'bdi', 'bdo', 'big', 'blockquote', 'br', 'caption'],
  ...['center', 'cite', 'code', 'col', 'colgroup', 'dd', 'del', 'dfn', 'div', 'dl', 'dt', 'em', 'figcaption'],
  ...[
    'figure',
    'font',
    'footer',
    'h1',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'header',
    'hr',
    'i',
    'img',
    'ins',
    'kbd',
  ],
  ...['li', 'main', 'mark', 'nav', 'ol', 'p', 'pre', 'q', 's', 'samp', 'section', 'small', 'span', 'strike'],
  ...['strong', 'sub', 'sup', 'table', 'tbody', 'td', 'tfoot', 'th', 'thead', 'time', 'tr', 'tt', 'u', 'ul'],
  ...['var', 'wbr'],
];

/** Attributes that lay out, name or describe. */
const ATTRIBUTES: readonly string[] = [
  ...['style', 'class', 'id', 'title', 'lang', 'dir', 'role', 'aria-*', 'alt', 'align', 'valign', 'bgcolor'],
  ...['border', 'bordercolor', 'cellpadding', 'cellspacing', 'colspan', 'rowspan', 'color', 'face', 'size'],
  ...['width', 'height', 'hspace', 'vspace', 'nowrap', 'start', 'span', 'scope', 'datetime'],
];

/** Elements that go with everything in them. */
const HIDDEN: readonly string[] = [
  ...['script', 'title', 'textarea', 'option', 'select', 'noscript', 'noembed', 'noframes', 'xmp'],
  ...[
    'iframe',
    'object',
    'embed',
    'applet',
    'svg',
    'math',
    'template',
    'plaintext',
    'audio',
    'video',
    'canvas',
  ],
];
