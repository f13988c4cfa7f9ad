import type { TrailRecord, RecordAnswer } from '../../src/apply/ports.ts';
import type { NewCommit } from '../../src/git/tree.ts';
import { EMPTY_STATE, type Intent, type Ledger, type State } from '../../src/model/state.ts';
import { editCommits, intentCommit, outcomeCommits, type Signature } from '../../src/state/state-commits.ts';
import { FakeRecorder } from './fake-recorder.ts';

const BY: Signature = {
  ...{ run: 'test', commit: null, page: null, allowed: [], baseBranch: undefined, at: 1_900_000_000_000 },
  actor: { name: 'Carol', email: 'carol@example.com' },
  editorsOf: () => [{ name: 'Ada', email: 'ada@example.com' }],
};

/** Stores the state in memory, and keeps the commits that the state branch would get, in order. */
export class CommittingRecorder extends FakeRecorder {
  readonly commits: NewCommit[];
  /** Every recorded intent, by request ID. */
  readonly intents: Map<string, Intent>;

  /** What is bound already was imported. */
  constructor(state: State = EMPTY_STATE) {
    super(state);
    const bindings = [...state.bindings.values()];
    this.commits = [...editCommits(EMPTY_STATE, { change: 'import', bindings }, BY).commits];
    this.intents = new Map(state.open.map((one) => [one.requestId, one]));
  }

  override intend(intents: readonly Intent[], ledger: Ledger): Promise<RecordAnswer> {
    this.commits.push(...intentCommit(this.state, intents, { ledger, by: BY }).commits);
    for (const one of intents) this.intents.set(one.requestId, one);
    return super.intend(intents, ledger);
  }

  override recordOutcome(entries: readonly TrailRecord[], ledger: Ledger): Promise<RecordAnswer> {
    this.commits.push(...outcomeCommits(this.state, entries, { ledger, by: BY }).commits);
    return super.recordOutcome(entries, ledger);
  }
}
