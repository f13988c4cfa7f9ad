import { canonical } from './canonical.ts';
import { CONTENT_KEYS } from './channel.ts';
import {
  componentNames,
  isComponentName,
  type CampaignStatus,
  type Components,
  ENDED_STATUSES,
} from './campaign.ts';
import {
  isJsonObject,
  isList,
  sameJson,
  valueAt,
  type JsonObject,
  type JsonValue,
  type Path,
} from './json.ts';
import type { Binding } from './state.ts';

/** What is known of a campaign that exists in the service, besides its file. */
export interface RecordedCampaign {
  readonly published: boolean;
  /** It was sent, stopped or archived. */
  readonly ended: boolean;
  readonly status: CampaignStatus | undefined;
  /** Whether the live campaign has what the body of a file has at a place, or also lacks what that lacks there. */
  readonly keeps: (place: Path, body: JsonObject) => boolean;
}

/** What the record knows of a bound campaign. One that was never compared with its file may have any value. */
export function recordedCampaign(binding: Binding | undefined): RecordedCampaign | undefined {
  if (!binding) return undefined;
  const { applied, observed, status } = binding;
  const isCompared = componentNames(applied).length > 0;
  return {
    // Then its start may be in the past, and it had everything that publishing requires.
    published: status.observed !== 'DRAFT' || status.seen !== 'DRAFT',
    ended: ENDED_STATUSES.includes(status.seen),
    status: status.seen,
    keeps: (...value) => !isCompared || [applied, observed].some((one) => keepsValue(one, ...value)),
  };
}

/**
 * Whether a file has the same value at a place as live, or none like live. An entry of a list may have another position
 * there. A value that is missing in a map of the file is kept only if live has the map, too.
 */
export function keepsValue(components: Components, [name, ...path]: Path, body: JsonObject): boolean {
  if (typeof name !== 'string' || !isComponentName(name)) return true;
  const [live, own] = [components[name], body[name]].map((one) =>
    isJsonObject(one) ? canonical(name, one) : undefined,
  );
  const inside = inCanonicalForm(path);
  const found = valuesAt(live, inside);
  if (found.length === 0) return valueAt(own, inside.slice(0, -1)) === undefined;
  // The canonical form of a list may have another order.
  const said = typeof path.at(-1) === 'number' ? valueAt(body, [name, ...path]) : undefined;
  const wanted = (isList(said) || isJsonObject(said) ? undefined : said) ?? valueAt(own, inside) ?? null;
  return found.some((one) => sameJson(one ?? null, wanted));
}

/** The values at a place, at every position of the lists on the way; none if the map around it is missing. */
function valuesAt(value: JsonValue | undefined, [step, ...rest]: Path): (JsonValue | undefined)[] {
  if (step === undefined) return [value];
  if (isList(value)) return typeof step === 'number' ? value.flatMap((one) => valuesAt(one, rest)) : [];
  return isJsonObject(value) ? valuesAt(valueAt(value, [String(step)]), rest) : [];
}

/** The place in the canonical form of a place inside a component: flat content is the only variation there. */
function inCanonicalForm(inside: Path): Path {
  const [content, key] = inside;
  const isFlat = content === 'content' && CONTENT_KEYS.some((one) => one === key);
  return isFlat ? [content, 'default', 'variation_1', ...inside.slice(1)] : inside;
}
