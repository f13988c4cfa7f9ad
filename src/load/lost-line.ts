import type { JsonObject, Path } from '../model/json.ts';
import { clip } from '../model/show.ts';
import { keyOfPath } from './path-set.ts';
import { onKey, type Problem } from './problem.ts';
import { campaignRoot, placesOf } from './schema/schema-place.ts';

/**
 * Fields that lost the line above them, such as `segmentation_details:`, belong to the map before or to the one around
 * it. They are one mistake, reported at the first of them; that the lost map is missing is only a consequence. It is an
 * error, because the campaign would go to others than the file says.
 */
export function oncePerLostLine(problems: readonly Problem[], body: JsonObject): Problem[] {
  const places = placesOf(campaignRoot(body.channel));
  const lost = problems.flatMap((problem) => lostBy(problem));
  const homes = new Map<string, Path>();
  const moved = problems.flatMap((problem) => {
    const field = String(problem.path.at(-1));
    const home =
      problem.code === 'W_UNKNOWN_FIELD' && problem.path.length === 2
        ? lost.find((one) => places.names(one).includes(field) && isNear(one, problem.path))
        : undefined;
    if (!home) return [problem];
    const isFirst = !homes.has(keyOfPath(home));
    homes.set(keyOfPath(home), home);
    const name = String(home.at(-1));
    const message = `${clip(field)} belongs to ${name}, which is missing`;
    return isFirst
      ? [onKey(problem.path, 'E_UNKNOWN_KEY', message, `write ${name}: on the line above it`)]
      : [];
  });
  return moved.filter((problem) => !lostBy(problem).some((one) => homes.has(keyOfPath(one))));
}

/** The map whose absence a problem reports. */
function lostBy({ path, missing, code }: Problem): Path[] {
  if (missing !== undefined) return [[...path, missing]];
  return /^._AUDIENCE$/.test(code) && path.length === 1 ? [[...path, 'included_filters']] : [];
}

/** A lost component belongs to another one now; a lost map inside a component left its fields there. */
function isNear(home: Path, path: Path): boolean {
  return home.length === 1 || home[0] === path[0];
}
