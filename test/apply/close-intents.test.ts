import { expect, test } from 'vitest';
import { closeIntents } from '../../src/apply/find-created.ts';
import { MINUTE_MS } from '../../src/model/time.ts';
import { applyOn, runOn, stageOf, type Stage } from '../support/apply-world.ts';
import { desired, live } from '../support/builders.ts';
import { ANSWERED_500, LOST } from '../support/answer-problems.ts';

/** A creation with an unknown result. */
async function lost(): Promise<Stage> {
  const stage = stageOf({ desired: [desired()] });
  stage.service.interfere = () => LOST;
  await applyOn(stage);
  expect(stage.recorder.state.open).toHaveLength(1);
  return stage;
}

test("closes a creation that two searches a minute apart don't find", async () => {
  const stage = await lost();
  const before = stage.clock.now();
  const answer = await closeIntents(runOn(stage), stage.recorder.state.open);
  expect(answer).toMatchObject({ kind: 'closed', entries: [{ key: 'a' }] });
  expect(stage.clock.now() - before).toBe(MINUTE_MS);
  if (answer.kind === 'closed')
    await stage.recorder.recordOutcome(answer.entries, stage.recorder.state.ledger);
  expect(stage.recorder.state.open).toEqual([]);
});

test.each([0, 1])('does not close a creation that is found after %i searches', async (late) => {
  const stage = await lost();
  const made = live();
  const search = stage.service.searchByName.bind(stage.service);
  let looks = 0;
  stage.service.searchByName = (name) => {
    if (looks === late) stage.service.campaigns.set(made.id, made);
    looks += 1;
    return search(name);
  };
  const answer = await closeIntents(runOn(stage), stage.recorder.state.open);
  expect(answer).toMatchObject({ kind: 'found', campaigns: [{ id: made.id }] });
});

test("closes nothing if the service can't be read", async () => {
  const stage = await lost();
  stage.service.searchByName = () =>
    Promise.resolve({ kind: 'unknown', cause: 'malformed', problem: ANSWERED_500 });
  expect(await closeIntents(runOn(stage), stage.recorder.state.open)).toMatchObject({ kind: 'unreadable' });
});
