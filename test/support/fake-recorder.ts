import type { Entry, NotRecorded, StateUpdate, RecordAnswer, Recorder } from '../../src/apply/ports.ts';
import { EMPTY_STATE, type Intent, type Ledger, type State } from '../../src/model/state.ts';

/** What origin did not take. */
export const NOT_PUSHED: NotRecorded = {
  kind: 'not-pushed',
  cause: {
    code: 'state-not-pushed',
    branch: 'campaigns-state/local',
    said: 'no route to host',
    confusedWith: [],
  },
};

/** What git here could not write. */
export const NOT_WRITTEN: NotRecorded = {
  kind: 'not-written',
  cause: { code: 'state-not-written', branch: 'campaigns-state/local', said: 'No space left on device' },
};

/** Keeps state in memory as the state branch would, and every line of the audit trail. */
export class FakeRecorder implements Recorder {
  state: State;
  readonly trail: Entry[] = [];
  /** What the next calls answer; `recorded` when there is none left. */
  readonly answers: RecordAnswer[] = [];
  /** What others record while nobody looks: the next reload finds it. */
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

  recordOutcome(entries: readonly Entry[], ledger: Ledger): Promise<RecordAnswer> {
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
