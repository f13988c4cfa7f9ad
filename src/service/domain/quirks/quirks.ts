import type { ReadView } from '../campaign/read-view.ts';

/** The quirks in force, in the form that the rest of the service reads. `quirk-table.ts` describes them. */
export interface Quirks {
  readonly mergeUpdates: boolean;
  /** Milliseconds of the service's clock; 0 for none. */
  readonly readLagMs: number;
  /** Milliseconds of the service's clock; 0 for none. */
  readonly searchLagMs: number;
  readonly searchRows: 'whole' | 'partial';
  /** `null` means that the option `readView` decides. */
  readonly readView: ReadView | null;
  readonly publishStatus: 200 | 204;
  /** The `id` or `campaign_id` of campaigns that belong to another team. */
  readonly forbidden: ReadonlySet<string>;
  readonly detailsOnly: boolean;
  /** Ways in which reads return stored texts changed, as `RESPELLINGS` names them. */
  readonly respellings: ReadonlySet<string>;
  /** Paths of fields, as `component.field`, that read as `false` if they are missing. */
  readonly lateDefaults: readonly FieldPath[];
  /** Paths of fields that have a different value on each read. */
  readonly movingValues: readonly FieldPath[];
  readonly draftVersions: boolean;
  readonly documentIds: boolean;
  readonly draftOnlyUpdates: boolean;
  readonly keepFailures: boolean;
}

/** The name of a component and of at least one field below it. */
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
