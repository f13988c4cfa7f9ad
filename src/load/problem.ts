import type { Position } from '../model/campaign.ts';
import type { Correction, DiagnosticCode } from '../model/diagnostic.ts';
import type { JsonValue, Path } from '../model/json.ts';
import { sameButForCase } from '../model/nearest.ts';
import { listed } from '../model/show.ts';

/** What is wrong with a value, by its place in the value; lines and columns are found later. */
export interface Problem {
  readonly path: Path;
  /** Whether it is the member's key, or its value, that is wrong. */
  readonly on: 'key' | 'value';
  readonly code: DiagnosticCode;
  readonly message: string;
  readonly hint: string;
  /** The section of the service's specification that says so; left out: where the place is defined; null: none does. */
  readonly section?: string | null;
  /** The value only lacks its quotes: the hint shows it in them, as it is written. */
  readonly toQuote?: true;
  /** The campaign is there already, and may keep it: live has it, or may have it (open point V24). */
  readonly stays?: true;
  /** The workspace whose override makes it wrong, where the value itself stands elsewhere. */
  readonly because?: string;
  /** The name whose absence it is. */
  readonly missing?: string;
  /** All values that the missing name can have, where they are listed. */
  readonly values?: readonly string[];
  /** How the message goes on after `… is missing`. */
  readonly where?: string;
  /** How it is certainly meant. */
  readonly fix?: Correction | undefined;
  /** Where it is, if that is known: in a text that is referred to. */
  readonly at?: Position & { readonly file: string; readonly width: number };
  /** Which part of a text it is: the `nth` one, from 0. Left out: all of it. */
  readonly part?: { readonly text: string; readonly nth: number } | undefined;
}

export function onKey(path: Path, code: DiagnosticCode, message: string, hint: string): Problem {
  return { path, on: 'key', code, message, hint };
}

export function onValue(path: Path, code: DiagnosticCode, message: string, hint: string): Problem {
  return { path, on: 'value', code, message, hint };
}

/** That a name is missing below `path`; `values` are all that it can have, where they are listed. */
export function isMissing(path: Path, name: string, where: string, values: readonly string[] = []): Problem {
  const problem = onValue(path, 'E_MISSING', `${name} is missing${where}`, `add ${withValues(name, values)}`);
  return { ...problem, missing: name, where, ...(values.length > 0 && { values }) };
}

/** `trigger_relation (BEFORE, AFTER)`. */
export function withValues(name: string, values: readonly string[] = []): string {
  return values.length === 0 ? name : `${name} (${listed(values)})`;
}

/** Of several problems at one place the first; missing names and parts of a text are places of their own. */
export function onePerPlace(problems: readonly Problem[]): Problem[] {
  const first = new Map<string, Problem>();
  for (const problem of problems) {
    const place = JSON.stringify([problem.path, problem.missing, problem.part]);
    if (!first.has(place)) first.set(place, problem);
  }
  return [...first.values()];
}

/** The correction of what differs from one right spelling in case, or in blanks around it, only. */
export function correctionTo(
  seen: JsonValue | undefined,
  allowed: readonly JsonValue[],
): Correction | undefined {
  if (typeof seen !== 'string') return undefined;
  const texts = allowed.filter((one) => typeof one === 'string');
  const put = sameButForCase(seen, texts);
  return put === undefined ? undefined : { was: seen, put };
}
