import type {
  CommitAuthor,
  StateStore,
  RunSignature,
  Snapshot,
  StateRecorder,
  RecordAnswer,
  Lease,
  Trail,
} from '../apply/ports.ts';
import { findEdits } from './reading/authors.ts';
import type { CampaignKey, Desired } from '../model/campaign.ts';
import type { IsOutlined, StateTarget, State } from '../model/state.ts';
import type { Workspace } from '../model/workspace.ts';
import { GitStateStore } from '../state/git-state-store.ts';
import type { Context, InWorkspace } from './context.ts';
import { UNKNOWN, withCampaignIds } from '../model/audit.ts';
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
export async function readState(store: StateStore, isOutlined?: IsOutlined): Promise<Snapshot> {
  return requireUsable(await store.read(isOutlined));
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

function requireUsable<Read extends object>(read: Read | StateProblem): Read {
  if (!('code' in read)) return read;
  throw new UserFailure(read.code === 'origin-unreachable' ? EXIT.FAILED : EXIT.INVALID, read);
}

/** The audit trail with campaign IDs, newest first; throws UserFailure without one. `problem`: it is only what this clone has. */
export async function usableTrail<Read extends Trail>(
  store: StateStore,
  answer: Read | StateProblem,
  keys?: (entries: Read['entries']) => Iterable<CampaignKey>,
) {
  const read = requireUsable(answer);
  const bindings = [...(await store.bindingsHere(keys?.(read.entries))).values()];
  const bound = new Map(bindings.map(({ key, campaignId }) => [key, campaignId]));
  return { ...read, bindings, entries: withCampaignIds(read.entries, bound) };
}

/**
 * Opens the record for a run under its lease; throws UserFailure if no new run may begin. `nobody`: who is named if it isn't
 * known who runs it.
 */
export async function openRecorder(
  context: Context,
  store: StateStore,
  { nobody, ...run }: Omit<RunSignature, 'commit' | 'page' | 'actor'> & { readonly nobody: CommitAuthor },
): Promise<StateRecorder> {
  const answer = await store.open({
    ...run,
    commit: context.repository.head,
    page: runUrl(context.environment),
    actor: (await personHere(context)) ?? nobody,
  });
  if (answer.kind === 'open') return answer.recorder;
  if (answer.kind === 'unusable') return requireUsable<StateRecorder>(answer.problem);
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

/** Whom a request about a campaign names as its author, and who made the edit that it carries out. */
export interface Editor {
  /** An address for the service. */
  readonly email: string;
  /** The author and the co-authors of the commit, with their own addresses; nobody if that isn't known. */
  readonly people: readonly CommitAuthor[];
}

/** The editor of each campaign: the authors of the last commit that changed what is sent; otherwise the actor. */
export class Editors {
  private readonly target: InWorkspace;
  private readonly found = new Map<string, Editor>();

  constructor(target: InWorkspace) {
    this.target = target;
  }

  /** Undefined if `find` was not asked for it. */
  of(key: string): Editor | undefined {
    return this.found.get(key);
  }

  /** Determines those that aren't known yet; throws UserFailure if nobody can be named. */
  async find(campaigns: readonly Desired[]): Promise<void> {
    const { context, workspace } = this.target;
    const desired = campaigns.filter(({ key }) => !this.found.has(key));
    if (desired.length === 0) return;
    const { byKey, uncommitted, shallow } = await findEdits(this.target, desired);
    const isFixed = workspace.actorFrom === 'fixed';
    // A file that isn't committed yet has no author but the user.
    const here = !isFixed && uncommitted.size > 0 ? await context.repository.person() : undefined;
    let cut = 0;
    for (const { key, file } of desired) {
      const people = byKey.get(key)?.authors ?? (here && uncommitted.has(key) ? [here] : []);
      const [author] = people;
      if (!author && shallow && !isFixed) cut += 1;
      const isNamed = author !== undefined && !isFixed && isUsable(author.email);
      // The workspace's actor comes before a user whose commit would tell.
      const isUnsaid = workspace.actor !== undefined && !byKey.has(key);
      this.found.set(key, { email: isNamed && !isUnsaid ? author.email : fallback(workspace, file), people });
    }
    if (cut > 0) context.interaction.progress({ kind: 'shallow-clone', campaigns: cut });
  }
}

/** Who runs this: in a workflow, the account that started it; otherwise the user, if git knows them. */
async function personHere({ repository, environment }: Context): Promise<CommitAuthor | undefined> {
  const account = environment.GITHUB_TRIGGERING_ACTOR ?? environment.GITHUB_ACTOR;
  if (account && runUrl(environment) !== null) return { name: account, email: '' };
  return repository.person();
}

/** An address that can receive mail. A noreply address means nothing to the service's users. */
function isUsable(email: string): boolean {
  return /^[^\s@]+@[^\s@]+$/.test(email) && !/no-?reply/i.test(email);
}

function fallback(workspace: Workspace, file: string): string {
  if (workspace.actor) return workspace.actor;
  throw new UserFailure(EXIT.INVALID, { code: 'no-author', file, workspace: workspace.name });
}

/** Makes a manual edit of the record, in the user's name, while no run writes to it. */
export async function editRecord<Answer>(
  { context, workspace }: InWorkspace,
  act: (recorder: StateRecorder, lease: Lease) => Promise<Answer>,
  store: StateStore = openStateStore(context, workspace),
): Promise<Answer> {
  return holdLease(context, store, async ({ runId, lease }) => {
    const { actor = UNKNOWN } = workspace;
    const nobody = { name: actor, email: actor };
    const by = { run: runId, nobody, editorsOf: () => [], allowed: [], baseBranch: undefined };
    return act(await openRecorder(context, store, by), lease);
  });
}
