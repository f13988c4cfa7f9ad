import { posix } from 'node:path';
import { bodyTexts, type BodyText } from '../../load/writing/body-texts.ts';
import { withFileReferences } from '../../load/writing/campaign-text.ts';
import { placeBodies, type PlacedText, type TextReference } from '../../load/writing/place-bodies.ts';
import type { FileChange } from '../../files/write-files.ts';
import type { CampaignKey } from '../../model/campaign.ts';
import { isJsonObject, type JsonObject } from '../../model/json.ts';
import { keyOfPath } from '../../load/path-set.ts';
import { withoutYaml } from '../../model/yaml-name.ts';

// If a file is extended to a second workspace, the differences become an override. A long email body in the override
// would be hard to read, and a body that several campaigns share would be repeated in each of them. So the body is written
// to a text file of its own, or to one file for all of them: `welcome.staging.html`, `shared/digest.staging.html`.

/** A campaign file, relative to the campaigns folder, its campaign, and its future override. */
export interface Override {
  readonly below: string;
  readonly key: CampaignKey;
  readonly patch: JsonObject;
}

/** Long bodies of overrides, in their own files. */
export interface SharedBodies {
  readonly texts: readonly PlacedText[];
  /** The texts that each campaign file refers to, by its path relative to the campaigns folder. */
  readonly references: ReadonlyMap<string, readonly TextReference[]>;
}

/** Chooses files for the long bodies in overrides; `existing` returns the text at a path relative to the campaigns folder. */
export function placeOverrideBodies(
  overrides: readonly Override[],
  { workspace, existing }: { readonly workspace: string; readonly existing: Existing },
): SharedBodies {
  const withBodies = overrides.filter(({ patch }) => bodiesIn(patch).length > 0);
  // Texts are next to the campaign file, even if the file sets another key.
  const stemOf = ({ below }: Override) => withoutYaml(below) as CampaignKey;
  const { texts, references } = placeBodies(
    withBodies.map((one) => ({ key: stemOf(one), bodies: bodiesIn(one.patch) })),
    { existing, workspace },
  );
  const keys = new Map(withBodies.map((one) => [stemOf(one), one.key]));
  return {
    texts: texts.map((text) => ({ ...text, keys: text.keys.map((stem) => keys.get(stem) ?? stem) })),
    references: new Map(withBodies.map((one) => [one.below, references.get(stemOf(one)) ?? []])),
  };
}

type Existing = (path: string) => string | undefined;

function bodiesIn({ campaign_content: content }: JsonObject): BodyText[] {
  return isJsonObject(content) ? bodyTexts({ campaign_content: content }) : [];
}

/** The override, with references in place of its long bodies. */
export function withReferencesToBodies(patch: JsonObject, references: readonly TextReference[]): JsonObject {
  const written = withFileReferences(patch, [], new Map(references.map((one) => [keyOfPath(one.path), one])));
  return isJsonObject(written) ? written : patch;
}

/** The text files that have to be written; a file with the same text already exists. */
export function bodyFiles(texts: readonly PlacedText[], folder: string, existing: Existing): FileChange[] {
  return texts
    .filter(({ path }) => existing(path) === undefined)
    .map(({ path, text }) => ({ path: posix.join(folder, path), before: null, text }));
}
