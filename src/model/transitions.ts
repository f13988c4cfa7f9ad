import {
  SENDING_STATUSES,
  type CampaignStatus,
  type DeliveryType,
  type DesiredStatus,
  type Live,
  type ComponentName,
} from './campaign.ts';

/** PUBLISH belongs to the earlier version of the API. The others are actions of Update Campaign Status. */
export type Action = 'PUBLISH' | 'PAUSE' | 'RESUME' | 'STOP';

/** What leads from a live status to the desired one: nothing, an action, or what the service can't do. */
type Move = 'none' | 'impossible' | Action;

type Row = Readonly<Record<CampaignStatus, Move>>;

/** Desired status (row) and live status (column), whatever the delivery type (W9, W10, W19). */
const MOVES: Readonly<Record<DesiredStatus, Row>> = {
  DRAFT: row('none', 'impossible', 'impossible', 'impossible', 'impossible'),
  ACTIVE: row('PUBLISH', 'none', 'RESUME', 'none', 'impossible'),
  PAUSED: row('impossible', 'PAUSE', 'none', 'impossible', 'impossible'),
  STOPPED: row('impossible', 'STOP', 'STOP', 'none', 'none'),
};

/** The delivery types that support an action. For the others the service answers 422. */
const ACTION_TYPES: Readonly<Record<Action, readonly DeliveryType[] | 'all'>> = {
  PUBLISH: 'all',
  PAUSE: ['PERIODIC', 'EVENT_TRIGGERED'],
  RESUME: ['PERIODIC', 'EVENT_TRIGGERED'],
  STOP: ['ONE_TIME'],
};

/** The status that an action leads to (open point W10). PUBLISH gives SCHEDULED if the start is in the future (W19). */
export const RESULTS: Readonly<Record<Action, CampaignStatus>> = {
  PUBLISH: 'ACTIVE',
  PAUSE: 'PAUSED',
  RESUME: 'ACTIVE',
  STOP: 'STOPPED',
};

/** Whether live has the status that the action leads to (W10, W19). An unknown status never counts. */
export function hasReached(action: Action, { status, statusAs }: Live): boolean {
  if (statusAs !== undefined) return false;
  const isStart = action === 'PUBLISH' || action === 'RESUME';
  return isStart ? SENDING_STATUSES.includes(status) || status === 'SENT' : hasTakenEffect(action, status);
}

/** Whether a live status shows that the action took effect, even if the campaign has moved on since. */
export function hasTakenEffect(action: Action, status: CampaignStatus): boolean {
  switch (action) {
    case 'PUBLISH':
      return status !== 'DRAFT';
    case 'RESUME':
      return status !== 'DRAFT' && status !== 'PAUSED';
    case 'PAUSE':
      return status === 'PAUSED';
    case 'STOP':
      return status === 'STOPPED' || status === 'ARCHIVED' || status === 'SENT';
  }
}

/** Actions that stop a campaign from sending. Only a missing review may block them. */
export function isEmergencyStop(action: Action): boolean {
  return action === 'PAUSE' || action === 'STOP';
}

export interface StatusMove {
  readonly from: CampaignStatus;
  readonly to: CampaignStatus;
}

/** A transition, as far as it says what it leaves. */
type Moved = Pick<StatusMove, 'from'> & { readonly action: Action };

/** Whether it publishes a new version of a campaign that is live, which doesn't change its status (open point S7). */
export function publishesVersion(transition: Moved | null): boolean {
  return transition?.action === 'PUBLISH' && transition.from !== 'DRAFT';
}

/** The status in which a campaign sends on if its pause or stop isn't sent; undefined if it doesn't send. */
export function sendsAs(transition: Moved | null): CampaignStatus | undefined {
  return transition && isEmergencyStop(transition.action) && SENDING_STATUSES.includes(transition.from)
    ? transition.from
    : undefined;
}

/** The status that stops a campaign of this type from sending; `undefined` if the API can't do that. */
export function emergencyStopFor(type: string): 'PAUSED' | 'STOPPED' | undefined {
  if (isSupported('PAUSE', type)) return 'PAUSED';
  return isSupported('STOP', type) ? 'STOPPED' : undefined;
}

/** What is needed to bring a campaign of this type from the status `live` to `desired`. */
export function moveFor(desired: DesiredStatus, live: CampaignStatus, type: string): Move {
  const move = MOVES[desired][live];
  if (move === 'none' || move === 'impossible') return move;
  return isSupported(move, type) ? move : 'impossible';
}

export function isSupported(action: Action, type: string): boolean {
  const types: readonly string[] | 'all' = ACTION_TYPES[action];
  return types === 'all' || types.includes(type);
}

function row(draft: Move, running: Move, paused: Move, sent: Move, ended: Move): Row {
  return {
    DRAFT: draft,
    SCHEDULED: running,
    ACTIVE: running,
    SENDING: running,
    PAUSED: paused,
    SENT: sent,
    STOPPED: ended,
    ARCHIVED: ended,
  };
}

/** The name of a step in a review: a creation, the update of one component, or a transition. */
export type StepName = 'create' | ComponentName | Action;
