/** One line of the audit trail: what was done to which campaign, when, by whom and why. */
export interface AuditEntry {
  /** The commit on the state branch. */
  readonly id: string;
  /** An instant in UTC. */
  readonly at: string;
  readonly summary: string;
  readonly key: string;
  readonly change: string;
  readonly components: readonly string[];
  /** The live status before and after; null where the change did not move it. */
  readonly status: { readonly from: string; readonly to: string } | null;
  /** The key that the campaign had until then; null where it kept its key. */
  readonly movedFrom: string | null;
  /** The code commit that was applied; null in a repository without one. */
  readonly commit: string | null;
  /** What was consented to; with `dirty` what was sent may not be in the commit. */
  readonly allowed: readonly string[];
  readonly pullRequest: string | null;
  readonly actor: string | null;
  readonly run: string | null;
  /** Where a person sees the workflow that ran; null for a run at somebody's desk. */
  readonly page: string | null;
  readonly requestId: string | null;
  readonly responseId: string | null;
}
