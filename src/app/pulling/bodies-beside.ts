import { wholeText } from '../../files/read-text.ts';
import { keyOf } from '../../load/key.ts';
import { bodyTexts } from '../../edit/body-texts.ts';
import { placeBodies } from '../../edit/place-bodies.ts';
import type { CampaignKey } from '../../model/campaign.ts';
import { isJsonObject, isList, type JsonObject, type JsonValue, type Path } from '../../model/json.ts';
import type { Context } from '../context.ts';
import type { WrittenFile } from './written-file.ts';

// A long email body that was written in the service gets a file next to the campaign file, as in an import. A long
// body that is in the campaign file already stays there.

export interface Content {
  /** What the file says, with references. */
  readonly before: JsonValue | undefined;
  /** What it should say, with references, and the same with their texts. */
  readonly raw: JsonValue | undefined;
  readonly next: JsonValue | undefined;
}

/** The content with references to the files of its new long bodies. `taken` are files that the pull writes as well. */
export function bodiesBeside(
  { before, raw, next }: Content,
  { file, taken }: { readonly file: string; readonly taken: readonly string[] },
  { folder, repository }: Pick<Context, 'folder' | 'repository'>,
): { readonly raw: JsonValue | undefined; readonly texts: readonly WrittenFile[] } {
  const inline = new Set(longBodies(before).map(({ text }) => text));
  const places = new Set(longBodies(before).map(({ path }) => path.join('/')));
  const own = longBodies(raw).filter(({ path, text }) => !inline.has(text) && !places.has(path.join('/')));
  if (own.length === 0 || raw === undefined) return { raw, texts: [] };
  const isOwn = (path: Path) => own.some((one) => one.path.join('/') === path.join('/'));
  // Bodies are named after the file, whatever key it sets.
  const key = keyOf(folder.below(file)) as CampaignKey;
  const existing = (path: string) => {
    const whole = `${folder.path}/${path}`;
    return taken.includes(whole) ? '' : (wholeText(repository.root, whole) ?? undefined);
  };
  const placed = placeBodies([{ key, bodies: longBodies(next) }], { existing });
  const references = (placed.references.get(key) ?? []).filter(({ path }) => isOwn(path));
  const written = references.reduce(
    (value, { path, file: reference, eol }) =>
      withReference(value, path.slice(1), { $file: reference, ...(eol && { eol }) }),
    raw,
  );
  const chosen = new Set(own.map(({ text }) => text));
  const texts = placed.texts.flatMap(({ path, text }): WrittenFile[] =>
    chosen.has(text) ? [{ path: `${folder.path}/${path}`, before: existing(path) ?? null, text }] : [],
  );
  return { raw: written, texts };
}

function longBodies(content: JsonValue | undefined) {
  return content !== undefined && isJsonObject(content) ? bodyTexts({ campaign_content: content }) : [];
}

function withReference(value: JsonValue, [step, ...rest]: Path, reference: JsonObject): JsonValue {
  if (step === undefined) return reference;
  if (isList(value)) return value.map((one, at) => (at === step ? withReference(one, rest, reference) : one));
  if (!isJsonObject(value)) return value;
  return { ...value, [step]: withReference(value[step] ?? null, rest, reference) };
}
