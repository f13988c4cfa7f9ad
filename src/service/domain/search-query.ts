/** The filters and the page of a search. A filter that is `null` does not apply. Open point W12. */
export interface SearchQuery {
  readonly limit: number;
  readonly page: number;
  /** Whether the sends of periodic campaigns and the nodes of flows are included. */
  readonly includesChildren: boolean;
  readonly includesArchived: boolean;
  readonly ids: readonly string[] | null;
  readonly channels: readonly string[] | null;
  readonly createdBy: readonly string[] | null;
  /** The first and last matching `created_at`, in the format of records. */
  readonly createdFrom: string | null;
  readonly createdTo: string | null;
  readonly deliveryTypes: readonly string[] | null;
  readonly name: string | null;
  readonly statuses: readonly string[] | null;
  readonly tags: readonly string[] | null;
  readonly versionNumber: number | null;
}
