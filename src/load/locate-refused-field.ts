import { isComponentName } from '../model/campaign.ts';
import { isList, valueAt, type JsonValue, type Path } from '../model/json.ts';
import type { Workspace } from '../model/workspace.ts';
import type { LoadInputs } from './load-campaigns.ts';
import type { Mark } from './yaml/source.ts';
import type { Place } from '../model/findings.ts';
import { placeOfValue } from './locate.ts';
import { makingOf } from './facts.ts';

/**
 * Finds the position of the field that the service refused, its `target`, or of a part of its text; undefined if no file
 * says it. A file is parsed again only when a position is needed, so that a thousand campaigns don't have to keep their
 * positions because one of them is refused.
 */
export function fieldLocator(
  inputs: LoadInputs,
  workspace: Workspace,
): (file: string, target: string, part?: Mark['part']) => Place | undefined {
  return (file, target, part) => {
    const given = inputs.files.find((one) => one.file === file);
    const made = given && makingOf(given, workspace, inputs);
    const path = longestPath(made?.body ?? {}, target);
    const isOurs = path.length > 0 || isComponentName(target.split('.')[0] ?? '');
    return made && isOurs ? placeOfValue(path, made.making, { part }) : undefined;
  };
}

/** Follows `a.b[0].c` or `a.b.0.c` into a value as far as it leads. */
function longestPath(whole: JsonValue, target: string): Path {
  const path: (string | number)[] = [];
  for (const name of target.split(/[.[\]]+/)) {
    const step = isList(valueAt(whole, path)) && /^\d+$/.test(name) ? Number(name) : name;
    if (valueAt(whole, [...path, step]) === undefined) break;
    path.push(step);
  }
  return path;
}
