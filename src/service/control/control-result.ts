import { invalid, type Failure } from '../exchange/envelope.ts';
import type { JsonObject } from '../json.ts';
import type { Service } from '../service.ts';

/** What a control request comes to: a value to answer, or a failure. */
export type Result =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'refused'; readonly failure: Failure };

export function value(found: unknown): Result {
  return { kind: 'value', value: found };
}

export function refused(failure: Failure): Result {
  return { kind: 'refused', failure };
}

/** The workspace that `app_key` names, the first one when it is left out; `null` when there is no such workspace. */
export function workspaceOf(service: Service, { app_key: named }: JsonObject): string | null {
  const names = service.options.workspaces.map(({ appKey }) => appKey);
  return names.find((name) => name === (named ?? names[0])) ?? null;
}

export function unknownWorkspace(): Result {
  return refused(invalid('app_key', 'there is no such workspace'));
}
