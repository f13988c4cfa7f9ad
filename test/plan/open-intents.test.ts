import { expect, it } from 'vitest';
import type { Intent } from '../../src/model/state.ts';
import { desired, key, NOW, planFor, stateOf } from '../support/builders.ts';

const INTENT: Intent = {
  kind: 'create',
  key: key('a'),
  changeId: '',
  run: 'earlier',
  at: NOW,
  idempotencyKey: 'k',
  requestId: 'r',
  file: 'campaigns/a.yaml',
  channel: 'EMAIL',
  deliveryType: 'ONE_TIME',
  name: 'The a',
  components: {},
  body: {},
};

it.each([
  ['its file is there', [desired({ key: 'a' })]],
  ['its file is gone', []],
])('a creation without a known outcome is held where %s', (_, files) => {
  const plan = planFor({ desired: files, state: stateOf([], { open: [INTENT] }) });
  expect(plan.campaigns).toMatchObject([
    { key: 'a', verdict: 'held', held: [{ reason: 'in-flight' }], steps: [] },
  ]);
});
