import { emergencyStopFor, isSupported } from '../../model/transitions.ts';
import { onValue } from '../problem.ts';
import type { Rule } from './rule.ts';

/**
 * A status that a campaign of this type can never get: the service pauses only some types and stops only others. Only
 * when files are validated on their own: a plan knows the live campaign, whose type may be another one, and an emergency
 * stop of it must not fail here. A warning, because the live campaign may have ended in the service.
 */
export const statusIsPossible: Rule = ({ body, status, now, isPlanned, isSound }) => {
  const { campaign_delivery_type: type } = body;
  if (isPlanned || now === undefined || typeof type !== 'string' || !isSound(['campaign_delivery_type']))
    return [];
  if (status !== 'PAUSED' && status !== 'STOPPED') return [];
  if (isSupported(status === 'PAUSED' ? 'PAUSE' : 'STOP', type)) return [];
  const message = `status ${status} isn't possible for ${type}`;
  return [
    { ...onValue(['status'], 'W_STATUS', message, insteadFor(type)), section: 'States and transitions' },
  ];
};

function insteadFor(type: string): string {
  switch (emergencyStopFor(type)) {
    case 'STOPPED':
      return 'to stop a live campaign for good, write STOPPED; for a draft, remove status';
    case 'PAUSED':
      return 'to keep a live campaign from sending, write PAUSED; for a draft, remove status';
    case undefined:
      return 'end it in the service, and remove status';
  }
}
