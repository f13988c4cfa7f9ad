import type {
  Lease,
  LeaseRequest,
  OpenAnswer,
  ReleaseAnswer,
  RunSignature,
  Snapshot,
  StateStore,
  Trail,
} from '../apply/ports.ts';
import { linesIn } from '../git/git.ts';
import { CodeHistory } from '../git/history.ts';
import type { CampaignKey } from '../model/campaign.ts';
import type { AuditEntry, Gap } from '../model/audit.ts';
import type { Clock } from '../model/clock.ts';
import type { StateProblem } from '../model/reasons.ts';
import { EMPTY_STATE, type IsOutlined, type State } from '../model/state.ts';
import { findGaps } from './audit-gaps.ts';
import { readAuditTrail, readEntries, readNewest, trailFrom } from './audit-trail.ts';
import { readHistory } from './file-history.ts';
import { GitRecorder } from './git-recorder.ts';
import { LeaseRef } from './lease-ref.ts';
import { GitLease } from './git-lease.ts';
import { ownIdentity } from './process-identity.ts';
import { knownAt } from './replay.ts';
import { bindingPath } from './state-files.ts';
import { isProblem, StateBranch, type StateBranchOptions } from './state-branch.ts';

interface StoreOptions extends StateBranchOptions {
  readonly clock: Clock;
}

/** The record of a workspace in git: its state branch, and the ref of its lease. */
export class GitStateStore implements StateStore {
  private readonly options: StoreOptions;
  private readonly branch: StateBranch;

  constructor(options: StoreOptions) {
    this.options = options;
    this.branch = new StateBranch(options);
  }

  read(isOutlined?: IsOutlined): Promise<Snapshot | StateProblem> {
    return this.branch.read(isOutlined);
  }

  readLastKnown(): Promise<Snapshot | StateProblem> {
    return this.branch.readLastKnown();
  }

  async bindingsHere(keys?: Iterable<CampaignKey>): Promise<State['bindings']> {
    const tip = await this.branch.lastKnown();
    const paths = keys && new Set([...keys].map(bindingPath));
    const wanted = (path: string) => paths?.has(path) ?? true;
    const known = tip === undefined ? undefined : await knownAt(this.options.git, tip, wanted);
    return (known ?? EMPTY_STATE).bindings;
  }

  async recordedAt(tip: string): Promise<string> {
    const seconds = await this.options.git.run('log', '-1', '--format=%ct', tip);
    return new Date(Number(seconds.trim()) * 1000).toISOString();
  }

  trailOf(...tips: readonly (string | undefined)[]): Promise<AuditEntry[]> {
    return readAuditTrail(
      this.options.git,
      tips.filter((tip) => tip !== undefined),
    );
  }

  async readTrail(commits?: number): Promise<Trail | StateProblem> {
    const { options, branch } = this;
    const found = await this.tips();
    if ('code' in found) return found;
    const { tips, problem } = found;
    const read = await readNewest(options.git, tips, commits);
    const isCut = !problem && !('since' in read) && (await branch.isCut(...tips));
    return { ...read, ...(isCut ? { problem: { code: 'record-cut', branch: branch.name } } : found) };
  }

  async audit(): Promise<(Trail & { readonly gaps: readonly Gap[] }) | StateProblem> {
    const { options, branch } = this;
    const { git } = options;
    const found = await this.tips();
    if ('code' in found) return found;
    const { tips, problem } = found;
    if (tips.length === 0)
      return problem ?? { code: 'no-state-branch', branch: branch.name, known: await this.recorded() };
    if (await branch.isCut(...tips)) {
      await branch.deepen();
      if (await branch.isCut(...tips)) return { code: 'record-cut', branch: branch.name };
    }
    const all = await readEntries(git, tips);
    const entries = trailFrom(all);
    const authors = await new CodeHistory(git).authorsUpTo(entries.flatMap(({ commit }) => commit ?? []));
    const gaps = await findGaps({ steps: readHistory(git, tips), entries: all, shown: entries, authors });
    return { entries, gaps, ...(problem && { problem }) };
  }

  /** The tips of the history; with a problem, they are only those of this clone. */
  private async tips(): Promise<
    { readonly tips: readonly string[]; readonly problem?: StateProblem } | StateProblem
  > {
    const found = await this.branch.findTip();
    if (!isProblem(found)) return { tips: [found.tip, found.divergedTip].flatMap((tip) => tip ?? []) };
    if (found.code !== 'origin-unreachable') return found;
    return { tips: [await this.branch.lastKnown()].flatMap((tip) => tip ?? []), problem: found };
  }

  /** The workspaces that have a state branch in this clone. */
  private async recorded(): Promise<readonly string[]> {
    const places = ['refs/heads/campaigns-state/', 'refs/remotes/origin/campaigns-state/'];
    const refs = linesIn(await this.options.git.run('for-each-ref', '--format=%(refname)', ...places));
    return [...new Set(refs.map((ref) => ref.replace(/^.*campaigns-state\//, '')))];
  }

  lease(holder: LeaseRequest): Lease {
    const { git, workspace, clock } = this.options;
    const ref = new LeaseRef(git, workspace);
    return new GitLease({ ...holder, git, ref, self: ownIdentity(), workspace, clock });
  }

  async releaseLease(): Promise<ReleaseAnswer> {
    const { git, workspace } = this.options;
    const ref = new LeaseRef(git, workspace);
    const notFreed = (said: string): ReleaseAnswer => ({
      kind: 'refused',
      cause: { code: 'lease-lost', workspace, said },
    });
    const asked = await ref.tip();
    if (asked.kind === 'unreachable') return notFreed(asked.said);
    const { tip } = asked;
    if (tip === undefined) return { kind: 'free' };
    const holder = await ref.recordAt(tip);
    const move = await ref.remove(tip);
    switch (move.kind) {
      case 'moved':
        return { kind: 'released', holder };
      case 'lost-race':
        return { kind: 'refused', cause: { code: 'lease-held', workspace, holder: undefined } };
      case 'not-moved':
        return notFreed(move.said);
    }
  }

  async open(by: RunSignature): Promise<OpenAnswer> {
    const { branch, options } = this;
    const read = await branch.read();
    if (isProblem(read)) return { kind: 'unusable', problem: read };
    const view = await branch.catchUp(read);
    if ('kind' in view) return { kind: view.kind, failure: view.cause };
    return { kind: 'open', recorder: new GitRecorder({ ...options, ...by, branch, view }) };
  }
}
