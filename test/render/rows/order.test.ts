import { expect, it } from 'vitest';
import type { CampaignStatus, Components, DeliveryType, DesiredStatus } from '../../../src/model/campaign.ts';
import { tableLines, groupRows } from '../../../src/render/rows/group.ts';
import { byUrgency, planRows } from '../../../src/render/rows/plan-rows.ts';
import { desired, live, managing, planFor } from '../../support/builders.ts';

const at = (day: string): Components => ({
  scheduling_details: { delivery_type: 'AT_FIXED_TIME', start_time: `2031-${day}T09:00:00`, timezone: 'UTC' },
});
const titled = (subject: string, more: Components = {}): Components => ({
  campaign_content: { content: { email: { subject } } },
  segmentation_details: { is_all_user_campaign: true },
  ...more,
});

interface Row {
  readonly key: string;
  readonly status?: CampaignStatus;
  readonly wanted?: DesiredStatus;
  readonly type?: DeliveryType;
  readonly more?: Components;
}

function rowsOf(rows: readonly Row[]) {
  const files = rows.map(({ key, type, wanted, more }) =>
    desired({ key, ...(type && { type }), status: wanted, components: titled('Fresh line', more) }),
  );
  const there = rows.flatMap(({ key, type, status, more }) =>
    status ? [live({ key, ...(type && { type }), status, components: titled('Title 0', more) })] : [],
  );
  const plan = planFor(managing(files, there));
  return planRows(plan).filter(({ kind }) => kind === 'change');
}

const ROWS: readonly Row[] = [
  { key: 'a-draft' },
  { key: 'b-edited-draft', status: 'DRAFT' },
  { key: 'c-pause', type: 'EVENT_TRIGGERED', status: 'ACTIVE', wanted: 'PAUSED' },
  { key: 'd-later', status: 'SCHEDULED', more: at('03-01') },
  { key: 'e-sooner', status: 'SCHEDULED', more: at('02-01') },
  { key: 'f-at-once', wanted: 'ACTIVE', more: { scheduling_details: { delivery_type: 'ASAP' } } },
];

it('what happens to customers comes first, the soonest send before all others, drafts last', () => {
  const order = ['f-at-once', 'e-sooner', 'd-later', 'c-pause', 'a-draft', 'b-edited-draft'];
  expect(rowsOf(ROWS).map(({ subject }) => subject)).toEqual(order);
});

it('each change stands below what happens to customers, and a send of tomorrow is one within a day', () => {
  const rows = rowsOf([...ROWS, { key: 'g-paused', status: 'PAUSED' }]);
  const tomorrow = rowsOf([{ key: 'h', status: 'SCHEDULED', more: at('01-02') }]);
  const listed = (those: typeof rows) =>
    byUrgency(those).map(({ rows: same }) =>
      same.map(({ subject, urgency }) => [urgency, subject].join(' ')),
    );
  expect(listed(rows)).toEqual([
    ['now f-at-once'],
    ['later e-sooner', 'later d-later'],
    ['stops c-pause'],
    ['drafts a-draft', 'drafts b-edited-draft'],
    ['others g-paused'],
  ]);
  expect(listed(tomorrow)).toEqual([['now h']]);
});

it('what publishes does not look like a draft', () => {
  const marks = new Map(rowsOf(ROWS).map(({ subject, mark }) => [String(subject), mark]));
  expect([marks.get('f-at-once'), marks.get('c-pause'), marks.get('a-draft')]).toEqual([
    ...['PUBLISH', 'PAUSE', 'create'],
  ]);
  const [published] = rowsOf([{ key: 'a', status: 'DRAFT', wanted: 'ACTIVE', more: at('02-01') }]);
  expect(published).toMatchObject({
    mark: 'PUBLISH',
    head: expect.stringContaining('subject line') as string,
  });
});

it('short values are in the row', () => {
  const [group] = groupRows(rowsOf([{ key: 'a', status: 'DRAFT' }]));
  expect(group && tableLines(group)).toContain('subject line: Title 0 → Fresh line');
});
