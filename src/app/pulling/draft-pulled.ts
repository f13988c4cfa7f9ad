import { posix } from 'node:path';
import { wholeText } from '../../files/read-text.ts';
import { inKeptLines, storedText } from '../../load/line-ends.ts';
import { insertsSnippets } from '../../load/fill-text.ts';
import { mergeOverride } from '../../load/load-body.ts';
import type { Judged } from '../../load/judge.ts';
import { readHead, type Head } from '../../load/read-head.ts';
import { placeValues } from '../../edit/place-values.ts';
import { canBeFile } from '../../edit/body-texts.ts';
import { unwritableTexts } from '../../edit/unwritable-texts.ts';
import { isSource, parseSource } from '../../load/yaml/source.ts';
import { editYaml } from '../../edit/edit-yaml.ts';
import { pointer } from '../../model/canonical.ts';
import { isJsonObject, isList, type JsonObject, type JsonValue } from '../../model/json.ts';
import { inShapeOf } from '../../model/merge-component.ts';
import type { LeftReason, PartName, PullNote } from '../../model/pull.ts';
import { rawValue, type PlaceText, type Unwritable } from '../../model/raw-values.ts';
import type { Workspace } from '../../model/workspace.ts';
import type { Context, InWorkspace } from '../context.ts';
import { bodiesBeside } from './bodies-beside.ts';
import type { WrittenFile } from './written-file.ts';
import type { Parts } from './pulled-parts.ts';
import { reasonFor } from './reason-for.ts';
import type { MovedText, TextPlace } from './shared-texts.ts';
import { withoutMark } from '../../model/byte-order-mark.ts';

// The new content of a campaign file and its texts after a pull. A value is written where it came from: into the file,
// into an override of the workspace, or into the text file that the campaign refers to.

export interface PullTarget extends InWorkspace {
  readonly isForAll: boolean;
}

/** The target, and all campaigns of all workspaces before the pull. */
export interface DraftTarget extends PullTarget, Pick<Judged, 'desired'> {}

/** A campaign with its current file. */
export interface Opened {
  readonly parts: Parts;
  readonly text: string;
  readonly head: Head | undefined;
}

export function openCampaign(parts: Parts, { context }: PullTarget): Opened {
  const { file } = parts.campaign.desired;
  const text = wholeText(context.repository.root, file) ?? '';
  const source = parseSource(file, withoutMark(text));
  const below = context.folder.below(file);
  const workspaces = [...context.configuration.workspaces.keys()];
  return { parts, text, head: isSource(source) ? readHead(source, { below, workspaces }).head : undefined };
}

/** The texts in files of their own that will change. */
export function movedTexts(target: DraftTarget): (opened: Opened) => MovedText[] {
  const { context } = target;
  return (opened) => {
    const { key, file: from } = opened.parts.campaign.desired;
    const moved: Omit<MovedText, 'references'>[] = [];
    const raw = rawParts(opened, target, (reference, text, path) => {
      const found = context.folder.readReference(from, reference);
      if (found.kind === 'text') moved.push({ key, from, file: found.file, text, at: pointer(path) });
      return { $file: reference };
    });
    const all = referencesIn(raw.before).flatMap((reference) => {
      const found = context.folder.readReference(from, reference);
      return found.kind === 'text' ? [found.file] : [];
    });
    return moved.map((one) => ({ ...one, references: all.filter((file) => file === one.file).length }));
  };
}

function referencesIn(value: JsonValue): string[] {
  if (isList(value)) return value.flatMap(referencesIn);
  if (!isJsonObject(value)) return [];
  const { $file: file } = value;
  return typeof file === 'string' ? [file] : Object.values(value).flatMap(referencesIn);
}

interface RawParts {
  /** What the file says for the workspace, with references. */
  readonly before: JsonObject;
  readonly wanted: ReadonlyMap<PartName, JsonValue | undefined>;
  readonly unwritable: readonly LeftReason[];
}

function rawParts(
  { parts: { campaign, wanted }, head }: Opened,
  target: DraftTarget,
  placeText: (...text: Parameters<PlaceText>) => JsonObject,
): RawParts {
  if (!head) return { before: {}, wanted: new Map(), unwritable: unwritable([...wanted.keys()]) };
  const { context, workspace } = target;
  const { key, file: from } = campaign.desired;
  const known = { ...target, key, head };
  const { body, status } = mergeOverride(head, workspace.name);
  const before: JsonObject = { ...body, ...(status !== undefined && { status }) };
  const found: LeftReason[] = [];
  const raw = [...wanted].map(([part, next]): [PartName, JsonValue | undefined] => {
    const said = part === 'status' ? campaign.desired.status : campaign.desired.components[part];
    const writing = {
      path: [part],
      placeText: (...[reference, whole, path]: Parameters<PlaceText>) => {
        const file = context.folder.readReference(from, reference);
        const { text, eol } = storedText(whole);
        if (file.kind !== 'text' || !insertsSnippets(file.text))
          // If the text file can't hold it, the campaign file contains the whole text.
          return canBeFile(text) ? { ...placeText(reference, text, path), ...(eol && { eol }) } : whole;
        const raw = { $file: reference };
        found.push(reasonFor(part, { kind: 'reference', path, raw }, known));
        return raw;
      },
      unwritable: (one: Unwritable) => found.push(reasonFor(part, one, known)),
    };
    for (const one of unwritableTexts(next ?? null, [part])) writing.unwritable(one);
    const written = { raw: before[part], said };
    const shaped = part === 'campaign_content' ? inShapeOf(next, written) : written;
    return [part, rawValue(shaped.raw, { before: shaped.said, next }, writing)];
  });
  return { before, wanted: new Map(raw), unwritable: found };
}

function unwritable(parts: readonly PartName[]): LeftReason[] {
  return parts.map((part) => ({ code: 'unwritable', part }));
}

/** What a pull writes for one campaign. */
export interface PulledDraft {
  readonly parts: Parts;
  readonly file: WrittenFile;
  readonly texts: readonly WrittenFile[];
  readonly notes: readonly PullNote[];
  /** Why it can't be written; empty if it can. */
  readonly reasons: readonly LeftReason[];
  /** Why parts of it can't be written; these are no longer in `parts`. */
  readonly leftParts: readonly LeftReason[];
}

/** The content of a file, with its texts in their files. */
export function draftOf(
  opened: Opened,
  placeOf: (text: MovedText) => TextPlace,
  target: DraftTarget,
): PulledDraft {
  const { parts, text, head } = opened;
  const { file } = parts.campaign.desired;
  const moved = movedTexts(target)(opened);
  const places = new Map(moved.map((one) => [one.at, { one, place: placeOf(one) }]));
  const raw = rawParts(opened, target, (reference, _, path) => {
    const { place } = places.get(pointer(path)) ?? {};
    return { $file: place?.kind === 'own' ? relativeTo(file, place.file) : reference };
  });
  const value = head?.source.value;
  const refused = (reasons: readonly LeftReason[]): PulledDraft => ({
    parts,
    file: { path: file, before: text, text },
    texts: [],
    notes: [],
    reasons,
    leftParts: [],
  });
  const open = new Map([...raw.wanted].filter(([name]) => !raw.unwritable.some((one) => isOf(one, name))));
  const none = () => refused([...raw.unwritable, ...unwritable([...open.keys()])]);
  if (open.size === 0 || !head || !isJsonObject(value)) return none();
  const { context, workspace, isForAll } = target;
  const all = head.workspaces ?? [...context.configuration.workspaces.keys()];
  const others = all.filter((name) => name !== workspace.name);
  const names = new Set<string>(open.keys());
  const chosen = [...places.values()].filter(({ one: { at } }) => names.has(at.split('/')[1] ?? ''));
  const content = bodiesBeside(
    {
      before: raw.before.campaign_content,
      raw: open.get('campaign_content'),
      next: parts.wanted.get('campaign_content'),
    },
    { file, taken: chosen.flatMap(({ place }) => (place.kind === 'own' ? [place.file] : [])) },
    target.context,
  );
  if (content.texts.length > 0) open.set('campaign_content', content.raw);
  const placed = placeValues({ value, workspace: workspace.name, others }, open, { isForAll });
  const written = placed && editYaml(text, placed.value);
  if (!placed || written === undefined) return none();
  return {
    parts: { ...parts, wanted: new Map([...parts.wanted].filter(([name]) => open.has(name))) },
    file: { path: file, before: text, text: written },
    texts: [...chosen.map(({ one, place }) => textFile(one, place, context)), ...content.texts],
    notes: [
      ...overrideNotes(head, placed.value, { workspace, others, parts: [...open.keys()] }),
      ...(placed.touched.length > 0
        ? [{ kind: 'touches-workspaces', workspaces: placed.touched } as const]
        : []),
      ...chosen.flatMap(({ one, place }) => textNotes(one, place)),
    ],
    reasons: [],
    leftParts: raw.unwritable,
  };
}

function isOf(reason: LeftReason, name: PartName): boolean {
  return 'part' in reason && reason.part === name;
}

function relativeTo(from: string, file: string): string {
  const way = posix.relative(posix.dirname(from), file);
  return way.startsWith('../') ? way : `./${way}`;
}

function textFile({ file, text }: MovedText, place: TextPlace, { repository }: Context): WrittenFile {
  if (place.kind === 'own') return { path: place.file, before: null, text };
  const before = wholeText(repository.root, file) ?? '';
  return { path: file, before, text: inKeptLines(before, text) };
}

function textNotes({ file }: MovedText, place: TextPlace): PullNote[] {
  if (place.kind === 'own') return [{ kind: 'own-text', file: place.file, shared: file, users: place.users }];
  return place.users.length === 0 ? [] : [{ kind: 'touches-campaigns', file, users: place.users }];
}

function overrideNotes(
  head: Head,
  after: JsonObject,
  {
    workspace,
    others,
    parts,
  }: {
    readonly workspace: Workspace;
    readonly others: readonly string[];
    readonly parts: readonly PartName[];
  },
): PullNote[] {
  const patchIn = (overrides: JsonValue | undefined): JsonObject => {
    const patch = isJsonObject(overrides) ? overrides[workspace.name] : undefined;
    return isJsonObject(patch) ? patch : {};
  };
  const [was, is] = [patchIn(head.overrides), patchIn(after.overrides)];
  const added = parts.filter((name) => is[name] !== undefined && was[name] === undefined);
  return added.length === 0 ? [] : [{ kind: 'override', parts: added, others }];
}
