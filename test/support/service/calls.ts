import { idGenerator } from '../../../src/service/domain/campaign/campaign-record.ts';
import type { JsonObject } from '../../../src/service/domain/json.ts';
import { Refusal, type Failure } from '../../../src/service/domain/failure.ts';
import type { Call, Done } from '../../../src/service/http/operations/operation.ts';
import { NO_QUIRKS } from '../../../src/service/domain/quirks/quirks.ts';
import { Store } from '../../../src/service/store/store.ts';
import type { User } from '../../../src/service/domain/user.ts';

export const NOW = Date.parse('2026-03-01T09:00:00Z');

/** A store with some users in the workspace `local`. */
export function storeWith(...users: readonly User[]): Store {
  const store = new Store(null);
  for (const user of users) store.users.put('local', user);
  return store;
}

/** A call of an operation without a campaign in its path. */
export function callOf(store: Store, body: object): Call {
  return {
    ...{ store, identifier: '', requestId: 'request-1', now: NOW, ids: idGenerator() },
    workspace: { appKey: 'local', features: new Set(), scopes: new Set() },
    body: JSON.parse(JSON.stringify(body)) as JsonObject,
    quirks: NO_QUIRKS,
    present: (record) => record,
    presentRow: (record) => record,
  };
}

/** What an operation answers, or why it is refused. */
export type Outcome =
  ({ readonly kind: 'done' } & Done) | { readonly kind: 'refused'; readonly failure: Failure };

export function outcomeOf(work: () => Done): Outcome {
  try {
    return { kind: 'done', ...work() };
  } catch (error) {
    if (error instanceof Refusal) return { kind: 'refused', failure: error.failure };
    throw error;
  }
}

/** The refusal in an outcome: status, code, and the message for each path. `null` on success. */
export function refusal(outcome: Outcome): object | null {
  if (outcome.kind === 'done') return null;
  const { status, code, details } = outcome.failure;
  return { status, code, targets: details.map(({ target }) => target) };
}
