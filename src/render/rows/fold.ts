import { componentName, fieldName, plainFieldName } from '../../messages/field-names.ts';
import { counted, firstFew } from '../../model/show.ts';
import { clipTo } from '../text-layout.ts';
import type { RowGroup, SameValues } from './group.ts';
import { linesOf, unmarked, type ComponentValues, type MarkedLine, type Row } from './row.ts';

// How groups and values are named, and how media with folds show values.

/** `3 campaigns`; `One edit in 23 campaigns`. */
export function groupTitle({ rows }: Pick<RowGroup, 'rows'>): string {
  const count = counted(rows.length, 'campaign');
  return rows[0].kind === 'change' ? `One edit in ${count}` : count;
}

/** What is done, and why if it isn't because of an edit of the file. */
export function headInTable({ head, values }: Row): string {
  const causes = values.flatMap(({ name, cause }) => (cause === '' ? [] : [`${partWords(name)}: ${cause}`]));
  return causes.length === 0 ? head : `${head} (${causes.join('; ')})`;
}

/** `promo/spring-sale (blocked): audience`. For a new campaign, all of its content is below. */
export function foldTitle({ rows, values }: SameValues): string {
  const [first, ...others] = rows;
  if (!first) return '';
  const name = others.length === 0 ? first.subject : groupTitle({ rows: [first, ...others] });
  if (first.mark === 'create') return `${name} (new): its content`;
  return `${name}${first.kind === 'blocked' ? ' (blocked)' : ''}: ${fieldsOf(values)}`;
}

/** What differs as lines of a diff, below the names if there are several; a field as marketers know it, and its name in the file. */
export function foldLines({ rows, values }: SameValues): MarkedLine[] {
  const lines = values.flatMap(({ name, values: own }) =>
    own.flatMap((one) => {
      const { context, field } = one;
      const raw = field === '' || plainFieldName(field, name) === field ? [] : [field];
      return [unmarked([fieldName(name, context, field), ...raw].join(' · ')), ...linesOf(one)];
    }),
  );
  const names = rows.length === 1 ? [] : rows.map(({ subject }) => unmarked(subject));
  return lines.length === 0 ? [] : [...names, ...lines];
}

/** The most fields that a summary names, and characters of each. */
const FIELDS_AT_MOST = 5;
const FIELD_CHARS = 60;

/** The fields that differ, as marketers know them: `title (Android), UTM campaign`. */
export function fieldsOf(components: readonly ComponentValues[]): string {
  const fields = components.flatMap(({ name, values }) =>
    values.length === 0
      ? [partWords(name)]
      : values.map(({ context, field }) => fieldName(name, context, field)),
  );
  const different = [...new Set(fields)].map((field) => clipTo(field, FIELD_CHARS));
  return firstFew(different, FIELDS_AT_MOST);
}

function partWords(name: ComponentValues['name']): string {
  return name === 'status' ? name : componentName(name);
}
