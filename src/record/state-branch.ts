import { EMPTY_STATE, type State } from '../model/state.ts';
import { GitFailure, type Git } from './git.ts';
import { decodeState, type StateTarget } from './state-files.ts';
import { readFiles, writeCommits, type NewCommit } from './tree.ts';

/** Why a state branch can't be used, and what to do about it. */
export interface StateProblem {
  readonly kind: 'corrupt' | 'diverged' | 'other-target' | 'unreachable';
  readonly message: string;
  readonly hint: string;
}

/** What moving the branch came to. */
export type MoveAnswer =
  | { readonly kind: 'moved'; readonly tip: string }
  | { readonly kind: 'lost-race'; readonly message: string }
  | { readonly kind: 'not-pushed'; readonly message: string };

/** Where the branch is; undefined where there is none yet. */
interface Tips {
  readonly tip: string | undefined;
  /** What origin has; undefined when it has none, or when there is no origin. */
  readonly remoteTip: string | undefined;
}

export interface StateView extends Tips {
  readonly state: State;
}

export interface StateBranchOptions {
  readonly git: Git;
  readonly workspace: string;
  readonly target: StateTarget;
}

/** The branch `campaigns-state/<workspace>`: read without moving a ref, moved by compare-and-swap only. */
export class StateBranch {
  readonly ref: string;
  private readonly git: Git;
  private readonly options: StateBranchOptions;

  constructor(options: StateBranchOptions) {
    this.options = options;
    this.git = options.git;
    this.ref = `refs/heads/campaigns-state/${options.workspace}`;
  }

  /** The newest state that this clone or its origin knows. Writes no ref and no FETCH_HEAD. */
  async read(): Promise<StateView | StateProblem> {
    const found = await this.findTip();
    if ('kind' in found) return found;
    return this.stateAt(found);
  }

  /** The newest state that this clone has, without asking origin. */
  async readLastKnown(): Promise<StateView | StateProblem> {
    return this.stateAt({ tip: await this.lastKnown(), remoteTip: undefined });
  }

  /** When a commit of the branch was made, in UTC. */
  async recordedAt(tip: string): Promise<string> {
    const seconds = await this.git.run('log', '-1', '--format=%ct', tip);
    return new Date(Number(seconds.trim()) * 1000).toISOString();
  }

  private async stateAt({ tip, remoteTip }: Tips): Promise<StateView | StateProblem> {
    if (tip === undefined) return { state: EMPTY_STATE, tip, remoteTip };
    const decoded = decodeState(await readFiles(this.git, tip));
    if (decoded.kind === 'corrupt') {
      return {
        kind: 'corrupt',
        message: `${decoded.path} on ${this.name} can't be read: ${decoded.why}.`,
        hint: `Look at it with git show ${this.name}:${decoded.path}, and take the last good version back: git revert, then push.`,
      };
    }
    const { target } = decoded;
    if (!target && decoded.state.bindings.size > 0) return this.withoutTarget();
    const elsewhere = this.pointsElsewhere(target);
    if (elsewhere) return elsewhere;
    return { state: { ...decoded.state, lastCommit: await this.lastCommit(tip) }, tip, remoteTip };
  }

  /** Puts commits on top of `from` and pushes them where there is an origin. Only then has the branch moved. */
  async advance(commits: readonly NewCommit[], from: StateView, run: string): Promise<MoveAnswer> {
    const stagingRef = `refs/campaigns/staging/${run}`;
    const tip = await writeCommits(this.git, commits, { parent: from.tip, stagingRef });
    const pushed = (await this.hasOrigin())
      ? await this.push(tip, from.remoteTip)
      : await this.swapLocal(tip, from.tip);
    if (pushed.kind === 'lost-race') await this.git.run('update-ref', '-d', stagingRef);
    else await this.moveRefs(`update ${this.ref} ${tip}`, `delete ${stagingRef}`);
    return pushed;
  }

  /** Pushes what an earlier run could only keep in this clone. */
  async catchUp(view: StateView): Promise<StateView | MoveAnswer> {
    const { tip, remoteTip } = view;
    if (tip === undefined || tip === remoteTip || !(await this.hasOrigin())) return view;
    const pushed = await this.push(tip, remoteTip);
    return pushed.kind === 'moved' ? { ...view, remoteTip: tip } : pushed;
  }

  /** Takes a local branch that is ahead of its origin back to it: nothing of what was pushed is lost. */
  async retreat(to: string | undefined): Promise<void> {
    if (to === undefined) await this.git.ask('update-ref', '-d', this.ref);
    else await this.git.run('update-ref', this.ref, to);
  }

  /** The newest tip that this clone has, without asking anybody. */
  async lastKnown(): Promise<string | undefined> {
    const [local, tracked] = await Promise.all([
      this.revision(this.ref),
      this.revision(`refs/remotes/origin/${this.name}`),
    ]);
    if (local === undefined || tracked === undefined) return local ?? tracked;
    return (await this.isAncestor(local, tracked)) ? tracked : local;
  }

  get name(): string {
    return `campaigns-state/${this.options.workspace}`;
  }

  /** Whether `commit` comes before the newest commit that the branch names, so that applying it would go back in time. */
  async isBehind(commit: string, lastCommit: string): Promise<boolean> {
    if (commit === lastCommit) return false;
    if ((await this.revision(`${lastCommit}^{commit}`)) === undefined) await this.fetchQuietly(lastCommit);
    const ahead = await this.git.ask('rev-list', '--count', `${lastCommit}..${commit}`);
    return ahead?.trim() === '0';
  }

  private async findTip(): Promise<Tips | StateProblem> {
    const local = await this.revision(this.ref);
    if (!(await this.hasOrigin())) return { tip: local, remoteTip: undefined };
    const listed = await this.listRemote();
    if (typeof listed !== 'string') return listed;
    const remoteTip = listed === '' ? undefined : listed;
    if (remoteTip === undefined || remoteTip === local) return { tip: local, remoteTip };
    if ((await this.revision(`${remoteTip}^{commit}`)) === undefined) {
      await this.fetchQuietly(this.ref);
    }
    if (local === undefined || (await this.isAncestor(local, remoteTip)))
      return { tip: remoteTip, remoteTip };
    if (await this.isAncestor(remoteTip, local)) return { tip: local, remoteTip };
    return {
      kind: 'diverged',
      message: `${this.name} here and at origin have gone different ways.`,
      hint: `Origin's is the one that counts. Keep yours aside with git branch -m ${this.name} kept-state, then run again.`,
    };
  }

  /** Brings objects from origin; writes no ref (an empty refmap sees to remote-tracking ones) and no FETCH_HEAD. */
  private async fetchQuietly(what: string): Promise<void> {
    const quietly = ['--quiet', '--no-write-fetch-head', '--no-tags', '--no-auto-gc', '--refmap='];
    await this.git.ask('fetch', ...quietly, 'origin', what);
  }

  private async listRemote(): Promise<string | StateProblem> {
    try {
      const listing = await this.git.run('ls-remote', 'origin', this.ref);
      return listing.split('\t')[0]?.trim() ?? '';
    } catch (error) {
      if (!(error instanceof GitFailure)) throw error;
      return {
        kind: 'unreachable',
        message: `origin can't be asked for ${this.name}: ${reasonIn(error.message)}`,
        hint: 'Check the network and the right to read the repository.',
      };
    }
  }

  private async push(tip: string, expected: string | undefined): Promise<MoveAnswer> {
    const lease = `--force-with-lease=${this.ref}:${expected ?? ''}`;
    try {
      await this.git.run('push', '--quiet', '--no-verify', lease, 'origin', `${tip}:${this.ref}`);
      return { kind: 'moved', tip };
    } catch (error) {
      if (!(error instanceof GitFailure)) throw error;
      const now = await this.listRemote();
      if (now === tip) return { kind: 'moved', tip };
      if (typeof now === 'string' && now !== (expected ?? '')) {
        return { kind: 'lost-race', message: `Another run moved ${this.name} in the meantime.` };
      }
      return { kind: 'not-pushed', message: `origin did not take ${this.name}: ${reasonIn(error.message)}` };
    }
  }

  /** Without an origin the branch itself is what two runs would fight over. */
  private async swapLocal(tip: string, expected: string | undefined): Promise<MoveAnswer> {
    try {
      await this.moveRefs(
        expected === undefined ? `create ${this.ref} ${tip}` : `update ${this.ref} ${tip} ${expected}`,
      );
      return { kind: 'moved', tip };
    } catch (error) {
      if (!(error instanceof GitFailure)) throw error;
      return { kind: 'lost-race', message: `Another run moved ${this.name} in the meantime.` };
    }
  }

  /** Several refs in one transaction: all or none. */
  private async moveRefs(...commands: readonly string[]): Promise<void> {
    await this.git.feed(`start\n${commands.join('\n')}\nprepare\ncommit\n`, 'update-ref', '--stdin');
  }

  private withoutTarget(): StateProblem {
    return {
      kind: 'corrupt',
      message: `${this.name} has bindings but no target.json, so nobody can tell which service they belong to.`,
      hint: 'Take the last version that has it back: git revert, then push.',
    };
  }

  private pointsElsewhere(recorded: StateTarget | undefined): StateProblem | undefined {
    const { target, workspace } = this.options;
    if (!recorded || (recorded.host === target.host && recorded.appKey === target.appKey)) return undefined;
    return {
      kind: 'other-target',
      message: `${workspace} points to ${target.host} (${target.appKey}), but its campaigns live at ${recorded.host} (${recorded.appKey}).`,
      hint: `Put the old base_url and app_key back, or give the new target a workspace name of its own; to move for good, change target.json on ${this.name}.`,
    };
  }

  private async lastCommit(tip: string): Promise<string | undefined> {
    const trailers = await this.git.run('log', '--format=%(trailers:key=Commit,valueonly)', tip);
    return trailers
      .split('\n')
      .find((line) => line.trim() !== '')
      ?.trim();
  }

  private async hasOrigin(): Promise<boolean> {
    return ((await this.git.ask('remote')) ?? '').split('\n').includes('origin');
  }

  private async revision(name: string): Promise<string | undefined> {
    return (
      (await this.git.ask('rev-parse', '--verify', '--quiet', '--end-of-options', name))?.trim() || undefined
    );
  }

  /** merge-base exits 1 for no, which simple-git takes for a failure without a word. */
  private async isAncestor(older: string, newer: string): Promise<boolean> {
    return (await this.git.run('rev-list', '--count', `${newer}..${older}`)).trim() === '0';
  }
}

export function isProblem(view: StateView | StateProblem): view is StateProblem {
  return 'kind' in view;
}

/** What git, or the remote behind it, gives as the reason; its last line is mostly advice. */
function reasonIn(text: string): string {
  const lines = text.split('\n').map((line) => line.trim());
  const telling = lines.filter((line) => /^(fatal:|! \[|remote: \S)/.test(line));
  return telling.length > 0
    ? telling.slice(0, 3).join('; ')
    : (lines.filter(Boolean).at(-1) ?? 'git gave no reason');
}
