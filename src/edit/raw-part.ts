import { insertsSnippets } from '../load/fill-text.ts';
import { fileReference, inKeptLines, storedText } from '../load/line-ends.ts';
import { isReference } from '../load/references.ts';
import { mergeOverride, resolveFor } from '../load/resolve.ts';
import type { Judged } from '../load/judge.ts';
import type { Head } from '../load/read-head.ts';
import type { CampaignKey } from '../model/campaign.ts';
import { keyed } from '../model/canonical.ts';
import { pointer } from '../model/component-leaves.ts';
import { isFlatContent } from '../model/channel.ts';
import {
  isJsonObject,
  isList,
  valueAt,
  sameJson,
  type JsonObject,
  type JsonValue,
  type Path,
} from '../model/json.ts';
import type { PartName, PullNote, Unwritten } from '../model/pull.ts';
import type { Workspace } from '../model/workspace.ts';
import { withoutYaml } from '../model/yaml-name.ts';
import { firstFree } from './assign-keys.ts';
import { counterparts } from './edit-tokens.ts';
import { pathTo, type FolderView } from './folder-view.ts';
import { canBeFile } from './place-bodies.ts';

/** A part of a campaign file, in one workspace, that should say something else. */
export interface ChangedPart {
  readonly key: CampaignKey;
  readonly file: string;
  readonly workspace: Workspace;
  readonly part: PartName;
  readonly next: JsonValue | undefined;
  /** Workspaces in which the campaign is still going to be changed. */
  readonly pending: ReadonlySet<string>;
}

interface Around {
  readonly folder: FolderView;
  /** What the files say before anything is written. */
  readonly before: Judged;
  readonly variables?: 'write-out';
}

/** A part with its references, and the texts that they lead to. */
export interface RawPart {
  readonly value: JsonValue | undefined;
  readonly texts: ReadonlyMap<string, string>;
  readonly notes: readonly PullNote[];
}

/** What a file has to say for a workspace so that the part has its new value; or why it can't. */
export function rawPart(one: ChangedPart, head: Head, around: Around): RawPart | Unwritten {
  const { part, next, workspace } = one;
  const { body, status } = mergeOverride(head, workspace.name);
  const own = status !== undefined && { status };
  const raw: JsonObject = { ...body, ...own };
  const { value: resolved } = resolveFor(head, workspace, around.folder.readReference);
  const said: JsonObject = { ...(isJsonObject(resolved) && resolved), ...own };
  // Content that gets a second language or variation moves below the first one, with its references.
  const isKeyed = part === 'campaign_content' && isJsonObject(next) && !isFlatContent(next.content);
  const [from, before] = [raw, said].map((whole) => {
    const value = valueAt(whole, [part]);
    return isKeyed && isJsonObject(value) ? keyed(value) : value;
  });
  const refused: Unwritten[] = [];
  const references = referencesIn(from ?? null);
  const placing: Placing = { ...one, ...around, references, texts: new Map(), notes: [] };
  const place: Place = {
    path: [],
    refuse: (at, name) => {
      const found = { part, path: pointer(at) };
      if (name === undefined) refused.push({ code: 'reference', ...found });
      else if (around.variables !== 'write-out') refused.push({ code: 'variable', ...found, name });
    },
    placeText: (reference, text) => placeText(reference, text, placing),
  };
  const value = rawValue(from, { before, next }, place);
  return refused[0] ?? { value, texts: placing.texts, notes: placing.notes };
}

interface Placing extends ChangedPart, Around {
  /** All references of the part. */
  readonly references: readonly JsonObject[];
  readonly texts: Map<string, string>;
  readonly notes: PullNote[];
}

interface Place {
  /** Inside the part. */
  readonly path: Path;
  /** Called for a reference whose value would change in a way that can't be written, with the name of a variable. */
  readonly refuse: (path: Path, name?: string) => void;
  /** What replaces a `$file` whose text changes; undefined if it can't be written. */
  readonly placeText: (reference: string, text: string) => JsonObject | string | undefined;
}

/**
 * A value as a file writes it, with its references, after the referenced values change. Unchanged parts keep their
 * references.
 */
export function rawValue(
  raw: JsonValue | undefined,
  { before, next }: { readonly before: JsonValue | undefined; readonly next: JsonValue | undefined },
  place: Place,
): JsonValue | undefined {
  if (next === undefined || sameJson(before, next)) return next === undefined ? undefined : raw;
  const below = (step: string | number) => ({ ...place, path: [...place.path, step] });
  if (isJsonObject(raw) && isReference(raw)) return rawReference(raw, next, place);
  if (isJsonObject(raw) && isJsonObject(before) && isJsonObject(next))
    return Object.fromEntries(
      Object.entries(next).map(([name, member]): [string, JsonValue] => {
        const change = { before: valueAt(before, [name]), next: member };
        return [name, rawValue(valueAt(raw, [name]), change, below(name)) ?? member];
      }),
    );
  if (!isList(raw) || !isList(before) || !isList(next) || raw.length !== before.length) return next;
  const from = counterparts(before, next);
  // One of the new entries may be the one with the reference, with another value.
  const left = raw.filter((_, at) => from.includes(undefined) && !from.includes(at));
  for (const { $var: name } of left.flatMap(referencesIn))
    place.refuse(place.path, typeof name === 'string' ? name : undefined);
  return next.map((item, at) => {
    const was = from[at];
    if (was === undefined) return item;
    return rawValue(raw[was], { before: before[was], next: item }, below(at)) ?? item;
  });
}

function referencesIn(value: JsonValue): JsonObject[] {
  if (isList(value)) return value.flatMap(referencesIn);
  if (!isJsonObject(value)) return [];
  return isReference(value) ? [value] : Object.values(value).flatMap(referencesIn);
}

function rawReference(raw: JsonObject, next: JsonValue, { path, refuse, placeText: put }: Place): JsonValue {
  const { $var: variable, $file: file } = raw;
  const isPlain = Object.keys(raw).every((name) => ['$file', 'eol'].includes(name));
  const placed =
    isPlain && typeof file === 'string' && typeof next === 'string' ? put(file, next) : undefined;
  if (placed === undefined) refuse(path, typeof variable === 'string' ? variable : undefined);
  return placed ?? next;
}

/**
 * A text is changed in the file that it came from, if nothing else uses that. Otherwise the campaign
 * gets a file of its own.
 */
function placeText(reference: string, whole: string, placing: Placing): JsonObject | string | undefined {
  const { file, folder, texts, notes, before } = placing;
  const answer = folder.readReference(file, reference);
  const { text, eol } = storedText(whole);
  // If a text file can't hold it, the campaign file contains the whole text.
  if (answer.kind !== 'text' || !canBeFile(text)) return whole;
  if (insertsSnippets(answer.text)) return undefined;
  const users = otherUsers(answer.file, placing, before);
  const alike = placing.references
    .map(({ $file }) => (typeof $file === 'string' ? folder.readReference(file, $file) : undefined))
    .filter((other) => other?.kind === 'text' && other.file === answer.file);
  if (users.length === 0 && alike.length <= 1) {
    texts.set(answer.file, inKeptLines(folder.whole(answer.file) ?? '', text));
    return fileReference(reference, eol);
  }
  const extension = /\.[^./]+$/.exec(answer.file)?.[0] ?? '';
  const isTaken = (path: string) =>
    ![undefined, text].includes(texts.get(path + extension) ?? folder.whole(path + extension));
  const own = firstFree(withoutYaml(file), isTaken) + extension;
  texts.set(own, text);
  notes.push({ kind: 'own-text', file: own, shared: answer.file, users });
  return fileReference(pathTo(file, own), eol);
}

/** The other campaigns that use a text, and the same campaign in other workspaces. */
function otherUsers(file: string, { key, workspace, pending }: ChangedPart, { desired }: Judged): string[] {
  const users = [...desired].flatMap(([name, campaigns]) =>
    campaigns.flatMap((one) => {
      const isOwn = one.key === key && (name === workspace.name || pending.has(name));
      if (!one.sources.includes(file) || isOwn) return [];
      return [name === workspace.name ? one.key : `${one.key} (${name})`];
    }),
  );
  return [...new Set(users)].sort();
}
