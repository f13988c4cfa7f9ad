import type { WrittenBack } from '../edit/prove.ts';
import type { CommitAuthor } from '../apply/ports.ts';
import { ProposalBranch } from '../git/proposal-branch.ts';
import type { FileChange } from '../files/write-files.ts';
import type { CampaignKey, Desired } from '../model/campaign.ts';
import { comparable } from '../model/canonical.ts';
import { isJsonObject, type JsonValue } from '../model/json.ts';
import { lastEditOf } from '../model/last-edit.ts';
import type {
  LeftCampaign,
  LeftReason,
  PartName,
  PulledCampaign,
  PulledPart,
  PullReport,
} from '../model/pull.ts';
import { dashboardAddress, type Workspace } from '../model/workspace.ts';
import { findPullable, type Pullable } from '../plan/find-pullable.ts';
import { joinCampaigns, type JoinedCampaign } from '../plan/context.ts';
import type { InWorkspace } from './context.ts';
import { withService } from './service.ts';
import { openStateStore, readState } from './record.ts';
import { pulledParts, statusPart, type PulledParts } from './pulled-parts.ts';
import { requireAnswers, requireFiles, readLive } from './gather.ts';
import { openCampaigns, requireDesired } from './reading/load-files.ts';
import { checkOnly } from './select-campaigns.ts';
import { draftProven } from './rewrite.ts';

/** The user's options for a pull. */
export interface PullRequest {
  /** Campaigns as given to a command; if omitted, all. */
  readonly only?: readonly string[] | undefined;
  /** Whose value wins if both the file and live changed; if omitted, such components are left alone. */
  readonly conflicts?: 'ours' | 'theirs' | undefined;
}

/** A pull that is prepared but not written yet. */
export interface PreparedPull {
  readonly report: PullReport;
  readonly changes: readonly FileChange[];
}

/** Computes what a pull would write. Sends only reads, and writes nothing. */
export async function preparePull(request: PullRequest, target: InWorkspace): Promise<PreparedPull> {
  const { context, workspace } = target;
  const now = context.clock.now();
  const { managed, isNamed } = await readManaged(request, target);
  const found = managed.map((one) => {
    const pullable = findPullable(one, { now, isNamed });
    if (pullable.kind !== 'changed') return { one, pullable, wanted: new Map(), left: [] };
    return { one, pullable, ...pulledParts(pullable, { ...request, now }) };
  });
  const { rewrite, unproven } = draftProven(
    found.flatMap(({ one: { key, desired }, wanted }) =>
      wanted.size === 0 ? [] : [{ key, file: desired.file, says: new Map([[workspace.name, wanted]]) }],
    ),
    context,
  );
  const written = new Map(rewrite.campaigns.map((one) => [one.wanted.key, one]));
  const left = found.flatMap(({ one, pullable, wanted, left: reasons }) => {
    const unwritten = unproven.includes(one.key)
      ? [...wanted.keys()].map((part): LeftReason => ({ code: 'unwritable', part }))
      : (written.get(one.key)?.left ?? []);
    return leftOf(one, { wanted, left: [...unpullable(pullable), ...reasons, ...unwritten] }, workspace);
  });
  return {
    changes: rewrite.changes,
    report: {
      workspace: workspace.name,
      pulled: managed.flatMap((one) => {
        const own = written.get(one.key);
        return own ? pulledOf(one, own, workspace) : [];
      }),
      left: left.sort((a, b) => (a.key < b.key ? -1 : 1)),
      unknown: found.flatMap(({ one: { key }, pullable }) =>
        pullable.kind === 'unknown' ? [{ key, problem: pullable.problem }] : [],
      ),
      checked: found.filter(({ pullable }) => pullable.kind !== 'unknown').length,
      isDone: false,
    },
  };
}

type Managed = Parameters<typeof findPullable>[0];

/** The campaigns that have a file and a binding, with what the service says about them. */
async function readManaged(request: PullRequest, { context, workspace }: InWorkspace) {
  const files = await openCampaigns(context, workspace);
  return withService({ context, workspace }, async (service) => {
    const { state } = await readState(openStateStore(context, workspace));
    const { desired } = requireDesired(files, state);
    const only = checkOnly(request.only, { context, workspace, desired, state });
    const live = await readLive({ service, only, desired }, state);
    requireAnswers([...live.values()], workspace);
    requireFiles({ context, desired }, state, live);
    const managed = joinCampaigns(desired, state, live).flatMap((one) => onlyManaged(one, only));
    return { managed, isNamed: only !== undefined };
  });
}

function onlyManaged(one: JoinedCampaign, only: ReadonlySet<CampaignKey> | undefined): Managed[] {
  const { desired, binding } = one;
  return desired && binding && (only?.has(one.key) ?? true) ? [{ ...one, desired, binding }] : [];
}

function pulledOf(
  one: Managed,
  { wanted, files, notes }: WrittenBack,
  workspace: Workspace,
): PulledCampaign[] {
  const said = [...(wanted.says?.get(workspace.name) ?? [])];
  if (said.length === 0) return [];
  const parts = said.map(([name, next]) => partOf(name, one.desired, next));
  return [{ ...editedOf(one, workspace), parts, files, notes }];
}

/** Why none of a campaign's changes can be written into a file. */
function unpullable({ kind }: Pullable): LeftReason[] {
  return kind === 'same' || kind === 'changed' || kind === 'unknown' ? [] : [{ code: kind }];
}

/** One value that can't be written keeps its whole part out of the file, so every other change in it is listed too. */
function leftOf(one: Managed, { wanted, left }: PulledParts, workspace: Workspace): LeftCampaign[] {
  if (left.length === 0) return [];
  const names = new Set(left.flatMap((reason) => ('part' in reason ? [reason.part] : [])));
  const parts = [...wanted].filter(([name]) => names.has(name));
  const shown = parts.map(([name, next]) => partOf(name, one.desired, next));
  return [{ ...editedOf(one, workspace), parts: shown, reasons: left }];
}

function editedOf({ desired: { key, file }, binding, live: answer }: Managed, workspace: Workspace) {
  const live = answer?.kind === 'present' ? answer.live : undefined;
  const { campaignId } = binding;
  const dashboard = dashboardAddress(workspace, campaignId);
  const edit = (live && lastEditOf(live)) ?? null;
  const at = dashboard === undefined ? {} : { dashboard };
  return { key, file, campaignId, liveStatus: live?.status ?? null, edit, ...at };
}

function partOf(name: PartName, desired: Desired, next: JsonValue | undefined): PulledPart {
  if (name === 'status') return { name, before: statusPart(desired.status), after: statusPart(next) };
  const [before, after] = comparable(name, desired.components[name], isJsonObject(next) ? next : undefined);
  return { name, before, after };
}

/** The branch that proposes the drift of a workspace as edits of its files. */
export function pullBranch({ name }: Workspace): string {
  return `campaigns-pull/${name}`;
}

/** Pushes a prepared pull as one commit on top of HEAD; commits that other people pushed there are never overwritten. */
export async function pushPull(
  { changes }: PreparedPull,
  { context, workspace }: InWorkspace,
  { title, author }: { readonly title: string; readonly author: CommitAuthor },
) {
  const parent = context.repository.head;
  if (parent === null) return { kind: 'unborn' } as const;
  return new ProposalBranch(context.git, pullBranch(workspace)).propose({
    parent,
    author,
    message: `${title}\n`,
    files: new Map(changes.map(({ path, text }) => [path, text])),
  });
}

/** Removes the branch, if only `author` has pushed to it. */
export async function withdrawPull(
  { context, workspace }: InWorkspace,
  { email }: CommitAuthor,
): Promise<void> {
  await new ProposalBranch(context.git, pullBranch(workspace)).remove(email);
}
