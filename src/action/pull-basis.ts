import { sameTarget, type Configuration, type Workspace } from '../model/workspace.ts';
import type { Base, Trigger } from './github/event.ts';
import type { Context } from '../app/context.ts';
import { configurationAt } from '../app/opening/configuration-at.ts';

/** The scope of a plan: everything, or what a proposal changes. */
export interface PlanBasis {
  /** The commit to compare with; undefined: everything is planned. */
  readonly changedSince: string | undefined;
  /** The service may be queried only if the base branch sends secrets to the same place. */
  readonly target: 'as-in-base' | 'not-as-in-base';
  /** The workspace on the base branch; undefined if it has none, or was not read. */
  readonly former: Workspace | undefined;
  /** Whether the proposal itself is checked out: only then can its plan be approved. */
  readonly checkout: 'of-the-proposal' | 'of-something-else';
  /** Notices for the reader. */
  readonly notices: readonly string[];
}

const WHOLE: PlanBasis = {
  changedSince: undefined,
  target: 'as-in-base',
  former: undefined,
  checkout: 'of-the-proposal',
  notices: [],
};

/** What a step has to examine. */
interface Subject {
  readonly context: Context;
  readonly workspace: Workspace;
  /** The input `workspace`; undefined: the default workspace of the files. */
  readonly named: string | undefined;
}

/** Determines what the plan of an event is compared with, and fetches as much history as that needs. */
export async function planBasis(subject: Subject, trigger: Trigger): Promise<PlanBasis> {
  const { context, workspace } = subject;
  if (trigger.kind === 'branch') return branchBasis(subject, trigger);
  const { history } = context;
  const base = await baseCommit(history, trigger.base);
  if (base === undefined) {
    const notice = `git could not fetch the base branch ${trigger.base.ref} from origin, so it is unknown whether workspaces.yaml sends the API key to the same place as the base branch. All campaigns were planned without querying the service.`;
    return { ...WHOLE, target: 'not-as-in-base', notices: [notice] };
  }
  const head = await context.repository.head();
  const isRelated = head !== null && (await isRelatedTo(history, base, head));
  const before = (await configurationAt(history, context.folder, base))?.configuration;
  const what = 'this pull request';
  // Anyone who can push a branch can make it the base of a pull request, so the base alone can't be trusted.
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
            `The checked-out commit has no common history with ${trigger.base.ref}, so all campaigns were planned.`,
          ]),
      ...(elsewhere === undefined ? [] : [elsewhere]),
      ...(isProposal
        ? []
        : [
            "The checked-out commit is not the newest one of this pull request, so this plan can't be approved.",
          ]),
    ],
  };
}

/**
 * A run for a branch plans everything. Anyone with write access can start it on any branch, so the default branch
 * decides where the key is sent, as for a pull request.
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

/** Why the key must not be sent where the files say; undefined if the default branch sends it there, too. */
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
    const notice = `${name} could not be fetched, so it is unknown whether workspaces.yaml sends the API key to the same place as the default branch. The service was not queried.`;
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

/** GitHub checks out the commit that a merge would create; some workflows check out the newest commit itself. */
async function isHead(history: Context['history'], wanted: string, head: string | null): Promise<boolean> {
  return head === wanted || (head !== null && (await history.parentsOf(head)).includes(wanted));
}

/** What changes a target, and the branch with the earlier target. */
interface Change {
  /** `this pull request`, or the name of a branch. */
  readonly what: string;
  readonly ref: string;
}

/** Why the step's key must not be sent; undefined if the base branch would send it to the same place. */
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
  return `${capitalized(what)} changes the target of ${name} (base_url, app_key, api_key_env, publish_api_key_env or header_prefix), or ${ref} does not have ${name} yet. The service was not queried, no secret was sent, and merging this applies nothing. First merge the change to workspaces.yaml alone. If the old target has live campaigns, give the new one another workspace name.`;
}

/** The key of one workspace must not be sent to another one just because a pull request made that the default. */
function otherDefault({ name }: Workspace, { what, ref }: Change): string {
  return `${capitalized(what)} makes ${name} the default workspace, which it is not on ${ref}, and the workflow names no workspace. The service was not queried, no secret was sent, and merging this applies nothing. Set the input workspace, or first merge the change to workspaces.yaml alone.`;
}

function capitalized(text: string): string {
  return text.startsWith('this') ? `T${text.slice(1)}` : text;
}
