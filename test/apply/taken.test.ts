import { todoOf, whyOf } from '../support/held-words.ts';
import { expect, it } from 'vitest';
import type { Answer } from '../../src/apply/ports.ts';
import { planOn, recoverAndApply, stageOf } from '../support/apply-world.ts';
import { desired, key } from '../support/builders.ts';
import { BROKE } from '../support/answer-problems.ts';

// A creation is done but its answer is lost. Then the service says that the request ID is taken, but shows nothing that
// could be the campaign, because it stores the name in an unknown spelling.

const HOUR_MS = 3_600_000;
const LOST: Answer = { kind: 'unclear', cause: 'lost', problem: BROKE };
const TAKEN: Answer = {
  ...{ kind: 'refused', status: 400, code: 'VALIDATION_FAILED', message: 'used', target: 'request_id' },
  ...{ details: [], responseId: 'response' },
};

it.each(['EMAIL', 'PUSH'] as const)(
  'never creates again what the service says it has done: %s',
  async (channel) => {
    const stage = stageOf({
      desired: [desired({ channel, components: { utm_params: { utm_source: 'a' } } })],
    });
    let creations = 0;
    stage.service.interfere = ({ operation }) => {
      if (operation !== 'create') return undefined;
      creations += 1;
      return creations === 1 ? LOST : TAKEN;
    };
    for (const hours of [0, 1, 26, 26]) {
      stage.clock.time += hours * HOUR_MS;
      await recoverAndApply(stage);
    }
    const sent = creations;
    stage.service.interfere = () => undefined;
    for (const hours of [0, 48]) {
      stage.clock.time += hours * HOUR_MS;
      const { applied, held } = await recoverAndApply(stage);
      expect(applied).toEqual([]);
      expect(held).toMatchObject([{ key: 'a', reason: 'in-flight' }]);
      expect(todoOf(held[0])).toContain('state forget a');
    }
    expect(creations).toBe(sent);
    expect(stage.service.campaigns.size).toBe(0);
    expect(stage.recorder.state.open).toMatchObject([{ key: key('a'), isTaken: true }]);
    expect(whyOf(planOn(stage).campaigns[0]?.held[0])).toContain('has already created it');
  },
);
