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

/** By place; removals from a list run backwards, so that the operations can still be applied one by one. */
function inPatchOrder(left: Operation, right: Operation): number {
  return byCodeUnit(parent(left.path), parent(right.path)) || rank(left, right);
}

function rank(left: Operation, right: Operation): number {
  const [a, b] = [last(left.path), last(right.path)];
  if (!/^\d+$/.test(a) || !/^\d+$/.test(b)) return byCodeUnit(a, b);
  const backwards = left.op === 'remove' && right.op === 'remove';
  return backwards ? Number(b) - Number(a) : Number(a) - Number(b);
}

function parent(path: string): string {
  return path.slice(0, path.lastIndexOf('/'));
}

function last(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
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
