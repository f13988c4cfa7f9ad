import { sameTarget, type Configuration, type Workspace } from '../model/workspace.ts';
import type { Base, Trigger } from './github/event.ts';
import type { Context } from '../app/context.ts';
import { configurationAt } from '../app/opening/configuration-at.ts';

/** What a plan is of: everything, or what a proposal changes. */
export interface PlanBasis {
  /** The commit to compare with; undefined: the whole is planned. */
  readonly changedSince: string | undefined;
  /** The service may only be asked if that is where the base branch sends secrets, too. */
  readonly target: 'as-in-base' | 'not-as-in-base';
  /** The workspace as the base branch has it; undefined where it has none, or was not asked. */
  readonly former: Workspace | undefined;
  /** Whether what is checked out is the proposal: only then is its plan one that somebody can approve. */
  readonly checkout: 'of-the-proposal' | 'of-something-else';
  /** What the reader should know of this. */
  readonly notices: readonly string[];
}

const WHOLE: PlanBasis = {
  changedSince: undefined,
  target: 'as-in-base',
  former: undefined,
  checkout: 'of-the-proposal',
  notices: [],
};

/** What a step is to look at. */
interface Subject {
  readonly context: Context;
  readonly workspace: Workspace;
  /** What the input `workspace` says; undefined: it is the default one of the files. */
  readonly named: string | undefined;
}

/** Finds what the plan of an event compares with, fetching as much history as it takes. */
export async function planBasis(subject: Subject, trigger: Trigger): Promise<PlanBasis> {
  const { context, workspace } = subject;
  if (trigger.kind === 'branch') return branchBasis(subject, trigger);
  const { history } = context;
  const base = await baseCommit(history, trigger.base);
  if (base === undefined) {
    const notice = `git could not fetch the base branch ${trigger.base.ref} from origin. So all campaigns were planned without asking the service, because it isn't known whether workspaces.yaml sends the API key to the same place as the base branch.`;
    return { ...WHOLE, target: 'not-as-in-base', notices: [notice] };
  }
  const head = await context.repository.head();
  const isRelated = head !== null && (await isRelatedTo(history, base, head));
  const before = (await configurationAt(history, context.folder, base))?.configuration;
  const what = 'this pull request';
  // Whoever may push a branch may make it the base of a pull request, so what the base says is not enough.
  const elsewhere =
    elsewhereWords(before, subject, { what, ref: trigger.base.ref }) ??
    (await againstDefault(subject, trigger, { what, isDefault: (name) => name === trigger.base.ref }))
      ?.notice;
  const isProposal = trigger.kind === 'merge-group' || (await isHead(history, trigger.head, head));
  return {
    changedSince: isRelated ? base : undefined,
    target: elsewhere === undefined ? 'as-in-base' : 'not-as-in-base',
    former: before?.workspaces.get(workspace.name),
    checkout: isProposal ? 'of-the-proposal' : 'of-something-else',
    notices: [
      ...(isRelated
        ? []
        : [
            `What is checked out has no commit in common with ${trigger.base.ref}, so all campaigns were planned.`,
          ]),
      ...(elsewhere === undefined ? [] : [elsewhere]),
      ...(isProposal
        ? []
        : [
            "What is checked out is not the newest commit of this pull request, so this plan can't be approved.",
          ]),
    ],
  };
}

/**
 * A run of a branch plans everything. Who may write to the repository can start it on any branch, so where the key goes
 * is for the default branch to say, as for a pull request.
 */
async function branchBasis(
  subject: Subject,
  trigger: Extract<Trigger, { kind: 'branch' }>,
): Promise<PlanBasis> {
  const { branch, isTag } = trigger;
  const isDefault = (name: string) => name === branch && !isTag;
  const elsewhere = await againstDefault(subject, trigger, { what: branch, isDefault });
  if (elsewhere === undefined) return WHOLE;
  const { notice, former } = elsewhere;
  return { ...WHOLE, target: 'not-as-in-base', former, notices: [notice] };
}

/** Why the key must not go where the files say; undefined where the default branch sends it there, too. */
async function againstDefault(
  subject: Subject,
  { defaultBranch }: Pick<Trigger, 'defaultBranch'>,
  { what, isDefault }: { readonly what: string; readonly isDefault: (name: string) => boolean },
): Promise<{ readonly notice: string; readonly former: Workspace | undefined } | undefined> {
  const { context, workspace } = subject;
  const found = defaultBranch ?? (await nameOfDefault(context));
  if (found !== undefined && isDefault(found)) return undefined;
  const { history } = context;
  const tip = found === undefined ? undefined : await history.tipOf(found);
  if (found === undefined || tip === undefined) {
    const name = found === undefined ? 'The default branch' : `The default branch ${found}`;
    const notice = `${name} could not be fetched. So the service was not asked: whether workspaces.yaml sends the API key where the default branch does could not be checked.`;
    return { notice, former: undefined };
  }
  const before = (await configurationAt(history, context.folder, tip))?.configuration;
  const notice = elsewhereWords(before, subject, { what, ref: found });
  return notice === undefined ? undefined : { notice, former: before?.workspaces.get(workspace.name) };
}

async function nameOfDefault(context: Context): Promise<string | undefined> {
  const found = await context.originDefault();
  return found.kind === 'branch' ? found.name : undefined;
}

async function baseCommit(history: Context['history'], { ref, sha }: Base): Promise<string | undefined> {
  const tip = await history.tipOf(ref);
  if (tip !== undefined) return tip;
  return (await history.bring(sha)) ? sha : undefined;
}

/** A shallow clone is deepened first. */
async function isRelatedTo(history: Context['history'], base: string, head: string): Promise<boolean> {
  if (await history.isRelated(base, head)) return true;
  await history.deepen();
  return history.isRelated(base, head);
}

/** GitHub checks out the commit that a merge would make; some workflows check out the newest commit itself. */
async function isHead(history: Context['history'], wanted: string, head: string | null): Promise<boolean> {
  return head === wanted || (head !== null && (await history.parentsOf(head)).includes(wanted));
}

/** What a target is changed by, and the branch that says where it was. */
interface Change {
  /** `this pull request`, or the name of a branch. */
  readonly what: string;
  readonly ref: string;
}

/** Why the key that this step was given must not be sent; undefined where the base branch would send it there, too. */
function elsewhereWords(
  before: Configuration | undefined,
  { workspace, named }: Subject,
  change: Change,
): string | undefined {
  const former = before?.workspaces.get(workspace.name);
  if (!former || !sameTarget(former, workspace)) return otherTarget(workspace, change);
  return named === undefined && before?.default !== workspace.name
    ? otherDefault(workspace, change)
    : undefined;
}

function otherTarget({ name }: Workspace, { what, ref }: Change): string {
  return `${capitalized(what)} changes where ${name} is (base_url, app_key, api_key_env, publish_api_key_env or header_prefix), or ${ref} does not have it yet. So the service was not asked, no secret was sent, and merging this applies nothing by itself: merge the change of workspaces.yaml alone first. Where campaigns live already, give the new place a workspace name of its own.`;
}

/** The key of one workspace must not go where another one is, only because a pull request made that the default. */
function otherDefault({ name }: Workspace, { what, ref }: Change): string {
  return `${capitalized(what)} makes ${name} the default workspace, which it is not on ${ref}, and the workflow names no workspace. So the service was not asked, no secret was sent, and merging this applies nothing by itself: name one with the input workspace, or merge the change of workspaces.yaml alone first.`;
}

function capitalized(text: string): string {
  return text.startsWith('this') ? `T${text.slice(1)}` : text;
}
