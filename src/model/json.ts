/** A JSON value, as in files, requests and on the state branch. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;
export interface JsonObject {
  readonly [name: string]: JsonValue;
}

/** A position inside a JSON value: object keys and list indexes from the root. */
export type Path = readonly (string | number)[];

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The member with exactly this name. Inherited properties such as `constructor` don't count. */
export function memberOf<Value>(object: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return isObject(value);
}

/** Like `Array.isArray`, which does not narrow readonly arrays. */
export function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/** A unique text for each value: object keys sorted by code unit, no whitespace. Equal values give equal text. */
export function stableText(value: JsonValue | undefined): string {
  if (value === undefined) return 'undefined';
  if (isList(value)) return `[${value.map(stableText).join(',')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const members = Object.keys(value)
    .sort(byCodeUnit)
    .map((name) => `${JSON.stringify(name)}:${stableText(value[name])}`);
  return `{${members.join(',')}}`;
}

export function sameJson(left: JsonValue | undefined, right: JsonValue | undefined): boolean {
  if (left === right) return true;
  if (isList(left))
    return isList(right) && left.length === right.length && left.every((one, at) => sameJson(one, right[at]));
  if (!isJsonObject(left) || !isJsonObject(right)) return false;
  const names = Object.keys(left);
  return (
    names.length === Object.keys(right).length &&
    names.every((name) => Object.hasOwn(right, name) && sameJson(left[name], right[name]))
  );
}

/** The order of everything that we print, store or hash: by code unit, the same on every machine. */
export function byCodeUnit(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

export function valueAt(value: JsonValue | undefined, path: Path): JsonValue | undefined {
  let here = value;
  for (const step of path) {
    if (isList(here)) here = typeof step === 'number' ? here[step] : undefined;
    else if (isJsonObject(here) && Object.hasOwn(here, step)) here = here[step];
    else return undefined;
  }
  return here;
}

export function keyOfPath(path: Path): string {
  return JSON.stringify(path);
}

/** The keys of a path and of all its prefixes, the longest first. */
export function keysUpwards(path: Path): string[] {
  return Array.from({ length: path.length + 1 }, (_, index) => keyOfPath(path.slice(0, path.length - index)));
}

/** JSON as it is printed and stored: indented by two spaces, with a line break at the end. */
export function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
