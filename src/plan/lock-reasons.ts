import type { CampaignStatus, Desired, Live } from '../model/campaign.ts';
import { canonical } from '../model/canonical.ts';
import { LOCKS } from '../model/locks.ts';
import type { Held } from '../model/plan.ts';
import { brakeFor } from '../model/transitions.ts';
import type { Lock } from './hold.ts';
import { ASSUMED, held, list } from './reasons.ts';

/** Why a locked edit is held, and how to get what is wanted all the same. */
export function locked(
  locks: readonly Lock[],
  at: {
    readonly desired: Desired;
    readonly status: CampaignStatus;
    /** Why they differ: the file was edited, live was changed by hand, or nobody knows; `unseen`: nor whether they do. */
    readonly by: 'file' | 'hand' | 'nobody' | 'unseen';
    readonly live: Live;
  },
): Held {
  const names = [...new Set(locks.map(({ component }) => component))];
  const fields = locks.map(({ component, field }) => (field ? `${component}.${field}` : component));
  const assumed = LOCKS[at.status].basis === 'assumed' ? ASSUMED : '';
  if (at.by === 'unseen') {
    return held('locked', {
      components: names,
      message: `${list(fields)} can't be edited while ${at.status}${assumed}, and nothing is recorded of ${names.length > 1 ? 'them' : 'it'}.`,
      advice: 'Held unless live has it as the file says: plan without --offline to see.',
    });
  }
  if (at.by === 'nobody') {
    return held('locked', {
      components: names,
      message: `Live has it otherwise than the file, and ${list(fields)} can't be edited while ${at.status}${assumed}.`,
      advice: `Write the live value into the file. ${newVersionInstead(at.desired, at.status)}`,
    });
  }
  if (at.by === 'hand') {
    return held('locked', {
      components: names,
      message: `${list(names)} changed by hand since the last apply, and can't be put back: ${list(fields)} can't be edited while ${at.status}${assumed}.`,
      advice: 'Write the live value into the file, or undo it in the service.',
    });
  }
  const cleared = locks.flatMap((lock) => leftOut(lock, at));
  if (cleared.length === locks.length) {
    return held('locked', {
      components: names,
      message: `${list(cleared.map(({ words }) => words))}, which can't be edited while ${at.status}${assumed}.`,
      advice: `Write ${list(cleared.map(({ line }) => line))} back into the file.`,
    });
  }
  return held('locked', {
    components: names,
    message: `${list(fields)} can't be edited while ${at.status}${assumed}.`,
    advice: `Take this edit back. ${newVersionInstead(at.desired, at.status)}`,
  });
}

/** A locked field that live has and the file says nothing of: sent without it, the component would lose it. */
function leftOut(
  { component, field }: Lock,
  { desired, live }: { readonly desired: Desired; readonly live: Live },
): { words: string; line: string }[] {
  const now = live.components[component];
  const value = field === undefined || !now ? undefined : canonical(component, now)[field];
  if (
    field === undefined ||
    typeof value !== 'string' ||
    desired.components[component]?.[field] !== undefined
  )
    return [];
  return [{ words: `${component} leaves out ${field}, and would clear it`, line: `${field}: ${value}` }];
}

/** How to send something else instead of a campaign: never in a way that leaves two sending to the same people. */
function newVersionInstead(
  { deliveryType: type, status: wanted }: Pick<Desired, 'deliveryType' | 'status'>,
  status: CampaignStatus,
): string {
  const instead = 'To send the new version instead';
  const second = 'put it into a new file with another basic_details.name';
  if (['SENT', 'STOPPED', 'ARCHIVED'].includes(status))
    return `${instead}, ${second}: this one sends no more.`;
  const brake = brakeFor(type);
  if (status === 'PAUSED' && wanted !== 'ACTIVE') return `${instead}, leave this one paused and ${second}.`;
  const end = brake
    ? `write status: ${brake} here`
    : `end this campaign in the service's own interface (${type} can't be ${status === 'SCHEDULED' ? 'stopped' : 'paused'} by the API)`;
  const twice = status === 'SENDING' ? ' Who has it already would get the new one too.' : '';
  return `${instead}, ${end} and ${second}.${twice} A new key here is not enough: this one would go on sending.`;
}
