import type { StateTarget } from './state-files.ts';

/** Why a state branch can't be used, and what to do about it. */
export interface StateProblem {
  readonly kind: 'corrupt' | 'newer' | 'diverged' | 'other-target' | 'other-folder' | 'unreachable';
  readonly message: string;
  readonly hint: string;
}

/** Two histories of which no single one can be made: they have no commit in common, or bind one campaign twice. */
export function diverged(name: string): StateProblem {
  return {
    kind: 'diverged',
    message: `${name} here and at origin have gone different ways, and what is here can't be put on top of origin's.`,
    hint: `Origin's is the one that counts. Keep yours aside with git branch -m ${name} kept-state, then run again.`,
  };
}

export function unreachable(name: string, why: string): StateProblem {
  return {
    kind: 'unreachable',
    message: `origin can't be asked for ${name}: ${why}`,
    hint: 'Check the network and the right to read the repository.',
  };
}

export function unreadable(
  name: string,
  { path, why }: { readonly path: string; readonly why: string },
): StateProblem {
  return {
    kind: 'corrupt',
    message: `${path} on ${name} can't be read: ${why}.`,
    hint: `Look at it with git show ${name}:${path}, and take the last good version back: git revert, then push.`,
  };
}

/** Our first commit has a target; a branch without one is somebody else's, or has lost it. */
export function withoutTarget(name: string): StateProblem {
  return {
    kind: 'corrupt',
    message: `${name} has no target.json: it is not ours, or nobody can tell which service its bindings belong to.`,
    hint: `Is it another branch by mistake? Give that one another name. Was the file lost? Take the last version that has it back: git revert, then push.`,
  };
}

export function newer(
  name: string,
  { path, format }: { readonly path: string; readonly format: string },
): StateProblem {
  return {
    kind: 'newer',
    message: `${path} on ${name} is ${format}: it was written by a newer version of campaign-reconciler.`,
    hint: 'Upgrade campaign-reconciler here too. Nothing was changed.',
  };
}

interface TargetQuestion {
  readonly workspace: string;
  readonly recorded: StateTarget;
  readonly target: StateTarget;
}

/** Bindings are of one service, and of one campaign folder; undefined where both are as recorded. */
export function otherTarget(
  name: string,
  { workspace, recorded, target }: TargetQuestion,
): StateProblem | undefined {
  const [before, now] = [recorded, target].map(hostOf);
  if (before !== now || recorded.appKey !== target.appKey) {
    return {
      kind: 'other-target',
      message: `${workspace} points to ${now} (${target.appKey}), but its campaigns live at ${before} (${recorded.appKey}).`,
      hint: `Put the old base_url and app_key back, or give the new target a workspace name of its own; to move for good, change target.json on ${name}.`,
    };
  }
  if (recorded.folder === undefined || target.folder === undefined || recorded.folder === target.folder)
    return undefined;
  return {
    kind: 'other-folder',
    message: `The workspace ${workspace} belongs to the campaign folder ${recorded.folder}, and this is ${target.folder}: two folders can't share a workspace name.`,
    hint: `Give the workspace another name in one of the two files workspaces.yaml. If the folder was moved for good, change "folder" in target.json: git fetch origin, git worktree add ../state ${name}, edit and commit it there, then git push origin ${name}.`,
  };
}

/** What was edited by hand need not be an address. */
function hostOf({ baseUrl }: StateTarget): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl;
}
