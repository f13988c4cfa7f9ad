import { fold, indent, widthOf, wrap } from '../columns.ts';
import { restWords } from '../rows/fold.ts';
import { linesOf, lineText, type ComponentValues, type MarkedLine, type ValueRow } from '../rows/row.ts';
import { BELOW, type LineOptions } from './campaign-line.ts';
import type { Paint } from './paint.ts';

type Options = Omit<LineOptions, 'keyWidth'>;

/** The indentation of fields, and of values that don't fit next to their field. */
const FIELD = 8;
const VALUE = 10;

/** A component's differences below its name. A status is one line. */
export function componentLines(
  { name, cause, values, rest }: ComponentValues,
  { columns, paint }: Options,
): string[] {
  if (name === 'status')
    return indent(
      values.map(({ was = '', now = '' }) => `status  ${was}  →  ${now}`),
      BELOW,
    );
  const title = wrap(cause === '' ? name : `${name} (${cause})`, columns - BELOW);
  return [
    ...indent(title, BELOW),
    ...values.flatMap((one) => valueLines(one, { columns, paint })),
    ...indent(wrap(restWords(rest), columns - FIELD), FIELD),
  ];
}

/** A field and its values in one line if they fit, otherwise below each other. */
function valueLines(one: ValueRow, { columns, paint }: Options): string[] {
  const { field, context, was, now, lines } = one;
  const label = context.length === 0 ? field : `${field} (${context.join(', ')})`;
  const marked = linesOf(one);
  const [only, ...others] = marked;
  const beside =
    lines === undefined && was !== undefined && now !== undefined
      ? `${was}  →  ${now}`
      : only && others.length === 0
        ? lineText(only)
        : undefined;
  const whole = `${label}  ${beside ?? ''}`;
  if (beside !== undefined && FIELD + widthOf(whole) <= columns) return indent([whole], FIELD);
  return [
    ...indent(fold(label, columns - FIELD), FIELD),
    ...indent(
      marked.flatMap((line) => foldedLine(line, columns - VALUE, paint)),
      VALUE,
    ),
  ];
}

const COLORS = { '-': 'bad', '+': 'good', ' ': undefined } as const;

function foldedLine({ mark, text }: MarkedLine, width: number, paint: Paint): string[] {
  const color = COLORS[mark];
  return fold(text, width - 2).map((part, at) => {
    const shown = `${at === 0 ? mark : ' '} ${part}`;
    return color ? paint[color](shown) : shown;
  });
}
