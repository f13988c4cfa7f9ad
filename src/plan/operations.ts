import jsonPatch from 'fast-json-patch';
import { canonical } from '../model/canonical.ts';
import type { ComponentName } from '../model/campaign.ts';
import { byCodeUnit, valueAt, type JsonObject, type JsonValue } from '../model/json.ts';
import type { Operation } from '../model/plan.ts';

/** What turns the live component into the desired one, in canonical form, as RFC 6902 with the old values. */
export function operations(
  name: ComponentName,
  live: JsonObject | undefined,
  desired: JsonObject | undefined,
): Operation[] {
  if (desired === undefined) return [];
  const after = canonical(name, desired);
  if (live === undefined) return [{ op: 'add', path: '', value: after }];
  const before = canonical(name, live);
  return jsonPatch
    .compare(before, after)
    .flatMap((step): Operation[] => {
      const was = valueAt(before, parsePointer(step.path, before));
      if (step.op === 'remove') return [{ op: 'remove', path: step.path, ...(was !== undefined && { was }) }];
      if (step.op !== 'add' && step.op !== 'replace') return [];
      const value = step.value as JsonValue;
      return step.op === 'add'
        ? [{ op: 'add', path: step.path, value }]
        : [{ op: 'replace', path: step.path, value, ...(was !== undefined && { was }) }];
    })
    .sort(inPatchOrder);
}

/** By place, list entries by their number; removals from a list run backwards, so that one can be applied after another. */
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

/** The steps of a JSON Pointer; an all-digit step is an index only where `root` has a list there. */
function parsePointer(text: string, root: JsonValue): (string | number)[] {
  const steps: (string | number)[] = [];
  for (const raw of text.split('/').slice(1)) {
    const step = raw.replaceAll('~1', '/').replaceAll('~0', '~');
    steps.push(Array.isArray(valueAt(root, steps)) ? Number(step) : step);
  }
  return steps;
}
