import { isDeepStrictEqual } from 'node:util';
import type { CampaignRecord, CampaignStatus } from './campaign-record.ts';
import { conflict, type Failure } from '../failure.ts';
import { valueAt, type JsonObject } from '../json.ts';

/** What can't be edited in a status. */
type EditLock =
  | { readonly kind: 'everything' }
  | {
      readonly kind: 'parts';
      /** Components that may not be sent at all. */
      readonly components: readonly string[];
      /** Fields, as `component.field`. If the component is sent, it must repeat their values unchanged. */
      readonly fields: readonly string[];
    };

const LIVE: EditLock = {
  kind: 'parts',
  components: ['trigger_condition', 'segmentation_details', 'conversion_goal_details'],
  fields: ['scheduling_details.delivery_type', 'scheduling_details.start_time'],
};

/** Specification, States and transitions, rule 4; SCHEDULED, PAUSED, SENDING, SENT and the last four are S1, S3, S4, S12. */
const EDIT_LOCKS: Readonly<Record<CampaignStatus, EditLock>> = {
  DRAFT: { kind: 'parts', components: [], fields: [] },
  SCHEDULED: { kind: 'parts', components: [], fields: ['scheduling_details.delivery_type'] },
  ACTIVE: LIVE,
  PAUSED: LIVE,
  SENDING: { kind: 'everything' },
  SENT: { kind: 'everything' },
  STOPPED: { kind: 'everything' },
  ARCHIVED: { kind: 'everything' },
  RETIRED: { kind: 'everything' },
  EXPIRED: { kind: 'everything' },
  UNDER_REVIEW: { kind: 'everything' },
  REJECTED: { kind: 'everything' },
};

/** 409 for the first locked field that a patch would change (open point W8), or `null`. */
export function lockedEdit(edit: {
  readonly record: CampaignRecord;
  readonly status: CampaignStatus;
  readonly components: JsonObject;
}): Failure | null {
  const { record, status, components } = edit;
  const lock = EDIT_LOCKS[status];
  if (lock.kind === 'everything') return lockFailure(Object.keys(components)[0] ?? 'the campaign', status);
  const component = lock.components.find((name) => Object.hasOwn(components, name));
  if (component !== undefined) return lockFailure(component, status);
  const field = lock.fields.find((path) => changes(components, record, path));
  return field === undefined ? null : lockFailure(field, status);
}

/** A component is replaced as a whole, so omitting a field clears it, which is a change (open point S2). */
function changes(components: JsonObject, record: CampaignRecord, path: string): boolean {
  const [component = '', ...fields] = path.split('.');
  if (!Object.hasOwn(components, component)) return false;
  return !isDeepStrictEqual(valueAt(components, component, ...fields), valueAt(record, component, ...fields));
}

function lockFailure(field: string, status: CampaignStatus): Failure {
  return conflict(field, `${field} can't be edited while the campaign is ${status}`);
}
