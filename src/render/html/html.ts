import { visibleText } from '../text-layout.ts';

/** A piece of HTML. A plain string is always text, and is escaped when it becomes a piece. */
export interface Html {
  readonly html: string;
}

/** An element with its content; `name.class` gives it a class. The name is always our own. */
export function element(tag: string, ...content: readonly (Html | string)[]): Html {
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
