import { DESIRED_STATUSES, type DesiredStatus } from '../model/campaign.ts';
import type { DiagnosticCode } from '../model/diagnostic.ts';
import type { Correction } from '../model/findings.ts';
import { memberOf, type JsonValue } from '../model/json.ts';
import { nearest } from '../model/nearest.ts';
import { nameList, show } from '../model/show.ts';
import { correctionTo } from './problem.ts';

// What is said about a status that a file can't request.

export function isDesiredStatus(value: JsonValue | undefined): value is DesiredStatus {
  return DESIRED_STATUSES.some((one) => one === value);
}

const NOT_SENDING = 'write PAUSED to pause a live campaign, or DRAFT for one that is not published';

/** Words for a status that people know from the service or use instead, and what to do. */
const OTHER_STATUSES: Readonly<Record<string, string>> = {
  INACTIVE: NOT_SENDING,
  UNACTIVE: NOT_SENDING,
  DEACTIVATED: NOT_SENDING,
  DISABLED: NOT_SENDING,
  ARCHIVED: 'archive the campaign in the service, and remove status',
  STOP: 'write STOPPED',
  LIVE: 'write ACTIVE',
  PUBLISHED: 'write ACTIVE',
  RUNNING: 'write ACTIVE',
  SCHEDULED: 'write ACTIVE: a published campaign is sent at its start_time',
};

export function statusFinding(
  value: JsonValue,
): readonly [code: DiagnosticCode, message: string, hint: string, fix?: Correction | undefined] {
  if (value === null || value === '')
    return ['E_STATUS', 'status is empty', `write one of ${nameList(DESIRED_STATUSES)}, or remove the line`];
  const other = typeof value === 'string' ? memberOf(OTHER_STATUSES, value.trim().toUpperCase()) : undefined;
  const near = typeof value === 'string' ? nearest(value, DESIRED_STATUSES) : undefined;
  return [
    'E_STATUS',
    `${show(value)} is not a status that a file can request`,
    other ?? (near ? `write ${near}` : `allowed: ${DESIRED_STATUSES.join(', ')}`),
    typeof value === 'string' ? correctionTo(value, DESIRED_STATUSES) : undefined,
  ];
}

/** `active: true`, in place of a status. */
export function statusAsName(name: string, value: JsonValue | undefined): string | undefined {
  if (value === false && ['ACTIVE', 'PUBLISHED'].includes(name.toUpperCase()))
    return 'write status: PAUSED to pause a live campaign, or status: DRAFT for one that is not published';
  const status = name.toUpperCase() === 'PUBLISHED' ? 'ACTIVE' : name.toUpperCase();
  return value === true && isDesiredStatus(status) ? `write status: ${status}` : undefined;
}
