import { isJsonObject, isList, type JsonObject, type JsonValue, type Path } from '../../model/json.ts';

/** A text, and its position. */
export interface PlacedText {
  readonly path: Path;
  readonly text: string;
}

/** The texts of the bodies that rules look at: each of them asks. */
const textsOfBody = new WeakMap<JsonObject, readonly PlacedText[]>();

/** All texts of a body, with their paths. */
export function textsInBody(body: JsonObject): readonly PlacedText[] {
  const known = textsOfBody.get(body) ?? textsIn(body, []);
  textsOfBody.set(body, known);
  return known;
}

/** All texts of the value at a path, with their paths. */
function textsIn(value: JsonValue, path: Path): readonly PlacedText[] {
  const found: PlacedText[] = [];
  const walk = (here: JsonValue, at: Path) => {
    if (typeof here === 'string') found.push({ path: at, text: here });
    else if (isList(here)) for (const [index, item] of here.entries()) walk(item, [...at, index]);
    else if (isJsonObject(here))
      for (const name of Object.keys(here)) walk(here[name] ?? null, [...at, name]);
  };
  walk(value, path);
  return found;
}

/** How many findings of one kind are reported for one text; the others are reported once these are fixed. */
export const FINDINGS_AT_MOST = 20;
