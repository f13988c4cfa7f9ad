import { distance } from 'fastest-levenshtein';
import type { Finding, Place } from '../../model/findings.ts';
import type { Path } from '../../model/json.ts';
import type { Workspace } from '../../model/workspace.ts';
import type { Mark } from '../yaml/source.ts';
import { nthPart } from '../rules/placed.ts';
import type { ContentText } from './texts.ts';

/** A user attribute. */
export interface Attribute {
  readonly name: string;
  /** Whether it is the service's own name of it, as in `UserAttribute['First Name']`. */
  readonly isOfService: boolean;
}

/** A user attribute that a text uses, and where. */
export interface UsedAttribute extends Attribute {
  readonly path: Path;
  readonly part: NonNullable<Mark['part']>;
}

/** `user.first_name`, `user['first_name']` or `UserAttribute['First Name']`, also in tags and conditions. */
export const ATTRIBUTE =
  /\b(?:user\s*\.\s*([\p{L}_][\p{L}\p{N}_]*)|(?:user|UserAttribute)\s*\[\s*(['"])(.+?)\2\s*\])/gu;

/** The user attributes in the content of a campaign. */
export function attributesOf(texts: readonly ContentText[]): UsedAttribute[] {
  return texts.flatMap(({ isContent, path, text, template: { parts } }) =>
    (isContent ? parts : []).flatMap((part) =>
      [...part.text.matchAll(ATTRIBUTE)].map(([whole, dotted, , quoted]) => {
        const [name, isOfService] = [dotted ?? quoted ?? whole, whole.startsWith('UserAttribute')];
        return { name, isOfService, path, part: nthPart(text, part) };
      }),
    ),
  );
}

/** The different ones. Where they are used is found again if one of them is unknown. */
export function distinctAttributes(texts: readonly ContentText[]): Attribute[] {
  const all = attributesOf(texts).map(({ name, isOfService }) => ({ name, isOfService }));
  return [...new Map(all.map((one) => [`${one.isOfService} ${one.name}`, one])).values()];
}

/** With a letter or two wrong, a name may be another one; where so many other files have the other, it is a mistake. */
const MANY_FILES = 2;

/** What every user has, whatever the workspace lists. */
const OF_EVERY_USER = /^(?:id|email|mobile|push_id|attributes)$/;

/**
 * Attributes that the workspace doesn't list and no other file uses: users get an empty text there. Without a list, only
 * those that differ from one in another file in case, blanks, underscores or a typo. The findings for each campaign of a
 * workspace.
 */
export function unknownAttributes<One extends { readonly attributes: readonly Attribute[] }>(
  campaigns: readonly One[],
  { attributes: listed, name: workspace }: Pick<Workspace, 'attributes' | 'name'>,
  usesIn: (campaign: One) => readonly (UsedAttribute & { readonly at: Place })[],
): Finding[][] {
  const counts = new Map<string, number>();
  for (const { attributes } of campaigns)
    for (const name of new Set(attributes.map((one) => one.name)))
      counts.set(name, (counts.get(name) ?? 0) + 1);
  const names = listed ?? [...counts.keys()];
  const isKnown = ({ name, isOfService }: Attribute) =>
    listed
      ? OF_EVERY_USER.test(name) || listed.some((one) => isSame(name, one, isOfService))
      : counts.get(name) !== 1;
  return campaigns.map((campaign) => {
    const { attributes } = campaign;
    const own = new Set(attributes.map(({ name }) => name));
    const inOthers = (name: string) => (counts.get(name) ?? 0) - Number(own.has(name));
    const paramsFor = (seen: string) => {
      const usual = names.find(
        (other) =>
          isTypoOf(seen, other) &&
          (listed !== undefined || inOthers(other) >= (plain(seen) === plain(other) ? 1 : MANY_FILES)),
      );
      const files = listed || usual === undefined ? undefined : inOthers(usual);
      if (usual !== undefined) return { why: 'misspelled', seen, usual, files } as const;
      return listed ? ({ why: 'unlisted', seen, workspace } as const) : undefined;
    };
    const paramsOf = (one: Attribute) => (isKnown(one) ? undefined : paramsFor(one.name));
    if (!attributes.some(paramsOf)) return [];
    return usesIn(campaign).flatMap((one): Finding[] => {
      const { path, at } = one;
      const params = paramsOf(one);
      return params ? [{ code: 'ATTRIBUTE', params, at, path }] : [];
    });
  });
}

/** A name with blanks is the service's own for the attribute that templates call by the other (open point W18). */
function isSame(name: string, listed: string, isOfService: boolean): boolean {
  const isOther = isOfService || /\s/.test(name) !== /\s/.test(listed);
  return name === listed || (isOther && plain(name) === plain(listed));
}

/** In another case, or with blanks, underscores or hyphens elsewhere, it is the same. */
export function plain(name: string): string {
  return name.toLowerCase().replace(/[\s_-]/g, '');
}

/** Numbers tell attributes apart: `street_1`, `street_2`. */
function isTypoOf(name: string, other: string): boolean {
  if (name === other || /\s/.test(name) !== /\s/.test(other)) return false;
  const [one, two] = [plain(name), plain(other)];
  if (one.replace(/\D/g, '') !== two.replace(/\D/g, '')) return false;
  const swapped = [one, two].map((text) => Array.from(text).sort().join(''));
  return (
    one.length < 100 && distance(one, two) <= (swapped[0] === swapped[1] ? 2 : Math.min(1, one.length / 4))
  );
}
