import { posix } from 'node:path';
import { bodyTexts, type BodyText } from '../../load/writing/body-texts.ts';
import { withFiles } from '../../load/writing/campaign-text.ts';
import { placeBodies, type PlacedText, type TextReference } from '../../load/writing/place-bodies.ts';
import type { FileChange } from '../../files/write-files.ts';
import type { CampaignKey } from '../../model/campaign.ts';
import { isJsonObject, type JsonObject } from '../../model/json.ts';
import { keyOfPath } from '../../load/path-set.ts';

// A file that takes in a second workspace says what differs there as an override. A long e-mail body in it would be as
// hard to read as in any campaign file, and if a newsletter's body differs, it would be there once for each campaign that
// has it. So it lies in a text file of its own, or in one for all: `welcome.staging.html`, `shared/digest.staging.html`.

/** A campaign file from the campaigns folder, its campaign, and what is to be its override. */
export interface Override {
  readonly below: string;
  readonly key: CampaignKey;
  readonly patch: JsonObject;
}

/** Long bodies of overrides in files of their own. */
export interface SharedBodies {
  readonly texts: readonly PlacedText[];
  /** What a campaign file refers to, by its path from the campaigns folder. */
  readonly references: ReadonlyMap<string, readonly TextReference[]>;
}

/** Places the long bodies that overrides have; `existing` says what a path from the campaigns folder holds. */
export function placeOverrideBodies(
  overrides: readonly Override[],
  { workspace, existing }: { readonly workspace: string; readonly existing: Existing },
): SharedBodies {
  const withBodies = overrides.filter(({ patch }) => bodiesIn(patch).length > 0);
  // Texts lie beside the file, whatever key it gives its campaign.
  const stemOf = ({ below }: Override) => below.replace(/\.ya?ml$/, '') as CampaignKey;
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

/** The override with references in place of its long bodies. */
export function withReferencesToBodies(patch: JsonObject, references: readonly TextReference[]): JsonObject {
  const written = withFiles(patch, [], new Map(references.map((one) => [keyOfPath(one.path), one])));
  return isJsonObject(written) ? written : patch;
}

/** The text files that have to be written: one that says the same already is there. */
export function bodyFiles(texts: readonly PlacedText[], folder: string, existing: Existing): FileChange[] {
  return texts
    .filter(({ path }) => existing(path) === undefined)
    .map(({ path, text }) => ({ path: posix.join(folder, path), before: null, text }));
}
