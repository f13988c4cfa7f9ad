import {
  SENDING_STATUSES,
  type CampaignStatus,
  type DeliveryType,
  type DesiredStatus,
  type Live,
} from './campaign.ts';

/** PUBLISH is the earlier version's; the others are actions of Update Campaign Status. */
export type Action = 'PUBLISH' | 'PAUSE' | 'RESUME' | 'STOP';

/** What a desired status asks of a live one: nothing, an action, or something the service has no way to do. */
export type Move = 'none' | 'impossible' | Action;

type Row = Readonly<Record<CampaignStatus, Move>>;

/**
 * Desired status (row) against live status (column), before the delivery type is looked at.
 * Specification, States and transitions; open points W9, W10, W19.
 */
export const MOVES: Readonly<Record<DesiredStatus, Row>> = {
  DRAFT: row('none', 'impossible', 'impossible', 'impossible', 'impossible'),
  ACTIVE: row('PUBLISH', 'none', 'RESUME', 'none', 'impossible'),
  PAUSED: row('impossible', 'PAUSE', 'none', 'impossible', 'impossible'),
  STOPPED: row('impossible', 'STOP', 'STOP', 'none', 'none'),
};

/** The delivery types that an action is for; anything else is answered with 422. */
export const ACTION_TYPES: Readonly<Record<Action, readonly DeliveryType[] | 'all'>> = {
  PUBLISH: 'all',
  PAUSE: ['PERIODIC', 'EVENT_TRIGGERED'],
  RESUME: ['PERIODIC', 'EVENT_TRIGGERED'],
  STOP: ['ONE_TIME'],
};

/** The status that an action leads to (open point W10). PUBLISH gives SCHEDULED when the start lies ahead (W19). */
export const RESULTS: Readonly<Record<Action, CampaignStatus>> = {
  PUBLISH: 'ACTIVE',
  PAUSE: 'PAUSED',
  RESUME: 'ACTIVE',
  STOP: 'STOPPED',
};

/**
 * Whether live is what the action was to make of it: open points W10 and W19. A status that nobody knows is not; it may
 * be the word for a review that the service holds, or for a refusal.
 */
export function hasReached(action: Action, { status, statusAs }: Live): boolean {
  if (statusAs !== undefined) return false;
  const isStart = action === 'PUBLISH' || action === 'RESUME';
  return isStart ? SENDING_STATUSES.includes(status) || status === 'SENT' : mayFollow(action, status);
}

/** Whether a live status shows that the action took effect, wherever the campaign has gone since. */
export function mayFollow(action: Action, status: CampaignStatus): boolean {
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

/** Actions that take a campaign off the air: nothing but a missing review may hold them. */
export function isEmergencyStop(action: Action): boolean {
  return action === 'PAUSE' || action === 'STOP';
}

/** The status that takes a campaign of this type off the air; undefined where the API has no way. */
export function emergencyStopFor(type: string): 'PAUSED' | 'STOPPED' | undefined {
  if (isFor('PAUSE', type)) return 'PAUSED';
  return isFor('STOP', type) ? 'STOPPED' : undefined;
}

/** What `desired` asks of a campaign of this type whose live status is `live`. */
export function moveFor(desired: DesiredStatus, live: CampaignStatus, type: string): Move {
  const move = MOVES[desired][live];
  if (move === 'none' || move === 'impossible') return move;
  return isFor(move, type) ? move : 'impossible';
}

/** Whether the service takes an action for campaigns of a delivery type. */
export function isFor(action: Action, type: string): boolean {
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
