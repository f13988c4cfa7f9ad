import { isComponentName } from '../model/campaign.ts';
import { isJsonObject, isList, type JsonValue, type Path } from '../model/json.ts';
import type { Workspace } from '../model/workspace.ts';
import type { LoadInputs } from './load-campaigns.ts';
import type { Place } from '../model/findings.ts';
import { placeOfValue } from './locate.ts';
import { headOfFile, resolveFor } from './resolve.ts';

/** The position in the files of the field that the service refused, its `target`; undefined if no file says it. */
export type FieldLocator = (file: string, target: string) => Place | undefined;

/**
 * Finds positions long after the files were loaded, from the texts that were loaded. A file is parsed again only when a
 * position is needed, so that a thousand campaigns don't have to keep their positions because one of them is refused.
 */
export function fieldLocator(inputs: LoadInputs, workspace: Workspace): FieldLocator {
  return (file, target) => {
    const head = headOfFile(
      inputs.files.find((one) => one.file === file),
      inputs,
    );
    if (!head) return undefined;
    const { readReference, configuration } = inputs;
    const { value, origins } = resolveFor(head, workspace, readReference);
    const steps = stepsOf(target);
    const path = longestPath(value, steps);
    if (path.length === 0) {
      const isOurs = isComponentName(steps[0] ?? '');
      return isOurs ? { file, line: 1, column: 1, width: 1 } : undefined;
    }
    return placeOfValue(path, { head, workspace: workspace.name, origins, configuration });
  };
}

/** Accepts `a.b[0].c` and `a.b.0.c`. */
function stepsOf(target: string): string[] {
  return target
    .replace(/\[(\d*)\]/g, '.$1')
    .split('.')
    .filter((step) => step !== '');
}

/** Follows the steps into the value as far as they lead; a name may contain dots. */
function longestPath(value: JsonValue | undefined, steps: readonly string[]): Path {
  if (isList(value)) {
    const [first = '', ...rest] = steps;
    const index = Number(first);
    return /^\d+$/.test(first) && index < value.length ? [index, ...longestPath(value[index], rest)] : [];
  }
  if (!isJsonObject(value)) return [];
  for (let count = 1; count <= steps.length; count++) {
    const name = steps.slice(0, count).join('.');
    if (Object.hasOwn(value, name)) return [name, ...longestPath(value[name], steps.slice(count))];
  }
  return [];
}
