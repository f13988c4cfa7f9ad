import type { Snapshot } from '../apply/ports.ts';
import { EMPTY_STATE, type IsOutlined, type StateTarget } from '../model/state.ts';
import { saidIn, type RecordFailure, type StateProblem } from '../model/reasons.ts';
import { attempt, linesIn, type Git } from '../git/git.ts';
import { CodeHistory } from '../git/history.ts';
import { SharedRef, type RefMove } from '../git/shared-ref.ts';
import { lastAppliedCommit } from './audit-trail.ts';
import { localOutcomes, type LocalOutcomes } from './replay.ts';
import { noteNewestCommit } from './state-commits.ts';
import { StateDecoder, TARGET_PATH, unreadable } from './state-files.ts';
import { readFilesByParts, writeCommits, type NewCommit } from '../git/tree.ts';

/** The result of moving the branch. */
export type MoveAnswer = { readonly kind: 'advanced'; readonly tip: string } | NotMoved;

type NotMoved =
  /** It moved in this clone, but origin did not accept it. */
  | { readonly kind: 'not-pushed'; readonly tip: string; readonly cause: RecordFailure }
  /** Another run was first, or git could not write here. Nothing is on the branch, neither here nor at origin. */
  | { readonly kind: 'lost-race' | 'not-written'; readonly cause: RecordFailure };

interface Tips {
  /** The tip of the branch; undefined if it doesn't exist yet. */
  readonly tip: string | undefined;
  /** The tip at origin; undefined if origin has no such branch or there is no origin. */
  readonly remoteTip: string | undefined;
}

/** `divergedTip` is this clone's tip if it and origin's have diverged. */
interface FoundTips extends Tips {
  readonly divergedTip?: string;
}

export interface StateView extends Snapshot, Tips {
  /** What only this clone has in addition. The state already includes it, and the next commit goes on top of it. */
  readonly local?: LocalOutcomes;
}

/** `acceptsAnyTarget` is for the command that changes the target. */
export interface StateBranchOptions {
  readonly git: Git;
  readonly workspace: string;
  readonly target: StateTarget;
  readonly acceptsAnyTarget?: boolean;
}

/** The branch `campaigns-state/<workspace>`. It is read without moving a ref, and moved only by compare-and-swap. */
export class StateBranch {
  readonly ref: string;
  private readonly git: Git;
  private readonly shared: SharedRef;
  private readonly options: StateBranchOptions;

  constructor(options: StateBranchOptions) {
    this.options = options;
    this.git = options.git;
    this.ref = `refs/heads/campaigns-state/${options.workspace}`;
    this.shared = new SharedRef(options.git, this.ref);
  }

  /** The newest state that this clone or its origin knows. Writes no ref and no FETCH_HEAD. */
  async read(isOutlined?: IsOutlined): Promise<StateView | StateProblem> {
    const found = await this.findTip();
    if (isProblem(found)) return found;
    const { tip, divergedTip } = found;
    const view = await this.stateAt(found, isOutlined);
    if (!isProblem(view) && divergedTip !== undefined) return this.withLocal(view, divergedTip);
    if (isProblem(view) || tip === undefined || view.state.lastCommit !== undefined) return view;
    if (!(await this.isCut(tip))) return view;
    await this.deepen();
    return { ...view, state: { ...view.state, lastCommit: await lastAppliedCommit(this.git, tip) } };
  }

  /** Fetches the beginning of the branch for a shallow clone. */
  deepen(): Promise<void> {
    return this.git.fetchQuietly(this.ref, '--unshallow');
  }

  async readLastKnown(): Promise<StateView | StateProblem> {
    return this.stateAt({ tip: await this.lastKnown(), remoteTip: undefined });
  }

  private async stateAt(
    { tip, remoteTip }: Tips,
    isOutlined?: IsOutlined,
  ): Promise<StateView | StateProblem> {
    if (tip === undefined) return { state: EMPTY_STATE, tip, remoteTip };
    const decoder = new StateDecoder({ ...(isOutlined && { isOutlined }) });
    const read = await attempt(async () => {
      let isWhole = false;
      for await (const files of readFilesByParts(this.git, tip)) {
        isWhole ||= files.has(TARGET_PATH);
        decoder.add(files);
      }
      return isWhole;
    });
    const { name: branch } = this;
    if (read.kind === 'failed' || !read.value)
      return { code: 'state-unusable', branch, path: TARGET_PATH, fault: 'missing', said: '' };
    const { decoded } = decoder;
    if (decoded.kind === 'newer') return { code: 'state-newer', where: `${branch}:${decoded.path}` };
    if (decoded.kind === 'corrupt') {
      const { path, fault, said } = decoded;
      return { code: 'state-unusable', branch, path, fault, said };
    }
    const { target } = decoded;
    const moved = target && otherTarget(target, this.options);
    if (moved && !this.options.acceptsAnyTarget) return moved;
    const state = { ...decoded.state, lastCommit: await lastAppliedCommit(this.git, tip) };
    return { state, tip, remoteTip, target };
  }

  /** Puts commits on top of `from`. If origin doesn't accept them, the branch moves only in this clone. */
  async advance(commits: readonly NewCommit[], from: StateView): Promise<MoveAnswer> {
    const chain = [...(from.local?.commits ?? []), ...commits];
    // It would stop every command of the workspace.
    const unusable = unreadable(from.state.bindings.values(), chain);
    if (unusable) throw new Error(`${this.name} was not changed: ${JSON.stringify(unusable)}`);
    return this.git.alone(async () => {
      const written = await attempt(() => writeCommits(this.git, chain, { parent: from.tip }));
      if (written.kind === 'failed') return this.notWritten(written.said);
      const { value: tip } = written;
      const hasOrigin = await this.git.hasOrigin();
      const answer = this.answerTo(await this.shared.move(tip, hasOrigin ? from.remoteTip : from.tip), tip);
      if (answer.kind === 'not-pushed' && !hasOrigin) return this.notWritten(saidIn(answer.cause));
      if (answer.kind === 'lost-race' || !hasOrigin) return answer;
      const followed = await attempt(() => this.git.moveRefs(`update ${this.ref} ${tip}`));
      // Origin's branch has the commits, so a local branch that could not follow does no harm.
      return followed.kind === 'failed' && answer.kind === 'not-pushed'
        ? this.notWritten(followed.said)
        : answer;
    });
  }

  private notWritten(said: string): MoveAnswer {
    return { kind: 'not-written', cause: this.notRecorded(said) };
  }

  private notRecorded(said: string | null): RecordFailure {
    return { code: 'not-recorded', branch: this.name, said };
  }

  /** Stores commits in this clone that could not be put on the branch, and returns their ref. */
  saveRejected(commits: readonly NewCommit[], from: StateView, run: string): Promise<string> {
    return this.git.alone(async () => {
      const ref = `refs/campaigns/kept/${this.options.workspace}/${run}`;
      await writeCommits(this.git, commits, { parent: from.tip, ref });
      return ref;
    });
  }

  /** Pushes what an earlier run could store only in this clone, before a run does anything else. */
  async catchUp(view: StateView): Promise<StateView | NotMoved> {
    const { local, ...shared } = view;
    const { tip, remoteTip } = shared;
    if (local) {
      if (local.commits.length === 0) {
        await this.retreat({ tip });
        return shared;
      }
      const advanced = await this.advance([], view);
      return advanced.kind === 'advanced'
        ? { ...shared, tip: advanced.tip, remoteTip: advanced.tip }
        : advanced;
    }
    if (tip === undefined || tip === remoteTip || !(await this.git.hasOrigin())) return view;
    const pushed = this.answerTo(await this.git.alone(() => this.shared.move(tip, remoteTip)), tip);
    return pushed.kind === 'advanced' ? { ...view, remoteTip: tip } : pushed;
  }

  private answerTo(move: RefMove, tip: string): MoveAnswer {
    switch (move.kind) {
      case 'moved':
        return { kind: 'advanced', tip };
      case 'lost-race':
        return { kind: 'lost-race', cause: this.notRecorded(null) };
      case 'not-moved':
        return { kind: 'not-pushed', tip, cause: this.notRecorded(move.said) };
    }
  }

  /** Resets the local branch to the tip before a commit that origin did not accept. */
  retreat({ tip, local }: Pick<StateView, 'tip' | 'local'>): Promise<void> {
    const to = local?.tip ?? tip;
    return this.git.alone(() =>
      this.git.moveRefs(to === undefined ? `delete ${this.ref}` : `update ${this.ref} ${to}`),
    );
  }

  /** The newest tip in this clone, without asking origin. */
  async lastKnown(): Promise<string | undefined> {
    const [local, tracked] = await Promise.all([
      this.shared.localTip(),
      this.git.tipOf(`refs/remotes/origin/${this.name}`),
    ]);
    if (local === undefined || tracked === undefined) return local ?? tracked;
    return (await this.isAncestor(local, tracked)) ? tracked : local;
  }

  get name(): string {
    return `campaigns-state/${this.options.workspace}`;
  }

  /** What origin has, with what only this clone has on top; the newer applied code commit comes last. */
  private async withLocal(view: StateView, local: string): Promise<StateView | StateProblem> {
    const { tip: remote = '' } = view;
    const found = await localOutcomes(this.git, local, remote);
    if (!found) return { code: 'state-diverged', branch: this.name, kept: null };
    const { commits } = found.outcomes;
    const [ours, theirs] = [await lastAppliedCommit(this.git, local), view.state.lastCommit];
    const isOursNewer =
      theirs === undefined ||
      (ours !== undefined && (await new CodeHistory(this.git).contains(ours, theirs)) === true);
    const last = commits.at(-1);
    const isReported = isOursNewer || last === undefined || ours === theirs;
    const outcomes = isReported
      ? found.outcomes
      : { ...found.outcomes, commits: [...commits, noteNewestCommit(theirs, { run: 'merge', at: last.at })] };
    const lastCommit = isOursNewer && commits.length > 0 ? ours : theirs;
    return { ...view, state: { ...found.state, lastCommit }, local: outcomes };
  }

  /** The tips of the branch here and at origin. */
  async findTip(): Promise<FoundTips | StateProblem> {
    const local = await this.shared.localTip();
    if (!(await this.git.hasOrigin())) return { tip: local, remoteTip: undefined };
    const asked = await this.shared.tip();
    if (asked.kind === 'unreachable') return { code: 'origin-unreachable', said: asked.said };
    const remoteTip = asked.tip;
    if (remoteTip === undefined || remoteTip === local) return { tip: local, remoteTip };
    if (!(await this.shared.ensureFetched(remoteTip))) return { code: 'origin-unreachable', said: null };
    if (local === undefined || (await this.isAncestor(local, remoteTip)))
      return { tip: remoteTip, remoteTip };
    if (await this.isAncestor(remoteTip, local)) return { tip: local, remoteTip };
    return { tip: remoteTip, remoteTip, divergedTip: local };
  }

  /** Whether this clone lacks the beginning of the branch, so that an oldest commit here still names a parent. */
  async isCut(...tips: readonly string[]): Promise<boolean> {
    if (tips.length === 0 || !(await new CodeHistory(this.git).isShallow())) return false;
    for (const first of linesIn(await this.git.run('rev-list', '--max-parents=0', ...tips)))
      if (/^parent /m.test((await this.git.run('cat-file', 'commit', first)).split('\n\n')[0] ?? ''))
        return true;
    return false;
  }

  private async isAncestor(older: string, newer: string): Promise<boolean> {
    return (await this.git.run('rev-list', '--count', `${newer}..${older}`)).trim() === '0';
  }
}

export function isProblem(view: Tips | StateProblem): view is StateProblem {
  return 'code' in view;
}

/** Bindings belong to one service and one campaign folder. Undefined if both are as recorded. */
function otherTarget(
  recorded: StateTarget,
  { workspace, target }: StateBranchOptions,
): StateProblem | undefined {
  const code = 'state-other-target';
  const [before, now] = [serviceOf(recorded), serviceOf(target)];
  if (before !== now) return { code, workspace, recorded: before, now };
  if (recorded.folder === undefined || target.folder === undefined || recorded.folder === target.folder)
    return undefined;
  return { code, workspace, recorded: `${recorded.folder}/`, now: `${target.folder}/` };
}

/** The address may have been edited by hand and may not be one. */
function serviceOf({ baseUrl, appKey }: StateTarget): string {
  return `${URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl} (${appKey})`;
}
