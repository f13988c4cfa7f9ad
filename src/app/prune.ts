import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FileChange } from '../files/write-files.ts';
import type { CampaignKey, Desired } from '../model/campaign.ts';
import { hasErrors } from '../model/diagnostic.ts';
import { EXIT } from '../model/exit.ts';
import { isPast } from '../model/past.ts';
import type { Plan, PlannedCampaign } from '../model/plan.ts';
import type { KeptCampaign, PrunedCampaign, PruneReport } from '../model/prune.ts';
import { wasPast, type Binding, type State } from '../model/state.ts';
import type { Workspace } from '../model/workspace.ts';
import type { Context, InWorkspace } from './context.ts';
import { openService } from './opening/service.ts';
import { openStateStore } from './opening/state-store.ts';
import { Versions } from './reading/file-versions.ts';
import { gatherPlan } from './reading/gather.ts';
import { LENIENTLY, loadDesired, loadFor } from './reading/load-files.ts';
import { checkOnly } from './reading/only.ts';
import { readState } from './reading/read-state.ts';
import { requireCommitted } from './reading/require-committed.ts';
import { UserFailure } from './process/user-failure.ts';
import { sameText } from './replacing/move-texts.ts';
import { writeAll } from './writing/write-all.ts';

/** What the files say, by workspace. */
type DesiredByWorkspace = ReadonlyMap<string, readonly Desired[]>;

/**
 * Finds the files of campaigns that were sent, stopped or archived. Queries the service for this workspace, and uses
 * the records of other workspaces that share a file. Writes nothing. Bindings stay: without them, a branch that still
 * has the file would create the campaign again.
 */
export async function preparePrune(
  names: readonly string[],
  { context, workspace }: InWorkspace,
): Promise<PruneReport> {
  const { desired } = await loadDesired(context, workspace);
  const everywhere = loadEverywhere(context);
  const service = await openService(context, workspace);
  try {
    const store = openStateStore(context, workspace);
    const { state, tip } = await readState(store);
    const asked = checkOnly(names, { context, workspace, desired, state });
    const only = new Set(
      desired
        .map(({ key }) => key)
        .filter((key) => state.bindings.has(key) && (asked === undefined || asked.has(key))),
    );
    const plan = await gatherPlan(
      {
        context,
        workspace,
        desired,
        service,
        only,
        actors: new Map(),
        allowed: new Set(),
        maxWaitMs: 0,
      },
      state,
    );
    const ended = endedIn(plan, state);
    const others = ended.length === 0 ? new Map<string, State>() : await otherStates(context, workspace);
    const edited = await withOwnEdits(ended, {
      everywhere,
      context,
      openVersions: async () =>
        new Versions({ context, workspace, bindings: state.bindings, trail: await store.trailOf(tip) }),
    });
    const kept: KeptCampaign[] = [];
    const pruned: Ended[] = [];
    for (const one of ended) {
      const { key, desired: said } = one;
      const workspaces = [...others].flatMap(([name, state]) =>
        stillNeeds(key, everywhere.get(name) ?? [], state) ? [name] : [],
      );
      const reason = edited.has(key) ? 'edited' : workspaces.length > 0 ? 'other-workspace' : undefined;
      const notCreatedIn = workspaces.filter((name) => !others.get(name)?.bindings.has(key));
      if (reason) kept.push({ key, file: said.file, reason, workspaces, notCreatedIn });
      else pruned.push(one);
    }
    return {
      workspace: workspace.name,
      campaigns: withTexts(pruned, everywhere, context),
      kept,
      isDone: false,
    };
  } finally {
    await service.close();
  }
}

/** Deletes the files of a report, all or none; throws UserFailure if one has uncommitted content. */
export async function carryOutPrune(report: PruneReport, context: Context): Promise<PruneReport> {
  const changes: FileChange[] = report.campaigns
    .flatMap(({ files }) => files)
    .map((path) => ({ path, text: null }));
  await requireCommitted(context, changes, undefined);
  writeAll(context, changes);
  return { ...report, isDone: true };
}

type Known = PlannedCampaign & Required<Pick<PlannedCampaign, 'desired' | 'live' | 'campaignId'>>;
type Ended = Known & {
  readonly desired: Desired;
  readonly live: NonNullable<PlannedCampaign['live']>;
  readonly binding: Binding;
};

function endedIn({ campaigns }: Plan, { bindings }: State): Ended[] {
  return campaigns.flatMap((one) => {
    const binding = bindings.get(one.key);
    return binding && canBePruned(one) ? [{ ...one, binding }] : [];
  });
}

/** A campaign for which an earlier run left something open has not ended. */
function canBePruned(one: PlannedCampaign): one is Omit<Ended, 'binding'> & PlannedCampaign {
  const { desired, live, notes } = one;
  return (
    desired !== undefined &&
    live !== undefined &&
    isPast(live) &&
    !notes.some(({ kind }) => kind === 'settled-first')
  );
}

/** The file has an edit that was never applied: its author may still want to move it into a copy. */
function isEdited({ components, desired, binding: { status } }: Ended): boolean {
  return (
    components.some(({ cause }) => cause === 'edited' || cause === 'conflict') ||
    desired.status !== status.applied
  );
}

interface EditInputs {
  readonly everywhere: DesiredByWorkspace;
  readonly context: Context;
  readonly openVersions: () => Promise<Versions>;
}

/**
 * The campaigns whose file, or a text that no campaign uses that goes on, isn't as it was last applied. An edit of another
 * text, of a snippet, which stays in any case, or of a variable isn't about a campaign that has ended.
 */
async function withOwnEdits(
  ended: readonly Ended[],
  { everywhere, context, openVersions }: EditInputs,
): Promise<ReadonlySet<CampaignKey>> {
  const edited = ended.filter(isEdited);
  const own = new Set<CampaignKey>();
  if (edited.length === 0) return own;
  const versions = await openVersions();
  const keys = new Set(ended.map(({ key }) => key));
  const stay = [...everywhere.values()].flat().filter(({ key }) => !keys.has(key));
  const needed = new Set(stay.flatMap(({ sources }) => sources));
  const isOthers = (path: string) => needed.has(path) || isSnippet(path, context);
  for (const { key, desired, binding } of edited) {
    const found = await versions.findLastApplied({ key, file: desired.file });
    const isSame =
      found !== undefined &&
      desired.status === binding.status.applied &&
      [...new Map([...found.version.texts, [found.version.file, found.version.text]])].every(
        ([path, then]) => isOthers(path) || isStill(path, then, context),
      );
    if (!isSame) own.add(key);
  }
  return own;
}

function isSnippet(path: string, { folder }: Pick<Context, 'folder'>): boolean {
  return path.startsWith(`${folder.path}/snippets/`);
}

function isStill(path: string, then: string, { repository }: Context): boolean {
  try {
    return sameText(readFileSync(join(repository.root, path), 'utf8'), then);
  } catch {
    return false;
  }
}

/**
 * What the files say in each workspace. All of them must be readable, because otherwise the users of a text aren't
 * known.
 */
function loadEverywhere(context: Context): DesiredByWorkspace {
  const targets = [...context.configuration.workspaces.values()];
  const { desired, diagnostics } = loadFor(context, { workspacesToLoad: targets, ...LENIENTLY });
  if (hasErrors(diagnostics)) throw new UserFailure(EXIT.INVALID, { code: 'invalid-files' }, { diagnostics });
  return desired;
}

async function otherStates(context: Context, { name }: Workspace): Promise<ReadonlyMap<string, State>> {
  const others = [...context.configuration.workspaces.values()].filter((one) => one.name !== name);
  const states = others.map(
    async (one) => [one.name, (await readState(openStateStore(context, one))).state] as const,
  );
  return new Map(await Promise.all(states));
}

function stillNeeds(key: CampaignKey, desired: readonly Desired[], { bindings }: State): boolean {
  if (!desired.some((one) => one.key === key)) return false;
  const binding = bindings.get(key);
  return binding === undefined || !wasPast(binding);
}

/**
 * Each campaign with the texts that only pruned campaigns use. A text that several of them use is listed with the
 * first.
 */
function withTexts(
  pruned: readonly Ended[],
  everywhere: DesiredByWorkspace,
  context: Context,
): PrunedCampaign[] {
  const keys = new Set(pruned.map(({ key }) => key));
  const all = [...everywhere.values()].flat();
  const stay = all.filter(({ key }) => !keys.has(key));
  // A link's target may have other users, outside of the campaigns.
  const linked = all.filter(({ links }) => links.length > 0);
  const needed = new Set([...stay, ...linked].flatMap(({ sources }) => sources));
  const isOurs = (path: string) => context.folder.contains(path) && !isSnippet(path, context);
  const taken = new Set<string>();
  return pruned.map(({ key, desired: { file }, binding, live }) => {
    const texts = all.filter((one) => one.key === key).flatMap(({ sources }) => sources);
    const files = [...new Set([file, ...texts])].filter(
      (path) => path === file || (isOurs(path) && !needed.has(path) && !taken.has(path)),
    );
    for (const path of files) taken.add(path);
    return { key, file, campaignId: binding.campaignId, liveStatus: live.status, files };
  });
}
