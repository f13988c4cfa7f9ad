/** The trailer `Change` of a commit, which newer versions may add values to. */
export type RecordedChange = AppliedChange | 'import' | 'adopt' | 'forget' | 'move' | 'target';

/** What an apply records of a campaign. */
export type AppliedChange =
  | 'create'
  | 'update'
  | 'transition'
  | 'note'
  | 'status'
  | `${'create' | 'update' | 'transition'}-not-${'done' | 'confirmed'}`;
