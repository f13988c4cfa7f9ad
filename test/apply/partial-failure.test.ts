import { failureText } from '../../src/messages/catalog/failures.ts';
import type { Failed } from '../../src/model/failure.ts';
import { describe, expect, it } from 'vitest';
import type { Answer } from '../../src/apply/ports.ts';
import { changeOf } from '../../src/model/audit.ts';
import { exitOf } from '../../src/model/exit.ts';
import type { Result } from '../../src/model/result.ts';
import { applyOn, planOn, recoverOn, runOn, stageOf, type Stage } from '../support/apply-world.ts';
import { bindingOf, desired, key, live, NOW, stateOf } from '../support/builders.ts';
import { refused } from '../support/fake-service.ts';
import { ANSWERED_500, BROKE, NO_ANSWER } from '../support/answer-problems.ts';

const UTM = { utm_params: { utm_source: 'shop', utm_medium: 'email', utm_term: 'boots' } };
const OTHER_UTM = { utm_params: { utm_source: 'app', utm_medium: 'push' } };
const LOST: Answer = { kind: 'unclear', cause: 'lost', problem: BROKE };

/** A managed campaign whose file was edited since. */
function edited(to = OTHER_UTM): Stage {
  const known = live({ components: UTM });
  return stageOf({
    desired: [desired({ components: to })],
    live: [known],
    state: stateOf([bindingOf(known)]),
  });
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

  it('that only removes a field is judged the same by a later run', async () => {
    const stage = edited({ utm_params: { utm_source: 'shop', utm_medium: 'email' } });
    stage.service.interfere = () => LOST;
    const look = stage.service.readCampaigns.bind(stage.service);
    stage.service.readCampaigns = (ids) =>
      stage.service.writes.length === 0
        ? look(ids)
        : Promise.resolve(
            new Map(ids.map((id) => [id, { kind: 'unknown', cause: 'malformed', problem: ANSWERED_500 }])),
          );
    expect(await applyOn(stage)).toMatchObject({ failed: [{ cause: { code: 'unclear' } }] });
    stage.service.readCampaigns = look;
    const run = runOn(stage);
    await recoverOn(stage, run);
    expect(stage.recorder.state.open).toEqual([]);
    expect(planOn(stage).campaigns).toMatchObject([{ verdict: 'update' }]);
  });

  it("stays open if it can't be read", async () => {
    const stage = edited();
    stage.service.interfere = () => 'lose-answer';
    const look = stage.service.readCampaigns.bind(stage.service);
    stage.service.readCampaigns = (ids) =>
      stage.service.writes.length === 0
        ? look(ids)
        : Promise.resolve(
            new Map(ids.map((id) => [id, { kind: 'unknown', cause: 'malformed', problem: ANSWERED_500 }])),
          );
    expect(await applyOn(stage)).toMatchObject({ failed: [{ cause: { code: 'unclear' } }] });
    expect(stage.recorder.state.open).toHaveLength(1);
  });

  it('was not sent if the service could not be reached at all', async () => {
    const stage = edited();
    stage.service.interfere = () => ({
      kind: 'unclear',
      cause: 'unreachable',
      problem: NO_ANSWER,
    });
    expect(await applyOn(stage)).toMatchObject({ failed: [{ cause: { code: 'unreachable' } }] });
    expect(stage.recorder.state.open).toEqual([]);
  });
});

function textOf(failed: readonly Failed[]): string {
  return failed.map((one) => failureText(one, 'local')).join('\n');
}

describe('a conflict', () => {
  it('is a refusal on the first request', async () => {
    const stage = edited();
    stage.service.interfere = () => refused(409, 'BAD_REQUEST');
    const result = await applyOn(stage);
    expect(stage.service.writes).toHaveLength(1);
    expect(result.failed).toMatchObject([{ cause: { code: 'refused', serviceCode: 'BAD_REQUEST' } }]);
  });

  it('on a later one means that the first is still being processed, so it waits', async () => {
    const stage = edited();
    stage.service.interfere = ({ nth }) =>
      nth === 1 ? 'lose-answer' : nth <= 4 ? refused(409, 'BAD_REQUEST') : undefined;
    const result = await applyOn(stage);
    expect(result).toMatchObject({ applied: [{ change: 'update' }], failed: [] });
    expect(stage.service.writes).toHaveLength(5);
    expect(new Set(stage.service.writes.map(({ keys }) => keys.idempotencyKey)).size).toBe(1);
  });

  it('that does not end is resolved by reading', async () => {
    const stage = edited();
    stage.service.interfere = ({ nth }) => (nth === 1 ? 'lose-answer' : refused(409, 'BAD_REQUEST'));
    expect(await applyOn(stage)).toMatchObject({ applied: [{ change: 'update' }], failed: [] });
  });
});

describe('a creation that is sent again', () => {
  it('exists if its request ID is taken: it is searched for, and not created again', async () => {
    const stage = stageOf({ desired: [desired()] });
    stage.service.interfere = ({ nth }) =>
      nth === 1 ? 'lose-answer' : refused(400, 'VALIDATION_FAILED', 'request_id');
    const result = await applyOn(stage);
    expect(result).toMatchObject({ applied: [{ change: 'create', campaignId: 'created-1' }], failed: [] });
    expect(stage.service.writes).toHaveLength(2);
    expect(stage.recorder.state.ledger.successes).toHaveLength(1);
  });

  it('is limited in number and in time', async () => {
    const stage = stageOf({ desired: [desired()] });
    stage.service.interfere = () => LOST;
    await applyOn(stage);
    expect(stage.service.writes).toHaveLength(4);

    const slow = stageOf({ desired: [desired()] });
    slow.service.interfere = () => {
      slow.clock.time += 70_000;
      return LOST;
    };
    await applyOn(slow);
    expect(slow.service.writes).toHaveLength(2);
  });
});

describe('a refusal', () => {
  it.each([400, 404, 409, 422, 418])('with %i is passed on', async (status) => {
    const stage = edited();
    stage.service.interfere = () => refused(status, 'SOME_CODE');
    const { failed } = await applyOn(stage);
    const cause = { code: 'refused', status, serviceCode: 'SOME_CODE' };
    expect(failed).toMatchObject([{ key: 'a', responseId: 'response', cause }]);
  });

  it('names the positions that the service complains about, and how many more there are', async () => {
    const stage = edited();
    const details = Array.from({ length: 7 }, (_, at) => ({
      target: `utm_params.t${at}`,
      message: 'is wrong',
    }));
    stage.service.interfere = () => ({
      ...{ kind: 'refused', status: 400, code: 'VALIDATION_FAILED', message: 'is wrong (and 6 more)' },
      ...{ target: 'utm_params.t0', details, responseId: 'r' },
    });
    const locate = (file: string, target: string) => ({ file, line: target.length, column: 1 });
    const { failed } = await applyOn(stage, { run: { locate } });
    expect(textOf(failed)).toContain('campaigns/a.yaml:13:1 utm_params.t0: is wrong; campaigns/a.yaml:13:1');
    expect(textOf(failed)).toContain('; and 2 more.');
  });
});

it('defers only the edit that is too fast for the service, and does not try those after it', async () => {
  const known = ['a', 'b'].map((name) => live({ key: name, components: UTM }));
  const stage = stageOf({
    desired: [
      ...['a', 'b'].map((name) => desired({ key: name, components: OTHER_UTM })),
      desired({ key: 'new' }),
    ],
    live: known,
    state: stateOf(known.map((one) => bindingOf(one))),
  });
  stage.service.interfere = ({ operation }) =>
    operation === 'update' ? { kind: 'limited', retryAfterMs: 90_000, responseId: null } : undefined;
  const result = await applyOn(stage);
  expect(result.deferred.map(({ key: name, change }) => [name, change])).toEqual([
    ['a', 'update'],
    ['b', 'update'],
  ]);
  expect(result.deferred.every(({ resumeAt }) => Date.parse(resumeAt) >= NOW + 90_000)).toBe(true);
  expect(stage.service.writes.map(({ operation }) => operation)).toEqual(['update', 'create']);
  expect(exit(result)).toBe(3);
  expect(stage.recorder.state.open).toEqual([]);
});

it('records an intent again that expired before it was sent, and reads its base again', async () => {
  const known = ['a', 'b'].map((name) => live({ key: name, components: UTM }));
  const stage = stageOf({
    desired: ['a', 'b'].map((name) => desired({ key: name, components: OTHER_UTM })),
    live: known,
    state: stateOf(known.map((one) => bindingOf(one))),
  });
  stage.service.interfere = ({ nth }) => {
    if (nth === 1) stage.clock.time += 6 * 60_000;
    return undefined;
  };
  const result = await applyOn(stage);
  expect(result.applied.map((one) => one.key)).toEqual(['a', 'b']);
  expect(stage.recorder.trail.map(({ event }) => changeOf(event))).toEqual([
    'update-not-done',
    'update',
    'update',
  ]);
  expect(stage.service.writes).toHaveLength(2);
});

describe('what an earlier run left open', () => {
  it('is sent again even if the run may not wait', async () => {
    const stage = stageOf({ desired: [desired()] });
    stage.service.interfere = () => LOST;
    await applyOn(stage);
    stage.service.interfere = () => undefined;
    stage.clock.time += 1;
    const run = runOn(stage, { deadline: stage.clock.time - 1 });
    await recoverOn(stage, run);
    expect(stage.recorder.state.bindings.size).toBe(1);
  });

  it('counts in the ledger even if it gets no answer the second time either', async () => {
    const stage = stageOf({ desired: [desired()] });
    stage.service.interfere = () => LOST;
    await applyOn(stage);
    const before = stage.recorder.state.ledger.attempts.length;
    const writes = stage.service.writes.length;
    await recoverOn(stage, runOn(stage));
    const sent = stage.service.writes.length - writes;
    expect(sent).toBeGreaterThan(0);
    expect(stage.recorder.state.ledger.attempts).toHaveLength(before + sent);
  });

  it('counts in the ledger if it is found, because no run could record it before', async () => {
    const stage = stageOf({ desired: [desired()] });
    stage.service.interfere = () => 'lose-answer';
    const search = stage.service.searchByName.bind(stage.service);
    stage.service.searchByName = (name) =>
      stage.service.writes.length === 0
        ? search(name)
        : Promise.resolve({ kind: 'unknown', cause: 'malformed', problem: ANSWERED_500 });
    await applyOn(stage);
    expect(stage.recorder.state.ledger.successes).toEqual([]);
    stage.service.searchByName = search;
    const run = runOn(stage);
    await recoverOn(stage, run);
    expect(stage.recorder.state.ledger.successes).toHaveLength(1);
  });
});
