import type { ReadView } from '../campaign/read-view.ts';
import type { Respelling } from './quirk-table.ts';

/** The quirks in force, as the rest of the service asks about them; `quirk-table.ts` says what each one does. */
export interface Quirks {
  readonly mergeUpdates: boolean;
  /** Milliseconds of the service's clock; 0 for none. */
  readonly readLagMs: number;
  /** Milliseconds of the service's clock; 0 for none. */
  readonly searchLagMs: number;
  readonly searchRows: 'whole' | 'partial';
  /** `null` leaves the choice to the option `readView`. */
  readonly readView: ReadView | null;
  readonly publishStatus: 200 | 204;
  /** Campaigns, by `id` or `campaign_id`, that belong to another team. */
  readonly forbidden: ReadonlySet<string>;
  readonly detailsOnly: boolean;
  readonly respellings: ReadonlySet<Respelling>;
  /** Paths of fields, `component.field`, that show `false` where they are missing. */
  readonly lateDefaults: readonly FieldPath[];
  /** Paths of fields that show another value on each read. */
  readonly movingValues: readonly FieldPath[];
  readonly draftVersions: boolean;
  readonly documentIds: boolean;
  readonly draftOnlyUpdates: boolean;
  readonly keepFailures: boolean;
}

/** A component and the names of fields below it, at least one. */
export type FieldPath = readonly [component: string, ...fields: string[]];

/** The defaults of the service. */
export const NO_QUIRKS: Quirks = {
  mergeUpdates: false,
  readLagMs: 0,
  searchLagMs: 0,
  searchRows: 'whole',
  readView: null,
  publishStatus: 204,
  forbidden: new Set(),
  detailsOnly: false,
  respellings: new Set(),
  lateDefaults: [],
  movingValues: [],
  draftVersions: false,
  documentIds: false,
  draftOnlyUpdates: false,
  keepFailures: false,
};
