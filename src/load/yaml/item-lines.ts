import { sameJson, type JsonValue } from '../../model/json.ts';
import { renderInBlock } from './render-value.ts';

interface Removed {
  readonly value: JsonValue;
  /** Its text from its dash to the end of its last line. */
  readonly text: string;
}

/** The fields above an entry, and the spaces before its dash. */
interface ItemPlace {
  readonly names: readonly string[];
  readonly indent: string;
}

/**
 * The lines of entries that a list gets, without their common indentation. An entry that only moved keeps its text and
 * its comment.
 */
export function itemLines(
  removed: readonly Removed[],
  { names, indent }: ItemPlace,
): (value: JsonValue) => string[] {
  const left = new Set(removed);
  return (value) => {
    const moved = [...left].find((one) => sameJson(one.value, value));
    if (moved) {
      left.delete(moved);
      return moved.text.split(/\r?\n/).map((line, index) => (index === 0 ? line : line.replace(indent, '')));
    }
    const rendered = renderInBlock(value, { names });
    const [first = '', ...rest] =
      rendered.kind === 'inline' ? [rendered.first, ...rendered.lines] : rendered.lines;
    return [`- ${first}`, ...rest.map((line) => (line === '' ? '' : `  ${line}`))];
  };
}
