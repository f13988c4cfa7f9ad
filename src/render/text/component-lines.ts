import { BELOW, type LineOptions } from './campaign-line.ts';
import type { Paint } from './paint.ts';
import { groupBy } from '../../model/grouping.ts';
import { restWords } from '../rows/fold.ts';
import {
  lineText,
  oldAndNew,
  type ValueRow,
  type ComponentValues,
  type MarkedLine,
} from '../rows/value-row.ts';
import { fold, indent, wrap, clipToWidth, padTo, widthOf } from '../columns.ts';

type Options = Omit<LineOptions, 'keyWidth'>;

/** The indentation of fields, and of values that don't fit next to their field. */
const FIELD = 8;
const VALUE = 10;
/** A field name longer than this gets a line of its own. */
const LABEL_AT_MOST = 32;

/** A component's differences, the component's name once for each place in it. A status is one line. */
export function componentLines(
  { name, causeInFull, values, rest }: ComponentValues,
  options: Options,
): string[] {
  if (name === 'status')
    return indent(
      values.map(({ was = '', now = '' }) => `status  ${was}  →  ${now}`),
      BELOW,
    );
  const why = causeInFull === '' ? '' : `(${causeInFull})`;
  const shown = groupBy(values, ({ context }) => context.join(' · ')).flatMap((there) => [
    ...placeLines({ name, place: there[0]?.context.join(' · ') ?? '', why }, options),
    ...there.flatMap((one) => differenceLines(one, options)),
  ]);
  const words = restWords(rest);
  return words === '' ? shown : [...shown, ...indent(wrap(words, options.columns - FIELD), FIELD)];
}

interface PlaceParts {
  readonly name: string;
  /** Both may be empty. */
  readonly place: string;
  readonly why: string;
}

function placeLines({ name, place, why }: PlaceParts, { columns, paint }: Options): string[] {
  const gap = place === '' ? ' ' : '  ';
  const [first = '', ...more] = fold(
    [place, why].filter(Boolean).join(' '),
    columns - BELOW - name.length - gap.length,
  );
  return indent(
    [
      first === '' ? name : `${name}${gap}${paint.faint(first)}`,
      ...more.map((line) => paint.faint(`  ${line}`)),
    ],
    BELOW,
  );
}

function differenceLines(one: ValueRow, options: Options): string[] {
  const { field, was, now, lines, sides } = one;
  if (sides) return [...labelLines(field, options), ...sideLines(sides, options)];
  if (lines) return [...labelLines(field, options), ...valueLines(lines, options)];
  const label = `${field}  `;
  const short = `${label}${was ?? ''}  →  ${now ?? ''}`;
  if (was !== undefined && now !== undefined && FIELD + widthOf(short) <= options.columns)
    return indent([short], FIELD);
  const marked = oldAndNew(was, now);
  const [only] = marked;
  const fits = marked.length === 1 && only && FIELD + widthOf(label + lineText(only)) <= options.columns;
  if (widthOf(label) > LABEL_AT_MOST && !fits)
    return [...labelLines(field, options), ...valueLines(marked, options)];
  const [first = '', ...more] = marked.flatMap((line) =>
    markedLines(line, options.columns - FIELD - widthOf(label), options.paint),
  );
  return [...indent([label + first], FIELD), ...indent(more, FIELD + widthOf(label))];
}

function valueLines(lines: readonly MarkedLine[], { columns, paint }: Options): string[] {
  return indent(
    lines.flatMap((line) => markedLines(line, columns - VALUE, paint)),
    VALUE,
  );
}

function labelLines(field: string, { columns }: Options): string[] {
  return indent(fold(field, columns - FIELD), FIELD);
}

/** A removed or added line in full. A context line is cut to fit. */
function markedLines(line: MarkedLine, width: number, paint: Paint): string[] {
  if (line.mark === ' ') return [clipToWidth(lineText(line), width)];
  return fold(line.text, width - 2).map((text, at) => {
    const shown = `${at === 0 ? line.mark : ' '} ${text}`;
    return line.mark === '+' ? paint.good(shown) : paint.bad(shown);
  });
}

function sideLines(sides: NonNullable<ValueRow['sides']>, { columns }: Options): string[] {
  const width = Math.max(...sides.map(({ who }) => widthOf(who))) + 2;
  return sides.flatMap(({ who, value }) =>
    indent(
      fold(value, columns - VALUE - width).map((line, at) => padTo(at === 0 ? who : '', width) + line),
      VALUE,
    ),
  );
}
