import { loadConfiguration } from '../../load/load-configuration.ts';
import type { Workspace } from '../../model/workspace.ts';
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

/** Finds what the plan of an event compares with, fetching as much history as it takes. */
export async function planBasis(
  context: Context,
  workspace: Workspace,
  trigger: Trigger,
): Promise<PlanBasis> {
  if (trigger.kind === 'branch') return WHOLE;
  const history = new History(context.git);
  const base = await baseCommit(history, trigger.base);
  if (base === undefined) {
    const notice = `The base branch ${trigger.base.ref} could not be fetched. So all campaigns were planned, and without asking the service: nobody could check that workspaces.yaml sends the API key where the base does.`;
    return { ...WHOLE, target: 'not-as-in-base', notices: [notice] };
  }
  const head = await context.repository.head();
  const isRelated = head !== null && (await isRelatedTo(history, base, head));
  const former = await workspaceAt(history, { context, workspace, base });
  const isSame = former !== undefined && targetText(former) === targetText(workspace);
  const isProposal = trigger.kind === 'merge-group' || (await isHead(history, trigger.head, head));
  return {
    changedSince: isRelated ? base : undefined,
    target: isSame ? 'as-in-base' : 'not-as-in-base',
    former,
    checkout: isProposal ? 'of-the-proposal' : 'of-something-else',
    notices: [
      ...(isRelated
        ? []
        : [
            `What is checked out has no commit in common with ${trigger.base.ref}, so all campaigns were planned.`,
          ]),
      ...(isSame ? [] : [otherTarget(workspace, trigger.base)]),
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

interface TargetQuestion {
  readonly context: Context;
  readonly workspace: Workspace;
  readonly base: string;
}

/** Where secrets go is for the base branch to say: what a pull request proposes nobody has looked at yet. */
async function workspaceAt(
  history: History,
  { context: { folder }, workspace, base }: TargetQuestion,
): Promise<Workspace | undefined> {
  const file = folder.configurationFile;
  const text = await history.fileAt(base, file);
  if (text === undefined) return undefined;
  const { configuration } = loadConfiguration(file, text, { limits: DEFAULT_LIMITS });
  return configuration?.workspaces.get(workspace.name);
}

function targetText({ baseUrl, appKey, apiKeyEnv, headerPrefix }: Workspace): string {
  return JSON.stringify([baseUrl, appKey, apiKeyEnv, headerPrefix]);
}

function otherTarget({ name }: Workspace, { ref }: Base): string {
  return `This pull request changes where ${name} is (base_url, app_key, api_key_env or header_prefix), or ${ref} does not have it yet. So the service was not asked, no secret was sent, and merging this applies nothing by itself: merge the change of workspaces.yaml alone first. Where campaigns live already, give the new place a workspace name of its own.`;
}
