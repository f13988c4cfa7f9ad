import type { ComponentName, Desired, Live } from '../model/campaign.ts';
import type { Unknown } from '../model/live-answer.ts';
import {
  heldBy,
  type ReplaceAdvice,
  type SameNameCandidate,
  type Held,
  type HeldCause,
} from '../model/held.ts';
import { lastEditOf } from '../model/last-edit.ts';
import { byCodeUnit } from '../model/json.ts';
import type { GuardRefusal, Transition } from '../model/plan.ts';
import type { Binding, Intent } from '../model/state.ts';
import type { Action } from '../model/transitions.ts';

// Reasons for which a plan blocks something. The others are built where they are found. The words are in
// messages/catalog/held.ts.

export function conflict(components: readonly ComponentName[], { key }: Desired, live: Live): Held {
  const edit = lastEditOf(live);
  const cause = { code: 'conflict', key, ...(edit && { edit }) } as const;
  return heldBy('conflict', cause, { components, consent: 'conflict' });
}

export function drift(components: readonly ComponentName[], live: Live): Held {
  const edit = lastEditOf(live);
  return heldBy('drift', { code: 'drift', ...(edit && { edit }) }, { components });
}

/** Open point S6. */
export function typeChanged(desired: Desired, live: Live): Held {
  return heldBy('type-changed', {
    code: 'type-changed',
    file: `${desired.channel} ${desired.deliveryType}`,
    live: `${live.channel} ${live.deliveryType}`,
  });
}

export function unreadable({ problem }: Unknown): Held {
  const { notBefore } = problem;
  const until = notBefore === undefined ? {} : { until: new Date(notBefore).toISOString() };
  return heldBy('unreadable', { code: 'unreadable', problem }, until);
}

/** Offline only, right after a campaign was bound to a file. */
export function nothingRecorded(): Held {
  return heldBy('unreadable', { code: 'not-compared', why: 'not-recorded' });
}

export function intentOpen({ run }: Intent): Held {
  return heldBy('in-flight', { code: 'unresolved', what: 'request', run });
}

export function renamed(
  { key, file }: Desired,
  orphan: Binding,
  { isAllowable }: Pick<Extract<HeldCause, { readonly code: 'renamed' }>, 'isAllowable'>,
): Held {
  const cause = { code: 'renamed', orphan: orphan.key, key, file, isAllowable } as const;
  return heldBy('renamed', cause, isAllowable ? { consent: 'same-name' } : {});
}

export function heldBySameName({ key }: Desired, found: readonly Live[]): Held {
  const cause = { code: 'same-name', key, found: candidates(found) } as const;
  return heldBy('ambiguous', cause, { consent: 'same-name' });
}

function candidates(found: readonly Live[]): SameNameCandidate[] {
  return found.map(({ id, status }) => ({ id, status })).sort((a, b) => byCodeUnit(a.id, b.id));
}

export function guarded({ touched, live, share }: GuardRefusal): Held {
  return heldBy('guard', { code: 'guard', touched, live, share }, { consent: 'guard' });
}

export function waitsForEdits({ action }: Transition, because: readonly Held[]): Held {
  const cause = { code: 'start-waits', why: 'edits', action } as const;
  return heldBy(because[0]?.reason ?? 'in-flight', cause);
}

/** Only a PUBLISH can be sent again at a person's request. A RESUME is sent again by itself after a while. */
export function startPending(action: Action): Held {
  const cause = { code: 'unresolved', what: 'status', action } as const;
  return heldBy('in-flight', cause, action === 'PUBLISH' ? { consent: 'unconfirmed' } : {});
}

export function waitsForConfirmation({ action }: Transition): Held {
  const cause = { code: 'start-waits', why: 'confirmation', action } as const;
  return heldBy('in-flight', cause, { consent: 'unconfirmed' });
}

/** `message` is the service's own sentence. */
export function editRefused(
  components: readonly ComponentName[],
  { status, message }: NonNullable<Binding['editsRefused']>,
  advice: ReplaceAdvice,
): Held {
  return heldBy('locked', { code: 'edit-refused', status, said: message, advice }, { components });
}
