import { isJsonObject, isList, memberOf, type JsonValue, type Path } from '../model/json.ts';

// Several fields have two equivalent spellings, one of which is preferred (open points V13 and V25).

/** Specification, advanced: the second spelling of each interruption level. */
const LEVELS: Readonly<Record<string, string>> = {
  Passive: 'PASSIVE',
  Active: 'ACTIVE',
  'Time sensitive': 'TIME_SENSITIVE',
  Critical: 'CRITICAL',
};

/** Specification, variation_details: what decides which variation is better. */
const METRICS = ['OPEN_RATE', 'CLICK_RATE', 'BOTH'];

/**
 * The preferred spelling of a text at a place in a campaign; undefined if it has that spelling already, or there is
 * none. Open point V4 for `interruption_level`.
 */
export function preferredSpelling(path: Path, text: string): string | number | undefined {
  const [component] = path;
  const field = path.at(-1);
  if (component === 'advanced' && field === 'interruption_level') {
    return memberOf(LEVELS, text);
  }
  if (component !== 'campaign_content') return undefined;
  if (field === 'slider_transition') {
    const upper = text.toUpperCase();
    return upper !== text && ['MANUAL', 'AUTOMATIC'].includes(upper) ? upper : undefined;
  }
  if (field === 'sherpa_distribution_metric') {
    // Some services show it as `OPEN RATE`, which no request accepts (open point W32).
    const metric = text.toUpperCase().replaceAll(' ', '_');
    return metric !== text && METRICS.includes(metric) ? metric : undefined;
  }
  const isCount = field === 'sherpa_campaign_duration' && /^(?:0|[1-9]\d{0,8})$/.test(text);
  return isCount ? Number(text) : undefined;
}

/** A value of a campaign at `path`, with everything inside it in the preferred spelling. */
export function inPreferredWords(value: JsonValue, path: Path): JsonValue {
  if (isList(value)) return value.map((item, index) => inPreferredWords(item, [...path, index]));
  if (typeof value === 'string') return preferredSpelling(inCampaign(path), value) ?? value;
  if (!isJsonObject(value)) return value;
  return Object.fromEntries<JsonValue>(
    Object.entries(value).map(([name, member]) => [name, inPreferredWords(member, [...path, name])]),
  );
}

/** The path in the campaign that corresponds to a path in the file. */
function inCampaign(path: Path): Path {
  return path[0] === 'overrides' ? path.slice(2) : path;
}
