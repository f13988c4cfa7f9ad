import { isMap, isNode, isScalar, Scalar, visit, type Pair, type YAMLMap } from 'yaml';
import type { ParsedYaml } from './parse-yaml.ts';
import type { TextProblem } from './text-problem.ts';

// `{type:atleast,count:1}` is a map with two names and no values: a colon needs a space after it.

/** The longest map that is shown, in characters. */
const SHOWN_CHARS = 200;

/** Maps in braces with such names: for each of them, the first name. Maps inside are shown with them. */
export function joinedColons({ document }: ParsedYaml, text: string): TextProblem[] {
  const found: TextProblem[] = [];
  visit(document, {
    Map: (_, map) => {
      const [first] = map.flow === true ? map.items.filter((pair) => joined(pair)) : [];
      if (!first || !isNode(first.key)) return undefined;
      const [from = 0, to = from] = first.key.range ?? [];
      const shown = withSpaces(map, text).replace(/\s+/g, ' ');
      const hint = `put a space after each colon${shown.length > SHOWN_CHARS ? '' : `: ${shown}`}`;
      found.push({ from, to, code: 'E_YAML', message: 'a space is missing after the colon', hint });
      return visit.SKIP;
    },
  });
  return found;
}

/** The name and the value that were meant. */
function joined({ key, value }: Pair): string | undefined {
  const isEmpty = value === null || (isScalar(value) && value.source === '');
  if (!isEmpty || !isScalar(key) || key.type !== Scalar.PLAIN || typeof key.value !== 'string')
    return undefined;
  const [, name, rest = ''] = /^([a-z_]\w*) ?:([^\s/].*)$/i.exec(key.value) ?? [];
  return name === undefined ? undefined : `${name}: ${rest}`;
}

function withSpaces(map: YAMLMap, text: string): string {
  const entries = map.items.map((pair) => {
    const { key, value } = pair;
    const name = sourceOf(key, text);
    if (isMap(value) && value.flow === true) return `${name}: ${withSpaces(value, text)}`;
    return joined(pair) ?? [name, sourceOf(value, text)].filter((part) => part !== '').join(': ');
  });
  return `{ ${entries.join(', ')} }`;
}

function sourceOf(node: unknown, text: string): string {
  const [from = 0, to = from] = isNode(node) ? (node.range ?? []) : [];
  return text.slice(from, to);
}
