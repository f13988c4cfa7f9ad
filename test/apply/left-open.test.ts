import { describe, expect, it } from 'vitest';
import type { Answer } from '../../src/apply/ports.ts';
import { DAY_MS } from '../../src/model/time.ts';
import { applyOn, recoverAndApply, stageOf, type Stage } from '../support/apply-world.ts';
import { desired, key, live } from '../support/builders.ts';
import { BROKE } from '../support/answer-problems.ts';

// A creation whose answer was lost, and that this run can't or must not finish.

const LOST: Answer = { kind: 'unclear', cause: 'lost', problem: BROKE };

async function lost(): Promise<Stage> {
  const stage = stageOf({ desired: [desired({ channel: 'EMAIL' })] });
  stage.service.interfere = () => LOST;
  await applyOn(stage);
  expect(stage.recorder.state.open).toHaveLength(1);
  stage.service.interfere = () => undefined;
  stage.service.writes.length = 0;
  return stage;
}

describe.each([
  ['is gone', []],
  ['has another channel', [desired({ channel: 'PUSH' })]],
  ['has another type', [desired({ channel: 'EMAIL', type: 'PERIODIC' })]],
] as const)('if the file %s now', (_, files) => {
  it('sends nothing again, and reports the obstacle once', async () => {
    const stage = { ...(await lost()), desired: files };
    const result = await recoverAndApply(stage);
    expect(stage.service.writes).toEqual([]);
    expect(result.held.map((one) => [one.key, one.reason])).toEqual([['a', 'in-flight']]);
    expect(result.failed).toEqual([]);
    expect(stage.recorder.state.open).toHaveLength(1);
  });

  it('closes it once its request ID has expired, and creates what the file says', async () => {
    const stage = { ...(await lost()), desired: files };
    stage.clock.time += 2 * DAY_MS;
    await recoverAndApply(stage);
    expect(stage.recorder.state.open).toEqual([]);
    expect([...stage.service.campaigns.values()].map((one) => [one.channel, one.deliveryType])).toEqual(
      files.map((file) => [file.channel, file.deliveryType]),
    );
  });

  it('binds what it made anyway', async () => {
    const stage = { ...(await lost()), desired: files };
    const made = live({ channel: 'EMAIL' });
    stage.service.campaigns.set(made.id, made);
    await recoverAndApply(stage);
    expect(stage.recorder.state.bindings.get(key('a'))?.campaignId).toBe(made.id);
    expect(stage.service.campaigns.size).toBe(1);
  });
});

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

  it('only publishes a campaign that was created after all', async () => {
    const stage = stageOf({ desired: [first] });
    stage.service.interfere = ({ operation }) => (operation === 'create' ? LOST : undefined);
    await applyOn(stage);
    stage.service.interfere = () => undefined;
    const made = live({ channel: 'EMAIL', type: 'PERIODIC' });
    stage.service.campaigns.set(made.id, made);
    writesOf(stage);
    const { applied } = await recoverAndApply(stage);
    expect(applied.map(({ change }) => change)).toEqual(['create', 'transition']);
    expect(writesOf(stage)).toEqual(['publish']);
  });
});
