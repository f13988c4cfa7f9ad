import { describe, expect, test } from 'vitest';
import { checker, merge, type Finding, type JsonMap } from './schemas.ts';

type Row = readonly [what: string, patch: JsonMap, error: Finding];
type Accepted = readonly [what: string, patch: JsonMap];

describe('plan.schema.json', () => {
  const check = checker('plan');
  const held: JsonMap = {
    reason: 'locked',
    components: ['segmentation_details'],
    message: 'It is live.',
    until: null,
  };
  const campaign: JsonMap = {
    key: 'promo/sale',
    file: 'campaigns/promo/sale.yaml',
    campaign_id: '64a1b2c3d4e5f60718293a4b',
    live_status: 'SCHEDULED',
    verdict: 'update',
    change_id: '9f2c0123456789ab',
    components: [
      {
        name: 'utm_params',
        cause: 'edited',
        operations: [{ op: 'replace', path: '/utm_source', value: 'x', was: 'y' }],
      },
    ],
    transition: { action: 'PAUSE', from: 'ACTIVE', to: 'PAUSED' },
    held: [held],
    requests: [{ method: 'PATCH', path: '/v5/campaigns/64a1b2c3d4e5f60718293a4b', body: { utm_params: {} } }],
  };
  const plan: JsonMap = {
    format: 'campaign-plan/1',
    workspace: 'local',
    commit: '0123456789abcdef0123456789abcdef01234567',
    fingerprint: `sha256:${'0'.repeat(64)}`,
    summary: {
      create: 0,
      update: 1,
      transition: 0,
      in_sync: 0,
      held: 0,
      drifted: 0,
      orphaned: 0,
      unknown: 0,
    },
    campaigns: [campaign],
    schedule: { creations: 0, now: 0, deferred: 0, complete_at: null },
  };
  const one = (patch: Partial<JsonMap>): JsonMap => ({ campaigns: [{ ...campaign, ...patch } as JsonMap] });
  const operation = (fields: JsonMap): JsonMap =>
    one({ components: [{ name: 'utm_params', cause: 'edited', operations: [fields] }] });
  const RECORD = { commit: '0123456789abcdef0123456789abcdef01234567', at: '2031-05-04T09:00:00Z' };
  const OPERATION = '/campaigns/0/components/0/operations/0';

  test.each<Accepted>([
    ['a plan', {}],
    ['a campaign that is not there yet', one({ campaign_id: null, live_status: null, transition: null })],
    ['an orphan with nothing to do', one({ file: null, change_id: null, verdict: 'orphaned' })],
    [
      'a plan of what changed',
      { changed_since: { ref: 'main', merge_base: RECORD.commit, not_looked_at: 12 } },
    ],
    ['an offline plan', { offline: { record: RECORD, from: 'clone' } }],
  ])('%s is accepted', (_, patch) => {
    expect(check(merge(plan, patch))).toEqual([]);
  });

  test.each<Row>([
    ['another format', { format: 'campaign-plan/2' }, ['/format', 'const']],
    ['an unknown field', { version: 1 }, ['/version', 'additionalProperties']],
    ['an unknown verdict', one({ verdict: 'delete' }), ['/campaigns/0/verdict', 'enum']],
    ['a short change id', one({ change_id: '9f2c' }), ['/campaigns/0/change_id', 'pattern']],
    [
      'an unknown reason',
      one({ held: [{ ...held, reason: 'busy' }] }),
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
