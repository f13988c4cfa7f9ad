import { visibleText } from '../text-layout.ts';

/** A piece of HTML. A plain string is always text, and is escaped when it becomes a piece. */
export interface Html {
  readonly html: string;
}

type Tag =
  | 'html'
  | 'head'
  | 'title'
  | 'style'
  | 'body'
  | 'main'
  | 'header'
  | 'footer'
  | 'section'
  | 'h1'
  | 'h2'
  | 'p'
  | 'strong'
  | 'code'
  | 'span'
  | 'div'
  | 'table'
  | 'thead'
  | 'tbody'
  | 'tr'
  | 'th'
  | 'td'
  | 'details'
  | 'summary'
  | 'pre'
  | 'ul'
  | 'li';

/** An element with its content; `name.class` gives it a class. */
export function element(tag: Tag | `${Tag}.${string}`, ...content: readonly (Html | string)[]): Html {
  const [name = '', className] = tag.split('.');
  const start = className === undefined ? name : `${name} class="${className}"`;
  return { html: `<${start}>${content.map(htmlOf).join('')}</${name}>` };
}

/** A link. The caller has to make sure that the address uses https or is on this machine. */
export function anchor(text: string, address: string): Html {
  return { html: `<a href="${escapeHtml(address)}" rel="noreferrer">${escapeHtml(text)}</a>` };
}

function htmlOf(piece: Html | string): string {
  return typeof piece === 'string' ? escapeHtml(piece) : piece.html;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return visibleText(text).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
