import { describe, expect, it } from 'vitest';
import { applyOn, recoverAndApply, stageOf, type Stage } from '../support/apply-world.ts';
import { desired } from '../support/builders.ts';
import { LOST } from '../support/answer-problems.ts';

// A creation whose answer was lost, and that this run can't or must not finish.

describe('if the files also request publishing', () => {
  const ACTIVE = { channel: 'EMAIL', type: 'PERIODIC', status: 'ACTIVE' } as const;
  const first = desired(ACTIVE);
  const second = desired({
    ...{ ...ACTIVE, key: 'b' },
    components: { basic_details: { name: first.name, tags: ['b'] } },
  });
  const writesOf = ({ service }: Stage) => service.writes.splice(0).map(({ operation }) => operation);

  it('publishes each once, in the run that resolves the creation', async () => {
    const stage = stageOf({ desired: [first, second] });
    stage.service.interfere = () => LOST;
    const { held, failed, applied } = await applyOn(stage);
    expect(held.map(({ key, cause }) => [key, cause])).toEqual([
      ['b', { code: 'unresolved', what: 'same-name', of: 'a' }],
    ]);
    expect(failed).toMatchObject([{ key: 'a', cause: { code: 'unclear' } }]);
    expect([applied, new Set(writesOf(stage))]).toEqual([[], new Set(['create'])]);

    stage.service.interfere = () => undefined;
    const result = await recoverAndApply(stage);
    expect(result.applied.map(({ key, change }) => `${change} ${key}`)).toEqual([
      'create a',
      'create b',
      'transition a',
      'transition b',
    ]);
    expect(writesOf(stage)).toEqual(['create', 'create', 'publish', 'publish']);
    await recoverAndApply(stage);
    expect(writesOf(stage)).toEqual([]);
  });
});
