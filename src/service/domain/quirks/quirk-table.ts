import { COMPONENTS } from '../campaign/campaign-record.ts';
import { READ_VIEWS } from '../campaign/read-view.ts';
import type { FieldPath, Quirks } from './quirks.ts';

/** One way in which a real service may differ from the default of this one. */
export interface QuirkRow {
  readonly name: string;
  /** How it is written on the command line and over the control interface. */
  readonly notation: string;
  /** What it does, in one sentence. */
  readonly does: string;
  /** The open points that leave room for it. */
  readonly openPoints: readonly string[];
  /** Whether it may be given more than once. */
  readonly isRepeatable?: boolean;
  /** The mistake in the text after `=`, which is empty if there is none, or `null`. */
  readonly mistakeIn: (value: string) => string | null;
  /** The settings that it changes with a valid value. */
  readonly effect: (value: string, before: Quirks) => Partial<Quirks>;
}

/** Ways in which reads can return stored texts changed. Open point W32. */
export const RESPELLINGS = ['entities', 'trim', 'drop-empty', 'nfc', 'utc'] as const;

/**
 * All quirks, in the order of the documentation. If the documents about the service are silent or contradict each
 * other, the service follows one interpretation by default. Each row here is another interpretation that clients must
 * handle.
 */
export const QUIRKS: readonly QuirkRow[] = [
  {
    ...flag('merge-updates', { mergeUpdates: true }),
    does: 'An update is merged into a component: omitted fields keep their values; lists and plain values are replaced.',
    openPoints: ['W7'],
  },
  {
    ...lag('read-lag', (readLagMs) => ({ readLagMs })),
    does: 'The result of a create, update, status change or publish is visible in get, search and metadata only after this time.',
    openPoints: ['W31'],
  },
  {
    ...lag('search-lag', (searchLagMs) => ({ searchLagMs })),
    does: 'The same, but only for search and metadata; if both are set, the longer time applies there.',
    openPoints: ['W31'],
  },
  {
    name: 'search-rows',
    notation: 'search-rows=partial',
    mistakeIn: (value) => (value === 'partial' ? null : 'write search-rows=partial'),
    effect: () => ({ searchRows: 'partial' }),
    does: 'Search rows contain `basic_details` as their only component.',
    openPoints: ['W13'],
  },
  {
    name: 'read-view',
    notation: 'read-view=documented',
    mistakeIn: (value) =>
      READ_VIEWS.some((view) => view === value)
        ? null
        : `write ${READ_VIEWS.map((view) => `read-view=${view}`).join(' or ')}`,
    effect: (value) => ({ readView: READ_VIEWS.find((view) => view === value) ?? null }),
    does: 'Schedules are returned as `written`, `normalized` or `documented`, whatever `--read-view` says.',
    openPoints: ['W5'],
  },
  {
    ...flag('publish-204', { publishStatus: 204 }),
    does: 'Publishing returns 204 without a body. This is the default.',
    openPoints: ['W19'],
  },
  {
    ...flag('publish-200', { publishStatus: 200 }),
    does: 'Publishing returns 200 with `data: {id}`.',
    openPoints: ['W19'],
  },
  {
    name: 'forbidden',
    notation: 'forbidden=ID',
    isRepeatable: true,
    mistakeIn: (value) =>
      /^\w+$/.test(value) ? null : 'write the id of a campaign: forbidden=64a1b2c3d4e5f6a7b8c9d0e1',
    effect: (value, { forbidden }) => ({ forbidden: new Set([...forbidden, value]) }),
    does: 'Updates, status changes and publishing of this campaign are refused with 403; reading it works. Can be repeated.',
    openPoints: ['W8'],
  },
  {
    ...flag('details-only', { detailsOnly: true }),
    does: 'A validation error has no `target` of its own, and its `details` have targets but no messages.',
    openPoints: ['W24'],
  },
  {
    name: 'respell',
    notation: 'respell=entities,trim,drop-empty,nfc,utc',
    mistakeIn: (value) =>
      value.split(',').every(isRespelling)
        ? null
        : `write respell= and one or more of ${RESPELLINGS.join(', ')}`,
    effect: (value) => ({ respellings: new Set(value.split(',')) }),
    does: 'Stored values are returned in a different spelling, in any of these five ways.',
    openPoints: ['W32'],
  },
  {
    ...ofField('late-default', (path, { lateDefaults }) => ({ lateDefaults: [...lateDefaults, path] })),
    does: 'Every campaign that has the component shows this field as `false`, unless it has the field. Can be repeated.',
    openPoints: ['W32'],
  },
  {
    ...ofField('moving-value', (path, { movingValues }) => ({ movingValues: [...movingValues, path] })),
    does: "Every campaign that has the component shows a different value in this field on each read; `updated_at` doesn't change. Can be repeated.",
    openPoints: ['W32'],
  },
  {
    ...flag('draft-versions', { draftVersions: true }),
    does: 'An update to a live campaign creates or changes a DRAFT document above it, which goes live when it is published. Has no effect without the feature `versioning`.',
    openPoints: ['S7'],
  },
  {
    ...flag('document-ids', { documentIds: true }),
    does: 'New campaigns have a `campaign_id` in a different format than their `id`; paths accept only the `id` of the newest document, and search accepts both.',
    openPoints: ['S7', 'W3'],
  },
  {
    ...flag('draft-only-updates', { draftOnlyUpdates: true }),
    does: "Every update to a campaign that isn't a DRAFT is refused with 409.",
    openPoints: ['W8'],
  },
  {
    ...flag('keep-failures', { keepFailures: true }),
    does: 'Errors with 5xx and 429 are also stored for their `Idempotency-Key`, and returned again.',
    openPoints: ['W23'],
  },
];

type Parsed = Pick<QuirkRow, 'name' | 'notation' | 'isRepeatable' | 'mistakeIn' | 'effect'>;

/** A quirk that takes no value. */
function flag(name: string, effect: Partial<Quirks>): Parsed {
  const mistakeIn = (value: string): string | null => (value === '' ? null : 'it takes no value');
  return { name, notation: name, mistakeIn, effect: () => effect };
}

/** A quirk whose value is a time such as `30s`. */
function lag(name: string, effect: (ms: number) => Partial<Quirks>): Parsed {
  const wanted = `write a time such as ${name}=500ms, ${name}=30s or ${name}=2m`;
  return {
    name,
    notation: `${name}=30s`,
    mistakeIn: (value) => (lagMs(value) === null ? wanted : null),
    effect: (value) => effect(lagMs(value) ?? 0),
  };
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

/** A quirk whose value is the path of a field in a component. */
function ofField(name: string, effect: (path: FieldPath, before: Quirks) => Partial<Quirks>): Parsed {
  const pathIn = (value: string): FieldPath => {
    const [component = '', ...fields] = value.split('.');
    return [component, ...fields];
  };
  return {
    name,
    notation: `${name}=PATH`,
    isRepeatable: true,
    mistakeIn: (value) => {
      const [component, ...fields] = pathIn(value);
      if (fields.length === 0 || fields.includes(''))
        return `write a component and a field in it: ${name}=delivery_controls.new_flag`;
      const known = [...new Set([...COMPONENTS.PUSH, ...COMPONENTS.EMAIL])];
      if (known.includes(component)) return null;
      return `"${component}" is not a component; there are ${known.join(', ')}`;
    },
    effect: (value, before) => effect(pathIn(value), before),
  };
}

export function isRespelling(word: string): boolean {
  return RESPELLINGS.some((name) => name === word);
}
