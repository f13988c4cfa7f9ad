import fastJsonPatch from 'fast-json-patch';
import { pathOf } from '../../model/component-leaves.ts';
import { byCodeUnit, valueAt, type JsonObject, type JsonValue } from '../../model/json.ts';

/** One difference of a component: an operation of RFC 6902 with the old value. */
export interface Operation {
  readonly op: 'add' | 'remove' | 'replace';
  /** A JSON Pointer relative to the component. */
  readonly path: string;
  readonly value?: JsonValue;
  readonly was?: JsonValue;
}

/** The operations that turn `before` into `after`, with the old values; a missing value is added or removed whole. */
export function jsonPatch(before: JsonObject | undefined, after: JsonObject | undefined): Operation[] {
  if (before === undefined) return after === undefined ? [] : [{ op: 'add', path: '', value: after }];
  if (after === undefined) return [{ op: 'remove', path: '', was: before }];
  return fastJsonPatch
    .compare(before, after)
    .flatMap((step): Operation[] => {
      const was = valueAt(before, pathOf(step.path, before));
      if (step.op === 'remove') return [{ op: 'remove', path: step.path, ...(was !== undefined && { was }) }];
      if (step.op !== 'add' && step.op !== 'replace') return [];
      const value = step.value as JsonValue;
      return step.op === 'add'
        ? [{ op: 'add', path: step.path, value }]
        : [{ op: 'replace', path: step.path, value, ...(was !== undefined && { was }) }];
    })
    .sort(inPatchOrder);
}

/** By place, list entries by number. Removals from a list are in reverse order, so that they can be applied one by one. */
function inPatchOrder(left: Operation, right: Operation): number {
  const [one, other] = [left, right].map(({ path }) => path.split('/'));
  if (!one || !other) return 0;
  const at = one.findIndex((step, index) => step !== other[index]);
  const [a = '', b = ''] = at === -1 ? [] : [one[at], other[at]];
  const siblings = one.length === at + 1 && other.length === at + 1;
  const backwards = siblings && left.op === 'remove' && right.op === 'remove' && /^\d+$/.test(a);
  return backwards ? byStep(b, a) : byStep(a, b);
}

function byStep(left: string, right: string): number {
  const isIndex = /^\d+$/.test(left) && /^\d+$/.test(right);
  return isIndex ? Number(left) - Number(right) : byCodeUnit(left, right);
}
