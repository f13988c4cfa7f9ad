import { Scalar } from 'yaml';
import { READ_BY_PEOPLE } from '../rules/placed.ts';
import { columnOf } from './text-places.ts';

/** A line up to this width was not broken because it was full, in columns; programs break lines at about 80. */
const UNBROKEN_COLUMNS = 60;

/**
 * Where an entry of a list begins that YAML reads as a part of the unquoted text above it, because it is indented deeper:
 * a filter would compare with `Gold - Silver` in place of two tiers. In a text for people, a line may begin with a dash.
 * `name`: the name of the text; omitted for an entry of a list.
 */
export function joinedEntry(node: Scalar, text: string, name?: string): number | undefined {
  const [from = 0, to = from] = node.range ?? [];
  if (node.type !== Scalar.PLAIN || (name !== undefined && READ_BY_PEOPLE.includes(name))) return undefined;
  for (let feed = text.indexOf('\n', from); feed !== -1 && feed < to; feed = text.indexOf('\n', feed + 1)) {
    if (columnOf(text, feed) > UNBROKEN_COLUMNS) return undefined;
    const at = feed + 1 + (/^ */.exec(text.slice(feed + 1, to))?.[0].length ?? 0);
    // `-5` alone goes on a text in a map.
    const isEntry = name === undefined || text[from] === '-' || /\s/.test(text.charAt(at + 1));
    if (text[at] === '-' && at < to && isEntry) return at;
  }
  return undefined;
}
