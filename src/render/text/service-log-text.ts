import { isObject } from '../../model/json.ts';
import { visibleLine } from '../text-layout.ts';

/**
 * A line of the local service's log for a person: `09:00:00 PATCH /v5/campaigns/64a1… 200 updated … 3 ms`.
 * A line that isn't a request is shown unchanged.
 */
export function serviceLogLine(line: string): string {
  const entry = parsed(line);
  if (!isObject(entry)) return line;
  const { at, method, path, status, code, effect, ms, workspace, message, error } = entry;
  const time = typeof at === 'string' ? at.slice(11, 19) : '';
  const words =
    error === undefined
      ? [method, path, status, code, effect === 'none' ? undefined : effect, took(ms), workspace]
      : [message, error];
  return [time, ...words].flatMap(shown).join('  ');
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function took(ms: unknown): string | undefined {
  return typeof ms === 'number' ? `${ms} ms` : undefined;
}

function shown(value: unknown): string[] {
  if (typeof value === 'number') return [String(value)];
  return typeof value === 'string' && value !== '' ? [visibleLine(value)] : [];
}
