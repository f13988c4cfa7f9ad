import { isJsonObject, isList, memberOf, type JsonValue } from '../../model/json.ts';
import type { Operation } from '../../model/plan.ts';

/** What operations were applied to, told from what they led to: the same two values that were compared. */
export function rewind(
  after: JsonValue | undefined,
  operations: readonly Operation[],
): JsonValue | undefined {
  return operations.toReversed().reduce((value, one) => undone(value, stepsOf(one), one), after);
}

function undone(
  value: JsonValue | undefined,
  [step, ...more]: readonly string[],
  operation: Operation,
): JsonValue | undefined {
  if (step === undefined) return operation.was;
  if (isList(value)) return undoneInList(value, [step, ...more], operation);
  const before = isJsonObject(value) ? value : {};
  const member = undone(memberOf(before, step), more, operation);
  const others = Object.entries(before).filter(([name]) => name !== step);
  return Object.fromEntries(member === undefined ? others : [...others, [step, member]]);
}

function undoneInList(
  list: readonly JsonValue[],
  [step, ...more]: readonly string[],
  operation: Operation,
): JsonValue {
  const at = Number(step);
  if (more.length > 0) return list.with(at, undone(list[at], more, operation) ?? null);
  if (operation.op === 'add') return list.toSpliced(at, 1);
  const was = operation.was ?? null;
  return operation.op === 'remove' ? list.toSpliced(at, 0, was) : list.with(at, was);
}

function stepsOf({ path }: Operation): string[] {
  return path
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}
