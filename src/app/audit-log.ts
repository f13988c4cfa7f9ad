import { EXIT } from '../model/exit.ts';
import { entriesOf, type AuditEntry } from '../model/audit.ts';
import type { Context } from './context.ts';
import { openStateStore } from './opening/state-store.ts';
import type { Workspace } from '../model/workspace.ts';
import { campaignFiles, selectCampaigns, withFiles } from './reading/select-campaigns.ts';
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
  /** The requested campaigns; undefined for all. */
  readonly keys: readonly string[] | undefined;
  /** The whole trail, of which `entries` are a part. */
  readonly trail: readonly AuditEntry[];
}

/**
 * The audit trail of a workspace, or of some campaigns. Works offline with what this clone has. Throws UserFailure if
 * the state branch can't be used, or if a name matches no campaign.
 */
export async function readAuditLog(
  context: Context,
  workspace: Workspace,
  { names, number, since }: LogRequest,
): Promise<AuditLog> {
  const trail = await openStateStore(context, workspace).wholeTrail();
  if ('code' in trail) throw new UserFailure(EXIT.INVALID, trail);
  const { entries: all, problem } = trail;
  if (problem) context.interaction.progress({ kind: 'read-from-clone', problem });
  const keys = names.length === 0 ? undefined : keysInTrail(names, all, context);
  const ofThese = keys ? entriesOf(all, new Set(keys)) : all;
  const from = since === undefined ? -Infinity : instantOf(since, context.clock.now());
  const entries = ofThese.filter(({ at }) => Date.parse(at) >= from).slice(0, number);
  return { entries, keys, trail: all };
}

/** The subjects of the code commits that were applied, by commit, as far as this clone has them. */
export function commitSubjects(
  entries: readonly AuditEntry[],
  { history }: Pick<Context, 'history'>,
): Promise<ReadonlyMap<string, string>> {
  return history.subjectsOf(entries.flatMap(({ commit }) => commit ?? []));
}

/** Includes campaigns that are gone, or that had another key earlier. */
function keysInTrail(
  names: readonly string[],
  trail: readonly AuditEntry[],
  context: Context,
): readonly string[] {
  const recorded = trail.flatMap(({ key, movedFrom }) => [key, ...(movedFrom === null ? [] : [movedFrom])]);
  const withFile = campaignFiles(context).map(({ key }) => key);
  const known = [...new Set([...withFile, ...recorded])].sort();
  return selectCampaigns(names, withFiles(known, context), context).map(({ key }) => key);
}

function instantOf(since: Since, now: number): number {
  return 'at' in since ? since.at : now - since.agoMs;
}
