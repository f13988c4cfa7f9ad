import type { ReadView } from '../campaign/read-view.ts';

/** The value that a quirk takes after its name. */
type QuirkValue =
  | { readonly kind: 'none' }
  | { readonly kind: 'duration' }
  | { readonly kind: 'campaign' }
  | { readonly kind: 'path' }
  /** One of these words. */
  | { readonly kind: 'word'; readonly words: readonly string[] }
  /** One or more of these words, separated by commas. */
  | { readonly kind: 'words'; readonly words: readonly string[] };

/** One way in which a real service may differ from the default of this one. */
export interface QuirkRow {
  readonly name: string;
  readonly value: QuirkValue;
  /** How it is written on the command line and over the control interface. */
  readonly notation: string;
  /** What it does, in one sentence. */
  readonly does: string;
  /** The open points that leave room for it. */
  readonly openPoints: readonly string[];
  /** Whether it may be given more than once. */
  readonly isRepeatable?: boolean;
}

/** How reads can spell schedules. Open point W5. */
export const READ_VIEWS = ['written', 'normalized', 'documented'] as const satisfies readonly ReadView[];

/** Ways in which reads can return stored texts changed. Open point W32. */
export const RESPELLINGS = ['entities', 'trim', 'drop-empty', 'nfc', 'utc'] as const;

export type Respelling = (typeof RESPELLINGS)[number];

const NONE = { kind: 'none' } as const;

/**
 * All quirks, in the order of the documentation. If the documents about the service are silent or contradict each
 * other, the service follows one interpretation by default. Each row here is another interpretation that clients must
 * handle.
 */
export const QUIRKS = [
  {
    name: 'merge-updates',
    value: NONE,
    notation: 'merge-updates',
    does: 'An update is merged into a component: omitted fields keep their values; lists and plain values are replaced.',
    openPoints: ['W7'],
  },
  {
    name: 'read-lag',
    value: { kind: 'duration' },
    notation: 'read-lag=30s',
    does: 'The result of a create, update, status change or publish is visible in get, search and metadata only after this time.',
    openPoints: ['W31'],
  },
  {
    name: 'search-lag',
    value: { kind: 'duration' },
    notation: 'search-lag=30s',
    does: 'The same, but only for search and metadata; if both are set, the longer time applies there.',
    openPoints: ['W31'],
  },
  {
    name: 'search-rows',
    value: { kind: 'word', words: ['partial'] },
    notation: 'search-rows=partial',
    does: 'Search rows contain `basic_details` as their only component.',
    openPoints: ['W13'],
  },
  {
    name: 'read-view',
    value: { kind: 'word', words: READ_VIEWS },
    notation: 'read-view=documented',
    does: 'Schedules are returned as `written`, `normalized` or `documented`, whatever `--read-view` says.',
    openPoints: ['W5'],
  },
  {
    name: 'publish-204',
    value: NONE,
    notation: 'publish-204',
    does: 'Publishing returns 204 without a body. This is the default.',
    openPoints: ['W19'],
  },
  {
    name: 'publish-200',
    value: NONE,
    notation: 'publish-200',
    does: 'Publishing returns 200 with `data: {id}`.',
    openPoints: ['W19'],
  },
  {
    name: 'forbidden',
    value: { kind: 'campaign' },
    notation: 'forbidden=ID',
    does: 'Updates, status changes and publishing of this campaign are refused with 403; reading it works. Can be repeated.',
    openPoints: ['W8'],
    isRepeatable: true,
  },
  {
    name: 'details-only',
    value: NONE,
    notation: 'details-only',
    does: 'A validation error has no `target` of its own, and its `details` have targets but no messages.',
    openPoints: ['W24'],
  },
  {
    name: 'respell',
    value: { kind: 'words', words: RESPELLINGS },
    notation: 'respell=entities,trim,drop-empty,nfc,utc',
    does: 'Stored values are returned in a different spelling, in any of these five ways.',
    openPoints: ['W32'],
  },
  {
    name: 'late-default',
    value: { kind: 'path' },
    notation: 'late-default=PATH',
    does: 'Every campaign that has the component shows this field as `false`, unless it has the field. Can be repeated.',
    openPoints: ['W32'],
    isRepeatable: true,
  },
  {
    name: 'moving-value',
    value: { kind: 'path' },
    notation: 'moving-value=PATH',
    does: "Every campaign that has the component shows a different value in this field on each read; `updated_at` doesn't change. Can be repeated.",
    openPoints: ['W32'],
    isRepeatable: true,
  },
  {
    name: 'draft-versions',
    value: NONE,
    notation: 'draft-versions',
    does: 'An update to a live campaign creates or changes a DRAFT document above it, which goes live when it is published. Has no effect without the feature `versioning`.',
    openPoints: ['S7'],
  },
  {
    name: 'document-ids',
    value: NONE,
    notation: 'document-ids',
    does: 'New campaigns have a `campaign_id` in a different format than their `id`; paths accept only the `id` of the newest document, and search accepts both.',
    openPoints: ['S7', 'W3'],
  },
  {
    name: 'draft-only-updates',
    value: NONE,
    notation: 'draft-only-updates',
    does: "Every update to a campaign that isn't a DRAFT is refused with 409.",
    openPoints: ['W8'],
  },
  {
    name: 'keep-failures',
    value: NONE,
    notation: 'keep-failures',
    does: 'Errors with 5xx and 429 are also stored for their `Idempotency-Key`, and returned again.',
    openPoints: ['W23'],
  },
] as const satisfies readonly QuirkRow[];

export type QuirkName = (typeof QUIRKS)[number]['name'];
