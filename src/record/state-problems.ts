import type { StateTarget } from './state-files.ts';

/** Why a state branch can't be used, and what to do about it. */
export interface StateProblem {
  readonly kind: 'corrupt' | 'newer' | 'diverged' | 'other-target' | 'unreachable';
  readonly message: string;
  readonly hint: string;
}

/** The problems that one state branch can have, in words; `branch` is its short name. */
export class StateProblems {
  private readonly branch: string;

  constructor(branch: string) {
    this.branch = branch;
  }

  unreachable(why: string): StateProblem {
    return {
      kind: 'unreachable',
      message: `origin can't be asked for ${this.branch}: ${why}`,
      hint: 'Check the network and the right to read the repository.',
    };
  }

  unreadable(path: string, why: string): StateProblem {
    return {
      kind: 'corrupt',
      message: `${path} on ${this.branch} can't be read: ${why}.`,
      hint: `Look at it with git show ${this.branch}:${path}, and take the last good version back: git revert, then push.`,
    };
  }

  /** Our first commit has a target; a branch without one is somebody else's, or has lost it. */
  withoutTarget(path: string): StateProblem {
    return {
      kind: 'corrupt',
      message: `${this.branch} has no ${path}: it is not ours, or nobody can tell which service its bindings belong to.`,
      hint: `Is it another branch by mistake? Give that one another name. Was the file lost? Take the last version that has it back: git revert, then push.`,
    };
  }

  otherTarget(workspace: string, target: StateTarget, recorded: StateTarget): StateProblem {
    return {
      kind: 'other-target',
      message: `${workspace} points to ${target.host} (${target.appKey}), but its campaigns live at ${recorded.host} (${recorded.appKey}).`,
      hint: `Put the old base_url and app_key back, or give the new target a workspace name of its own; to move for good, change target.json on ${this.branch}.`,
    };
  }

  newer({ path, format }: { readonly path: string; readonly format: string }): StateProblem {
    return {
      kind: 'newer',
      message: `${path} on ${this.branch} is ${format}: it was written by a newer version of campaign-reconciler.`,
      hint: 'Upgrade campaign-reconciler here too. Nothing was changed.',
    };
  }

  /** Two histories of which no single one can be made: they have no commit in common, or bind one campaign twice. */
  diverged(): StateProblem {
    return {
      kind: 'diverged',
      message: `${this.branch} here and at origin have gone different ways, and what is here can't be put on top of origin's.`,
      hint: `Origin's is the one that counts. Keep yours aside with git branch -m ${this.branch} kept-state, then run again.`,
    };
  }
}
