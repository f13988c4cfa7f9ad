import { memberOf, valueAt, type JsonValue } from '../../model/json.ts';
import { likelyValue, nearest } from '../../model/nearest.ts';
import { bare, clip } from '../../model/show.ts';
import { keyOfPath } from '../path-set.ts';
import type { Problem } from '../problem.ts';
import { placesOf, WORKSPACES_ROOT } from './schema-place.ts';

// What is said about workspaces.yaml only: its variables, and settings whose values don't explain themselves.

const MEANINGS: Readonly<Record<string, string>> = {
  publish:
    'write allowed to publish each campaign whose file says status: ACTIVE, or never to leave that to people',
  edit_live: 'write allowed, or never for a service that only updates drafts',
  drift:
    'write revert to restore what the file says, or hold to leave changes made in the service alone and report them',
};

/**
 * Variables that lost the line `vars:` above them, so that they are in the map before it: one mistake, reported at the
 * first of them.
 */
export function oncePerLostVars(problems: readonly Problem[], value: JsonValue): Problem[] {
  const done = new Set<string>();
  return problems.flatMap((problem) => {
    const { path, code } = problem;
    const [top, name, setting] = path;
    const workspace = path.slice(0, 2);
    const isInside = code === 'E_UNKNOWN_KEY' && top === 'workspaces' && path.length === 4;
    if (!isInside || valueAt(value, [...workspace, 'vars']) !== undefined) return [problem];
    const unknown = problems.filter(
      (one) => one.code === code && one.path.slice(0, 3).join('.') === path.slice(0, 3).join('.'),
    );
    if (unknown.length < 2) return [problem];
    const place = `${String(name)}.${String(setting)}`;
    if (done.has(place)) return [];
    done.add(place);
    const message = `${clip(String(path.at(-1)))} is not a known field in ${clip(String(setting))}, and vars is missing`;
    const hint = 'if it is a variable, write vars: on the line above it, indented like ';
    return [{ ...problem, message, hint: `${hint}${clip(String(setting))}:` }];
  });
}

/** Without the missing names that unknown ones beside them resemble: each of these is one mistake. */
export function withoutMisspelled(problems: readonly Problem[]): Problem[] {
  const unknown = problems.filter(({ code }) => code === 'E_UNKNOWN_KEY').map(({ path }) => path);
  return problems.filter(
    ({ path, missing }) =>
      missing === undefined ||
      !unknown.some(
        (one) =>
          keyOfPath(one.slice(0, -1)) === keyOfPath(path) &&
          nearest(String(one.at(-1)), [missing]) === missing,
      ),
  );
}

const NAME = /^[a-z0-9-]{1,40}$/;

/** A valid name like the one of a workspace. */
function nameHint(name: string): string {
  const valid = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return NAME.test(valid)
    ? `write ${valid}, with only lowercase letters, digits and hyphens`
    : 'write at most 40 lowercase letters, digits and hyphens';
}

/** The setting isn't known anywhere in the file. */
function isUnknown({ path }: Problem): boolean {
  return !placesOf(WORKSPACES_ROOT)
    .names([])
    .includes(String(path.at(-1)));
}

/** A problem of workspaces.yaml, with a hint that says what the setting does. */
export function inSettings(problem: Problem, value: JsonValue): Problem {
  const { path, code } = problem;
  const name = String(path.at(-1));
  const seen = bare(valueAt(value, path));
  const places = placesOf(WORKSPACES_ROOT);
  if (code === 'E_UNKNOWN_KEY' && path[0] === 'workspaces' && path.length === 2 && !NAME.test(name))
    return { ...problem, message: `"${clip(name)}" can't be the name of a workspace`, hint: nameHint(name) };
  if (code === 'E_UNKNOWN_KEY' && path[0] === 'workspaces' && path.length === 3 && isUnknown(problem)) {
    const known = places.names(path.slice(0, -1));
    const message = `"${clip(name)}" is not a known field in ${clip(String(path[1]))}`;
    const beside = Object.keys(valueAt(value, path.slice(0, -1)) ?? {});
    const isFirst = beside.find((one) => !known.includes(one)) === name && !beside.includes('vars');
    const below = isFirst
      ? 'write vars: on the line above it, and indent it'
      : 'move it below vars:, indented';
    const hint = `if it is a variable, ${below} by 2 more spaces`;
    return nearest(name, known) === undefined ? { ...problem, message, hint } : problem;
  }
  if (code === 'E_VALUE' && likelyValue(seen, places.values(path)) === undefined)
    return { ...problem, hint: memberOf(MEANINGS, name) ?? problem.hint };
  const percent = name === 'share' ? /^(\d{1,3}(?:\.\d{1,3})?) ?%?$/.exec(seen)?.[1] : undefined;
  const share = Number(percent) / 100;
  if (percent === undefined || share > 1 || Number(percent) <= 1) return problem;
  return { ...problem, hint: `write ${share}, which is ${percent}%` };
}
