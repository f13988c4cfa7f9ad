import type { TrailRecord, NotRecorded, StateUpdate, RecordAnswer, Recorder } from '../../src/apply/ports.ts';
import { EMPTY_STATE, type Intent, type Ledger, type State } from '../../src/model/state.ts';

/** Changes that origin did not accept. */
export const NOT_PUSHED: NotRecorded = {
  kind: 'not-pushed',
  cause: {
    code: 'not-recorded',
    branch: 'campaigns-state/local',
    said: 'no route to host',
  },
};

/** Changes that git could not write here. */
export const NOT_WRITTEN: NotRecorded = {
  kind: 'not-written',
  cause: { code: 'not-recorded', branch: 'campaigns-state/local', said: 'No space left on device' },
};

/** Stores the state in memory like the state branch does, and every entry of the audit trail. */
export class FakeRecorder implements Recorder {
  state: State;
  readonly trail: TrailRecord[] = [];
  /** The next answers. The default is `recorded`. */
  readonly answers: RecordAnswer[] = [];
  /** What other runs record in between. The next reload finds it. */
  meanwhile: ((state: State) => StateUpdate) | undefined;

  constructor(state: State = EMPTY_STATE) {
    this.state = state;
  }

  intend(intents: readonly Intent[], ledger: Ledger): Promise<RecordAnswer> {
    const answer = this.answers.shift() ?? { kind: 'recorded' as const };
    if (answer.kind === 'recorded')
      this.state = { ...this.state, open: [...this.state.open, ...intents], ledger };
    return Promise.resolve(answer);
  }

  recordOutcome(entries: readonly TrailRecord[], ledger: Ledger): Promise<RecordAnswer> {
    const answer = this.answers.shift() ?? { kind: 'recorded' as const };
    if (answer.kind !== 'recorded') return Promise.resolve(answer);
    const bindings = new Map(this.state.bindings);
    let { open } = this.state;
    for (const entry of entries) {
      this.trail.push(entry);
      if (entry.binding) bindings.set(entry.key, entry.binding);
      open = open
        .filter(({ requestId }) => requestId !== entry.closes)
        .map((one) => (one.requestId === entry.keepsOpen?.requestId ? entry.keepsOpen : one));
    }
    const ids = [...bindings.values()].map(({ campaignId }) => campaignId);
    if (new Set(ids).size < ids.length) throw new Error('a campaign got a second key');
    this.state = { ...this.state, bindings, open, ledger };
    return Promise.resolve(answer);
  }

  reload(ledger: Ledger): Promise<RecordAnswer> {
    const news = this.meanwhile?.({ ...this.state, ledger }) ?? {
      state: { ...this.state, ledger },
      changed: new Set(),
    };
    this.meanwhile = undefined;
    this.state = news.state;
    return Promise.resolve({ kind: 'recorded', news });
  }
}
