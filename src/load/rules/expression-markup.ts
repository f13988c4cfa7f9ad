import { entityCharacter } from '../../model/html-entity.ts';
import { clip } from '../../model/show.ts';
import type { Finding, TemplatePart } from './expression-scan.ts';

// HTML in an expression, which an editor put there: `{{&nbsp;user.first_name }}`, `{{ <b>user.first_name</b> }}`.

/** Texts in quotes, which may contain anything, entities, and tags. */
const MARKUP =
  /("[^"]*"|'[^']*')|(&(?:nbsp|amp|lt|gt|quot|apos|#39|#160);)|<\/?(?:a|b|i|u|em|strong|span|font|br|div|p|sub|sup|small)(?:\s+[\w-]+=[^<>]*)?\s*\/?>/gi;

/** Comments may contain HTML. */
const COMMENTS: readonly (string | undefined)[] = ['#', 'comment'];

export function markupIn({ tag, text, at }: TemplatePart): Finding | undefined {
  if (COMMENTS.includes(tag)) return undefined;
  const found: string[] = [];
  const clean = text.replace(MARKUP, (mark, quoted?: string, entity?: string) => {
    if (quoted !== undefined) return quoted;
    found.push(mark);
    return entity === undefined ? '' : (entityCharacter(entity) ?? '').replace('\xa0', ' ');
  });
  const [first = ''] = found;
  if (first === '') return undefined;
  const bare = clip(
    clean
      .replaceAll('&&', 'and')
      .replace(/^(\{[{%])\s*/, '$1 ')
      .replace(/\s*([}%]\})$/, ' $1'),
  );
  const message = `${clip(first)} is HTML, which an expression can't contain`;
  const hint = found.some((mark) => mark.startsWith('<'))
    ? `write ${bare}, with HTML only outside the braces`
    : `write ${bare}`;
  return { kind: 'doubtful', part: { text, at }, message, hint };
}
