import { clip } from '../../model/show.ts';
import type { Finding, TemplatePart } from './expression-scan.ts';

// Expressions that were copied from another program, whose names are in braces of their own.

/** `{{${first_name}}}`, `{{custom_attribute.${tier} | default: "x"}}`. */
const INNER = /^[-+]?\s*([a-z_]{1,40}\.)?\$\{\s*([\w-]{1,99})\s*(\}?)/i;

/** Such an expression, as it is written here. Its other names are not judged: all of it has one cause. */
export function foreignIn({ tag, inside, text, at }: TemplatePart): Finding | undefined {
  const [inner, root = '', name = '', closed = ''] = INNER.exec(inside) ?? [];
  if (tag !== undefined || inner === undefined) return undefined;
  // The first two of three closing braces end the part.
  const whole = closed === '' ? `${text}}` : text;
  const rest = inside.slice(inner.length).trim();
  const object = root.toLowerCase() === 'event_properties.' ? 'event' : 'user';
  const meant = `${object}.${name}${rest === '' ? '' : ` ${rest}`}`;
  return {
    kind: 'doubtful',
    part: { text, at },
    message: `${clip(whole)} is written for another program`,
    hint: `write {{ ${clip(meant)} }}`,
  };
}
