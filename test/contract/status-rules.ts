import { beforeAll, describe, expect, test } from 'vitest';
import { dailyIn, email, HOUR_MS, push, startingIn } from './support/bodies.ts';
import { ContractClient } from './support/client.ts';
import type { TargetOf } from './support/target.ts';

const STATUSES = ['DRAFT', 'SCHEDULED', 'ACTIVE', 'SENDING', 'PAUSED', 'SENT', 'STOPPED', 'ARCHIVED'];

/** Specification, States and transitions: from which status an action works, for which delivery types, and its result. */
const ACTIONS: Readonly<Record<string, { from: readonly string[]; types: readonly string[]; to: string }>> = {
  STOP: { from: ['ACTIVE', 'SCHEDULED', 'PAUSED', 'SENDING'], types: ['ONE_TIME'], to: 'STOPPED' },
  PAUSE: { from: ['ACTIVE', 'SCHEDULED', 'SENDING'], types: ['PERIODIC', 'EVENT_TRIGGERED'], to: 'PAUSED' },
  RESUME: { from: ['PAUSED'], types: ['PERIODIC', 'EVENT_TRIGGERED'], to: 'ACTIVE' },
};

const TYPES = ['ONE_TIME', 'PERIODIC', 'EVENT_TRIGGERED', 'BUSINESS_EVENT_TRIGGERED'];

const CELLS = Object.entries(ACTIONS).flatMap(([action, { from, types, to }]) =>
  TYPES.flatMap((type) =>
    STATUSES.map((status) => {
      const result = from.includes(status) && types.includes(type) ? to : null;
      return { action, type, status, result, answer: result === null ? 422 : 200 };
    }),
  ),
);

/** Specification, Update Campaign Status; open points W9, W10 and S11. */
export function statusRules(target: TargetOf): void {
  describe('status', () => {
    let client: ContractClient;
    let made = 0;
    beforeAll(() => {
      client = new ContractClient(target());
    });

    test.for(CELLS)('$action of a $type campaign that is $status answers $answer', async (cell, { skip }) => {
      const { seed } = target();
      if (!seed) return skip();
      made += 1;
      const id = `57a7${made.toString(16).padStart(20, '0')}`;
      await seed([{ channel: 'PUSH', campaign_delivery_type: cell.type, id, status: cell.status }]);
      const answer = await client.act(id, cell.action);
      expect(answer.status).toBe(cell.answer);
      if (cell.result === null) expect(answer.at('error.code')).toBe('UNPROCESSABLE_ENTITY');
      else expect(answer.at('data')).toEqual({ id, action: cell.action });
      expect(await client.statusOf(id)).toBe(cell.result ?? cell.status);
    });

    test.each([{}, { action: 'EXPLODE' }, { action: 7 }, { action: 'stop' }])(
      'the body %j is 400',
      async (body) => {
        const id = await client.created(push('ONE_TIME'));
        const answer = await client.send('PATCH', `v5/campaigns/${id}/status`, body);
        expect([answer.status, answer.at('error.target')]).toEqual([400, 'action']);
      },
    );

    test('a triggered campaign is paused and resumed', async () => {
      const id = await client.published(email('EVENT_TRIGGERED'));
      expect((await client.act(id, 'PAUSE')).status).toBe(200);
      expect(await client.statusOf(id)).toBe('PAUSED');
      expect((await client.act(id, 'RESUME')).status).toBe(200);
      expect(await client.statusOf(id)).toBe('ACTIVE');
    });

    test('a scheduled one-time campaign is stopped before it sends', async () => {
      const scheduling_details = startingIn(HOUR_MS, await client.now());
      const id = await client.published(push('ONE_TIME', { scheduling_details }));
      expect(await client.statusOf(id)).toBe('SCHEDULED');
      expect((await client.act(id, 'STOP')).status).toBe(200);
      expect(await client.statusOf(id)).toBe('STOPPED');
    });

    test('a one-time campaign goes from SCHEDULED over SENDING to SENT as time goes by', async ({ skip }) => {
      const { advance } = target();
      if (!advance) return skip();
      const scheduling_details = startingIn(HOUR_MS, await client.now());
      const id = await client.published(push('ONE_TIME', { scheduling_details }));
      await advance(HOUR_MS - 1);
      expect(await client.statusOf(id)).toBe('SCHEDULED');
      await advance(1);
      expect(await client.statusOf(id)).toBe('SENDING');
      await advance(HOUR_MS);
      expect(await client.statusOf(id)).toBe('SENT');
      expect((await client.act(id, 'STOP')).status).toBe(422);
    });

    test('a periodic campaign can be paused before and after its first send', async ({ skip }) => {
      const { advance } = target();
      if (!advance) return skip();
      const scheduling_details = dailyIn(HOUR_MS, await client.now());
      const id = await client.published(push('PERIODIC', { scheduling_details }));
      expect(await client.statusOf(id)).toBe('SCHEDULED');
      await advance(2 * HOUR_MS);
      expect((await client.act(id, 'PAUSE')).status).toBe(200);
    });
  });
}
