import { clip } from '../../model/show.ts';
import { attributeLike, LEAVING, OF_USER, ROOTS } from './expression-names.ts';
import type { Finding, TemplatePart, Token } from './expression-scan.ts';

// Expressions that were copied from another program, whose names are in braces of their own.

/** `{{${first_name}}}`, `{{custom_attribute.${tier} | default: "x"}}`. */
const INNER = /^[-+]?\s*([a-z_]{1,40}\.)?\$\{\s*([\w-]{1,99})\s*(\}?)/i;

/** Such an expression, as it is written here. Its other names are not judged: all of it has one cause. */
export function foreignIn({ tag, inside, text, at }: TemplatePart): Finding | undefined {
  const [inner, root = '', name = '', closed = ''] = INNER.exec(inside) ?? [];
  if (tag !== undefined) return undefined;
  if (inner === undefined) return tripleBraces({ text, at }, inside);
  // The first two of three closing braces end the part.
  const whole = closed === '' ? `${text}}` : text;
  const rest = inside.slice(inner.length).trim();
  return {
    kind: 'doubtful',
    part: { text, at },
    message: `${clip(whole)} is written for another program`,
    hint: hintFor(root.toLowerCase(), name, rest === '' ? '' : ` ${rest}`),
  };
}

function hintFor(root: string, name: string, rest: string): string {
  if (LEAVING.test(name) || /unsub/i.test(name)) return 'write {{ user.unsubscribe_url }}';
  const block = `put the text into campaigns/snippets/${clip(name)}.html, and write [[> ${clip(name)}.html]]`;
  if (root === 'content_blocks.') return block;
  const object = OBJECTS[root];
  if (object !== undefined) return `write {{ ${clip(`${object}.${name}${rest}`)} }}`;
  return 'write an expression, such as {{ user.first_name }}, or the text itself';
}

/** What the names of other programs begin with, and what they begin with here. */
const OBJECTS: Readonly<Record<string, string | undefined>> = {
  '': 'user',
  'user.': 'user',
  'custom_attribute.': 'user',
  'event_properties.': 'event',
};

/** `{{{first_name}}}`, whose third closing brace is behind the part. */
function tripleBraces({ text, at }: Token, inside: string): Finding | undefined {
  const [, path] = /^\{\s*([\w.]+)\s*$/.exec(inside) ?? [];
  if (path === undefined) return undefined;
  const [root = '', ...fields] = path.split('.');
  const field = fields.join('.');
  const isKnown = ROOTS.includes(root) || (field !== '' && !OF_USER.includes(root.toLowerCase()));
  const name = field === '' ? root : field;
  const meant = LEAVING.test(path)
    ? 'user.unsubscribe_url'
    : isKnown
      ? path
      : `user.${attributeLike(name) ?? name}`;
  const message = `${clip(`${text}}`)} has three braces, but an expression has two`;
  return { kind: 'doubtful', part: { text, at }, message, hint: `write {{ ${clip(meant)} }}` };
}
