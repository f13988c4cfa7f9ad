import { loadConfiguration } from '../../load/load-configuration.ts';
import type { Configuration, Workspace } from '../../model/workspace.ts';
import { DEFAULT_LIMITS } from '../../quota/windows.ts';
import type { Base, Trigger } from '../../github/event.ts';
import { History } from '../../record/history.ts';
import type { Context } from '../context.ts';

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
  if (trigger.kind === 'branch') return WHOLE;
  const history = new History(context.git);
  const base = await baseCommit(history, trigger.base);
  if (base === undefined) {
    const notice = `git could not fetch the base branch ${trigger.base.ref} from origin. So all campaigns were planned, and without asking the service: nobody could check that workspaces.yaml sends the API key where the base does.`;
    return { ...WHOLE, target: 'not-as-in-base', notices: [notice] };
  }
  const head = await context.repository.head();
  const isRelated = head !== null && (await isRelatedTo(history, base, head));
  const before = await configurationAt(history, context, base);
  const elsewhere = elsewhereWords(before, subject, trigger.base);
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
            'What is checked out is not the newest commit of this pull request, so nobody can approve this plan.',
          ]),
    ],
  };
}

async function baseCommit(history: History, { ref, sha }: Base): Promise<string | undefined> {
  const tip = await history.tipOf(ref);
  if (tip !== undefined) return tip;
  return (await history.bring(sha)) ? sha : undefined;
}

/** A shallow clone is deepened first. */
async function isRelatedTo(history: History, base: string, head: string): Promise<boolean> {
  if (await history.isRelated(base, head)) return true;
  await history.deepen();
  return history.isRelated(base, head);
}

/** GitHub checks out the commit that a merge would make; some workflows check out the newest commit itself. */
async function isHead(history: History, wanted: string, head: string | null): Promise<boolean> {
  return head === wanted || (head !== null && (await history.parentsOf(head)).includes(wanted));
}

/** Where secrets go is for the base branch to say: what a pull request proposes nobody has looked at yet. */
async function configurationAt(
  history: History,
  { folder }: Context,
  base: string,
): Promise<Configuration | undefined> {
  const file = folder.configurationFile;
  const text = await history.fileAt(base, file);
  if (text === undefined) return undefined;
  return loadConfiguration(file, text, { limits: DEFAULT_LIMITS }).configuration;
}

/** Why the key that this step was given must not be sent; undefined where the base branch would send it there, too. */
function elsewhereWords(
  before: Configuration | undefined,
  { workspace, named }: Subject,
  base: Base,
): string | undefined {
  const former = before?.workspaces.get(workspace.name);
  if (!former || targetText(former) !== targetText(workspace)) return otherTarget(workspace, base);
  return named === undefined && before?.default !== workspace.name
    ? otherDefault(workspace, base)
    : undefined;
}

function targetText({ baseUrl, appKey, apiKeyEnv, publishApiKeyEnv, headerPrefix }: Workspace): string {
  return JSON.stringify([baseUrl, appKey, apiKeyEnv, publishApiKeyEnv, headerPrefix]);
}

function otherTarget({ name }: Workspace, { ref }: Base): string {
  return `This pull request changes where ${name} is (base_url, app_key, api_key_env, publish_api_key_env or header_prefix), or ${ref} does not have it yet. So the service was not asked, no secret was sent, and merging this applies nothing by itself: merge the change of workspaces.yaml alone first. Where campaigns live already, give the new place a workspace name of its own.`;
}

/** The key of one workspace must not go where another one is, only because a pull request made that the default. */
function otherDefault({ name }: Workspace, { ref }: Base): string {
  return `This makes ${name} the default workspace, which it is not on ${ref}, and the workflow names no workspace. So the service was not asked, no secret was sent, and merging this applies nothing by itself: name one with the input workspace, or merge the change of workspaces.yaml alone first.`;
}
