import type { CssNode, Declaration } from 'css-tree';
import generate from 'css-tree/generator';
import parse from 'css-tree/parser';
import walk from 'css-tree/walker';

// Style sheets of emails, of which only what can't load anything is left. Each value is read into its parts, and a declaration
// with one part that isn't in these lists goes: so an address written with escapes, or in a function that browsers learn
// later, is no way around.

/** A style sheet without anything that loads, imports or breaks out of its element; empty if it can't be read. */
export function safeStyleSheet(css: string): string {
  return written(css, 'stylesheet');
}

/** The same for the attribute `style`. */
export function safeStyle(css: string): string {
  return written(css, 'declarationList');
}

function written(css: string, context: 'stylesheet' | 'declarationList'): string {
  try {
    const tree = parse(css, { context, parseCustomProperty: true });
    walk(tree, (node, item, list) => {
      if (isSafe(node)) return undefined;
      list.remove(item);
      return walk.skip;
    });
    // The end tag of a style sheet ends it even in a string.
    return generate(tree).replaceAll('<', '\\3c ');
  } catch {
    // Such as blocks nested so deep that no browser would read them either.
    return '';
  }
}

/** Conditions for the whole screen. Any other at-rule loads something, or changes what names mean. */
const AT_RULES: readonly string[] = ['media', 'supports'];

function isSafe(node: CssNode): boolean {
  if (node.type === 'Rule') return node.prelude.type === 'SelectorList';
  if (node.type === 'Declaration') return isSafeDeclaration(node);
  if (node.type === 'Atrule')
    return AT_RULES.includes(node.name.toLowerCase()) && node.prelude?.type === 'AtrulePrelude';
  return !DROPPED.includes(node.type);
}

/** What could not be read, and what is written for other readers than browsers. */
const DROPPED: readonly CssNode['type'][] = ['Raw', 'Comment', 'CDO', 'CDC'];

/** Properties that ran code or loaded files in browsers of their time. */
const PROPERTIES = /^(?!--|-moz-binding$|behavior$|src$)-?[a-z][a-z-]*$/i;

function isSafeDeclaration({ property, value }: Declaration): boolean {
  if (!PROPERTIES.test(property) || value.type !== 'Value') return false;
  let isSafeValue = true;
  walk(value, (part) => {
    const isListed = part.type === 'Function' ? FUNCTIONS.test(part.name) : PARTS.includes(part.type);
    if (!isListed) isSafeValue = false;
  });
  return isSafeValue;
}

/** What a value may consist of, besides functions. */
const PARTS: readonly CssNode['type'][] = [
  ...(['Value', 'Identifier', 'Number', 'Dimension', 'Percentage', 'Hash', 'String'] as const),
  ...(['Operator', 'Parentheses', 'WhiteSpace'] as const),
];

/** Functions that compute from what stands in them. None takes an address. */
const FUNCTIONS =
  /^(?:rgba?|hsla?|calc|min|max|clamp|(?:repeating-)?(?:linear|radial)-gradient|(?:translate|scale|rotate|skew)[xyz]?|minmax|repeat|fit-content|cubic-bezier)$/i;
