/** A search as it is meant: a filter that is `null` is not there. Open point W12. */
export interface SearchQuery {
  readonly limit: number;
  readonly page: number;
  readonly children: 'with' | 'without';
  readonly archived: 'with' | 'without';
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
