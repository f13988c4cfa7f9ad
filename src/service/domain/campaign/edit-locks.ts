import { isDeepStrictEqual } from 'node:util';
import type { CampaignRecord, CampaignStatus } from './campaign-record.ts';
import { conflict } from '../failure.ts';
import { valueAt, type JsonObject } from '../json.ts';

/** What can't be edited in a status. */
interface EditLock {
  /** Components that may not be sent at all. */
  readonly components: readonly string[];
  /** Fields, as `component.field`. If the component is sent, it must repeat their values unchanged. */
  readonly fields: readonly string[];
}

const LIVE: EditLock = {
  components: ['trigger_condition', 'segmentation_details', 'conversion_goal_details'],
  fields: ['scheduling_details.delivery_type', 'scheduling_details.start_time'],
};

/** Specification, States and transitions, rule 4; in all other statuses nothing can be edited (S1, S3 to S5, S12). */
const EDIT_LOCKS: Readonly<Partial<Record<CampaignStatus, EditLock>>> = {
  DRAFT: { components: [], fields: [] },
  SCHEDULED: { components: [], fields: ['scheduling_details.delivery_type'] },
  ACTIVE: LIVE,
  PAUSED: LIVE,
};

/** Refuses with 409 for the first locked field of a record that the components would change (open point W8). */
export function checkLocks(record: CampaignRecord, components: JsonObject): void {
  const { status } = record;
  const field = lockedField(record, components, EDIT_LOCKS[status]);
  if (field !== undefined) throw conflict(field, `${field} can't be edited while the campaign is ${status}`);
}

function lockedField(
  record: CampaignRecord,
  components: JsonObject,
  lock: EditLock | undefined,
): string | undefined {
  if (!lock) return Object.keys(components)[0] ?? 'the campaign';
  const component = lock.components.find((name) => Object.hasOwn(components, name));
  return component ?? lock.fields.find((path) => changes(components, record, path));
}

/** A component is replaced as a whole, so omitting a field clears it, which is a change (open point S2). */
function changes(components: JsonObject, record: CampaignRecord, path: string): boolean {
  const [component = '', ...fields] = path.split('.');
  if (!Object.hasOwn(components, component)) return false;
  return !isDeepStrictEqual(valueAt(components, component, ...fields), valueAt(record, component, ...fields));
}
