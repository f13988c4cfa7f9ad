/** What a search asks for; a filter that is `null` does not apply. Open point W12. */
export interface SearchQuery {
  readonly limit: number;
  readonly page: number;
  /** Also the sends of periodic campaigns and nodes of flows. */
  readonly includesChildren: boolean;
  readonly includesArchived: boolean;
  readonly ids: readonly string[] | null;
  readonly channels: readonly string[] | null;
  readonly createdBy: readonly string[] | null;
  /** First and last `created_at` that fit, in the notation of records. */
  readonly createdFrom: string | null;
  readonly createdTo: string | null;
  readonly deliveryTypes: readonly string[] | null;
  readonly name: string | null;
  readonly statuses: readonly string[] | null;
  readonly tags: readonly string[] | null;
  readonly versionNumber: number | null;
}
