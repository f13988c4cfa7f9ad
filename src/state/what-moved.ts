import { identityOf, type CampaignKey } from '../model/campaign.ts';
import type { Intent, Ledger, State } from '../model/state.ts';
import { encodeBinding } from './formats.ts';

/** The campaigns that differ between `before` and `after`: another binding, or other intents without an outcome. */
export function changedKeys(before: State, after: State): ReadonlySet<CampaignKey> {
  const keys = [before, after].flatMap(({ bindings, open }) => [
    ...bindings.keys(),
    ...open.map(({ key }) => key),
  ]);
  return new Set(keys.filter((key) => signOf(before, key) !== signOf(after, key)));
}

function signOf({ bindings, open }: State, key: CampaignKey): string {
  const binding = bindings.get(key);
  const intents = open.filter((intent) => intent.key === key).map(({ requestId }) => requestId);
  return [binding ? encodeBinding(binding) : '', ...intents.sort()].join('\n');
}

/** The intents that conflict with what others recorded: the same campaign, or a creation with the same identity. */
export function blockedIntents(intents: readonly Intent[], before: State, after: State): Intent[] {
  const changed = changedKeys(before, after);
  const known = new Set(before.open.map(({ requestId }) => requestId));
  const pending = after.open.filter(({ requestId }) => !known.has(requestId));
  const pendingIdentities = new Set(pending.filter((one) => one.kind === 'create').map(identityOf));
  return intents.filter(
    (intent) =>
      changed.has(intent.key) || (intent.kind === 'create' && pendingIdentities.has(identityOf(intent))),
  );
}

/** What both counted: `base`, theirs, and ours since. Two calls in one millisecond are two; nothing is dropped. */
export function mergeLedgers({ base, ours, theirs }: Record<'base' | 'ours' | 'theirs', Ledger>): Ledger {
  return {
    attempts: mergeTimes(base.attempts, ours.attempts, theirs.attempts),
    successes: mergeTimes(base.successes, ours.successes, theirs.successes),
  };
}

function mergeTimes(base: readonly number[], ours: readonly number[], theirs: readonly number[]): number[] {
  return [...theirs, ...without(base, theirs), ...without(ours, base)].sort((a, b) => a - b);
}

/** What `times` has in addition to `others`. */
function without(times: readonly number[], others: readonly number[]): number[] {
  const left = new Map<number, number>();
  for (const at of others) left.set(at, (left.get(at) ?? 0) + 1);
  return times.filter((at) => {
    const count = left.get(at) ?? 0;
    left.set(at, count - 1);
    return count <= 0;
  });
}
