import type { Wanted } from '../edit/prove.ts';
import type { FileChange } from '../files/write-files.ts';
import type { CampaignKey, Desired } from '../model/campaign.ts';
import { severityOf } from '../model/diagnostic.ts';
import { EXIT } from '../model/exit.ts';
import type { Held } from '../model/held.ts';
import { recordedCampaign } from '../model/kept-value.ts';
import type { RevertReport, RevertedCampaign } from '../model/rewrite.ts';
import type { ApplyConsent } from '../model/workspace.ts';
import { HAS_ALL } from '../load/grade.ts';
import { memberOf, sameJson } from '../model/json.ts';
import { configurationAt, type Context, type InWorkspace } from './context.ts';
import { findEdits, findVariableEdits } from './reading/authors.ts';
import { UserFailure } from './process/user-failure.ts';
import {
  readHistory,
  Versions,
  type FoundVersion,
  type RecordedHistory,
  type VersionTarget,
} from './reading/file-versions.ts';
import { gatherOffline } from './gather.ts';
import { campaignFiles, selectCampaigns, type NamedCampaign } from './select-campaigns.ts';
import { draftRewrite, type Prepared, type Rewrite } from './rewrite.ts';

export interface RevertRequest {
  /** Campaigns as given to a command. */
  readonly names: readonly string[];
  /** A commit as given by the user; if omitted, the one that was applied last. */
  readonly to?: string;
  /** Whether nothing is going to be written, or edits that are not committed may be overwritten. */
  readonly dryRun?: boolean;
  readonly allow?: readonly ApplyConsent[];
}

/**
 * Determines which files restore what was applied last, or what a commit contains. Queries no service and writes
 * nothing; throws UserFailure if a version isn't available, or would overwrite uncommitted content.
 */
export async function prepareRevert(
  request: RevertRequest,
  target: InWorkspace,
): Promise<Prepared<RevertReport>> {
  const { context, workspace } = target;
  const history = await readHistory(target);
  const { bindings } = history;
  const versions = new Versions(history);
  const commit = request.to === undefined ? undefined : await commitNamed(context, request.to);
  const found: FoundVersion[] = [];
  const then = commit === undefined ? undefined : await versions.filesAt(commit);
  for (const one of chooseTargets(request.names, history, then)) {
    const version = await (commit === undefined ? versions.ofLastApply(one) : versions.ofCommit(one, commit));
    // The former path of a deleted file may now belong to another campaign.
    const other = campaignFiles(context).find(({ files }) => files.includes(version.file));
    if (other && one.file === undefined)
      throw new UserFailure(EXIT.INVALID, { code: 'key-taken', name: version.file, by: other.key });
    found.push(version);
  }
  const wanted = found.map((one) => wantedOf(one, history));
  const rewrite = draftRewrite(wanted, context, {
    record: (name, key) => (name === workspace.name ? recordedCampaign(bindings.get(key)) : HAS_ALL),
  });
  if (!request.dryRun && !request.allow?.includes('dirty')) await requireCommitted(context, rewrite.changes);
  const only = new Set(found.flatMap(({ key }) => (bindings.has(key) ? [key] : [])));
  const desired = rewrite.after.desired.get(workspace.name) ?? [];
  const held = await foreseen(desired, only, history);
  const campaigns = found.map(async (one): Promise<RevertedCampaign> => {
    const commit = { id: one.commit, ...(await context.history.describe(one.commit)) };
    const reverted = revertedIn(rewrite, one, workspace.name);
    const isAlike = request.to === undefined && reverted.written.length === 0;
    const variables = await variedSince(one, { target, desired: isAlike ? desired : [] });
    return { ...reverted, commit, variables, held: held.get(one.key) ?? [] };
  });
  return {
    report: {
      workspace: workspace.name,
      campaigns: await Promise.all(campaigns),
      isLastApplied: commit === undefined,
      isDone: false,
    },
    changes: rewrite.changes,
  };
}

/** The exact text of a version. A campaign that a file has paused is resumed where the version says nothing about it. */
function wantedOf(
  { key, file, text, texts, loaded }: FoundVersion,
  { workspace, bindings }: RecordedHistory,
): Wanted {
  const { applied, seen } = bindings.get(key)?.status ?? {};
  const [version] = loaded.desired.get(workspace.name) ?? [];
  const isPaused = applied === 'PAUSED' && seen === 'PAUSED';
  if (!version || version.status !== undefined || !isPaused) return { key, file, text, texts };
  const resumed = new Map([['status', 'ACTIVE']] as const);
  return { key, file, text, texts, says: new Map([[workspace.name, resumed]]) };
}

/**
 * The variables that a version uses and that have another value now. Of `desired`, whose files need no revert, also the
 * variable whose edit was the newest.
 */
async function variedSince(
  { key, commit, loaded }: FoundVersion,
  { target, desired }: { readonly target: InWorkspace; readonly desired: readonly Desired[] },
): Promise<RevertedCampaign['variables']> {
  const { context, workspace } = target;
  const names = loaded.desired.get(workspace.name)?.find((one) => one.key === key)?.variables ?? [];
  if (names.length === 0) return [];
  const then = await configurationAt(context.history, context.folder, commit);
  const varsThen = then?.configuration.workspaces.get(workspace.name)?.vars;
  const edits = await findVariableEdits(target, names);
  const same = desired.filter((one) => one.key === key);
  const newest = same.length === 0 ? undefined : (await findEdits(target, same)).byKey.get(key);
  return names.flatMap((name) => {
    const edit = edits.get(name);
    const now = memberOf(workspace.vars, name) ?? null;
    const before = varsThen && (memberOf(varsThen, name) ?? null);
    const isCommitted = edit !== undefined && sameJson(edit.now, now);
    const isNewest = isCommitted && newest !== undefined && newest.id === edit.commit.id;
    const was = before !== undefined && !sameJson(before, now) ? before : isNewest ? edit.was : now;
    if (sameJson(was, now)) return [];
    const by = isCommitted ? edit.commit.authors.map((one) => one.name) : [];
    return [{ name, was, now, commit: isCommitted ? edit.commit.id : null, by }];
  });
}

/** What a revert changes, according to the files before and after. */
function revertedIn(
  { before, after, changes, proof }: Rewrite,
  { key, file, texts }: FoundVersion,
  workspace: string,
): Omit<RevertedCampaign, 'commit' | 'held' | 'variables'> {
  const changed = new Set(changes.map(({ path }) => path));
  const written = [file, ...texts.keys()].filter((path) => changed.has(path));
  const campaignIn = (loads: Rewrite['before'], name: string) =>
    loads.desired.get(name)?.find((one) => one.key === key);
  const others = proof.also.flatMap((one) => (one.key === key ? [one.workspace] : []));
  const statuses = [workspace, ...others].flatMap((name) => {
    const [was, is] = [campaignIn(before, name), campaignIn(after, name)];
    const change = { from: was?.status ?? null, to: is?.status ?? null };
    return was && is && change.from !== change.to ? [[name, change] as const] : [];
  });
  const all = [...after.desired.values()].flat().filter((one) => one.key !== key);
  const usersOf = (path: string) => all.flatMap((one) => (one.sources.includes(path) ? [one.key] : []));
  return {
    ...{ key, file, written },
    shared: written.flatMap((path) => {
      const keys = [...new Set(usersOf(path))].sort();
      return keys.length === 0 ? [] : [{ file: path, keys }];
    }),
    alsoChanges: others.filter((name) => name !== workspace).sort(),
    statuses: new Map(statuses),
    mistakes: after.diagnostics
      .filter((one) => one.file === file && severityOf(one) === 'error')
      .map(({ line, column, message }) => `${file}:${line}:${column} ${message}`),
  };
}

async function commitNamed({ history }: Context, name: string): Promise<string> {
  const commit = await history.named(name);
  if (commit !== undefined) return commit;
  const isShallow = await history.isShallow();
  const cause = { code: 'unknown-name', what: 'commit', name, known: [] } as const;
  throw new UserFailure(isShallow ? EXIT.INVALID : EXIT.USAGE, cause);
}

/** Throws UserFailure if a file that is about to change has content that would be lost: edited, not added, or ignored. */
async function requireCommitted({ repository }: Context, changes: readonly FileChange[]): Promise<void> {
  const there = changes.flatMap(({ path, before }) => (before === null ? [] : [path]));
  const edited = new Set(await repository.uncommitted(there));
  const tracked = await repository.tracked();
  const files = there.filter((path) => edited.has(path) || !tracked.has(path));
  if (files.length > 0)
    throw new UserFailure(EXIT.INVALID, { code: 'uncommitted', files, dirty: 'discards' });
}

/** What a plan from the record would block, so that the user knows without the service. */
async function foreseen(
  desired: readonly Desired[],
  only: ReadonlySet<CampaignKey>,
  { context, workspace, record: { state, inputs } }: RecordedHistory,
): Promise<ReadonlyMap<CampaignKey, readonly Held[]>> {
  if (desired.length === 0 || only.size === 0) return new Map();
  const { campaigns } = await gatherOffline({ context, workspace, state, desired, only }, inputs);
  return new Map(campaigns.map(({ key, held }) => [key, held.filter(({ reason }) => FORESEEN.has(reason))]));
}

/** The consequences of the file and the last recorded status. */
const FORESEEN: ReadonlySet<Held['reason']> = new Set(['locked', 'type-changed', 'transition-not-possible']);

/**
 * The named campaigns, of those that have a file or a binding, each with its current path. Of a campaign that was moved or
 * forgotten, a file that comes back would be planned as a new campaign, which sends to the same users again. So one
 * without both has to be named by its own key or file, and a moved one by the key that it has now.
 */
function chooseTargets(
  names: readonly string[],
  { context, bindings, trail }: RecordedHistory,
  then: ReadonlyMap<string, string> = new Map(),
): readonly VersionTarget[] {
  const here = campaignFiles(context);
  const moved = new Set(trail.flatMap(({ movedFrom }) => movedFrom ?? []));
  const { folder, directory } = context;
  const isAt = (name: string, file: string) =>
    [folder.pathFromRoot(name, directory), `${folder.path}/${name}`].includes(file);
  const named = [...then].filter(
    ([key, file]) => !moved.has(key) && names.some((name) => name === key || isAt(name, file)),
  );
  const gone = new Set<string>([...bindings.keys(), ...named.map(([key]) => key)]);
  for (const { key } of here) gone.delete(key);
  const all: readonly NamedCampaign[] = [
    ...here,
    ...[...gone].sort().map((key) => ({ key, files: [then.get(key) ?? []].flat() })),
  ];
  const current = new Map(here.map(({ key, files }) => [key, files[0]]));
  return selectCampaigns(names, all, context).map(({ key }) => ({
    key: key as CampaignKey,
    file: current.get(key),
  }));
}
