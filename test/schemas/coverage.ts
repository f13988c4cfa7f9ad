import { follow, type Field, type Place } from './places.ts';
import { isMap, type Json, type JsonMap } from './schemas.ts';

/** One thing that a table says can be written: a type, or a value, at a place. */
export interface Claim {
  readonly field: Field;
  /** `PUSH scheduling_details.timezone: string`, or with ` = "…"` for a value. */
  readonly words: string;
  readonly isShownBy: (value: Json) => boolean;
  readonly value?: Json;
  readonly type?: string;
}

export function claimsOf(field: Field): Claim[] {
  const { channel, path, types, values } = field;
  const words = `${channel} ${path}`;
  if (types.length === 0) return [{ field, words: `${words}: anything`, isShownBy: () => true }];
  const rest = types.filter((type) => values === undefined || (type !== 'string' && type !== 'number'));
  return [
    ...rest.map((type) => ({
      ...{ field, type },
      words: `${words}: ${type}`,
      isShownBy: (seen: Json) => isOf(type, seen),
    })),
    ...(values ?? []).map((value) => ({
      ...{ field, words: `${words} = ${JSON.stringify(value)}`, value },
      isShownBy: (seen: Json) => seen === value,
    })),
  ];
}

export function isOf(type: Place['types'][number], value: Json): boolean {
  switch (type) {
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isMap(value);
    case 'integer':
      return Number.isInteger(value);
    case 'number':
    case 'boolean':
    case 'string':
      return typeof value === type;
  }
}

/** Whether a campaign shows a claim: at its very path, and for its channel. */
function shows(campaign: JsonMap, { field, isShownBy }: Claim): boolean {
  return (
    campaign.channel === field.channel && follow(campaign, field.path).some(({ value }) => isShownBy(value))
  );
}

export function isShown(claim: Claim, campaigns: readonly JsonMap[]): boolean {
  return campaigns.some((campaign) => shows(campaign, claim));
}

/** What no passing campaign shows, and why. */
export interface Exclusion {
  /** The default is both. */
  readonly channel?: Field['channel'];
  /** This place and all below it. */
  readonly path: string;
  /** Only this value there. */
  readonly value?: Json;
  /** Only values of this type there. */
  readonly type?: string;
  readonly reason: string;
}

export function excludes({ channel, path, value, type }: Exclusion, claim: Claim): boolean {
  const { field } = claim;
  const below = field.path.startsWith(path) && /^$|^[.[{]/.test(field.path.slice(path.length));
  return (
    below &&
    (channel === undefined || channel === field.channel) &&
    (value === undefined || (field.path === path && value === claim.value)) &&
    (type === undefined || (field.path === path && type === claim.type))
  );
}

/** Claims that no campaign shows and that are not excluded. */
export function unmetClaims(
  claims: readonly Claim[],
  campaigns: readonly JsonMap[],
  exclusions: readonly Exclusion[],
): string[] {
  return claims
    .filter((claim) => !exclusions.some((exclusion) => excludes(exclusion, claim)))
    .filter((claim) => !isShown(claim, campaigns))
    .map(({ words }) => words);
}
