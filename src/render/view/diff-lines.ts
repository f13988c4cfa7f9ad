import type { FieldDifference } from './three-way.ts';
import type { ComponentView } from './component-view.ts';
import { oldAndNew, unmarked, type MarkedLine } from './marked-line.ts';
import { counted, firstFew } from '../../model/show.ts';
import { fieldName, plainFieldName } from '../../messages/field-names.ts';
import { alsoIn as alsoInWords, sameEditAs } from '../../messages/edit-messages.ts';
import { clipTo } from '../text-layout.ts';

/** A component's differences as lines of a diff: the place, then the old and the new value. */
export function diffLines({ name, places, cause }: ComponentView): MarkedLine[] {
  const why = cause === '' ? '' : ` (${cause})`;
  return places.flatMap(({ context, differences }) =>
    differences.flatMap((one) => [
      unmarked([name, ...context, one.field].filter(Boolean).join(' · ') + why),
      ...valueLines(one),
    ]),
  );
}

/** The lines of a diff with fields as marketers know them, and then their names in the file: `UTM source · utm_source`. */
export function namedDiffLines({ name, places }: ComponentView): MarkedLine[] {
  return places.flatMap(({ context, differences }) =>
    differences.flatMap((one) => {
      const known = fieldName(name, context, one.field);
      const own = one.field === '' || plainFieldName(one.field) === one.field ? [] : [one.field];
      return [unmarked([known, ...own].join(' · ')), ...valueLines(one)];
    }),
  );
}

/** The most files that a line names. */
const FILES_AT_MOST = 3;

/** Where to read the full values of a component with cut ones, as a line of its diff. */
export function restLines({ rest }: Pick<ComponentView, 'rest'>): MarkedLine[] {
  const words = restWords(rest);
  return words === '' ? [] : [unmarked(words)];
}

export function restWords(rest: ComponentView['rest']): string {
  if (rest.length === 0) return '';
  const more = rest.length - FILES_AT_MOST;
  const named = [...rest.slice(0, FILES_AT_MOST), ...(more > 0 ? [counted(more, 'more file')] : [])];
  const last = named.pop() ?? '';
  return `The rest is in ${named.length === 0 ? last : `${named.join(', ')} and ${last}`}.`;
}

function valueLines(one: FieldDifference): readonly MarkedLine[] {
  const { was, now, lines, sides } = one;
  if (sides) return sides.map(({ who, value }) => unmarked(`${who}: ${value}`));
  const elsewhere = elsewhereWords(one);
  const own = one.sameAs === undefined ? (lines ?? oldAndNew(was, now)) : [];
  return elsewhere === '' ? own : [...own, unmarked(elsewhere)];
}

/** Which other campaigns have the same edit of a text, or where it is shown; empty for an edit of its own. */
export function elsewhereWords({ alsoIn = [], sameAs }: FieldDifference): string {
  if (sameAs !== undefined) return sameEditAs(sameAs);
  return alsoIn.length === 0 ? '' : alsoInWords(alsoIn);
}

/** The differences of a campaign. */
export interface Detailed {
  readonly key: string;
  readonly components: readonly ComponentView[];
}

/** Differences of one campaign, or of several: equal ones once, others below the key of each. Empty if there are none. */
export function groupLines(group: readonly Detailed[]): MarkedLine[] {
  const [first, ...others] = group.map(({ key, components }) => ({
    key,
    lines: components.flatMap(diffLines),
    rest: components.flatMap(restLines),
  }));
  if (!first) return [];
  const all = [first, ...others];
  if (all.every(({ lines }) => lines.length === 0)) return [];
  if (others.length === 0) return [...first.lines, ...first.rest];
  const same = JSON.stringify(first.lines);
  return others.every(({ lines }) => JSON.stringify(lines) === same)
    ? [...all.map(({ key }) => unmarked(key)), ...first.lines, ...first.rest]
    : all.flatMap(({ key, lines, rest }) => [unmarked(key), ...lines, ...rest]);
}

/** The most fields that a summary names, and characters of each. */
const FIELDS_AT_MOST = 5;
const FIELD_CHARS = 60;

/** The fields that differ, as marketers know them: `title (Android), UTM campaign`. */
export function fieldsOf(components: readonly ComponentView[]): string {
  const fields = components.flatMap(({ name, places }) =>
    places.flatMap(({ context, differences }) =>
      differences.map(({ field }) => fieldName(name, context, field)),
    ),
  );
  const different = [...new Set(fields)].map((field) => clipTo(field, FIELD_CHARS));
  return firstFew(different, FIELDS_AT_MOST);
}

/** What happens to the campaigns whose differences are folded. */
export type Fate = 'held' | 'new' | 'changed';

/** The title of a fold: `promo/spring-sale (blocked): audience`. For a new campaign, all of its content is below. */
export function foldTitle(name: string, fate: Fate, components: readonly ComponentView[]): string {
  switch (fate) {
    case 'new':
      return `${name} (new): its content`;
    case 'held':
      return `${name} (blocked): ${fieldsOf(components)}`;
    case 'changed':
      return `${name}: ${fieldsOf(components)}`;
  }
}
