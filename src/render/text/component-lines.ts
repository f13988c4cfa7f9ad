import { fold, indent, widthOf, wrap } from '../columns.ts';
import { linesOf, lineText, type ComponentValues, type MarkedLine, type ValueRow } from '../rows/row.ts';
import { BELOW, type LineOptions } from './campaign-line.ts';
import type { Paint } from './paint.ts';

type Options = Omit<LineOptions, 'keyWidth'>;

/** The indentation of fields, and of values that don't fit next to their field. */
const FIELD = 8;
const VALUE = 10;

/** A component's differences below its name. A status is one line. */
export function componentLines(component: ComponentValues, options: Options): string[] {
  const { name, cause, values } = component;
  if (name === 'status')
    return values.map(({ was = '', now = '' }) => `${' '.repeat(BELOW)}status  ${was}  →  ${now}`);
  const title = wrap(cause === '' ? name : `${name} (${cause})`, options.columns - BELOW);
  return [...indent(title, BELOW), ...values.flatMap((one) => valueLines(one, options))];
}

/** A field and its values in one line if they fit, otherwise below each other. */
function valueLines(one: ValueRow, { columns, paint }: Options): string[] {
  const { context, field, was, now, lines } = one;
  const label = context.length === 0 ? field : `${field} (${context.join(', ')})`;
  const marked = linesOf(one);
  const isPair = lines === undefined && was !== undefined && now !== undefined;
  const beside = isPair
    ? `${was}  →  ${now}`
    : marked.length === 1
      ? marked.map(lineText).join('')
      : undefined;
  const whole = `${label}  ${beside ?? ''}`;
  if (beside !== undefined && FIELD + widthOf(whole) <= columns) return indent([whole], FIELD);
  const values = marked.flatMap((line) => foldedLine(line, columns - VALUE, paint));
  return [...indent(fold(label, columns - FIELD), FIELD), ...indent(values, VALUE)];
}

const COLORS = { '-': 'bad', '+': 'good', ' ': undefined } as const;

function foldedLine({ mark, text }: MarkedLine, width: number, paint: Paint): string[] {
  const color = COLORS[mark];
  return fold(text, width - 2).map((part, at) => {
    const shown = `${at === 0 ? mark : ' '} ${part}`;
    return color ? paint[color](shown) : shown;
  });
}
