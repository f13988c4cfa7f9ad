import { plainText, say, type Phrase } from '../../messages/phrase.ts';
import { fold, indent, padTo, widthOf, wrap, wrapPhrase } from '../columns.ts';
import { byValues, groupTitle, groupRows, type RowGroup } from '../rows/group.ts';
import {
  factText,
  linesOf,
  lineText,
  type ComponentValues,
  type Mark,
  type Row,
  type ValueRow,
} from '../rows/row.ts';
import type { Layout, Paint } from './paint.ts';

const SIGNS: Readonly<Record<Mark, readonly [sign: string, color: Exclude<keyof Paint, 'link'>]>> = {
  attention: ['!', 'warn'],
  failed: ['✗', 'bad'],
  unknown: ['?', 'warn'],
  waiting: ['…', 'warn'],
  done: ['✓', 'good'],
  create: ['+', 'good'],
  update: ['~', 'good'],
  PUBLISH: ['»', 'good'],
  RESUME: ['▸', 'good'],
  PAUSE: ['▸', 'good'],
  STOP: ['▸', 'good'],
  note: ['·', 'faint'],
};

const STATUS_WIDTH = 9;
const KEY_WIDTH_AT_MOST = 36;
/** The indentation of what is below a campaign's line, of fields, and of values that don't fit next to their field. */
const BELOW = 6;
const FIELD = 8;
const VALUE = 10;

/** Rows for a terminal: what several campaigns have in common once, with their names; every other row by itself. */
export function rowsText(rows: readonly Row[], layout: Layout, aligned: readonly Row[] = rows): string[] {
  const { columns, paint, root } = layout;
  // Keys are padded, so that statuses are aligned.
  const widths = aligned.map(({ subject }) => widthOf(subject));
  const keyWidth = Math.min(KEY_WIDTH_AT_MOST, Math.max(0, ...widths));
  const said = (phrase: Phrase) => indent(wrapPhrase(phrase, columns - BELOW), BELOW);
  const faint = (lines: readonly string[]) =>
    indent(
      lines.map((line) => paint.faint(line)),
      BELOW,
    );
  return groupRows(rows).flatMap((group) => {
    const [{ head, place: { file, line } = {} }, ...others] = group.rows;
    const isOne = others.length === 0;
    const toFile = (text: string) => (root === undefined ? text : paint.link(text, `${root}/${file}`));
    return [
      ...titleLines(group, layout, keyWidth),
      ...(head === '' ? [] : said(group.why)),
      ...faint(group.facts.flatMap((fact) => wrap(factText(fact), columns - BELOW))),
      ...(isOne && file
        ? faint(fold(line === undefined ? file : `${file}:${line}`, columns - BELOW).map(toFile))
        : []),
      ...byValues(group).flatMap((same) => [
        ...(isOne ? [] : faint(wrap(namesOf(same, group), columns - BELOW))),
        ...(same[0]?.values ?? []).flatMap((one) => componentLines(one, layout)),
      ]),
      ...said(group.todo),
    ];
  });
}

/** Sign, name, live status and what it is, on one line if they fit; otherwise the text is below, and a long key is broken. */
function titleLines(group: RowGroup, { columns, paint }: Layout, keyWidth: number): string[] {
  const [{ mark, head }, ...others] = group.rows;
  const [sign, color] = SIGNS[mark];
  const name = groupTitle(group.rows);
  const key = others.length === 0 ? padTo(name, keyWidth) : name;
  const dashboard = others.length === 0 ? group.rows[0].dashboard : undefined;
  const live = dashboard === undefined ? group.live : paint.link(group.live, dashboard);
  const start = group.live === '' ? key : `${key}  ${padTo(live, STATUS_WIDTH)}`;
  const text = head === '' ? group.why : say`${head}`;
  const room = columns - BELOW - widthOf(start);
  const words = plainText(text);
  if (widthOf(words) <= room) return [`  ${paint[color](sign)} ${start}  ${words}`.trimEnd()];
  const below = wrapPhrase(text, columns - BELOW);
  if (room >= 0) return [`  ${paint[color](sign)} ${start}`.trimEnd(), ...indent(below, BELOW)];
  const [first = '', ...more] = fold(name, columns - BELOW);
  return [
    `  ${paint[color](sign)} ${first}`,
    ...indent([...more, group.live, ...below].filter(Boolean), BELOW),
  ];
}

function namesOf(rows: readonly Row[], group: RowGroup): string {
  const names = rows.map((row) => {
    const beside = [row.live === group.live ? '' : row.live, group.asideOf(row)].filter(Boolean).join('; ');
    return beside === '' ? row.subject : `${row.subject} (${beside})`;
  });
  return names.join(', ');
}

/** A component's differences below its name. A status is one line. */
function componentLines({ name, cause, values }: ComponentValues, layout: Layout): string[] {
  if (name === 'status')
    return values.map(({ was = '', now = '' }) => `${' '.repeat(BELOW)}status  ${was}  →  ${now}`);
  const title = wrap(cause === '' ? name : `${name} (${cause})`, layout.columns - BELOW);
  return [...indent(title, BELOW), ...values.flatMap((one) => valueLines(one, layout))];
}

/** A field and its values in one line if they fit, otherwise below each other. */
function valueLines(one: ValueRow, { columns, paint }: Layout): string[] {
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
  const values = marked.flatMap(({ mark, text }) =>
    fold(text, columns - VALUE - 2).map((part, at) => {
      const shown = `${at === 0 ? mark : ' '} ${part}`;
      return mark === ' ' ? shown : paint[mark === '-' ? 'bad' : 'good'](shown);
    }),
  );
  return [...indent(fold(label, columns - FIELD), FIELD), ...indent(values, VALUE)];
}
