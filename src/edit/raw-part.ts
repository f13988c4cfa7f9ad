import { insertsSnippets } from '../load/fill-text.ts';
import { fileReference, inKeptLines, storedText } from '../load/line-ends.ts';
import { mergeOverride, resolveFor } from '../load/resolve.ts';
import type { Judged } from '../load/judge.ts';
import type { Head } from '../load/read-head.ts';
import type { ReferenceAnswer } from '../load/reference-answer.ts';
import { keyed, pointer } from '../model/canonical.ts';
import { isFlatContent } from '../model/channel.ts';
import { isJsonObject, isList, memberIn, type JsonObject, type JsonValue, type Path } from '../model/json.ts';
import type { PartName, PullNote, Unwritten } from '../model/pull.ts';
import { rawValue, type PlaceText, type Unwritable } from './raw-value.ts';
import type { Workspace } from '../model/workspace.ts';
import { withoutYaml } from '../model/yaml-name.ts';
import { firstFree } from './assign-keys.ts';
import { canBeFile } from './place-bodies.ts';
import { pathTo, type FolderView } from './folder-view.ts';
import { canBeText } from './style.ts';

/** A part of a campaign file, in one workspace, that should say something else. */
export interface ChangedPart {
  readonly key: string;
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
  readonly isForAll?: boolean;
  readonly variables?: 'write-out';
}

/** A part with its references, and the texts that they lead to. */
interface RawPart {
  readonly value: JsonValue | undefined;
  readonly texts: ReadonlyMap<string, string>;
  readonly notes: readonly PullNote[];
}

/** What a file has to say for a workspace so that the part has its new value; or why it can't. */
export function rawPart(one: ChangedPart, head: Head, around: Around): RawPart | Unwritten {
  const { part, next, workspace } = one;
  const faulty = unwritableText(next ?? null, [part]);
  if (faulty) return { code: 'characters', part, path: pointer(faulty.slice(1)) };
  const { body, status } = mergeOverride(head, workspace.name);
  const own = status !== undefined && { status };
  const raw: JsonObject = { ...body, ...own };
  const { value: resolved } = resolveFor(head, workspace, around.folder.readReference);
  const said: JsonObject = { ...(isJsonObject(resolved) && resolved), ...own };
  // Content that gets a second language or variation moves below the first one, with its references.
  const isKeyed = part === 'campaign_content' && isJsonObject(next) && !isFlatContent(next.content);
  const [rawOne, saidOne] = [raw, said].map((one) => {
    const value = memberIn(one, part);
    return isKeyed && isJsonObject(value) ? keyed(value) : value;
  });
  const refused: Unwritten[] = [];
  const unwritable = (found: Unwritable): 'goes' | 'stays' => {
    const place = { part, path: pointer(found.path.slice(1)) };
    if (found.kind === 'variable' && around.variables === 'write-out') return 'goes';
    refused.push(
      found.kind === 'variable'
        ? { code: 'variable', ...place, name: found.name }
        : { code: 'reference', ...place },
    );
    return 'stays';
  };
  const written = { texts: new Map<string, string>(), notes: [] as PullNote[] };
  const placeText = textPlacer({ ...one, raw, unwritable, written }, around);
  const change = { before: saidOne, next };
  const value = rawValue(rawOne, change, { path: [part], unwritable, placeText });
  return refused[0] ?? { value, ...written };
}

interface Placing extends ChangedPart {
  readonly raw: JsonObject;
  readonly unwritable: (found: Unwritable) => 'goes' | 'stays';
  readonly written: { readonly texts: Map<string, string>; readonly notes: PullNote[] };
}

/**
 * A text is changed in the file that it came from, if nothing else uses that or the change is meant for all. Otherwise
 * the campaign gets a file of its own.
 */
function textPlacer(placing: Placing, { folder, before, isForAll }: Around): PlaceText {
  const { file, raw, unwritable, written } = placing;
  const read = (reference: string) => folder.readReference(file, reference);
  return (reference, whole, path) => {
    const answer = read(reference);
    const { text, eol } = storedText(whole);
    // If a text file can't hold it, the campaign file contains the whole text.
    if (answer.kind !== 'text' || !canBeFile(text)) return whole;
    const found = { kind: 'reference', path, raw: { $file: reference } } as const;
    if (insertsSnippets(answer.text) && unwritable(found) === 'stays') return found.raw;
    const users = otherUsers(answer.file, placing, before);
    if ((users.length === 0 || isForAll) && usesOf(answer.file, raw, read) === 1) {
      written.texts.set(answer.file, inKeptLines(folder.whole(answer.file) ?? '', text));
      if (users.length > 0) written.notes.push({ kind: 'touches-campaigns', file: answer.file, users });
      return fileReference(reference, eol);
    }
    const own = freeBeside(file, answer.file, (one) =>
      [undefined, text].every((free) => free !== (written.texts.get(one) ?? folder.whole(one))),
    );
    written.texts.set(own, text);
    written.notes.push({ kind: 'own-text', file: own, shared: answer.file, users });
    return fileReference(pathTo(file, own), eol);
  };
}

/** How often a value refers to a text. */
function usesOf(file: string, value: JsonValue, read: (reference: string) => ReferenceAnswer): number {
  if (isList(value)) return value.reduce<number>((sum, item) => sum + usesOf(file, item, read), 0);
  if (!isJsonObject(value)) return 0;
  const { $file: reference } = value;
  if (typeof reference !== 'string') return usesOf(file, Object.values(value), read);
  const answer = read(reference);
  return answer.kind === 'text' && answer.file === file ? 1 : 0;
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

/** A text file of the campaign's own, next to its file and named after it. */
function freeBeside(file: string, text: string, isTaken: (path: string) => boolean): string {
  const extension = /\.[^./]+$/.exec(text)?.[0] ?? '';
  return firstFree(withoutYaml(file), (path) => isTaken(path + extension)) + extension;
}

/** The place of a text that no YAML file can hold. */
function unwritableText(value: JsonValue, path: Path): Path | undefined {
  if (typeof value === 'string') return canBeText(value) ? undefined : path;
  const members = isList(value) ? [...value.entries()] : isJsonObject(value) ? Object.entries(value) : [];
  for (const [step, member] of members) {
    const found = unwritableText(member, [...path, step]);
    if (found) return found;
  }
  return undefined;
}
