import { SENDING_STATUSES, type CampaignKey, type Live } from '../model/campaign.ts';
import type { Held } from '../model/held.ts';
import { heldByNewStart, heldByStart } from '../model/start-past.ts';
import type { NotDone } from '../model/trail-event.ts';
import type { Run } from './run.ts';
import type { PreparedWork } from './work.ts';

/** The last check of the clock: a start that has passed in the meantime, added to the result; undefined if none has. */
export function blockedByStart(run: Run, { campaign, step }: PreparedWork): NotDone | undefined {
  const { key, desired, live } = campaign;
  const at = run.options.clock.now();
  if (step.kind === 'update' && step.components.scheduling_details && desired && live && isSending(live)) {
    const applied = run.bindings.get(key)?.applied.scheduling_details;
    return blocked(run, key, heldByNewStart(desired, { live, applied, at }));
  }
  const isStart =
    step.kind === 'create' || (step.kind === 'transition' && step.transition.action === 'PUBLISH');
  if (!isStart || desired?.status !== 'ACTIVE') return undefined;
  const isNew = step.kind === 'create';
  return blocked(run, key, heldByStart(desired, { live, at, isNew }));
}

function isSending({ status }: Live): boolean {
  return SENDING_STATUSES.includes(status);
}

function blocked(run: Run, key: CampaignKey, past: Held | undefined): NotDone | undefined {
  if (past === undefined) return undefined;
  run.results.addBlocked(key, past);
  return { code: 'start-past' };
}
