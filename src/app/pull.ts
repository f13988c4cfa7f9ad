import type { CommitAuthor } from '../apply/ports.ts';
import { inSchemaOrder } from '../edit/entry-order.ts';
import type { Parts } from '../edit/prove.ts';
import { sendable } from '../edit/written-components.ts';
import { propose, withdraw } from '../git/proposal-branch.ts';
import { HAS_ALL } from '../load/grade.ts';
import {
  DESIRED_STATUSES,
  type CampaignKey,
  type DesiredStatus,
  type Live,
  lastEditOf,
} from '../model/campaign.ts';
import { comparable, sameComponent } from '../model/canonical.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../model/json.ts';
import { recordedCampaign } from '../model/kept-value.ts';
import { mergeComponent, type Winner } from '../model/merge.ts';
import type { LeftReason, PartName, PulledPart, PullReport } from '../model/pull.ts';
import { moveFor } from '../model/transitions.ts';
import { dashboardAddress, type Workspace } from '../model/workspace.ts';
import { joinCampaigns } from '../plan/context.ts';
import {
  findPullable,
  leftAfterPull,
  type Pullable,
  type PullableCampaign,
  type PullableComponent,
} from '../plan/find-pullable.ts';
import type { InWorkspace } from './context.ts';
import { readLive, requireAnswers, requireFiles } from './gather.ts';
import { openCampaigns, requireDesired } from './reading/load-files.ts';
import { openStateStore, readState } from './record.ts';
import { draftProven, type Prepared } from './rewrite.ts';
import { about } from './select-campaigns.ts';
import { withService } from './service.ts';

export interface PullRequest {
  /** Campaigns as given to a command; if omitted, all. */
  readonly only?: readonly string[] | undefined;
  /** Whose value wins if both the file and live changed; if omitted, such components are left alone. */
  readonly conflicts?: 'ours' | 'theirs' | undefined;
}

/** Computes what a pull would write. Sends only reads, and writes nothing. */
export async function preparePull(request: PullRequest, target: InWorkspace): Promise<Prepared<PullReport>> {
  const { context, workspace } = target;
  const now = context.clock.now();
  const { managed, isNamed } = await readManaged(request, target);
  const found = managed.map((one) => {
    const pullable = findPullable(one, { now, isNamed });
    return { one, pullable, ...pulledParts(pullable, { ...request, now }) };
  });
  // As every plan judges them: what live got just now isn't recorded, so a mistake in it would stop the next plan.
  const recorded = new Map(managed.map(({ key, binding }) => [key, recordedCampaign(binding)]));
  const record = (name: string, key: CampaignKey) =>
    (name === workspace.name ? recorded.get(key) : undefined) ?? HAS_ALL;
  const rewrite = draftProven(
    found.flatMap(({ one: { key, desired }, wanted }) =>
      wanted.size === 0 ? [] : [{ key, file: desired.file, says: new Map([[workspace.name, wanted]]) }],
    ),
    context,
    { record },
  );
  const written = new Map(rewrite.campaigns.map((one) => [one.wanted.key, one]));
  const campaigns = found.map(({ one, wanted, left }) => {
    const own = written.get(one.key);
    const { files = [], notes = [], left: unwritten = [] } = own ?? {};
    const reasons = [...left, ...unwritten];
    // One value that can't be written keeps its whole part out of the file, so every other change in it is listed too.
    const names = new Set(reasons.flatMap((reason) => ('part' in reason ? [reason.part] : [])));
    const unsaid = [...wanted].filter(([name]) => names.has(name));
    const edited = editedOf(one, workspace);
    const pulled = partsOf(one, own?.wanted.says?.get(workspace.name) ?? []);
    return {
      pulled: { ...edited, parts: pulled, files, notes, reasons: [] },
      left: { ...edited, parts: partsOf(one, unsaid), files: [], notes: [], reasons },
    };
  });
  return {
    changes: rewrite.changes,
    report: {
      workspace: workspace.name,
      pulled: campaigns.flatMap(({ pulled }) => (pulled.parts.length > 0 ? [pulled] : [])),
      left: campaigns.flatMap((one) => (one.left.reasons.length > 0 ? [one.left] : [])),
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
  const files = await openCampaigns({ context, workspace });
  return withService({ context, workspace }, async (service) => {
    const { state } = await readState(openStateStore(context, workspace));
    const world = about(request.only, requireDesired(files, state));
    const { desired, only } = world;
    const live = await readLive(world, service);
    requireAnswers([...live.values()], workspace);
    requireFiles(world, live);
    const managed = joinCampaigns(desired, state, live).flatMap(
      ({ desired: file, binding, ...one }): Managed[] =>
        file && binding && (only?.has(one.key) ?? true) ? [{ ...one, desired: file, binding }] : [],
    );
    return { managed, isNamed: only !== undefined };
  });
}

function editedOf({ desired: { key, file }, binding, live: answer }: Managed, workspace: Workspace) {
  const live = answer?.kind === 'present' ? answer.live : undefined;
  const { campaignId } = binding;
  const dashboard = dashboardAddress(workspace, campaignId);
  const edit = (live && lastEditOf(live)) ?? null;
  const at = dashboard === undefined ? {} : { dashboard };
  return { key, file, campaignId, liveStatus: live?.status ?? null, edit, ...at };
}

function partsOf(
  { desired }: Managed,
  parts: Iterable<readonly [PartName, JsonValue | undefined]>,
): PulledPart[] {
  return [...parts].map(([name, next]) => {
    if (name === 'status') return { name, before: statusPart(desired.status), after: statusPart(next) };
    const [before, after] = comparable(name, desired.components[name], isJsonObject(next) ? next : undefined);
    return { name, before, after };
  });
}

type PartRequest = Pick<PullRequest, 'conflicts'> & { readonly now: number };

/**
 * Computes, for each part that changed in live, the file's new content with which the next plan has nothing to do for
 * it.
 */
function pulledParts(
  campaign: Pullable,
  request: PartRequest,
): { readonly wanted: Parts; readonly left: readonly LeftReason[] } {
  const wanted = new Map<PartName, JsonValue | undefined>();
  const left: LeftReason[] = [];
  const refuse = (
    part: PartName,
    code: 'conflict' | 'differs' | 'ours',
    [applied, file, live]: readonly (JsonObject | undefined)[] = [],
  ) => left.push(code === 'conflict' ? { code, part, applied, file, live } : { code, part });
  if (campaign.kind === 'same' || campaign.kind === 'unknown') return { wanted, left };
  if (campaign.kind !== 'changed') return { wanted, left: [{ code: campaign.kind }] };
  const { status, desired, binding, live } = campaign;
  const { conflicts } = request;
  // Without a record, only the user can say that the file wasn't edited.
  const takesUnrecorded = conflicts === 'theirs';
  const isUnrecorded = status?.isUnrecorded ?? campaign.components.some(({ cause }) => cause === 'adopted');
  if (isUnrecorded && !takesUnrecorded) left.push({ code: 'unrecorded' });
  for (const component of campaign.components) {
    const { name, cause } = component;
    if (cause === 'adopted' && !takesUnrecorded) continue;
    const found = written(component, campaign, request);
    const { applied, desired: file, live: now } = component;
    if (typeof found === 'string') refuse(name, found, comparable(name, applied, file, now));
    else if (sameComponent(name, found.value, file)) refuse(name, 'ours');
    else wanted.set(name, found.value);
  }
  if (!status || (status.isUnrecorded && !takesUnrecorded)) return { wanted, left };
  const said = statusFor(live);
  if (status.isConflict && conflicts === undefined)
    refuse('status', 'conflict', [binding.status.applied, desired.status, live.status].map(statusPart));
  else if (status.isConflict && conflicts === 'ours') refuse('status', 'ours');
  else if (said === undefined) refuse('status', 'differs');
  else wanted.set('status', said);
  return { wanted, left };
}

/** A status in the form of a component. */
function statusPart(status: JsonValue | undefined): JsonObject | undefined {
  return status === undefined ? undefined : { status };
}

/**
 * The component merged into the file's content; otherwise as live shows it, if a plan then has nothing to do. It is a
 * conflict if both changed the same place and no side was chosen.
 */
function written(
  component: PullableComponent,
  campaign: PullableCampaign,
  { conflicts, now }: PartRequest,
): { readonly value: JsonObject | undefined } | 'differs' | 'conflict' {
  const { name, desired: file, cause } = component;
  const isEdit = cause === 'conflict';
  const [observed, live] = [component.observed, component.live].map((one) => one && sendable(name, one));
  const mergedFor = (side: Winner) => {
    const merged = mergeComponent(name, { file, applied: component.applied, observed, live }, side);
    return merged && inSchemaOrder(campaign.live.channel, name, merged);
  };
  const merged = mergedFor(conflicts === 'ours' ? 'file' : 'live');
  // With the file's own values, something is left to send, as requested.
  if (isEdit && conflicts === 'ours') return { value: merged };
  // A plan would then do nothing, or after a merge only the edits that the file already had.
  const isSettled = (value: JsonObject | undefined) =>
    leftAfterPull(campaign, { [name]: value }, now).every(
      ({ name: one, cause: why }) => one !== name || why === 'released' || (isEdit && why === 'edited'),
    );
  if (isEdit && conflicts === undefined)
    return isSettled(merged) && sameComponent(name, merged, mergedFor('file'))
      ? { value: merged }
      : 'conflict';
  if (isSettled(merged)) return { value: merged };
  return isSettled(live) ? { value: live } : 'differs';
}

/** The `status` that a file needs for a live status so that nothing is requested. */
function statusFor({ status, deliveryType }: Live): DesiredStatus | undefined {
  const order: readonly DesiredStatus[] =
    status === 'PAUSED' ? ['PAUSED'] : status === 'DRAFT' ? ['DRAFT'] : ['ACTIVE', 'STOPPED'];
  return [...order, ...DESIRED_STATUSES].find((one) => moveFor(one, status, deliveryType) === 'none');
}

/** The branch that proposes the drift of a workspace as edits of its files. */
export function pullBranch({ name }: Workspace): string {
  return `campaigns-pull/${name}`;
}

/** Pushes a prepared pull as one commit on top of HEAD; commits that other people pushed there are never overwritten. */
export async function pushPull(
  { changes }: Prepared<PullReport>,
  { context, workspace }: InWorkspace,
  { title, author }: { readonly title: string; readonly author: CommitAuthor },
) {
  const parent = context.repository.head;
  if (parent === null) return { kind: 'unborn' } as const;
  return propose(context.git, pullBranch(workspace), {
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
  await withdraw(context.git, pullBranch(workspace), email);
}
