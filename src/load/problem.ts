import type { DiagnosticCode } from '../model/diagnostic.ts';
import type { Correction } from '../model/findings.ts';
import type { Path } from '../model/json.ts';
import { keyOfPath } from './path-set.ts';

/** A problem with a value, by its path; lines and columns are found later. */
export interface Problem {
  readonly path: Path;
  /** Whether the member's key or its value is wrong. */
  readonly on: 'key' | 'value';
  readonly code: DiagnosticCode;
  readonly message: string;
  readonly hint: string;
  /**
   * The section of the service's specification with the rule. If omitted, the section that defines the place; if null,
   * there is none.
   */
  readonly section?: string | null;
  /** The value only lacks quotes: the hint shows it in quotes, as written, or in a list with one entry. */
  readonly toQuote?: 'alone' | 'in-list';
  /** The campaign already exists and may keep the value: the live campaign has it, or may have it (open point V24). */
  readonly mayStay?: true;
  /** The live campaign has the value, and the file doesn't change it: a warning even under `--strict`. */
  readonly isKept?: true;
  /** The workspace whose override makes the value wrong, if the value itself is written elsewhere. */
  readonly because?: string;
  /** The message names the workspace. */
  readonly namesWorkspace?: true;
  /** The missing name, if the problem is a missing name. */
  readonly missing?: string;
  /** The correction, if it is certain. */
  readonly fix?: Correction | undefined;
  /** Which part of a text it is: the `nth` occurrence, from 0. If omitted, the whole text. */
  readonly part?: { readonly text: string; readonly nth: number } | undefined;
}

export function onKey(path: Path, code: DiagnosticCode, message: string, hint: string): Problem {
  return { path, on: 'key', code, message, hint };
}

export function onValue(path: Path, code: DiagnosticCode, message: string, hint: string): Problem {
  return { path, on: 'value', code, message, hint };
}

/** A name is missing below `path`. */
export function missingName(path: Path, name: string, where: string): Problem {
  return {
    ...onValue(path, 'E_MISSING', `${name} is missing${where}`, `add ${name}`),
    missing: name,
  };
}

/** Keeps the first of several problems at one place. Missing names and parts of a text are places of their own. */
export function onePerPlace(problems: readonly Problem[]): Problem[] {
  const first = new Map<string, Problem>();
  for (const problem of problems) {
    const place = JSON.stringify([problem.path, problem.missing, problem.part]);
    if (!first.has(place)) first.set(place, problem);
  }
  return [...first.values()];
}

/** Problems with whole values, and the others at other places: what else is said about such a value is a consequence. */
export function wholeFirst(first: readonly Problem[], others: readonly Problem[]): Problem[] {
  const wholes = new Set(first.flatMap(({ path, part }) => (part ? [] : [keyOfPath(path)])));
  return [...first, ...others.filter(({ path }) => !wholes.has(keyOfPath(path)))];
}

/** A missing name is a place of its own. */
export function placeOfProblem({ path, missing }: Pick<Problem, 'path' | 'missing'>): Path {
  return missing === undefined ? path : [...path, missing];
}
