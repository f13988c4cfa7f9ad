import { wholeText } from '../files/read-text.ts';
import type { FileChange } from '../files/write-files.ts';
import { sameComponent } from '../model/canonical.ts';
import { COMPONENTS, type CampaignKey, type Desired } from '../model/campaign.ts';
import { severityOf, type Diagnostic } from '../model/diagnostic.ts';
import { EXIT } from '../model/exit.ts';
import type { Held } from '../model/held.ts';
import type { RevertedCampaign, RevertReport, SharedText } from '../model/revert.ts';
import type { Context, InWorkspace } from './context.ts';
import { openStateStore } from './opening/state-store.ts';
import { Versions, type FoundVersion, type VersionTarget } from './reading/file-versions.ts';
import { folderWith } from '../edit/folder-view.ts';
import { viewOf } from './rewrite.ts';
import { LENIENTLY, loadFor } from './reading/load-files.ts';
import { requireCommitted } from './reading/require-committed.ts';
import { gatherOffline } from './reading/gather.ts';
import { readRecord } from './reading/read-state.ts';
import { campaignFiles, selectCampaigns, type NamedCampaign } from './reading/select-campaigns.ts';
import { UserFailure } from './process/user-failure.ts';
import { movedTo, type AuditEntry } from '../model/audit.ts';
import { isGlob } from '../model/glob.ts';
import type { State } from '../model/state.ts';
import { isYaml } from '../model/yaml-name.ts';

export interface RevertRequest {
  /** Campaigns as given to a command. */
  readonly names: readonly string[];
  /** A commit as given by the user; if omitted, the one that was applied last. */
  readonly to?: string;
  /** Whether edits that are not committed may be overwritten. */
  readonly allowsDirty: boolean;
}

/** A revert that is prepared but not written yet. */
export interface PreparedRevert {
  readonly report: RevertReport;
  readonly changes: readonly FileChange[];
}

/**
 * Determines which files restore what was applied last, or what a commit contains. Queries no service and writes
 * nothing; throws UserFailure if a version isn't available, or would overwrite uncommitted content.
 */
export async function prepareRevert(request: RevertRequest, target: InWorkspace): Promise<PreparedRevert> {
  const { context, workspace } = target;
  const store = openStateStore(context, workspace);
  const record = await readRecord(store);
  const trail = await store.trailOf(record.inputs.record?.commit);
  const { bindings } = record.state;
  const versions = new Versions({ context, workspace, bindings, trail });
  const commit = request.to === undefined ? undefined : await commitNamed(context, request.to);
  const then = commit === undefined ? undefined : { keys: await versions.at(commit).keys() };
  const known = { context, bindings, trail, ...(then && { then }) };
  const found: { readonly target: VersionTarget; readonly version: FoundVersion }[] = [];
  for (const one of chooseTargets(request.names, known)) {
    const version = await (commit === undefined ? versions.ofLastApply(one) : versions.ofCommit(one, commit));
    requirePlace(one, version, context);
    found.push({ target: one, version });
  }
  const texts = new Map(
    found.flatMap(({ version: { version } }) => [...version.texts, [version.file, version.text] as const]),
  );
  const changes = changesIn(context, texts);
  if (!request.allowsDirty) await requireCommitted(context, changes, 'discards');
  const folder = folderWith(viewOf(context), texts);
  const targets = [...context.configuration.workspaces.values()];
  const { desired, diagnostics } = loadFor(
    { ...context, folder },
    { workspacesToLoad: targets, ...LENIENTLY },
  );
  const { desired: before } = loadFor(context, { workspacesToLoad: targets, ...LENIENTLY });
  const held = await heldBy(desired.get(workspace.name) ?? [], {
    ...target,
    record,
    keys: found.map((one) => one.target.key),
  });
  const changed = new Set(changes.map(({ path }) => path));
  const campaigns: RevertedCampaign[] = [];
  for (const {
    target: { key },
    version: { commit: id, version },
  } of found) {
    const written = [version.file, ...version.texts.keys()].filter((path) => changed.has(path));
    campaigns.push({
      key,
      file: version.file,
      written,
      held: held.get(key) ?? [],
      commit: { id, ...(await context.history.describe(id)) },
      shared: sharedTexts(written, key, [...desired.values()].flat()),
      mistakes: mistakesIn(diagnostics, version.file),
      status: statusChange(key, workspace.name, { before, after: desired }),
      ...changesElsewhere(key, workspace.name, { before, after: desired }),
    });
  }
  const isLastApplied = commit === undefined;
  return { report: { workspace: workspace.name, campaigns, isLastApplied, isDone: false }, changes };
}

/** What differs from the files. A campaign file comes after the texts that it refers to. */
function changesIn({ repository }: Context, texts: ReadonlyMap<string, string>): readonly FileChange[] {
  return [...texts]
    .map(([path, text]) => ({ path, text, before: wholeText(repository.root, path) ?? null }))
    .filter(({ text, before }) => before !== text)
    .sort((a, b) => Number(isYaml(a.path)) - Number(isYaml(b.path)));
}

type FilesBeforeAndAfter = Readonly<Record<'before' | 'after', ReadonlyMap<string, readonly Desired[]>>>;

/** What changes in other workspaces. */
function changesElsewhere(
  key: CampaignKey,
  workspace: string,
  files: FilesBeforeAndAfter,
): Pick<RevertedCampaign, 'alsoChanges' | 'otherStatuses'> {
  const others = changedIn(key, files).filter((name) => name !== workspace);
  const statuses = others.flatMap((name) => {
    const change = statusChange(key, name, files);
    return change ? [[name, change] as const] : [];
  });
  return { alsoChanges: others, otherStatuses: new Map(statuses) };
}

/** A revert of an edit may also start or stop a campaign, which is easily overlooked. */
function statusChange(
  key: CampaignKey,
  workspace: string,
  files: FilesBeforeAndAfter,
): RevertedCampaign['status'] {
  const [before, after] = [files.before, files.after].map((all) =>
    all.get(workspace)?.find((one) => one.key === key),
  );
  const [from, to] = [before?.status ?? null, after?.status ?? null];
  return before && after && from !== to ? { from, to } : undefined;
}

async function commitNamed({ history }: Context, name: string): Promise<string> {
  const commit = await history.named(name);
  if (commit !== undefined) return commit;
  const isShallow = await history.isShallow();
  const cause = { code: 'unknown-name', what: 'commit', name, known: [] } as const;
  throw new UserFailure(isShallow ? EXIT.INVALID : EXIT.USAGE, cause);
}

/** The former path of a deleted file may now belong to another campaign. */
function requirePlace({ file }: VersionTarget, { version }: FoundVersion, context: Context): void {
  if (file !== undefined) return;
  const other = campaignFiles(context).find(({ files }) => files.includes(version.file));
  if (!other) return;
  throw new UserFailure(EXIT.INVALID, { code: 'key-taken', name: version.file, by: other.key });
}

interface Recorded extends InWorkspace {
  readonly record: Awaited<ReturnType<typeof readRecord>>;
  readonly keys: readonly CampaignKey[];
}

/** What a plan from the record would block, so that the user knows without the service. */
async function heldBy(
  desired: readonly Desired[],
  { context, workspace, record, keys }: Recorded,
): Promise<ReadonlyMap<CampaignKey, readonly Held[]>> {
  const bound = keys.filter((key) => record.state.bindings.has(key));
  if (desired.length === 0 || bound.length === 0) return new Map();
  const only = new Set(bound);
  const plan = await gatherOffline(
    { context, workspace, desired, only, actors: new Map(), allowed: new Set(), maxWaitMs: 0 },
    record,
  );
  return new Map(
    plan.campaigns
      .filter(({ key }) => only.has(key))
      .map(({ key, held }) => [key, held.filter(({ reason }) => FORESEEN.has(reason))]),
  );
}

/** The consequences of the file and the last recorded status. */
const FORESEEN: ReadonlySet<Held['reason']> = new Set(['locked', 'type-changed', 'transition-not-possible']);

type DesiredByWorkspace = ReadonlyMap<string, readonly Desired[]>;

/** The workspaces in which a campaign has changed. */
function changedIn(
  key: CampaignKey,
  { before, after }: { readonly before: DesiredByWorkspace; readonly after: DesiredByWorkspace },
): string[] {
  const of = (all: DesiredByWorkspace, name: string) => all.get(name)?.find((one) => one.key === key);
  return [...after.keys()].filter((name) => !saysTheSame(of(before, name), of(after, name))).sort();
}

function saysTheSame(one: Desired | undefined, other: Desired | undefined): boolean {
  if (!one || !other) return one === other;
  return (
    one.status === other.status &&
    one.channel === other.channel &&
    one.deliveryType === other.deliveryType &&
    COMPONENTS.every((name) => sameComponent(name, one.components[name], other.components[name]))
  );
}

function sharedTexts(
  written: readonly string[],
  key: CampaignKey,
  all: readonly Desired[],
): readonly SharedText[] {
  return written.flatMap((file) => {
    const others = all.filter((one) => one.key !== key && one.sources.includes(file));
    const keys = [...new Set(others.map((one) => one.key))].sort();
    return keys.length === 0 ? [] : [{ file, keys }];
  });
}

function mistakesIn(diagnostics: readonly Diagnostic[], file: string): string[] {
  return diagnostics
    .filter((one) => one.file === file && severityOf(one) === 'error')
    .map(({ line, column, message }) => `${file}:${line}:${column} ${message}`);
}

// A revert may bring a deleted file back. Of a campaign that was moved or forgotten, that file would be planned as a new
// campaign, which sends to the same users again. So a folder or a pattern stands only for campaigns that have a file or
// a binding. A forgotten campaign has to be named by its own key, and a moved one by the key that it has now.

/** What is known about the campaigns of a workspace. */
interface VersionSources {
  readonly context: Context;
  readonly bindings: State['bindings'];
  /** Newest first. */
  readonly trail: readonly AuditEntry[];
  /** The keys that have a file in the requested commit; if omitted, the last apply is meant. */
  readonly then?: { readonly keys: readonly string[] };
}

/** The named campaigns, each with its current path; throws UserFailure if a name stands for none. */
function chooseTargets(names: readonly string[], known: VersionSources): readonly VersionTarget[] {
  const { context, bindings, trail, then } = known;
  const here = campaignFiles(context);
  const withFile = new Set(here.map(({ key }) => key));
  const hasBinding = (key: string) => bindings.has(key as CampaignKey);
  const recorded = trail.flatMap(({ key, movedFrom }) => (movedFrom === null ? [key] : [key, movedFrom]));
  const left = new Set(recorded.filter((key) => !withFile.has(key) && !hasBinding(key)));
  const gone = new Set([...bindings.keys(), ...recorded, ...(then?.keys ?? [])]);
  const all: readonly NamedCampaign[] = [
    ...here,
    ...[...gone]
      .filter((key) => !withFile.has(key))
      .sort()
      .map((key) => ({ key, files: [] })),
  ];
  const chosen = new Set(names.flatMap((name) => campaignsOf(name, { all, left, known })));
  return all.flatMap((one) => {
    if (!chosen.has(one)) return [];
    const { key, files } = one;
    if (!hasBinding(key) && (left.has(key) || !then)) requireNotMoved(key, known);
    return [{ key: key as CampaignKey, file: files[0] }];
  });
}

interface Choice {
  readonly all: readonly NamedCampaign[];
  /** The keys of campaigns that were moved, forgotten or never created, and have no file. */
  readonly left: ReadonlySet<string>;
  readonly known: VersionSources;
}

function campaignsOf(name: string, { all, left, known }: Choice): readonly NamedCampaign[] {
  const { context } = known;
  const found = selectCampaigns([name], all, context);
  const isOne = found[0]?.key === name || (isYaml(name) && !isGlob(name));
  if (isOne || found.some(({ key }) => !left.has(key)))
    return found.filter(({ key }) => isOne || !left.has(key));
  for (const { key } of found) requireNotMoved(key, known);
  return selectCampaigns(
    [name],
    all.filter(({ key }) => !left.has(key)),
    context,
  );
}

function requireNotMoved(key: string, { trail }: VersionSources): void {
  if (movedTo(trail, key) === undefined) return;
  throw new UserFailure(EXIT.USAGE, { code: 'nothing-to-restore', key, why: 'moved' });
}
