import { EXIT } from '../model/exit.ts';
import { entriesOf, type AuditEntry } from '../model/audit.ts';
import type { InWorkspace } from './context.ts';
import { openStateStore } from './record.ts';
import { campaignFiles, keysNamed } from './select-campaigns.ts';
import { UserFailure } from './process/user-failure.ts';

/** The requested part of the audit trail. */
export interface LogRequest {
  /** Campaigns as given to a command; none: all. */
  readonly names: readonly string[];
  /** The maximum number of entries, newest first. */
  readonly number?: number | undefined;
  /** Only entries since then: an instant, or a number of milliseconds ago. */
  readonly since?: Since | undefined;
}

export type Since = { readonly at: number } | { readonly agoMs: number };

/** A part of the audit trail, newest first. */
export interface AuditLog {
  readonly entries: readonly AuditEntry[];
  /** The requested campaigns, including those that are gone or had another key earlier; undefined for all. */
  readonly keys: readonly string[] | undefined;
}

/**
 * The audit trail of a workspace, or of some campaigns. Works offline with what this clone has. Throws UserFailure if
 * the state branch can't be used, or if a name matches no campaign.
 */
export async function readAuditLog(
  { context, workspace }: InWorkspace,
  { names, number, since }: LogRequest,
): Promise<AuditLog> {
  const trail = await openStateStore(context, workspace).wholeTrail();
  if ('code' in trail) throw new UserFailure(EXIT.INVALID, trail);
  const { entries: all, problem } = trail;
  if (problem) context.interaction.progress({ kind: 'read-from-clone', problem });
  const recorded = all.flatMap(({ key, movedFrom }) => [key, ...(movedFrom === null ? [] : [movedFrom])]);
  const known = [...new Set([...campaignFiles(context).map(({ key }) => key), ...recorded])].sort();
  const keys = names.length === 0 ? undefined : keysNamed(names, known, context);
  const from = since && ('at' in since ? since.at : context.clock.now() - since.agoMs);
  const entries = (keys ? entriesOf(all, new Set(keys)) : all)
    .filter(({ at }) => from === undefined || Date.parse(at) >= from)
    .slice(0, number);
  return { entries, keys };
}
