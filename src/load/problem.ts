import type { Position } from '../model/campaign.ts';
import type { DiagnosticCode } from '../model/diagnostic.ts';
import type { Correction } from '../model/findings.ts';
import type { JsonValue, Path } from '../model/json.ts';
import { sameButForCase } from '../model/nearest.ts';
import { nameList } from '../model/show.ts';
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
  /** The known name that an unknown one resembles. */
  readonly resembles?: string | undefined;
  /** The names that are missing only because of an unknown one, if the hint says how to write them. */
  readonly standsFor?: readonly string[] | undefined;
  /** A text is required, and there is nothing. */
  readonly isEmptyText?: true;
  /** A text for people is required, and there is a list: `[Last chance]` without quotes. */
  readonly isListAsText?: true;
  /** What is said instead if the text is empty because it is written as `>`. */
  readonly ifFolded?: Pick<Problem, 'message' | 'hint'> | undefined;
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
  /** What the missing name may be. */
  readonly offer?: Offer;
  /** The rest of the message, after `… is missing`. */
  readonly where?: string;
  /** The correction, if it is certain. */
  readonly fix?: Correction | undefined;
  /** The position, if it is known: in a referenced text. */
  readonly at?: Position & { readonly file: string; readonly width: number };
  /** A text lacks something that may also be in a text that it inserts. */
  readonly isOfWhole?: true;
  /** Which part of a text it is: the `nth` occurrence, from 0. If omitted, the whole text. */
  readonly part?: { readonly text: string; readonly nth: number } | undefined;
}

export function onKey(path: Path, code: DiagnosticCode, message: string, hint: string): Problem {
  return { path, on: 'key', code, message, hint };
}

export function onValue(path: Path, code: DiagnosticCode, message: string, hint: string): Problem {
  return { path, on: 'value', code, message, hint };
}

/** What can be written at a place. */
export interface Offer {
  /** All possible values; empty if they aren't listed. */
  readonly values: readonly string[];
  /** A value as it is written in a file, where the values aren't listed. */
  readonly example?: string | undefined;
  /** The name and an example of what belongs below it, as a line of a file. */
  readonly line?: string | undefined;
}

/** A name is missing below `path`. */
export function missingName(path: Path, name: string, where: string, offer: Offer = { values: [] }): Problem {
  const problem = onValue(path, 'E_MISSING', `${name} is missing${where}`, `add ${withValues(name, offer)}`);
  return { ...problem, missing: name, where, offer };
}

/**
 * `trigger_relation (BEFORE, AFTER)`, `start_time (for example 2031-05-04T09:00:00)`, or `a line such as
 * scheduling_details: { … }`.
 */
export function withValues(name: string, { values, example, line }: Offer = { values: [] }): string {
  if (line !== undefined) return `a line such as ${line}`;
  if (values.length > 0) return `${name} (${nameList(values)})`;
  return example === undefined ? name : `${name} (for example ${example})`;
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

/**
 * Without unknown fields of a map that should be something else, or of an entry beside such a map: they are only
 * consequences of that.
 */
export function withoutFieldsOfOtherKinds(problems: readonly Problem[]): Problem[] {
  const places = problems.flatMap(({ code, on, path }) =>
    code === 'E_TYPE' && on === 'value' ? [path] : [],
  );
  const lists = places.flatMap((path) => (typeof path.at(-1) === 'number' ? [path.slice(0, -1)] : []));
  const wrong = new Set([...places, ...lists].map(keyOfPath));
  return problems.filter(
    ({ code, path }) =>
      code !== 'W_UNKNOWN_FIELD' ||
      (!wrong.has(keyOfPath(path.slice(0, -1))) && !wrong.has(keyOfPath(path.slice(0, -2)))),
  );
}

/** The correction of a value that differs from exactly one valid spelling only in case or in surrounding whitespace. */
export function correctionTo(
  seen: JsonValue | undefined,
  allowed: readonly JsonValue[],
): Correction | undefined {
  if (typeof seen !== 'string') return undefined;
  const texts = allowed.filter((one) => typeof one === 'string');
  const put = sameButForCase(seen, texts);
  return put === undefined ? undefined : { was: seen, put };
}
