/** One entry of the audit trail: what was done to which campaign, when, by whom and why. */
export interface AuditEntry {
  /** The commit on the state branch. */
  readonly id: string;
  /** An instant in UTC. */
  readonly at: string;
  readonly summary: string;
  readonly key: string;
  readonly change: string;
  readonly components: readonly string[];
  /** The live status before and after; `null` if the change didn't affect it. */
  readonly status: { readonly from: string; readonly to: string } | null;
  /** The campaign's previous key; `null` if the key didn't change. */
  readonly movedFrom: string | null;
  /** The code commit that was applied; `null` in a repository without commits. */
  readonly commit: string | null;
  /** What was allowed with `--allow`. With `dirty`, what was sent may not be in the commit. */
  readonly allowed: readonly string[];
  readonly pullRequest: string | null;
  readonly actor: string | null;
  readonly run: string | null;
  /** The address of the workflow run; `null` for a run outside a workflow. */
  readonly page: string | null;
  readonly requestId: string | null;
  readonly responseId: string | null;
}

/** Changes that an apply records. */
export const APPLIES = new Set(['create', 'update', 'transition', 'note']);

/** The entries of some campaigns, also from when they had other keys. `entries` are the newest first. */
export function entriesOf(entries: readonly AuditEntry[], keys: ReadonlySet<string>): AuditEntry[] {
  const known = new Set(keys);
  return entries.filter(({ key, movedFrom }) => {
    if (!known.has(key)) return false;
    if (movedFrom !== null) known.add(movedFrom);
    return true;
  });
}
