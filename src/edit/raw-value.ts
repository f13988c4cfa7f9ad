import { isReference } from '../load/merge-patch.ts';
import { counterparts } from './edit-tokens.ts';
import {
  memberIn,
  isJsonObject,
  isList,
  sameJson,
  type JsonObject,
  type JsonValue,
  type Path,
} from '../model/json.ts';

/** A value that can't be written where it came from. */
export type Unwritable =
  /** The value is a variable in workspaces.yaml, which other campaigns may use. */
  | { readonly kind: 'variable'; readonly path: Path; readonly name: string }
  /** It is made of a reference in a way that can't be taken apart again. */
  | { readonly kind: 'reference'; readonly path: Path; readonly raw: JsonObject }
  /** It has a character that can't be written in YAML. */
  | { readonly kind: 'characters'; readonly path: Path };

/** Decides what replaces a `$file` in the campaign file if its text should change: a reference, or the text itself. */
export type PlaceText = (reference: string, text: string, path: Path) => JsonObject | string;

/**
 * A value as a file writes it, with its references, after the referenced values change. Unchanged parts keep their
 * references.
 */
export function rawValue(
  raw: JsonValue | undefined,
  { before, next }: { readonly before: JsonValue | undefined; readonly next: JsonValue | undefined },
  { placeText, unwritable, path }: RawContext,
): JsonValue | undefined {
  if (sameJson(before, next) || next === undefined) return next === undefined ? undefined : raw;
  const below = (step: string | number) => ({ placeText, unwritable, path: [...path, step] });
  if (isJsonObject(raw) && isReference(raw)) return rawReference(raw, next, below);
  if (isJsonObject(raw) && isJsonObject(before) && isJsonObject(next))
    return Object.fromEntries(
      Object.entries(next).map(([name, member]): [string, JsonValue] => [
        name,
        rawValue(memberIn(raw, name), { before: memberIn(before, name), next: member }, below(name)) ??
          member,
      ]),
    );
  if (isList(raw) && isList(before) && isList(next) && raw.length === before.length)
    return rawList({ raw, before, next }, { below, unwritable });
  return next;
}

interface RawList {
  readonly raw: readonly JsonValue[];
  readonly before: readonly JsonValue[];
  readonly next: readonly JsonValue[];
}

/**
 * Entry by entry. An entry that moved keeps its references. If an entry with a reference has no counterpart and others
 * are new, it is unknown whether one of them is that entry with another value, so that isn't decided here.
 */
function rawList(
  { raw, before, next }: RawList,
  { below, unwritable }: Pick<RawContext, 'unwritable'> & { readonly below: (step: number) => RawContext },
): JsonValue[] {
  const from = counterparts(before, next);
  const left = [...raw.keys()].filter((at) => !from.includes(at));
  const written = next.map((item, at): JsonValue => {
    const was = from[at];
    return was === undefined
      ? item
      : (rawValue(raw[was], { before: before[was], next: item }, below(at)) ?? item);
  });
  for (const at of from.includes(undefined) ? left : []) {
    const [found] = referencesIn(raw[at] ?? null, below(at).path);
    if (found) unwritable(found);
  }
  return written;
}

function referencesIn(value: JsonValue, path: Path): Unwritable[] {
  if (isList(value)) return value.flatMap((item, at) => referencesIn(item, [...path, at]));
  if (!isJsonObject(value)) return [];
  if (isReference(value)) {
    return [unwritableReference(value, path)];
  }
  return Object.entries(value).flatMap(([name, member]) => referencesIn(member, [...path, name]));
}

export interface RawContext {
  readonly placeText: PlaceText;
  /** Decides whether the reference stays, or its value is written in its place. */
  readonly unwritable: (found: Unwritable) => 'goes' | 'stays';
  readonly path: Path;
}

function rawReference(raw: JsonObject, next: JsonValue, below: (step: string) => RawContext): JsonValue {
  const { placeText, unwritable, path } = below('');
  const place = path.slice(0, -1);
  const file = memberIn(raw, '$file');
  const isPlain = Object.keys(raw).every((name) => ['$file', 'eol'].includes(name));
  if (isPlain && typeof file === 'string' && typeof next === 'string') return placeText(file, next, place);
  return unwritable(unwritableReference(raw, place)) === 'stays' ? raw : next;
}

function unwritableReference(raw: JsonObject, path: Path): Unwritable {
  const name = memberIn(raw, '$var');
  return typeof name === 'string' ? { kind: 'variable', path, name } : { kind: 'reference', path, raw };
}
