import { CODE, type Piece } from './template.ts';

/** A declaration of a style, such as `display: flex`. */
export interface Declaration extends Piece {
  readonly property: string;
  readonly value: string;
}

/**
 * The declarations of a style sheet, or of a style attribute, that count everywhere: those in `@media`, `@supports` and the
 * like are for clients that know more.
 */
export function declarationsIn(style: string): Declaration[] {
  const code = new RegExp(`\\{[{%]${CODE}*[}%]\\}`, 'g');
  const blanked = (text: string) => ' '.repeat(text.length);
  const plain = style.replace(/\/\*[\s\S]*?\*\//g, blanked).replace(code, (text) => 'x'.repeat(text.length));
  const open: boolean[] = [];
  return [...plain.matchAll(/([^{};]*)([{};]|$)/g)].flatMap(({ 1: text = '', 2: end, index }) => {
    const trimmed = text.trim();
    if (end === '{') open.push(trimmed.startsWith('@'));
    const [, property, value] = /^([\w-]+)\s*:\s*(.+)$/s.exec(trimmed) ?? [];
    const isEverywhere = end !== '{' && !open.includes(true);
    if (end === '}') open.pop();
    if (property === undefined || value === undefined || !isEverywhere) return [];
    const at = index + text.length - text.trimStart().length;
    return [
      {
        property: property.toLowerCase(),
        value: value.toLowerCase(),
        text: style.slice(at, at + trimmed.length),
        at,
      },
    ];
  });
}
