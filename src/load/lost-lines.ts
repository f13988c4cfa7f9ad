import { COMPONENTS } from '../model/campaign.ts';
import { isJsonObject, valueAt, type JsonObject, type Path } from '../model/json.ts';
import { clip } from '../model/show.ts';
import { hasEffect } from './home-of-field.ts';
import { keyOfPath } from './path-set.ts';
import { onKey, type Problem } from './problem.ts';
import type { Head } from './read-head.ts';
import type { RuleInputs } from './rules/rule.ts';
import { campaignRoot, placesOf, type Places } from './schema/schema-place.ts';

// Fields that lost the line above them, such as `segmentation_details:`, belong to the map before or to the one around
// it. They are one mistake, reported at the first of them.

/** A field, and the map that it belongs to, which isn't there. */
interface Lost {
  readonly field: string;
  /** Where the field is now. */
  readonly place: Path;
  readonly home: Path;
}

/** Without these, a campaign is sent to others than the file says, or at another time. */
const REACHING: readonly string[] = [
  'trigger_condition',
  'segmentation_details',
  'scheduling_details',
  'delivery_controls',
  'control_group_details',
  'campaign_audience_limit',
  'overrides',
];

/** Problems with the fields of a lost map as one. That the map is missing is only a consequence. */
export function oncePerLostLine(
  problems: readonly Problem[],
  inputs: Pick<RuleInputs, 'body' | 'keepsLive'> & { readonly head: Head },
): Problem[] {
  const missing = problems.flatMap((problem) => lostBy(problem));
  const lost = new Map(
    problems.flatMap((problem): [Problem, Lost][] => {
      const found = homeOf(problem, missing, inputs);
      return found ? [[problem, found]] : [];
    }),
  );
  const homes = new Set<string>();
  const moved = problems.flatMap((problem) => {
    const found = lost.get(problem);
    if (!found) return [inItsHome(problem, inputs)];
    const key = keyOfPath(found.home);
    const isFirst = !homes.has(key);
    homes.add(key);
    return isFirst ? [asProblem(found, { missing, lost: [...lost.values()], head: inputs.head })] : [];
  });
  return moved.filter((problem) => {
    const isInside = problem.missing !== undefined && homes.has(keyOfPath(problem.path.slice(0, 1)));
    return !isInside && !lostBy(problem).some((one) => homes.has(keyOfPath(one)));
  });
}

function asProblem(
  { field, place, home }: Lost,
  {
    missing,
    lost,
    head,
  }: { readonly missing: readonly Path[]; readonly lost: readonly Lost[]; readonly head: Head },
): Problem {
  const name = String(home.at(-1));
  const parent = valueAt(head.body, place.slice(0, 1));
  const beside = isJsonObject(parent) ? Object.keys(parent) : [];
  const below = beside.slice(beside.indexOf(field));
  const isLast = below.every((one) => lost.some((other) => other.field === one && other.home === home));
  const isMissing = missing.includes(home);
  const isError = isMissing || REACHING.includes(name);
  const hint =
    isMissing || isLast
      ? `write ${name}: on the line above it`
      : `write ${name}: at the left margin, and move it there`;
  const message = `${clip(field)} belongs to ${name}, which is missing`;
  return onKey(place, isError ? 'E_UNKNOWN_KEY' : 'W_UNKNOWN_FIELD', message, hint);
}

/** A field of another component, which is there: it has no effect where it is. */
function inItsHome(
  problem: Problem,
  { body, head, keepsLive }: Parameters<typeof oncePerLostLine>[1],
): Problem {
  const { path, code, resembles } = problem;
  const field = String(path.at(-1));
  if (code !== 'W_UNKNOWN_FIELD' || path.length !== 2 || resembles !== undefined) return problem;
  if (field === 'filters' || keepsLive({ place: path, body })) return problem;
  const places = placesOf(campaignRoot(body.channel));
  const homes = HOMES.filter(([name]) => isJsonObject(head.body[name] ?? null) && hasEffect(name, head.body));
  const [home, ...others] = homes.filter((one) => places.names(one).includes(field));
  if (!home || others.length > 0) return problem;
  const isTaken = valueAt(head.body, [...home, field]) !== undefined;
  const message = `${clip(field)} is in ${clip(String(path[0]))}, but it belongs to ${home[0]}`;
  const hint = isTaken ? `${home[0]} already has it: remove one of the two` : `move it to ${home[0]}`;
  return onKey(path, REACHING.includes(home[0]) ? 'E_UNKNOWN_KEY' : code, message, hint);
}

function homeOf(
  { code, path, standsFor }: Problem,
  missing: readonly Path[],
  { body, head, keepsLive }: Parameters<typeof oncePerLostLine>[1],
): Lost | undefined {
  const field = String(path.at(-1));
  const isUnknown = code === 'W_UNKNOWN_FIELD' || (code === 'E_UNKNOWN_KEY' && path[0] === 'utm_params');
  if (!isUnknown || standsFor || path.length !== 2 || isGroup(path, body)) return undefined;
  const places = placesOf(campaignRoot(body.channel));
  const home =
    missing.find((one) => places.names(one).includes(field) && isNear(one, path)) ??
    (keepsLive({ place: path, body }) ? undefined : absentHome(path, head, places));
  return home && { field, place: path, home };
}

/** A whole group of filters only has the wrong name. */
function isGroup(path: Path, body: JsonObject): boolean {
  return path.at(-1) === 'filters' && isJsonObject(valueAt(body, path) ?? null);
}

/** The only thing at the top level that isn't in the file and that can hold a field which the file has at a path. */
function absentHome([component = '', field]: Path, head: Head, places: Places): Path | undefined {
  const parent = head.body[String(component)];
  const beside = isJsonObject(parent) ? Object.keys(parent) : [];
  const at = beside.indexOf(String(field));
  if (at === -1) return undefined;
  const isWorkspace = head.layout.names(['overrides']).includes(String(field));
  if (isWorkspace && Object.keys(head.overrides).length === 0) return OVERRIDES;
  const [own = '', next] = beside.slice(at);
  const homes = HOMES.filter(([name]) => head.body[name] === undefined && hasEffect(name, head.body));
  const holds = ([home]: readonly [string], name: string) =>
    home === 'utm_params' ? name.startsWith('utm_') : places.names([home]).includes(name);
  const fitting = homes.filter((home) => holds(home, own));
  // Both the trigger and the audience have filters, so that the next field may decide.
  const both = fitting.filter((home) => next !== undefined && holds(home, next));
  return fitting.length === 1 ? fitting[0] : both.length === 1 ? both[0] : undefined;
}

const HOMES = COMPONENTS.map((name): readonly [string] => [name]);
const OVERRIDES: Path = ['overrides'];

/** The map whose absence a problem reports. */
function lostBy({ path, missing, code }: Problem): Path[] {
  if (missing !== undefined) return [[...path, missing]];
  return /^._AUDIENCE$/.test(code) && path.length === 1 ? [[...path, 'included_filters']] : [];
}

/** A lost component belongs to another one now; a lost map inside a component left its fields there. */
function isNear(home: Path, path: Path): boolean {
  return home.length === 1 || home[0] === path[0];
}
