import { COMPONENTS } from '../campaign/campaign-record.ts';
import { unknownName, type Mistake, type SettingRead } from '../setting.ts';
import { QUIRKS, READ_VIEWS, RESPELLINGS, type QuirkName, type QuirkRow } from './quirk-table.ts';
import { NO_QUIRKS, type FieldPath, type Quirks } from './quirks.ts';

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
    (before, one) => ({ ...before, ...effectOf(one, before) }),
    NO_QUIRKS,
  );
  return { kind: 'read', value: { list: written.map(textOf), quirks } };
}

/** `500ms`, `30s`, `2m`, `1h` or `0` in milliseconds; `null` for anything else. */
function lagMs(text: string): number | null {
  if (text === '0') return 0;
  const [, count = '', unit = ''] = /^(\d{1,9})(ms|s|m|h)$/.exec(text) ?? [];
  const unitMs = UNITS_MS.get(unit);
  return unitMs === undefined ? null : Number(count) * unitMs;
}

const UNITS_MS: ReadonlyMap<string, number> = new Map([
  ['ms', 1],
  ['s', 1000],
  ['m', 60_000],
  ['h', 3_600_000],
]);

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
    const message = valueMistake(row, value ?? '');
    return message === null ? [] : [{ place: name, message }];
  }
  if (isRespelling(name))
    return [{ place: name, message: `it is a way of respelling: write respell=${name}` }];
  return [unknownName('', 'a quirk', { name, known: QUIRKS.map((quirk) => quirk.name) })];
}

/** The mistake in a quirk's value. An empty value counts as missing. */
function valueMistake({ value: wanted, name }: QuirkRow, value: string): string | null {
  switch (wanted.kind) {
    case 'none':
      return value === '' ? null : 'it takes no value';
    case 'duration':
      return lagMs(value) === null ? `write a time such as ${name}=500ms, ${name}=30s or ${name}=2m` : null;
    case 'campaign':
      return /^\w+$/.test(value) ? null : `write the id of a campaign: ${name}=64a1b2c3d4e5f6a7b8c9d0e1`;
    case 'path':
      return pathMistake(name, value);
    case 'word':
      return wanted.words.includes(value) ? null : `write ${choices(name, wanted.words)}`;
    case 'words': {
      const words = value.split(',');
      const isKnown = words.every((word) => wanted.words.includes(word));
      return isKnown ? null : `write ${name}= and one or more of ${wanted.words.join(', ')}`;
    }
  }
}

function pathMistake(name: string, value: string): string | null {
  const [component = '', ...fields] = value.split('.');
  if (fields.length === 0 || fields.includes(''))
    return `write a component and a field in it: ${name}=delivery_controls.new_flag`;
  const known = [...new Set([...COMPONENTS.PUSH, ...COMPONENTS.EMAIL])];
  return known.includes(component)
    ? null
    : `"${component}" is not a component; there are ${known.join(', ')}`;
}

function choices(name: string, words: readonly string[]): string {
  return words.map((word) => `${name}=${word}`).join(' or ');
}

/** Quirks that are given twice or exclude each other. */
function contradictions(written: readonly WrittenQuirk[]): readonly Mistake[] {
  const names = written.map(({ name }) => name);
  const twice = QUIRKS.filter(
    (row: QuirkRow) => !row.isRepeatable && names.indexOf(row.name) !== names.lastIndexOf(row.name),
  ).map(({ name }) => ({ place: name, message: 'it is given twice' }));
  const both = names.includes('publish-200') && names.includes('publish-204');
  return [...twice, ...(both ? [{ place: 'publish-200', message: 'it excludes publish-204' }] : [])];
}

/** The settings that a valid quirk changes. */
function effectOf({ name, value }: WrittenQuirk, before: Quirks): Partial<Quirks> {
  const row = QUIRKS.find((quirk) => quirk.name === name);
  if (!row) throw new Error(`the unknown quirk ${name} got through`);
  return EFFECTS[row.name](value ?? '', before);
}

const EFFECTS: Readonly<Record<QuirkName, (value: string, before: Quirks) => Partial<Quirks>>> = {
  'merge-updates': () => ({ mergeUpdates: true }),
  'read-lag': (value) => ({ readLagMs: lagMs(value) ?? 0 }),
  'search-lag': (value) => ({ searchLagMs: lagMs(value) ?? 0 }),
  'search-rows': () => ({ searchRows: 'partial' }),
  'read-view': (value) => ({ readView: READ_VIEWS.find((view) => view === value) ?? null }),
  'publish-204': () => ({ publishStatus: 204 }),
  'publish-200': () => ({ publishStatus: 200 }),
  forbidden: (value, { forbidden }) => ({ forbidden: new Set([...forbidden, value]) }),
  'details-only': () => ({ detailsOnly: true }),
  respell: (value) => ({ respellings: new Set(RESPELLINGS.filter((one) => value.split(',').includes(one))) }),
  'late-default': (value, { lateDefaults }) => ({ lateDefaults: [...lateDefaults, pathIn(value)] }),
  'moving-value': (value, { movingValues }) => ({ movingValues: [...movingValues, pathIn(value)] }),
  'draft-versions': () => ({ draftVersions: true }),
  'document-ids': () => ({ documentIds: true }),
  'draft-only-updates': () => ({ draftOnlyUpdates: true }),
  'keep-failures': () => ({ keepFailures: true }),
};

function pathIn(value: string): FieldPath {
  const [component = '', ...fields] = value.split('.');
  return [component, ...fields];
}

function rowOf(name: string): QuirkRow | undefined {
  return QUIRKS.find((quirk) => quirk.name === name);
}

function isRespelling(word: string): boolean {
  return RESPELLINGS.some((name) => name === word);
}

function textOf({ name, value }: WrittenQuirk): string {
  return value === null ? name : `${name}=${value}`;
}
