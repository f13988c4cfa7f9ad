import { unknownName, type Mistake, type SettingRead } from '../setting.ts';
import { isRespelling, QUIRKS, type QuirkRow } from './quirk-table.ts';
import { NO_QUIRKS, type Quirks } from './quirks.ts';

/** Quirks as the service uses them, and as the user wrote them. */
export interface ChosenQuirks {
  readonly list: readonly string[];
  readonly quirks: Quirks;
}

/** A quirk's name and the text after `=`, or `null` without one. */
interface WrittenQuirk {
  readonly name: string;
  readonly value: string | null;
}

/**
 * Reads quirks such as `read-lag=30s` or `respell=entities,trim,merge-updates`. A text may list several, separated by
 * commas; respelling names after `respell=…` belong to that quirk. All mistakes are reported at once.
 */
export function readQuirks(texts: readonly string[]): SettingRead<ChosenQuirks> {
  const written = splitQuirks(texts);
  const mistakes = [...written.flatMap(mistakesOf), ...contradictions(written)];
  if (mistakes.length > 0) return { kind: 'refused', mistakes };
  const quirks = written.reduce<Quirks>(
    (before, one) => ({ ...before, ...rowOf(one.name)?.effect(one.value ?? '', before) }),
    NO_QUIRKS,
  );
  return { kind: 'read', value: { list: written.map(textOf), quirks } };
}

function splitQuirks(texts: readonly string[]): readonly WrittenQuirk[] {
  const items = texts
    .flatMap((text) => text.split(','))
    .map((item) => item.trim())
    .filter((item) => item !== '');
  const written: WrittenQuirk[] = [];
  for (const item of items) {
    const last = written.at(-1);
    if (last?.name === 'respell' && isRespelling(item)) {
      written[written.length - 1] = { name: 'respell', value: last.value ? `${last.value},${item}` : item };
    } else {
      const [, name = item, value = null] = /^([^=]*)=(.*)$/s.exec(item) ?? [];
      written.push({ name: name.trim(), value: value && value.trim() });
    }
  }
  return written;
}

function mistakesOf({ name, value }: WrittenQuirk): readonly Mistake[] {
  const row = rowOf(name);
  if (row) {
    const message = row.mistakeIn(value ?? '');
    return message === null ? [] : [{ place: name, message }];
  }
  if (isRespelling(name))
    return [{ place: name, message: `it is a way of respelling: write respell=${name}` }];
  return [unknownName('', 'a quirk', { name, known: QUIRKS.map((quirk) => quirk.name) })];
}

/** Quirks that are given twice or exclude each other. */
function contradictions(written: readonly WrittenQuirk[]): readonly Mistake[] {
  const names = written.map(({ name }) => name);
  const twice = QUIRKS.filter(
    (row) => !row.isRepeatable && names.indexOf(row.name) !== names.lastIndexOf(row.name),
  ).map(({ name }) => ({ place: name, message: 'it is given twice' }));
  const both = names.includes('publish-200') && names.includes('publish-204');
  return [...twice, ...(both ? [{ place: 'publish-200', message: 'it excludes publish-204' }] : [])];
}

function rowOf(name: string): QuirkRow | undefined {
  return QUIRKS.find((quirk) => quirk.name === name);
}

function textOf({ name, value }: WrittenQuirk): string {
  return value === null ? name : `${name}=${value}`;
}
