import { todoOf, whyOf } from '../support/held-words.ts';
import { expect, it } from 'vitest';
import type { Answer } from '../../src/apply/ports.ts';
import { planOn, recoverAndApply, stageOf } from '../support/apply-world.ts';
import { desired, key } from '../support/builders.ts';

// A creation is done and its answer lost; then the service says that the request id is taken, and shows nothing that
// could be the campaign: it keeps the name in a spelling that nobody here knows.

const HOUR_MS = 3_600_000;
const LOST: Answer = { kind: 'unclear', cause: 'malformed', message: 'The answer was lost.' };
const TAKEN: Answer = {
  ...{ kind: 'refused', status: 400, code: 'VALIDATION_FAILED', message: 'used', target: 'request_id' },
  ...{ details: [], responseId: 'response' },
};

it.each(['EMAIL', 'PUSH'] as const)(
  'what the service says it has done is never created anew: %s',
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
    expect(whyOf(planOn(stage).campaigns[0]?.held[0])).toContain('has already created this campaign');
  },
);
