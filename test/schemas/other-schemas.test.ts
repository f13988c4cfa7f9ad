import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { checker, merge, type Finding, type JsonMap } from './schemas.ts';

type Row = readonly [what: string, patch: JsonMap, error: Finding];
type Accepted = readonly [what: string, patch: JsonMap];

const GOLDEN_PLAN = new URL('../cases/005-edited-utm/plan.json', import.meta.url);

describe('plan.schema.json', () => {
  const check = checker('plan');
  // Each golden plan is accepted, which golden.test.ts checks.
  const plan = JSON.parse(readFileSync(GOLDEN_PLAN, 'utf8')) as JsonMap;
  const [campaign] = plan.campaigns as [JsonMap];
  const one = (patch: JsonMap): JsonMap => ({ campaigns: [{ ...campaign, ...patch }] });
  const operation = (fields: JsonMap): JsonMap =>
    one({ components: [{ name: 'utm_params', cause: 'edited', operations: [fields] }] });
  const OPERATION = '/campaigns/0/components/0/operations/0';

  test.each<Row>([
    ['another format', { format: 'campaign-plan/2' }, ['/format', 'const']],
    ['an unknown field', { version: 1 }, ['/version', 'additionalProperties']],
    ['an unknown verdict', one({ verdict: 'delete' }), ['/campaigns/0/verdict', 'enum']],
    ['a short change id', one({ change_id: '9f2c' }), ['/campaigns/0/change_id', 'pattern']],
    [
      'an unknown reason',
      one({ held: [{ reason: 'busy', components: [], message: 'It is.', until: null }] }),
      ['/campaigns/0/held/0/reason', 'enum'],
    ],
    ['an addition of nothing', operation({ op: 'add', path: '/a' }), [`${OPERATION}/value`, 'required']],
    [
      'a request that deletes',
      one({ requests: [{ method: 'DELETE', path: '/v5', body: {} }] }),
      ['/campaigns/0/requests/0/method', 'enum'],
    ],
  ])('%s is one error', (_, patch, error) => {
    expect(check(merge(plan, patch))).toEqual([error]);
  });
});

describe('result.schema.json', () => {
  const check = checker('result');
  const result: JsonMap = {
    format: 'campaign-result/1',
    workspace: 'local',
    outcome: 'failed',
    applied: [
      { key: 'a', change: 'create', campaign_id: '64a1', components: ['basic_details'], response_id: 'r' },
    ],
    deferred: [{ key: 'b', resume_at: '2031-05-04T09:00:00Z' }],
    stale: [{ key: 'c', message: 'It moved.' }],
    unconfirmed: [{ key: 'd', component: 'utm_params', paths: ['/utm_source'] }],
    held: [{ key: 'e', reason: 'locked', message: 'It is live.' }],
    failed: [{ key: 'f', code: 'INTERNAL_ERROR', message: 'The service failed.', response_id: null }],
    resume_at: '2031-05-04T09:00:00.000Z',
  };

  test.each<Accepted>([
    ['a result', {}],
    ['a refusal with its reason', { outcome: 'refused', reason: 'lease' }],
  ])('%s is accepted', (_, patch) => {
    expect(check(merge(result, patch))).toEqual([]);
  });

  test('a result that waits for nothing has null for its instant', () => {
    expect(check({ ...result, resume_at: null })).toEqual([]);
  });

  test.each<Row>([
    ['a refusal without a reason', { outcome: 'refused' }, ['/reason', 'required']],
    ['a reason without a refusal', { reason: 'guard' }, ['/reason', 'false schema']],
    ['an unknown outcome', { outcome: 'done', reason: 'guard' }, ['/outcome', 'enum']],
    ['a local time', { resume_at: '2031-05-04T09:00:00' }, ['/resume_at', 'pattern']],
    [
      'something else beside',
      { failed: [{ key: 'a', code: 'b', message: 'c', response_id: null, status: 500 }] },
      ['/failed/0/status', 'additionalProperties'],
    ],
  ])('%s is one error', (_, patch, error) => {
    expect(check(merge(result, patch))).toEqual([error]);
  });
});
