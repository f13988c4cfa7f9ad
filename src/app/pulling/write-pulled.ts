import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { wholeText } from '../../files/replace-text.ts';
import { inKeptLines } from '../../load/kept-lines.ts';
import { insertsSnippets } from '../../load/fill-text.ts';
import { mergeOverride } from '../../load/load-body.ts';
import { readHead, type Head } from '../../load/read-head.ts';
import { placeValues } from '../../load/writing/place-values.ts';
import { canBeFile } from '../../load/writing/body-texts.ts';
import { rawValue, type Unwritable } from '../../load/writing/raw-values.ts';
import { isSource, parseSource } from '../../load/yaml/source.ts';
import { withValue } from '../../load/yaml/with-value.ts';
import { pointer } from '../../model/canonical.ts';
import type { Desired } from '../../model/campaign.ts';
import { isJsonObject, isList, type JsonObject, type JsonValue } from '../../model/json.ts';
import type {
  LeftCampaign,
  LeftReason,
  PartName,
  PulledCampaign,
  PulledPart,
  PullNote,
} from '../../model/pull.ts';
import type { Workspace } from '../../model/workspace.ts';
import { shownComponent } from '../../plan/find-pullable.ts';
import type { Context } from '../context.ts';
import { loadFor } from '../reading/load-files.ts';
import { checkPulled } from './check-pulled.ts';
import { editedCampaign } from './edited.ts';
import type { Parts } from './pulled-parts.ts';
import { placeTexts, type MovedText, type TextPlace } from './shared-texts.ts';

/** A file as it was and as it is to be; `before` undefined for a new one. */
export interface WrittenFile {
  readonly file: string;
  readonly before: string | undefined;
  readonly text: string;
}

interface Target {
  readonly context: Context;
  readonly workspace: Workspace;
  readonly isForAll: boolean;
}

interface Written {
  readonly pulled: readonly PulledCampaign[];
  readonly left: readonly LeftCampaign[];
  readonly files: readonly WrittenFile[];
}

/**
 * Writes what campaigns are to say into their files, in memory: each value where it came from. What can't be written, or
 * would make a file say anything else than that, is left. Then the others are worked out again, since texts may be shared.
 */
export function writePulled(all: readonly Parts[], target: Target): Written {
  const left: LeftCampaign[] = [];
  const refuse = ({ campaign }: Parts, ...reasons: readonly LeftReason[]) => {
    left.push({ ...editedCampaign(campaign, target.workspace), reasons });
  };
  const isOpen = (one: Parts): boolean => {
    const isSecret = [...one.wanted.values()].some((next) => target.context.secrets.areIn(next ?? null));
    if (isSecret) refuse(one, { code: 'secret' });
    return one.wanted.size > 0 && !isSecret;
  };
  let open = all.filter(isOpen);
  if (open.length === 0) return { pulled: [], left, files: [] };
  const workspaces = [...target.context.configuration.workspaces.values()];
  const before = loadFor(target.context, { targets: workspaces, ...LOOSELY });
  for (;;) {
    const opened = open.map((one) => openCampaign(one, target));
    const placeOf = placeTexts(opened.flatMap(movedTexts(target)), {
      ...{ desired: before.desired, workspace: target.workspace, isForAll: target.isForAll },
      isTaken: (path) => existsSync(join(target.context.repository.root, path)),
    });
    const drafts = opened.map((one) => draftOf(one, placeOf, target));
    const refused = checkPulled(drafts, { before, target: target.context, workspace: target.workspace });
    for (const draft of drafts) {
      const reasons = [...draft.reasons, ...(refused.get(draft.parts.campaign.key) ?? [])];
      if (reasons.length > 0) refuse(draft.parts, ...reasons);
    }
    const good = drafts.filter(
      ({ reasons, parts }) => reasons.length === 0 && !refused.has(parts.campaign.key),
    );
    if (good.length === drafts.length) {
      for (const { parts, leftParts } of good) if (leftParts.length > 0) refuse(parts, ...leftParts);
      return { pulled: good.map((one) => pulledOf(one, target.workspace)), left, files: filesOf(good) };
    }
    open = good.map(({ parts }) => parts);
  }
}

/** Whatever a file says already, it may go on saying. */
const LOOSELY = { strict: false, isManaged: () => true, wentLive: () => true } as const;

interface Opened {
  readonly parts: Parts;
  readonly text: string;
  readonly head: Head | undefined;
}

function openCampaign(parts: Parts, { context }: Target): Opened {
  const { file } = parts.campaign.desired;
  const text = wholeText(context.repository.root, file) ?? '';
  const source = parseSource(file, text.replace(/^\ufeff/, ''));
  const below = file.slice(context.folder.path.length + 1);
  const workspaces = [...context.configuration.workspaces.keys()];
  return { parts, text, head: isSource(source) ? readHead(source, { below, workspaces }).head : undefined };
}

/** The texts in files of their own that are to be other ones. */
function movedTexts(target: Target): (opened: Opened) => MovedText[] {
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
  /** What the file says for the workspace, references in place. */
  readonly before: JsonObject;
  readonly wanted: ReadonlyMap<PartName, JsonValue | undefined>;
  readonly unwritable: readonly LeftReason[];
}

function rawParts(
  { parts: { campaign, wanted }, head }: Opened,
  { context: { folder }, workspace }: Target,
  placeText: Parameters<typeof rawValue>[2]['placeText'],
): RawParts {
  if (!head) return { before: {}, wanted: new Map(), unwritable: [{ code: 'unwritable' }] };
  const { body, status } = mergeOverride(head, workspace.name);
  const before: JsonObject = { ...body, ...(status !== undefined && { status }) };
  const unwritable: LeftReason[] = [];
  const raw = [...wanted].map(([part, next]): [PartName, JsonValue | undefined] => {
    const said = part === 'status' ? campaign.desired.status : campaign.desired.components[part];
    const context = {
      path: [part],
      placeText: (reference: string, text: string, path: readonly (string | number)[]) => {
        const found = folder.readReference(campaign.desired.file, reference);
        if (found.kind !== 'text' || !insertsSnippets(found.text))
          return canBeFile(text) ? placeText(reference, text, path) : text;
        unwritable.push(reasonFor(part, { kind: 'reference', path }));
        return { $file: reference };
      },
      unwritable: (found: Unwritable) => unwritable.push(reasonFor(part, found)),
    };
    return [part, rawValue(before[part], { before: said, next }, context)];
  });
  return { before, wanted: new Map(raw), unwritable };
}

function reasonFor(part: PartName, found: Unwritable): LeftReason {
  const path = pointer(found.path.slice(1));
  return found.kind === 'variable'
    ? { code: 'variable', part, path, name: found.name }
    : { code: 'reference', part, path };
}

/** What a pull writes for one campaign. */
export interface PulledDraft {
  readonly parts: Parts;
  readonly file: WrittenFile;
  readonly texts: readonly WrittenFile[];
  readonly notes: readonly PullNote[];
  /** Why it can't be written; empty where it can. */
  readonly reasons: readonly LeftReason[];
  /** Why parts of it can't; these are not in `parts` any more. */
  readonly leftParts: readonly LeftReason[];
}

function draftOf(opened: Opened, placeOf: (text: MovedText) => TextPlace, target: Target): PulledDraft {
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
    ...{ parts, file: { file, before: text, text }, texts: [], notes: [], reasons, leftParts: [] },
  });
  const open = new Map([...raw.wanted].filter(([name]) => !raw.unwritable.some((one) => isOf(one, name))));
  if (open.size === 0) return refused(raw.unwritable.length > 0 ? raw.unwritable : [{ code: 'unwritable' }]);
  if (!head || !isJsonObject(value)) return refused([{ code: 'unwritable' }]);
  const { context, workspace, isForAll } = target;
  const names = head.workspaces ?? [...context.configuration.workspaces.keys()];
  const others = names.filter((name) => name !== workspace.name);
  const placed = placeValues({ value, workspace: workspace.name, others }, open, { isForAll });
  const written = placed && withValue(text, placed.value);
  if (!placed || written === undefined) return refused([{ code: 'unwritable' }]);
  const chosen = [...places.values()].filter(({ one: { at } }) => open.has(at.split('/')[1] as PartName));
  return {
    parts: { ...parts, wanted: new Map([...parts.wanted].filter(([name]) => open.has(name))) },
    file: { file, before: text, text: written },
    texts: chosen.map(({ one, place }) => textFile(one, place, context)),
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
  if (place.kind === 'own') return { file: place.file, before: undefined, text };
  const before = wholeText(repository.root, file) ?? '';
  return { file, before, text: inKeptLines(before, text) };
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

function pulledOf(
  { parts: { campaign, wanted }, file, texts, notes }: PulledDraft,
  workspace: Workspace,
): PulledCampaign {
  const { desired } = campaign;
  return {
    ...editedCampaign(campaign, workspace),
    parts: [...wanted].map(([name, next]) => partOf(name, desired, next)),
    files: [...new Set([file, ...texts].filter(isChange).map((one) => one.file))],
    notes,
  };
}

function partOf(name: PartName, desired: Desired, next: JsonValue | undefined): PulledPart {
  if (name === 'status') return { name, before: statusPart(desired.status), after: statusPart(next) };
  return {
    name,
    before: shownComponent(name, desired.components[name]),
    after: isJsonObject(next) ? shownComponent(name, next) : undefined,
  };
}

function statusPart(status: JsonValue | undefined): JsonObject | undefined {
  return status === undefined ? undefined : { status };
}

function isChange({ before, text }: WrittenFile): boolean {
  return before !== text;
}

/** Each file once: a text that several campaigns have in common is written for all of them. */
function filesOf(drafts: readonly PulledDraft[]): readonly WrittenFile[] {
  const all = drafts.flatMap(({ file, texts }) => [...texts, file]).filter(isChange);
  return [...new Map(all.map((one) => [one.file, one])).values()];
}
