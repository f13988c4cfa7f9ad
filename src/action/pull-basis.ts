import type { PlanNotice, PlanObstacle } from '../model/action-reasons.ts';
import { sameTarget, type Configuration, type Workspace } from '../model/workspace.ts';
import type { BranchTip, Trigger } from './trigger.ts';
import { type Context, type InWorkspace, configurationAt } from '../app/context.ts';

type TargetObstacle = Extract<PlanObstacle, { code: 'target-unknown' | 'other-target' }>;

/** The scope of a plan: everything, or what a proposal changes. */
export interface PlanBasis {
  /** The commit to compare with; undefined: everything is planned. */
  readonly changedSince: string | undefined;
  /** Why the service must not be queried: the base branch may send secrets to another place. Undefined if it may. */
  readonly keyWithheld: TargetObstacle | undefined;
  /** The workspace on the base branch; undefined if it has none, or was not read. */
  readonly former: Workspace | undefined;
  /** Whether the proposal itself is checked out: only then can its plan be approved. */
  readonly checkout: 'of-the-proposal' | 'of-something-else';
  /** What else the reader should know. */
  readonly notices: readonly PlanNotice[];
}

const WHOLE: PlanBasis = {
  changedSince: undefined,
  keyWithheld: undefined,
  former: undefined,
  checkout: 'of-the-proposal',
  notices: [],
};

/** What a step has to examine. */
interface Planned extends InWorkspace {
  /** The input `workspace`; undefined: the default workspace of the files. */
  readonly named: string | undefined;
}

/** Determines what the plan of an event is compared with, and fetches as much history as that needs. */
export async function planBasis(planned: Planned, trigger: Trigger): Promise<PlanBasis> {
  const { context, workspace } = planned;
  // Anyone with write access can start a run on any branch, so the default branch decides where the key is sent. A tag may
  // have its name.
  if (trigger.kind === 'branch')
    return { ...WHOLE, ...(await againstDefault(planned, trigger, trigger.isTag ? null : trigger.branch)) };
  const { history } = context;
  const base = await baseCommit(history, trigger.base);
  if (base === undefined) return { ...WHOLE, keyWithheld: { code: 'target-unknown' } };
  const head = context.repository.head;
  const isRelated = head !== null && (await isRelatedTo(history, base, head));
  const before = (await configurationAt(history, context.folder, base))?.configuration;
  const { ref } = trigger.base;
  // Anyone who can push a branch can make it the base of a pull request, so the base alone can't be trusted.
  const keyWithheld =
    otherTarget(before, planned, ref) ?? (await againstDefault(planned, trigger, ref)).keyWithheld;
  const isProposal = trigger.kind === 'merge-group' || (await isHead(history, trigger.head, head));
  return {
    changedSince: isRelated ? base : undefined,
    keyWithheld,
    former: before?.workspaces.get(workspace.name),
    checkout: isProposal ? 'of-the-proposal' : 'of-something-else',
    notices: isRelated ? [] : [{ code: 'no-common-history' }],
  };
}

/** Why the key must not be sent where the files say, unless the default branch sends it there, too, or is `own`. */
async function againstDefault(
  planned: Planned,
  { defaultBranch }: Pick<Trigger, 'defaultBranch'>,
  own: string | null,
): Promise<Pick<PlanBasis, 'keyWithheld' | 'former'>> {
  const { context, workspace } = planned;
  const { history } = context;
  const found = defaultBranch ?? (await nameOfDefault(context));
  if (found !== undefined && found === own) return { keyWithheld: undefined, former: undefined };
  const tip = found === undefined ? undefined : await history.tipOf(found);
  if (found === undefined || tip === undefined)
    return { keyWithheld: { code: 'target-unknown' }, former: undefined };
  const before = (await configurationAt(history, context.folder, tip))?.configuration;
  const keyWithheld = otherTarget(before, planned, found);
  return { keyWithheld, former: keyWithheld && before?.workspaces.get(workspace.name) };
}

async function nameOfDefault(context: Context): Promise<string | undefined> {
  const found = await context.history.originDefault();
  return found.kind === 'branch' ? found.name : undefined;
}

async function baseCommit(history: Context['history'], { ref, sha }: BranchTip): Promise<string | undefined> {
  const tip = await history.tipOf(ref);
  if (tip !== undefined) return tip;
  return (await history.ensureFetched(sha)) ? sha : undefined;
}

/** A shallow clone is deepened first. */
async function isRelatedTo(history: Context['history'], base: string, head: string): Promise<boolean> {
  if (await history.isRelated(base, head)) return true;
  await history.deepen();
  return history.isRelated(base, head);
}

/** GitHub checks out the commit that a merge would create; some workflows check out the newest commit itself. */
async function isHead(history: Context['history'], wanted: string, head: string | null): Promise<boolean> {
  return head === wanted || (head !== null && (await history.parentsOf(head)).includes(wanted));
}

/** Why the step's key must not be sent; undefined if the branch `ref` would send it to the same place. */
function otherTarget(
  before: Configuration | undefined,
  { workspace, named }: Planned,
  ref: string,
): TargetObstacle | undefined {
  const former = before?.workspaces.get(workspace.name);
  const isChosen = named !== undefined || before?.default === workspace.name;
  return former && sameTarget(former, workspace) && isChosen
    ? undefined
    : { code: 'other-target', workspace: workspace.name, ref };
}
