import { isJsonObject, isList, memberOf, type JsonValue, type Path } from '../model/json.ts';

// Several fields have two equivalent spellings, one of which is preferred (open points V13 and V25).

type Spelling = (text: string) => string | number | undefined;

function oneOf(...words: readonly string[]): Spelling {
  return (text) => words.find((word) => word === text.toUpperCase().replaceAll(' ', '_'));
}

const SPELLINGS: Readonly<Record<string, Spelling>> = {
  // Specification, advanced; open point V4.
  'advanced interruption_level': oneOf('PASSIVE', 'ACTIVE', 'TIME_SENSITIVE', 'CRITICAL'),
  'campaign_content slider_transition': oneOf('MANUAL', 'AUTOMATIC'),
  // Specification, variation_details. Some services show `OPEN RATE`, which no request accepts (open point W32).
  'campaign_content sherpa_distribution_metric': oneOf('OPEN_RATE', 'CLICK_RATE', 'BOTH'),
  'campaign_content sherpa_campaign_duration': (text) =>
    /^(?:0|[1-9]\d{0,8})$/.test(text) ? Number(text) : undefined,
};

/**
 * The preferred spelling of a text at a place in a campaign; undefined if it has that spelling already, or there is
 * none.
 */
export function preferredSpelling(path: Path, text: string): string | number | undefined {
  const found = memberOf(SPELLINGS, `${path[0] ?? ''} ${path.at(-1) ?? ''}`)?.(text);
  return found === text ? undefined : found;
}

/** A value of a campaign at `path`, with everything inside it in the preferred spelling. */
export function inPreferredWords(value: JsonValue, path: Path): JsonValue {
  if (isList(value)) return value.map((item, index) => inPreferredWords(item, [...path, index]));
  // In an override, the path in the campaign comes after the name of the workspace.
  if (typeof value === 'string')
    return preferredSpelling(path[0] === 'overrides' ? path.slice(2) : path, value) ?? value;
  if (!isJsonObject(value)) return value;
  return Object.fromEntries<JsonValue>(
    Object.entries(value).map(([name, member]) => [name, inPreferredWords(member, [...path, name])]),
  );
}
