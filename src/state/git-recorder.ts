import type { Clock } from '../model/clock.ts';
import type {
  TrailRecord,
  RecordAnswer,
  RecordEdit,
  ReviewUpdate,
  RunSignature,
  StateRecorder,
} from '../apply/ports.ts';
import { identityOf, type CampaignKey } from '../model/campaign.ts';
import type { Overtaken } from '../model/failure.ts';
import type { Intent, Ledger, State, StateTarget } from '../model/state.ts';
import { clampFutureTimestamps } from '../quota/slots.ts';
import { isProblem, type MoveAnswer, type StateBranch, type StateView } from './state-branch.ts';
import {
  approvalCommit,
  editCommits,
  targetCommit,
  intentCommit,
  noteNewestCommit,
  outcomeCommits,
  type Built,
  type Signature,
} from './state-commits.ts';
import type { NewCommit } from '../git/tree.ts';
import { encodeBinding, encodeTarget } from './formats.ts';
import { mergeLedgers, README_PATH, TARGET_PATH } from './state-files.ts';
import { stateReadme } from '../messages/trail-messages.ts';

export interface RecorderOptions extends RunSignature {
  readonly branch: StateBranch;
  readonly view: StateView;
  readonly workspace: string;
  readonly target: StateTarget;
  readonly clock: Clock;
}

/** How often commits are rebuilt on top of what others recorded first, before the run gives up. */
const TRIES = 5;

/** Stores intents, outcomes and bindings. If another run moved the branch first, it decides again by campaign. */
export class GitRecorder implements StateRecorder {
  private view: StateView;
  /** The campaigns that others changed since this was last reported; undefined if nothing was read since. */
  private changed: Set<CampaignKey> | undefined;
  /** Set if a newer commit was applied since this run began. */
  private overtaken: Overtaken | undefined;
  private readonly options: RecorderOptions;
  /** Recorded times in the future count from this time, however often they are read. */
  private readonly openedAt: number;
  /** How many recorded creations have such a time. */
  private ahead = 0;

  constructor(options: RecorderOptions) {
    this.options = options;
    this.openedAt = options.clock.now();
    this.view = this.withClampedLedger(options.view);
  }

  get creationsAhead(): number {
    return this.ahead;
  }

  get state(): State {
    return this.view.state;
  }

  get target(): StateTarget | undefined {
    return this.view.target;
  }

  /** Nothing may be sent before this answers `recorded`. Otherwise the intents are withdrawn. */
  async intend(intents: readonly Intent[], ledger: Ledger): Promise<RecordAnswer> {
    let counted = this.counted(ledger);
    for (let left = TRIES; ; left--) {
      const before = this.view;
      const answer = await this.advance(
        intentCommit(this.state, intents, { ledger: counted, by: this.by() }),
      );
      if (answer.kind === 'advanced') return this.recorded();
      if (answer.kind === 'not-written') return answer;
      if (answer.kind === 'not-pushed') return this.withdrawn(answer, before);
      counted = await this.readAgain(counted);
      const [blocked] = blockedIntents(intents, before.state, this.state);
      const { workspace } = this.options;
      if (blocked)
        return { kind: 'lost-race', cause: { code: 'work-open', key: blocked.key, workspace, found: [] } };
      if (left === 1) return answer;
    }
  }

  /**
   * Records outcomes on top of the current branch, whatever has changed there. Outcomes of campaigns that others changed
   * are left out, and the whole batch is then kept under a ref of its own. Failed creation attempts are recorded too,
   * because the next run has to count them.
   */
  async recordOutcome(entries: readonly TrailRecord[], ledger: Ledger): Promise<RecordAnswer> {
    let counted = this.counted(ledger);
    if (entries.length === 0 && !this.hasToRecord(counted)) return { kind: 'recorded' };
    let unchanged = entries;
    let aside: string | undefined;
    for (let left = TRIES; ; left--) {
      const before = this.view;
      const built = outcomeCommits(this.state, unchanged, { ledger: counted, by: this.by() });
      const answer = await this.advance(built);
      if (answer.kind === 'not-pushed' || answer.kind === 'not-written') return answer;
      if (answer.kind === 'advanced' && aside === undefined) return this.recorded();
      if (answer.kind === 'advanced') return this.lostRace(aside ?? '');
      counted = await this.readAgain(counted);
      const changed = changedKeys(before.state, this.state);
      const mine = unchanged.filter((entry) => !changed.has(entry.key) && !this.isBoundElsewhere(entry));
      if (mine.length < unchanged.length || left === 1) aside ??= await this.saveRejected(built, before);
      unchanged = mine;
      if (left === 1) return this.lostRace(aside ?? '');
    }
  }

  edit(edit: RecordEdit): Promise<RecordAnswer> {
    return this.record(editCommits(this.state, edit, this.by()));
  }

  async retarget(): Promise<RecordAnswer> {
    const { target: from } = this;
    if (!from) return this.recorded();
    return this.record(targetCommit(this.state, { from, to: this.options.target }, this.by()));
  }

  async approve(update: ReviewUpdate): Promise<RecordAnswer> {
    const built = approvalCommit(this.state, update, this.by());
    if (built.commits.length === 0) return this.recorded();
    const before = this.view;
    const answer = await this.advance(built);
    if (answer.kind === 'not-pushed') return this.withdrawn(answer, before);
    return answer.kind === 'advanced' ? this.recorded() : answer;
  }

  /** Takes back what origin did not accept. */
  private async withdrawn<Answer>(answer: Answer, before: StateView): Promise<Answer> {
    await this.options.branch.retreat(before);
    this.view = before;
    return answer;
  }

  async startAnew(): Promise<RecordAnswer> {
    const { commit } = this.options;
    if (commit === null) return this.recorded();
    const state = { ...this.state, lastCommit: commit };
    return this.record({ commits: [noteNewestCommit(commit, this.by())], state });
  }

  private async record(built: Built): Promise<RecordAnswer> {
    const answer = await this.advance(built);
    return answer.kind === 'advanced' ? this.recorded() : answer;
  }

  async reload(ledger: Ledger): Promise<RecordAnswer> {
    const answer = await this.options.branch.read();
    if (isProblem(answer)) return { kind: 'not-pushed', cause: answer };
    const read = this.withClampedLedger(answer);
    const merged = mergeLedgers({ base: this.state.ledger, ours: ledger, theirs: read.state.ledger });
    await this.take(read);
    return this.recorded(merged);
  }

  private async advance({ commits, state }: Built): Promise<MoveAnswer> {
    const { branch } = this.options;
    const answer = await branch.advance(this.keepNewest(this.complete(commits)), this.view);
    if (answer.kind === 'advanced') {
      if (state.ledger !== this.state.ledger) this.ahead = 0;
      this.view = { state, tip: answer.tip, remoteTip: answer.tip, target: this.options.target };
    }
    // Commits that origin did not accept are on the local branch, so the next push includes them.
    if (answer.kind === 'not-pushed') this.view = { state, tip: answer.tip, remoteTip: this.view.remoteTip };
    return answer;
  }

  /** Merges what others recorded, and returns everything that they and this run have counted. */
  private async readAgain(counted: Ledger): Promise<Ledger> {
    const base = this.state.ledger;
    const answer = await this.options.branch.read();
    if (isProblem(answer)) return counted;
    const read = this.withClampedLedger(answer);
    await this.take(read);
    return mergeLedgers({ base, ours: counted, theirs: read.state.ledger });
  }

  private async take(view: StateView): Promise<void> {
    const [before, { state }] = [this.state, view];
    this.changed = new Set([...(this.changed ?? []), ...changedKeys(before, state)]);
    this.view = view;
    if (state.lastCommit !== before.lastCommit) this.overtaken ??= await this.options.overtaken?.(state);
  }

  private recorded(ledger = this.state.ledger): RecordAnswer {
    const { changed, state, overtaken } = this;
    this.changed = undefined;
    const news = changed && { state: { ...state, ledger }, changed, ...(overtaken && { overtaken }) };
    return { kind: 'recorded', ...(news && { news }) };
  }

  /** Everything that the branch has counted and that this run has counted since. */
  private counted(ledger: Ledger): Ledger {
    const base = this.state.ledger;
    return mergeLedgers({ base, ours: ledger, theirs: base });
  }

  /** Whether the ledger has something that the branch doesn't. */
  private hasToRecord({ attempts }: Ledger): boolean {
    return attempts.length > this.state.ledger.attempts.length || this.ahead > 0;
  }

  /** The view with recorded times in the future clamped. Sets how many there are. */
  private withClampedLedger(view: StateView): StateView {
    const now = this.options.clock.now();
    const { ledger, ahead } = clampFutureTimestamps(view.state.ledger, now, this.openedAt);
    this.ahead = ahead;
    return { ...view, state: { ...view.state, ledger } };
  }

  private isBoundElsewhere({ key, binding }: TrailRecord): boolean {
    return [...this.state.bindings.values()].some(
      (other) => other.campaignId === binding?.campaignId && other.key !== key,
    );
  }

  private saveRejected({ commits }: Built, view: StateView): Promise<string> {
    return this.options.branch.saveRejected(this.complete(commits), view, this.options.run);
  }

  /** Adds to the first commit what the branch is, and what it belongs to, unless the commit or the branch has it. */
  private complete([first, ...rest]: readonly NewCommit[]): readonly NewCommit[] {
    const { tip, target: recorded } = this.view;
    const { workspace, target } = this.options;
    const files = new Map<string, string>();
    if (tip === undefined) files.set(README_PATH, stateReadme(workspace));
    // An older version created the branch without a folder, or without a target.
    if (tip === undefined || recorded?.folder === undefined) files.set(TARGET_PATH, encodeTarget(target));
    return first ? [{ ...first, files: new Map([...files, ...first.files]) }, ...rest] : [];
  }

  /** An outdated run records its pending outcomes, but its commit isn't the newest that was applied. */
  private keepNewest(commits: readonly NewCommit[]): readonly NewCommit[] {
    const { lastCommit } = this.state;
    const isNewest = this.overtaken === undefined || lastCommit === undefined;
    return isNewest ? commits : [...commits, noteNewestCommit(lastCommit, this.by())];
  }

  private by(): Signature {
    return { ...this.options, at: this.options.clock.now() };
  }

  /** The answer for outcomes of campaigns that another run changed in the meantime. */
  private lostRace(kept: string): RecordAnswer {
    return { kind: 'lost-race', cause: { code: 'state-diverged', branch: this.options.branch.name, kept } };
  }
}

/** The campaigns that differ between `before` and `after`: another binding, or other intents without an outcome. */
export function changedKeys(before: State, after: State): ReadonlySet<CampaignKey> {
  const keys = [before, after].flatMap(({ bindings, open }) => [
    ...bindings.keys(),
    ...open.map(({ key }) => key),
  ]);
  return new Set(keys.filter((key) => signOf(before, key) !== signOf(after, key)));
}

function signOf({ bindings, open }: State, key: CampaignKey): string {
  const binding = bindings.get(key);
  const intents = open.filter((intent) => intent.key === key).map(({ requestId }) => requestId);
  return [binding ? encodeBinding(binding) : '', ...intents.sort()].join('\n');
}

/** The intents that conflict with what others recorded: the same campaign, or a creation with the same identity. */
export function blockedIntents(intents: readonly Intent[], before: State, after: State): Intent[] {
  const changed = changedKeys(before, after);
  const known = new Set(before.open.map(({ requestId }) => requestId));
  const pending = after.open.filter(({ requestId }) => !known.has(requestId));
  const pendingIdentities = new Set(pending.filter((one) => one.kind === 'create').map(identityOf));
  return intents.filter(
    (intent) =>
      changed.has(intent.key) || (intent.kind === 'create' && pendingIdentities.has(identityOf(intent))),
  );
}
