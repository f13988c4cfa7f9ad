import { describe, expect, it } from 'vitest';
import { changeOf } from '../../src/model/audit.ts';
import type { Live } from '../../src/model/campaign.ts';
import { exitOf } from '../../src/model/exit.ts';
import { SECOND_MS } from '../../src/model/time.ts';
import { applyOn, stageOfEach, type Stage } from '../support/apply-world.ts';
import { live } from '../support/builders.ts';
import { NOT_PUSHED } from '../support/fake-recorder.ts';

const UTM = { utm_params: { utm_source: 'app', utm_medium: 'push' } };
const BY_HAND = { utm_params: { utm_source: 'hand', utm_medium: 'hand' } };

/** Managed campaigns whose files were edited since. */
const edits = (names: readonly string[]) => stageOfEach(names, { file: { components: UTM } });

/** Every answer to a write takes this many seconds. `during` happens before it arrives. */
function slow({ service, clock }: Stage, seconds: number, during: (nth: number) => void = () => undefined) {
  const send = service.send.bind(service);
  service.send = async (...call) => {
    const answer = await send(...call);
    during(service.writes.length);
    clock.time += seconds * SECOND_MS;
    return answer;
  };
}

/** When each read was made, in seconds since now, and how many campaigns it read. */
function reads({ service, clock }: Stage): [number, number][] {
  const [look, began] = [service.readCampaigns.bind(service), clock.now()];
  const looks: [number, number][] = [];
  service.readCampaigns = (ids) => {
    looks.push([(clock.now() - began) / SECOND_MS, ids.length]);
    return look(ids);
  };
  return looks;
}

function editByHand({ service }: Stage, name: string): Live {
  const before = live({ key: name });
  const edited = { ...before, components: { ...before.components, ...BY_HAND } };
  service.campaigns.set(edited.id, edited);
  return edited;
}

describe('the base of a step', () => {
  it('is read again when sends before it were slow, so that a manual edit is not overwritten', async () => {
    const stage = edits(['a', 'b', 'c']);
    slow(stage, 9, (nth) => {
      if (nth === 1) editByHand(stage, 'b');
    });
    const result = await applyOn(stage);
    expect(result.applied.map(({ key }) => key)).toEqual(['a', 'c']);
    expect(result.stale.map(({ key }) => key)).toEqual(['b']);
    expect(stage.service.campaigns.get(live({ key: 'b' }).id)?.components).toMatchObject(BY_HAND);
    expect(exitOf(result, { exitCode: false })).toBe(4);
  });

  it('is read again after a wait for the limit on such writes', async () => {
    const stage = edits(['a', 'b']);
    const { clock, service } = stage;
    const later = clock.now() + 30 * SECOND_MS;
    service.nextSlot = () => Math.max(clock.now(), service.writes.length > 0 ? later : 0);
    const sleep = clock.sleep.bind(clock);
    clock.sleep = (ms) => {
      editByHand(stage, 'b');
      return sleep(ms);
    };
    expect((await applyOn(stage)).stale.map(({ key }) => key)).toEqual(['b']);
    expect(service.writes).toHaveLength(1);
  });

  it('of an emergency stop is only its ID, and no read delays it', async () => {
    const stage = stageOfEach(['a', 'b', 'c'], {
      file: { type: 'PERIODIC', status: 'PAUSED' },
      shown: { type: 'PERIODIC', status: 'ACTIVE' },
    });
    slow(stage, 4);
    const looks = reads(stage);
    expect((await applyOn(stage)).applied).toHaveLength(3);
    expect(looks.map(([, count]) => count)).toEqual([3, 3]);
  });
});

describe('the results of a slow batch', () => {
  /** What was recorded when each write began. */
  function recordedBefore({ service, recorder }: Stage): string[][] {
    const send = service.send.bind(service);
    const seen: string[][] = [];
    service.send = (...call) => {
      seen.push(recorder.trail.map(({ key }) => key));
      return send(...call);
    };
    return seen;
  }

  it('are recorded every ten seconds, not only at its end', async () => {
    const stage = edits(['a', 'b', 'c', 'd', 'e']);
    slow(stage, 7);
    const seen = recordedBefore(stage);
    const result = await applyOn(stage);
    expect(result.applied).toHaveLength(5);
    expect(seen).toEqual([[], [], ['a', 'b'], ['a', 'b'], ['a', 'b', 'c', 'd']]);
    expect(stage.recorder.state.open).toEqual([]);
  });

  it('that could not be recorded midway are tried once more at the end, and reported once', async () => {
    const stage = edits(['a', 'b', 'c', 'd']);
    slow(stage, 7);
    stage.recorder.answers.push({ kind: 'recorded' });
    const recordOutcome = stage.recorder.recordOutcome.bind(stage.recorder);
    const settled: string[][] = [];
    stage.recorder.recordOutcome = (entries, ledger) => {
      settled.push(entries.map(({ key }) => key));
      if (entries.length === 0) return recordOutcome(entries, ledger);
      return Promise.resolve(NOT_PUSHED);
    };
    const result = await applyOn(stage);
    expect(stage.service.writes).toHaveLength(2);
    expect(settled.slice(0, 2)).toEqual([
      ['a', 'b'],
      ['a', 'b', 'c', 'd'],
    ]);
    expect(result.failed.map(({ key, cause }) => [key, cause.code])).toEqual(
      ['a', 'b', 'c', 'd'].map((name) => [name, 'not-recorded']),
    );
    expect(exitOf(result, { exitCode: false })).toBe(1);
  });

  it('that another run recorded differently midway are not recorded a second time', async () => {
    const stage = edits(['a', 'b', 'c', 'd']);
    slow(stage, 7);
    const recordOutcome = stage.recorder.recordOutcome.bind(stage.recorder);
    let count = 0;
    stage.recorder.recordOutcome = async (entries, ledger) => {
      count += 1;
      const answer = await recordOutcome(entries, ledger);
      return count === 1
        ? { kind: 'lost-race', cause: { code: 'work-open', key: 'b', workspace: 'local', found: [] } }
        : answer;
    };
    await applyOn(stage);
    expect(stage.service.writes).toHaveLength(2);
    const reported = stage.recorder.trail.map(({ key, event }) => `${changeOf(event)} ${key}`);
    expect(reported).toEqual(['update a', 'update b', 'update-not-done c', 'update-not-done d']);
  });
});

describe('verification after the send', () => {
  it('ends the run if its credential is refused, and says what the service said', async () => {
    const stage = edits(['a', 'b']);
    const { service } = stage;
    const look = service.readCampaigns.bind(service);
    const problem = { code: 'refused', status: 401, serviceCode: 'UNAUTHORIZED', said: 'no' } as const;
    service.readCampaigns = (ids) =>
      service.writes.length === 0
        ? look(ids)
        : Promise.resolve(new Map(ids.map((id) => [id, { kind: 'unknown', cause: 'credential', problem }])));
    const result = await applyOn(stage);
    expect(exitOf(result, { exitCode: false })).toBe(7);
    expect(result.failed).toMatchObject([
      { key: 'a', cause: { code: 'not-read-back', why: 'unreadable', problem } },
      { key: 'b', cause: { code: 'not-read-back' } },
    ]);
    expect(stage.recorder.state.open).toHaveLength(2);
  });
});
