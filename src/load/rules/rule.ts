import type { DesiredStatus } from '../../model/campaign.ts';
import { isJsonObject, isList, type JsonObject, type JsonValue, type Path } from '../../model/json.ts';
import type { PlacedValue } from '../../model/kept-value.ts';

/** What the passes over problems know of a body and its campaign. */
export interface RuleInputs {
  readonly body: JsonObject;
  /** The status that the file requests. */
  readonly status: DesiredStatus | undefined;
  /** Whether an apply can publish in this workspace. */
  readonly publishes: boolean;
  /** Whether the campaign is bound: it exists in the service. */
  readonly isBound: boolean;
  /** The delivery type of the campaign if it is bound. */
  readonly boundType: string | undefined;
  /** Whether the campaign is known to be published. */
  readonly isPublished: boolean;
  /** Whether the campaign is known to have ended: sent, stopped or archived. */
  readonly hasEnded: boolean;
  /** Whether the live campaign is known to have the value that the file has at a place. */
  readonly keepsLive: (value: PlacedValue) => boolean;
  /** Epoch milliseconds; undefined if times in the past are not checked. */
  readonly now: number | undefined;
  /** Whether a plan follows, which uses the live status and blocks what can't be published. */
  readonly isPlanned: boolean;
}

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
