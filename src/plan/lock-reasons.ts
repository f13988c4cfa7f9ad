import type { CampaignStatus, Desired, Live } from '../model/campaign.ts';
import { canonical } from '../model/canonical.ts';
import { held, type Held, type Lock, type LockedCause } from '../model/held.ts';
import { LOCKS } from '../model/locks.ts';

/** A locked edit, with what its message needs. Where it says what to do: messages/lock-messages.ts. */
export function locked(
  locks: readonly Lock[],
  at: {
    readonly desired: Desired;
    readonly status: CampaignStatus;
    readonly by: LockedCause['by'];
    readonly live: Live;
  },
): Held {
  const cause = {
    ...({ code: 'locked', locks, status: at.status, by: at.by } as const),
    isAssumed: LOCKS[at.status].basis === 'assumed',
    cleared: locks.flatMap((lock) => leftOut(lock, at)),
    type: at.desired.deliveryType,
    isWantedActive: at.desired.status === 'ACTIVE',
  };
  return held('locked', cause, { components: [...new Set(locks.map(({ component }) => component))] });
}

/** A locked field that live has and the file leaves out: sent without it, the component would lose it. */
function leftOut(
  { component, field }: Lock,
  { desired, live }: { readonly desired: Desired; readonly live: Live },
): LockedCause['cleared'] {
  const now = live.components[component];
  const value = field === undefined || !now ? undefined : canonical(component, now)[field];
  const isSaid = field === undefined || desired.components[component]?.[field] !== undefined;
  return isSaid || typeof value !== 'string' ? [] : [{ component, field, value }];
}
