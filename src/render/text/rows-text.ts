import { say, type Phrase } from '../../messages/phrase.ts';
import { fold, indent, wrap } from '../columns.ts';
import { groupTitle } from '../rows/fold.ts';
import { groupRows, valuesOf, type RowGroup, type SameValues } from '../rows/group.ts';
import type { FileLine, Mark, Row } from '../rows/row.ts';
import { BELOW, campaignLine, keyWidthFor, type LineOptions } from './campaign-line.ts';
import { componentLines } from './component-lines.ts';
import type { Paint } from './paint.ts';
import { wrapPhrase } from './wrap-phrase.ts';

const SIGNS: Readonly<Record<Mark, readonly [sign: string, color: keyof Paint]>> = {
  attention: ['!', 'warn'],
  failed: ['✗', 'bad'],
  unknown: ['?', 'warn'],
  waiting: ['…', 'warn'],
  done: ['✓', 'good'],
  create: ['+', 'good'],
  update: ['~', 'good'],
  PUBLISH: ['▸', 'good'],
  RESUME: ['▸', 'good'],
  PAUSE: ['▸', 'good'],
  STOP: ['▸', 'good'],
  note: ['·', 'faint'],
};

/** Rows for a terminal: what several campaigns have in common once, with their names; every other row by itself. */
export function rowsText(
  rows: readonly Row[],
  layout: Omit<LineOptions, 'keyWidth'>,
  aligned: readonly Row[] = rows,
): string[] {
  const options = { ...layout, keyWidth: keyWidthFor(aligned) };
  return groupRows(rows).flatMap((group) => {
    const isOne = group.rows.length === 1;
    return [
      ...(isOne ? lineOf(group.rows[0], options) : titleLines(group, options)),
      ...(isOne && group.rows[0].head === '' ? [] : below(group.why, options)),
      ...factLines(group, options),
      ...(isOne ? placeLines(group.rows[0].place, options) : []),
      ...valuesOf(group).flatMap((same) => [
        ...(isOne ? [] : nameLines(same, group, options)),
        ...valueLines(same, options),
      ]),
      ...below(group.todo, options),
    ];
  });
}

/** A new campaign's content is long; its title is shown with whom it reaches. */
function valueLines({ rows: [first], values }: SameValues, options: LineOptions): string[] {
  return first?.mark === 'create' ? [] : values.flatMap((one) => componentLines(one, options));
}

/** Of a row without a head, its line says why. */
function lineOf(row: Row, options: LineOptions): string[] {
  const { mark, head, why } = row;
  return campaignLine(
    { mark: signOf(mark, options), shown: row, text: head === '' ? why : say`${head}` },
    options,
  );
}

function signOf(mark: Mark, { paint }: LineOptions): string {
  const [sign, color] = SIGNS[mark];
  return paint[color](sign);
}

/** `! 42 campaigns  ACTIVE     blocked: locked` */
function titleLines(group: RowGroup, options: LineOptions): string[] {
  const { mark, head } = group.rows[0];
  const title = groupTitle(group);
  const start = group.live === '' ? title : `${title}  ${group.live}`;
  const [first = '', ...more] = wrap(head, options.columns - BELOW - start.length);
  return [
    `  ${signOf(mark, options)} ${options.paint.strong(title)}${start.slice(title.length)}  ${first}`.trimEnd(),
    ...indent(more, BELOW),
  ];
}

function factLines({ facts }: RowGroup, { columns, paint }: LineOptions): string[] {
  return facts.flatMap((fact) =>
    indent(
      wrap(fact, columns - BELOW).map((line) => paint.faint(line)),
      BELOW,
    ),
  );
}

function nameLines({ rows }: SameValues, group: RowGroup, { columns, paint }: LineOptions): string[] {
  const names = rows.map((row) => {
    const beside = [row.live === group.live ? '' : row.live, group.asideOf(row)].filter(Boolean).join('; ');
    return beside === '' ? row.subject : `${row.subject} (${beside})`;
  });
  return indent(
    wrap(names.join(', '), columns - BELOW).map((line) => paint.faint(line)),
    BELOW,
  );
}

function below(phrase: Phrase, { columns }: LineOptions): string[] {
  return indent(wrapPhrase(phrase, columns - BELOW), BELOW);
}

/** The place on a line of its own, below the campaign. */
function placeLines(place: FileLine | undefined, { columns, paint }: LineOptions): string[] {
  if (!place) return [];
  const words = place.line === undefined ? place.file : `${place.file}:${place.line}`;
  return indent(
    fold(words, columns - BELOW).map((line) => paint.faint(line)),
    BELOW,
  );
}
