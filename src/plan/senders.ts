import { SENDING_STATUSES, type CampaignStatus, type Components, type Desired } from '../model/campaign.ts';
import type { Sender, SenderState } from '../model/sender.ts';
import { isScheduled, startInstant } from '../model/schedule.ts';
import type { Binding } from '../model/state.ts';
import { isEmergencyStop, moveFor } from '../model/transitions.ts';
import type { Pair } from './pair.ts';

/**
 * The campaigns that send, will send, or were sent, with or without a file; not those that a file pauses, stops or keeps
 * as a draft before they send anything. `now` is in epoch milliseconds.
 */
export function sendersAmong(pairs: readonly Pair[], now: number): Sender[] {
  return pairs.flatMap((pair) => {
    const { desired, binding } = pair;
    const state = stateOf(pair, now);
    if (!state) return [];
    const wasSent = (state === 'sent' || state === 'stopped') && binding && hasContent(binding);
    const isTooLate = state === 'sent' && (desired?.status === 'STOPPED' || desired?.status === 'PAUSED');
    const sender = wasSent || !desired ? binding && ofRecord(binding) : ofFile(desired);
    return sender ? [{ ...sender, state, isTooLate }] : [];
  });
}

function ofRecord({ key, channel, deliveryType, applied }: Binding): Sent {
  return { key, channel, deliveryType, components: applied };
}

function ofFile({ key, channel, deliveryType, components }: Desired): Sent {
  return { key, channel, deliveryType, components };
}

type Sent = Omit<Sender, 'state' | 'isTooLate'>;

/** A campaign that was adopted may have no record of what it sent. */
function hasContent({ applied }: Binding): boolean {
  return applied.campaign_content !== undefined;
}

function stateOf(pair: Pair, now: number): SenderState | undefined {
  const { desired, binding, live } = pair;
  const status = live?.kind === 'present' ? live.live.status : binding?.status.seen;
  const type = binding?.deliveryType ?? desired?.deliveryType ?? '';
  if (status === 'SENT') return 'sent';
  if (status === 'STOPPED') return hadBegun(type, binding?.applied ?? {}, now) ? 'stopped' : undefined;
  if (status && SENDING_STATUSES.includes(status)) return whileSending(status, type, desired);
  return desired?.status === 'ACTIVE' ? 'planned' : undefined;
}

/** Only a message that is sent once reaches some users before it is stopped, and would reach them again. */
function whileSending(
  status: CampaignStatus,
  type: string,
  desired: Desired | undefined,
): SenderState | undefined {
  const move = desired?.status ? moveFor(desired.status, status, type) : 'none';
  if (move === 'none' || move === 'impossible' || !isEmergencyStop(move)) return 'sending';
  return type === 'ONE_TIME' && status !== 'SCHEDULED' ? 'stopped' : undefined;
}

/** Whether a stopped campaign may have sent something. A trigger that fired doesn't fire again for a copy. */
function hadBegun(type: string, { scheduling_details: schedule = {} }: Components, now: number): boolean {
  return isScheduled(type) && !(startInstant(schedule) > now);
}
