import type {
  CommitAuthor,
  StateStore,
  RunSignature,
  Snapshot,
  StateRecorder,
  RecordAnswer,
  Lease,
} from '../apply/ports.ts';
import type { CampaignKey, Desired } from '../model/campaign.ts';
import type { LastChange } from '../git/repository.ts';
import type { StateTarget, State } from '../model/state.ts';
import type { Workspace } from '../model/workspace.ts';
import { GitStateStore } from '../state/git-state-store.ts';
import type { Context, InWorkspace } from './context.ts';
import { EXIT, type ExitCode } from '../model/exit.ts';
import type { OfflineBaseline } from '../model/plan.ts';
import type { StateProblem } from '../model/reasons.ts';
import { UserFailure } from './process/user-failure.ts';
import type { Environment } from '../model/clock.ts';

/** The record of a workspace. `acceptsAnyTarget`: for the command that changes the target. */
export function openStateStore(
  context: Context,
  workspace: Workspace,
  { acceptsAnyTarget = false } = {},
): StateStore {
  const { git, clock } = context;
  const target = stateTargetOf(context, workspace);
  return new GitStateStore({ git, workspace: workspace.name, target, acceptsAnyTarget, clock });
}

/** The target that the state branch of a workspace belongs to. */
export function stateTargetOf({ folder }: Pick<Context, 'folder'>, workspace: Workspace): StateTarget {
  return { baseUrl: workspace.baseUrl, appKey: workspace.appKey, folder: folder.path };
}

/** Reads a workspace's record; throws UserFailure if it can't be used. */
export async function readState(store: StateStore): Promise<Snapshot> {
  return requireUsable(await store.read());
}

/**
 * The newest record available: origin's, or this clone's copy if origin does not answer. `other` is read if the first
 * is not the record of the right service.
 */
export async function readRecord(
  store: StateStore,
  other?: StateStore,
): Promise<{ readonly state: State; readonly inputs: OfflineBaseline }> {
  const asked = await store.read();
  const isLost = 'code' in asked && asked.code === 'origin-unreachable';
  const read = isLost ? await store.readLastKnown() : asked;
  if (other && 'code' in read && read.code === 'state-other-target') return readRecord(other);
  const { state, tip } = requireUsable(read);
  const record = tip === undefined ? null : { commit: tip, at: await store.recordedAt(tip) };
  return { state, inputs: { record, from: isLost ? 'clone' : 'origin' } };
}

function requireUsable(read: Snapshot | StateProblem): Snapshot {
  if ('code' in read) throw unusable(read);
  return read;
}

function unusable(problem: StateProblem): UserFailure {
  return new UserFailure(problem.code === 'origin-unreachable' ? EXIT.FAILED : EXIT.INVALID, problem);
}

/** Opens the record for a run under its lease; throws UserFailure if no new run may begin. */
export async function openRecorder(store: StateStore, by: RunSignature): Promise<StateRecorder> {
  const answer = await store.open(by);
  if (answer.kind === 'open') return answer.recorder;
  if (answer.kind === 'unusable') throw unusable(answer.problem);
  throw new UserFailure(exitOfLoss(answer.kind), answer.failure);
}

/** Throws UserFailure if something could not be recorded. */
export function requireRecord(answer: RecordAnswer): void {
  if (answer.kind !== 'recorded') throw new UserFailure(exitOfLoss(answer.kind), answer.cause);
}

function exitOfLoss(kind: string): ExitCode {
  return kind === 'lost-race' ? EXIT.LEASE : EXIT.FAILED;
}

/** The identity of a run: its name, and the lease that excludes other runs. */
export interface RunLease {
  readonly runId: string;
  readonly lease: Lease;
}

/**
 * Runs an action that writes to the state branch or the service while no other run can. The lease is released however
 * the action ends; throws UserFailure with exit code 6 if another run holds it.
 */
export async function holdLease<Answer>(
  context: Context,
  store: StateStore,
  act: (held: RunLease) => Promise<Answer>,
): Promise<Answer> {
  const { environment, clock, chance, interaction } = context;
  // When it began, with enough randomness for two runs in the same second: `20261121T091400-1a2b3c4d`.
  const began = new Date(clock.now()).toISOString().slice(0, 19).replace(/[-:]/g, '');
  const runId = `${began}-${chance.uuid().slice(0, 8)}`;
  const lease = store.lease({ run: runId, page: runUrl(environment), onNotice: interaction.progress });
  try {
    const answer = await lease.take();
    if (answer.kind !== 'held')
      throw new UserFailure(answer.kind === 'refused' ? EXIT.LEASE : EXIT.FAILED, answer.cause);
    return await act({ runId, lease });
  } finally {
    await lease.free();
  }
}

/** The address of a workflow's run; null outside of one. */
export function runUrl(environment: Environment): string | null {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_RUN_ID: id } = environment;
  return server && repository && id ? `${server}/${repository}/actions/runs/${id}` : null;
}

/**
 * The person responsible for each campaign: the author of the last commit that touched its files, otherwise the actor.
 */
export async function findActors({
  context: { repository, folder, interaction },
  workspace,
  desired,
}: InWorkspace & { readonly desired: readonly Desired[] }): Promise<ReadonlyMap<CampaignKey, CommitAuthor>> {
  const outside = desired.flatMap(({ sources }) => sources.filter((file) => !folder.contains(file)));
  const { changes, shallow } =
    workspace.actorFrom === 'fixed'
      ? { changes: new Map<string, LastChange>(), shallow: false }
      : await repository.lastChanges([folder.path, ...new Set(outside)]);
  // A file that isn't committed yet has no author but the user.
  const isNew = (one: Desired) => !shallow && one.sources.every((source) => !changes.has(source));
  const here = workspace.actor === undefined && desired.some(isNew) ? await repository.person() : undefined;
  let cut = 0;
  const actors = desired.map(({ key, sources, file }): [CampaignKey, CommitAuthor] => {
    const last = sources.flatMap((source) => changes.get(source) ?? []).sort((a, b) => a.order - b.order)[0];
    if (last && isUsable(last.email)) return [key, { name: last.name, email: last.email }];
    if (!last && here && isUsable(here.email)) return [key, here];
    if (!last && shallow) cut += 1;
    return [key, { ...fallback(workspace, file), ...(last?.name && { name: last.name }) }];
  });
  if (cut > 0) {
    interaction.progress({ kind: 'shallow-clone', campaigns: cut });
  }
  return new Map(actors);
}

/** The user, as git knows them; otherwise the workspace's actor. */
async function personHere({ repository }: Context, { actor = 'unknown' }: Workspace): Promise<CommitAuthor> {
  const person = await repository.person();
  if (person && isUsable(person.email)) return person;
  return { name: person?.name || actor, email: actor };
}

/**
 * An address that can receive mail. A noreply address means nothing to the service's users, but the audit trail keeps
 * the name that belongs to it.
 */
function isUsable(email: string): boolean {
  return /^[^\s@]+@[^\s@]+$/.test(email) && !/no-?reply/i.test(email);
}

function fallback(workspace: Workspace, file: string): CommitAuthor {
  if (workspace.actor) return { name: workspace.actor, email: workspace.actor };
  throw new UserFailure(EXIT.INVALID, { code: 'no-author', file, workspace: workspace.name });
}

/** Makes a manual edit of the record, in the user's name, while no run writes to it. */
export async function editRecord<Answer>(
  { context, workspace }: InWorkspace,
  act: (recorder: StateRecorder, lease: Lease) => Promise<Answer>,
  store: StateStore = openStateStore(context, workspace),
): Promise<Answer> {
  return holdLease(context, store, async ({ runId, lease }) => {
    const person = await personHere(context, workspace);
    const recorder = await openRecorder(store, {
      run: runId,
      commit: context.repository.head,
      page: runUrl(context.environment),
      authorOf: () => person,
      allowed: [],
      baseBranch: undefined,
    });
    return act(recorder, lease);
  });
}
