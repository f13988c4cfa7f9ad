import { describe, expect, it } from 'vitest';
import type { StateUpdate } from '../../src/apply/ports.ts';
import type { RunOptions } from '../../src/apply/run.ts';
import type { Overtaken } from '../../src/model/failure.ts';
import type { Intent, State } from '../../src/model/state.ts';
import { runOn, stageOf } from '../support/apply-world.ts';
import { bindingOf, intent, key, live, NOW, stateOf } from '../support/builders.ts';

const [A, B] = [key('a'), key('b')];
const OVERTAKEN: Overtaken = { code: 'overtaken', commit: 'abc1234'.padEnd(40, '0'), isNewer: true };

function runWith(state: State = stateOf([]), options: Partial<RunOptions> = {}) {
  const stage = stageOf({ desired: [], state });
  return { run: runOn(stage, options), clock: stage.clock };
}

function update(state: Partial<State>, more: Partial<StateUpdate> = {}): StateUpdate {
  return { state: stateOf([], state), changed: new Set(), ...more };
}

/** An intent that this run recorded. */
function ours(one: Intent): Intent {
  return { ...one, run: 'test' };
}

const create = (name: string) => intent({ kind: 'create', key: name });

describe('what another run recorded in the meantime', () => {
  it('replaces the bindings of the campaigns that it changed, and no others', () => {
    const [a, b, c] = ['a', 'b', 'c'].map((name) => bindingOf(live({ key: name })));
    if (!a || !b || !c) throw new Error('no bindings');
    const { run } = runWith(stateOf([a, b, c]));
    const newer = { ...a, documentId: 'document-2' };
    const state = stateOf([newer, { ...c, documentId: 'document-9' }]);
    run.mergeState({ state, changed: new Set([A, B]) });
    expect([...run.bindings.values()]).toEqual([newer, c]);
  });

  it('is the quota that counts from now on', () => {
    const { run } = runWith();
    const ledger = { attempts: [NOW], successes: [NOW] };
    run.mergeState(update({ ledger }));
    expect(run.ledger).toBe(ledger);
  });

  it('decides which intents are open: all of other runs, and those of this run that nobody closed', () => {
    const [kept, gone, theirs, closed] = [
      ours(create('kept')),
      ours(create('gone')),
      create('theirs'),
      create('closed'),
    ];
    const { run } = runWith(stateOf([], { open: [kept, gone, closed] }));
    // This run knows more about its own than the branch.
    const known = { ...kept, answered: NOW };
    run.leaveOpen(known);
    run.mergeState(update({ open: [kept, theirs, ours(create('forgotten'))] }));
    expect([...run.open]).toEqual([
      ['request-theirs', theirs],
      ['request-kept', known],
    ]);
  });

  it('makes a campaign stale that it changed, once', () => {
    const { run } = runWith();
    run.mergeState(update({}, { changed: new Set([A]) }));
    expect([run.goOnOrReport(A), run.goOnOrReport(A), run.goOnOrReport(B)]).toEqual([false, false, true]);
    expect(run.isOvertaken).toBe(false);
    expect(run.result(undefined)).toMatchObject({
      stale: [{ key: A, cause: { code: 'other-run' } }],
      failed: [],
    });
  });

  it('makes every campaign stale if it applied a newer commit, and the first such commit is named', () => {
    const { run } = runWith();
    expect(run.isOvertaken).toBe(false);
    run.mergeState(update({}, { overtaken: OVERTAKEN, changed: new Set([A]) }));
    run.mergeState(update({}, { overtaken: { ...OVERTAKEN, commit: 'later' } }));
    run.mergeState(update({}));
    expect([run.isOvertaken, run.goOnOrReport(A), run.goOnOrReport(B)]).toEqual([true, false, false]);
    expect(run.result(undefined).stale).toEqual([
      { key: A, cause: OVERTAKEN },
      { key: B, cause: OVERTAKEN },
    ]);
  });

  it('is not reported for a campaign that this run had given up before', () => {
    const { run } = runWith();
    const failed = { key: A, cause: { code: 'interrupted' }, responseId: null } as const;
    run.results.breakOffFailed(failed);
    run.mergeState(update({}, { changed: new Set([A]) }));
    expect(run.goOnOrReport(A)).toBe(false);
    expect(run.result(undefined)).toMatchObject({ stale: [], failed: [failed] });
  });
});

describe('the end of a run', () => {
  it('is unknown while requests may be sent', () => {
    const { run } = runWith();
    expect([run.goOnOrReport(A), run.stopped, run.why]).toEqual([true, undefined, undefined]);
  });

  it.each([
    ['state-branch', 'guard'],
    ['signal', 'guard'],
    ['lease', 'lease'],
    ['credential', 'credential'],
  ] as const)('by %s: a plan that the guard blocks is refused because of %s', (reason, refused) => {
    const { run } = runWith();
    run.end(reason);
    expect(run.result('guard').refused).toBe(refused);
  });
});
