import { describe, expect, it } from 'vitest';
import type { Answer } from '../../src/apply/ports.ts';
import { exitOf } from '../../src/model/exit.ts';
import type { Result } from '../../src/model/result.ts';
import { applyOn, planOn, recoverOn, runOn, stageOf, type Stage } from '../support/apply-world.ts';
import { desired, key, live, managing } from '../support/builders.ts';
import { BROKE, NO_ANSWER } from '../support/answer-problems.ts';

const UTM = { utm_params: { utm_source: 'shop', utm_medium: 'email', utm_term: 'boots' } };
const OTHER_UTM = { utm_params: { utm_source: 'app', utm_medium: 'push' } };
const LOST: Answer = { kind: 'unclear', cause: 'lost', problem: BROKE };

/** A managed campaign whose file was edited since. */
function edited(to = OTHER_UTM): Stage {
  const known = live({ components: UTM });
  return stageOf(managing([desired({ components: to })], [known]));
}

function exit(result: Result): number {
  return exitOf(result, { exitCode: false });
}

describe('an edit without an answer', () => {
  it('is done if live shows it', async () => {
    const stage = edited();
    stage.service.interfere = () => 'lose-answer';
    const result = await applyOn(stage);
    expect(result).toMatchObject({ applied: [{ key: 'a', change: 'update' }], failed: [] });
    expect(exit(result)).toBe(0);
    expect(stage.recorder.state.open).toEqual([]);
    expect(stage.recorder.state.bindings.get(key('a'))?.applied).toMatchObject(OTHER_UTM);
  });

  it('stays open if live does not show it, and is planned again', async () => {
    const stage = edited();
    stage.service.interfere = () => LOST;
    const result = await applyOn(stage);
    expect(result).toMatchObject({ applied: [], failed: [{ key: 'a', cause: { code: 'unclear' } }] });
    expect(stage.recorder.state.open).toHaveLength(1);
    expect(planOn(stage).campaigns).toMatchObject([{ verdict: 'update' }]);
    await recoverOn(stage, runOn(stage));
    expect(stage.recorder.state.open).toEqual([]);
  });

  it('that only removes a field was not done while the field is still there', async () => {
    const stage = edited({ utm_params: { utm_source: 'shop', utm_medium: 'email' } });
    stage.service.interfere = () => LOST;
    expect(await applyOn(stage)).toMatchObject({ applied: [], failed: [{ cause: { code: 'unclear' } }] });
    expect(planOn(stage).campaigns).toMatchObject([{ verdict: 'update' }]);
  });

  it('was not sent if the service could not be reached at all', async () => {
    const stage = edited();
    stage.service.interfere = () => ({ kind: 'unclear', cause: 'unreachable', problem: NO_ANSWER });
    expect(await applyOn(stage)).toMatchObject({ failed: [{ cause: { code: 'unreachable' } }] });
    expect(stage.recorder.state.open).toEqual([]);
  });
});
