import type { CampaignKey } from '../model/campaign.ts';
import { byCodeUnit } from '../model/json.ts';
import { firstFree } from './assign-keys.ts';
import type { BodyText } from './body-texts.ts';
import { shortName } from '../load/portable-name.ts';
import { slugOf } from '../load/slug.ts';

/** A planned text file, by its path from the campaigns folder. */
export interface PlacedText {
  readonly path: string;
  readonly text: string;
  /** The campaigns that refer to it. */
  readonly keys: readonly CampaignKey[];
}

/** What replaces a text in a campaign file. */
export interface TextReference extends Pick<BodyText, 'path' | 'eol'> {
  /** The path from the folder of the campaign file. */
  readonly file: string;
}

/** The files for the bodies of campaigns. */
export interface PlacedBodies {
  readonly texts: readonly PlacedText[];
  /** What each campaign file writes in place of its bodies: the path from its own folder. */
  readonly references: ReadonlyMap<CampaignKey, readonly TextReference[]>;
}

export interface CampaignBodies {
  readonly key: CampaignKey;
  readonly bodies: readonly BodyText[];
}

export interface BodyPlaces {
  /** The text at a path relative to the campaigns folder; undefined if there is none. */
  readonly existing: (path: string) => string | undefined;
}

/**
 * A file for each body, next to its campaign file. A body that several campaigns share is one file, in the folder
 * `shared` of the folder that they have in common, so that one edit changes all of them. A file with
 * the same text is reused; any other file stays unchanged.
 */
export function placeBodies(campaigns: readonly CampaignBodies[], { existing }: BodyPlaces): PlacedBodies {
  const byText = new Map<string, { key: CampaignKey; name: string }[]>();
  for (const { key, bodies } of [...campaigns].sort((a, b) => byCodeUnit(a.key, b.key)))
    for (const [index, { text }] of bodies.entries())
      byText.set(text, [...(byText.get(text) ?? []), { key, name: bodyName(key, suffixOf(bodies, index)) }]);
  const paths = new Map<string, string>();
  const taken = new Set<string>();
  for (const [text, uses] of byText) {
    const isTaken = (path: string) =>
      taken.has(`${path}.html`.toLowerCase()) || ![undefined, text].includes(existing(`${path}.html`));
    const path = `${firstFree(nameOf(uses), isTaken)}.html`;
    taken.add(path.toLowerCase());
    paths.set(text, path);
  }
  return {
    texts: [...byText].map(([text, uses]) => ({
      path: paths.get(text) ?? '',
      text,
      keys: [...new Set(uses.map(({ key }) => key))],
    })),
    references: new Map(
      campaigns.map(({ key, bodies }) => [
        key,
        bodies.map(({ path, text, eol }) => ({ path, file: relativePath(key, paths.get(text) ?? ''), eol })),
      ]),
    ),
  };
}

/** The path of a body next to its campaign file. Names that are equal after they were cut get numbers. */
function bodyName(key: string, ending: string): string {
  const start = key.lastIndexOf('/') + 1;
  return key.slice(0, start) + shortName(key.slice(start), ending);
}

/**
 * What distinguishes the bodies of one campaign: `.de`, `.variation_2`; nothing for the default one, or a single one.
 */
function suffixOf(bodies: readonly BodyText[], index: number): string {
  const label = bodies[index]?.label ?? [];
  const differing = label.filter(
    (word, at) => word !== 'default' && bodies.some((one) => one.label[at] !== word),
  );
  const words = differing.map((word) => word.replace(/[^\w-]+/g, '-').toLowerCase() || slugOf(word));
  return words.map((word) => `.${word}`).join('');
}

function nameOf(uses: readonly { readonly key: CampaignKey; readonly name: string }[]): string {
  const [first, ...others] = uses;
  const name = first?.name ?? '';
  if (others.every(({ key }) => key === first?.key)) return name;
  const folder = commonFolder(uses.map(({ key }) => key));
  const own = name.slice(name.lastIndexOf('/') + 1);
  return [...folder, 'shared', own].join('/');
}

function commonFolder(keys: readonly string[]): string[] {
  const [first = [], ...others] = keys.map((key) => key.split('/').slice(0, -1));
  const end = first.findIndex((segment, at) => others.some((one) => one[at] !== segment));
  return end < 0 ? first : first.slice(0, end);
}

/** The path from the folder of a campaign file; both paths are from the campaigns folder. */
function relativePath(key: string, path: string): string {
  const [from, to] = [key.split('/').slice(0, -1), path.split('/')];
  let shared = 0;
  while (shared < from.length && from[shared] === to[shared]) shared += 1;
  const up = from.slice(shared).map(() => '..');
  return [...(up.length === 0 ? ['.'] : up), ...to.slice(shared)].join('/');
}
