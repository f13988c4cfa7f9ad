import { refuseInvalid } from '../failure.ts';
import { COMPONENTS } from '../campaign/campaign-record.ts';

/** The quirks in force. */
export interface Quirks {
  /** As the user wrote them. */
  readonly list: readonly string[];
  readonly has: (name: QuirkName) => boolean;
  /** The texts after `=`, one for each time that the quirk is given. */
  readonly values: (name: QuirkName) => readonly string[];
  /** The time that a quirk takes, in milliseconds of the service's clock; 0 without it. */
  readonly ms: (name: 'read-lag' | 'search-lag') => number;
}

/** A quirk's name and the text after `=`, which is empty without one. */
interface WrittenQuirk {
  readonly name: string;
  readonly value: string;
}

/** Reads quirks such as `read-lag=30s` or `respell=trim,nfc,merge-updates`. Throws a `Refusal` with all mistakes. */
export function readQuirks(texts: readonly string[]): Quirks {
  const written = split(texts);
  refuseInvalid(
    written.flatMap((one) => mistakesIn(one, written)).map((message) => ({ target: 'quirks', message })),
  );
  const values = (name: QuirkName): readonly string[] =>
    written.flatMap((one) => (one.name === name ? [one.value] : []));
  return {
    list: written.map(({ name, value }) => (value === '' ? name : `${name}=${value}`)),
    has: (name) => values(name).length > 0,
    values,
    ms: (name) => Math.max(0, ...values(name).map(timeOf)),
  };
}

function split(texts: readonly string[]): readonly WrittenQuirk[] {
  const written: WrittenQuirk[] = [];
  for (const item of texts.flatMap((text) => text.split(','))) {
    const [first = '', ...more] = item.split('=').map((part) => part.trim());
    const last = written.at(-1);
    // The earlier spelling of the quirks `normalized` and `documented`.
    const one =
      first === 'read-view' ? { name: more.join('='), value: '' } : { name: first, value: more.join('=') };
    if (last?.name === 'respell' && isRespelling(item.trim()))
      written[written.length - 1] = { name: 'respell', value: `${last.value},${item.trim()}` };
    else if (item.trim() !== '' && one.name !== 'written') written.push(one);
  }
  return written;
}

function mistakesIn(one: WrittenQuirk, written: readonly WrittenQuirk[]): readonly string[] {
  const { name, value } = one;
  const row: QuirkRow | undefined = QUIRKS.find((quirk) => quirk.name === name);
  if (isRespelling(name)) return [`${name} is a way of respelling: write respell=${name}`];
  if (!row) return [`"${name}" is not a quirk; there are ${QUIRKS.map((quirk) => quirk.name).join(', ')}`];
  const { form, wanted } = VALUES[row.takes];
  const first = written.find((other) => other.name === name);
  const isExcluded = written.some((other) => other.name === row.excludes);
  return [
    ...(form.test(value) ? [] : [wanted.replaceAll('NAME', name)]),
    ...(row.isRepeatable || first === one ? [] : ['it is given twice']),
    ...(isExcluded ? [`it excludes ${row.excludes}`] : []),
  ].map((mistake) => `${name}: ${mistake}`);
}

function isRespelling(word: string): boolean {
  return RESPELLINGS.some((name) => name === word);
}

const UNITS_MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

function timeOf(text: string): number {
  return parseInt(text, 10) * (UNITS_MS[text.replace(/\d+/, '')] ?? 0);
}

/** Ways in which reads can return stored texts changed. Open point W32. */
export const RESPELLINGS = ['entities', 'trim', 'drop-empty', 'nfc', 'utc'] as const;

const COMPONENT = [...new Set([...COMPONENTS.PUSH, ...COMPONENTS.EMAIL])];
const SPELLING = `(?:${RESPELLINGS.join('|')})`;

/** The kinds of text after `=`: the form, and what to write instead of anything else. */
const VALUES = {
  nothing: { form: /^$/, wanted: 'it takes no value' },
  time: { form: /^(0|\d{1,9}(ms|s|m|h))$/, wanted: 'write a time such as NAME=500ms, NAME=30s or NAME=2m' },
  partial: { form: /^partial$/, wanted: 'write NAME=partial' },
  campaign: { form: /^\w+$/, wanted: 'write the id of a campaign: NAME=64a1b2c3d4e5f6a7b8c9d0e1' },
  spellings: {
    form: new RegExp(`^${SPELLING}(,${SPELLING})*$`),
    wanted: `write NAME= and one or more of ${RESPELLINGS.join(', ')}`,
  },
  field: {
    form: new RegExp(String.raw`^(${COMPONENT.join('|')})(\.[^.]+)+$`),
    wanted: `write a component and a field in it: NAME=delivery_controls.new_flag; the components are ${COMPONENT.join(', ')}`,
  },
} as const;

/** One way in which a real service may differ from the default of this one. */
interface QuirkRow {
  readonly name: string;
  readonly takes: keyof typeof VALUES;
  readonly isRepeatable?: boolean;
  readonly excludes?: string;
}

/** All quirks, in the order of docs/service.md: other readings of the documents that clients must handle. */
export const QUIRKS = [
  { name: 'merge-updates', takes: 'nothing' },
  { name: 'read-lag', takes: 'time' },
  { name: 'search-lag', takes: 'time' },
  { name: 'search-rows', takes: 'partial' },
  { name: 'normalized', takes: 'nothing' },
  { name: 'documented', takes: 'nothing', excludes: 'normalized' },
  { name: 'publish-204', takes: 'nothing' },
  { name: 'publish-200', takes: 'nothing', excludes: 'publish-204' },
  { name: 'forbidden', takes: 'campaign', isRepeatable: true },
  { name: 'details-only', takes: 'nothing' },
  { name: 'respell', takes: 'spellings' },
  { name: 'late-default', takes: 'field', isRepeatable: true },
  { name: 'moving-value', takes: 'field', isRepeatable: true },
  { name: 'draft-versions', takes: 'nothing' },
  { name: 'document-ids', takes: 'nothing' },
  { name: 'draft-only-updates', takes: 'nothing' },
  { name: 'keep-failures', takes: 'nothing' },
] as const satisfies readonly QuirkRow[];

type QuirkName = (typeof QUIRKS)[number]['name'];
