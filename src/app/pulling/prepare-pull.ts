import type { CampaignKey } from '../../model/campaign.ts';
import type { LeftCampaign, PullReport } from '../../model/pull.ts';
import type { Workspace } from '../../model/workspace.ts';
import { lastEditOf } from '../../model/last-edit.ts';
import { findPullable, type Pullable } from '../../plan/find-pullable.ts';
import { joinCampaigns, type JoinedCampaign } from '../../plan/join-campaigns.ts';
import type { InWorkspace } from '../context.ts';
import { openService } from '../opening/service.ts';
import { openStateStore } from '../opening/state-store.ts';
import { requireAnswers, requireFiles, readLive } from '../reading/gather.ts';
import { loadDesired } from '../reading/load-files.ts';
import { checkOnly } from '../reading/only.ts';
import { readState } from '../reading/read-state.ts';
import { editedCampaign, editedOf } from './edited.ts';
import { pulledParts, type Parts } from './pulled-parts.ts';
import type { WrittenFile } from './written-file.ts';
import { computePulled } from './compute-pulled.ts';
import { formatCampaign } from '../../edit/format.ts';
import { ProposalBranch } from '../../git/proposal-branch.ts';
import type { CommitAuthor } from '../../apply/state-store.ts';

/** The user's options for a pull. */
export interface PullRequest {
  /** Campaigns as given to a command; if omitted, all. */
  readonly only?: readonly string[] | undefined;
  /** Whose value wins if both the file and live changed; if omitted, such components are left alone. */
  readonly conflicts?: 'ours' | 'theirs' | undefined;
  /** Whether values that other workspaces or campaigns share are written for all of them. */
  readonly isForAll?: boolean;
}

/** A pull that is prepared but not written yet. */
export interface PreparedPull {
  readonly report: PullReport;
  readonly changes: readonly WrittenFile[];
}

/** Computes what a pull would write. Sends only reads, and writes nothing. */
export async function preparePull(
  request: PullRequest,
  { context, workspace }: InWorkspace,
): Promise<PreparedPull> {
  const { desired } = await loadDesired(context, workspace, { only: request.only });
  const service = await openService(context, workspace);
  try {
    const { state } = await readState(openStateStore(context, workspace));
    const only = checkOnly(request.only, { context, workspace, desired, state });
    const live = await readLive({ service, only, desired }, state);
    requireAnswers([...live.values()], workspace);
    requireFiles({ context, desired }, state, live);
    const now = context.clock.now();
    const managed = joinCampaigns(desired, state, live).flatMap((one) => onlyManaged(one, only));
    const found = managed.map((one) => ({
      one,
      pullable: findPullable(one, { now, isNamed: only !== undefined }),
    }));
    const parts = found.flatMap(({ pullable }) =>
      pullable.kind === 'changed' ? [pulledParts(pullable, { ...request, now })] : [],
    );
    const { pulled, left, changes } = computePulled(parts, {
      context,
      workspace,
      isForAll: request.isForAll === true,
    });
    const campaignFiles = new Set(pulled.map(({ file }) => file));
    return {
      changes: keepForm(changes, campaignFiles),
      report: {
        workspace: workspace.name,
        pulled,
        left: merged([
          ...found.flatMap(({ one, pullable }) => unpullable(one, pullable, workspace)),
          ...parts.flatMap((one) => leftOf(one, workspace)),
          ...left,
        ]),
        unknown: found.flatMap(({ one: { key }, pullable }) =>
          pullable.kind === 'unknown' ? [{ key, problem: pullable.problem }] : [],
        ),
        checked: found.filter(({ pullable }) => pullable.kind !== 'unknown').length,
        isDone: false,
      },
    };
  } finally {
    await service.close();
  }
}

type Managed = Parameters<typeof findPullable>[0];

function onlyManaged(one: JoinedCampaign, only: ReadonlySet<CampaignKey> | undefined): Managed[] {
  const { desired, binding } = one;
  return desired && binding && (only?.has(one.key) ?? true) ? [{ ...one, desired, binding }] : [];
}

/** Campaigns whose changes can't be written into a file. */
function unpullable(one: Managed, { kind }: Pullable, workspace: Workspace): LeftCampaign[] {
  if (kind === 'same' || kind === 'changed' || kind === 'unknown') return [];
  const live = one.live?.kind === 'present' ? one.live.live : undefined;
  const edit = (live && lastEditOf(live)) ?? null;
  const { campaignId } = one.binding;
  const edited = { campaignId, liveStatus: live?.status ?? null, edit };
  return [{ ...editedOf(one.desired, edited, workspace), parts: [], reasons: [{ code: kind }] }];
}

function leftOf({ campaign, left }: Parts, workspace: Workspace): LeftCampaign[] {
  return left.length === 0 ? [] : [{ ...editedCampaign(campaign, workspace), parts: [], reasons: left }];
}

/** One entry for each campaign, with all reasons. */
function merged(all: readonly LeftCampaign[]): readonly LeftCampaign[] {
  const byKey = new Map<CampaignKey, LeftCampaign>();
  for (const one of all) {
    const { parts = [], reasons = [] } = byKey.get(one.key) ?? {};
    byKey.set(one.key, { ...one, parts: [...parts, ...one.parts], reasons: [...reasons, ...one.reasons] });
  }
  return [...byKey.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
}

// A pull edits existing lines: an entry that is added to a list in brackets makes its line longer, and `campaigns fmt`
// would write a line that is too long as a block. If a required check runs `fmt --check`, the drift pull request could
// never be merged. So a campaign file that was formatted before is formatted again. Any other file keeps its author's
// layout: only what changed is rewritten.

/** The changes, with each campaign file formatted if it was formatted before; `campaignFiles` are paths from the root. */
function keepForm(
  changes: readonly WrittenFile[],
  campaignFiles: ReadonlySet<string>,
): readonly WrittenFile[] {
  return changes.map((one) =>
    campaignFiles.has(one.path) && one.before !== null && formatCampaign(one.before) === one.before
      ? { ...one, text: formatCampaign(one.text) ?? one.text }
      : one,
  );
}

/** The branch that proposes the drift of a workspace as edits of its files. */
export function pullBranch({ name }: Workspace): string {
  return `campaigns-pull/${name}`;
}

/**
 * Pushes a prepared pull as one commit on top of HEAD; commits that other people pushed there are never overwritten.
 */
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
