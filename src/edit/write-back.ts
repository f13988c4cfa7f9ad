import type { Judged } from '../load/judge.ts';
import type { CampaignFile } from '../model/findings.ts';
import { isReference, mergePatch } from '../load/references.ts';
import { headOfFile } from '../load/resolve.ts';
import { withoutMark } from '../model/text-start.ts';
import {
  isJsonObject,
  sameJson,
  valueAt,
  type JsonObject,
  type JsonValue,
  type Path,
} from '../model/json.ts';
import type { PartName, PullNote, Unwritten } from '../model/pull.ts';
import type { Workspace } from '../model/workspace.ts';
import { editYaml } from './edit-yaml.ts';
import { byEntry } from './entry-order.ts';
import { folderWith, type FolderView } from './folder-view.ts';
import { formatCampaign } from './format.ts';
import { rawPart, type ChangedPart, type RawPart } from './raw-part.ts';
import { prove, type Wanted, type WrittenBack } from './prove.ts';

// Every command that changes campaign files says what it wants, and this is the only code that computes texts from it.
// A value is written where it came from: into the file, into the override of a workspace, or into the text file that the
// campaign refers to. Each part is loaded right away, and kept only if the campaign then says exactly that.

export interface Written {
  /** The new texts, by path: campaign files come after the texts that they refer to. */
  readonly texts: ReadonlyMap<string, string>;
  readonly campaigns: readonly WrittenBack[];
}

export interface WriteBackInputs {
  readonly folder: FolderView;
  readonly workspaces: ReadonlyMap<string, Workspace>;
  /** Reads and checks campaign files for all workspaces. */
  readonly load: (folder: FolderView) => Judged;
  /** What the files say before anything is written. */
  readonly before: Judged;
  /** What becomes of a variable whose value is another one: it stays by default, and the part isn't written. */
  readonly variables?: 'write-out';
}

/** The texts with which all campaigns say what is wanted, as far as they can be written. */
export function writeBack(wanted: readonly Wanted[], inputs: WriteBackInputs): Written {
  const texts = new Map<string, string>();
  const campaigns = wanted.map((one) => {
    const written = writeCampaign(one, { ...inputs, folder: folderWith(inputs.folder, texts) });
    for (const [path, text] of written.texts) texts.set(path, text);
    return written;
  });
  return { texts, campaigns };
}

/** One campaign, part by part. The campaign file comes after the texts that it refers to. */
function writeCampaign(wanted: Wanted, inputs: WriteBackInputs): WrittenBack & Draft {
  const { file, text: start = inputs.folder.whole(wanted.file) ?? '' } = wanted;
  const texts = new Map([...(wanted.texts ?? []), [file, start]]);
  const says = new Map<string, Map<PartName, JsonValue | undefined>>();
  const notes: PullNote[] = [];
  const left: Unwritten[] = [];
  const pending = new Set(wanted.says?.keys());
  for (const [name, parts] of wanted.says ?? []) {
    pending.delete(name);
    const workspace = inputs.workspaces.get(name);
    const said = new Map<PartName, JsonValue | undefined>();
    says.set(name, said);
    if (!workspace) continue;
    for (const [part, next] of parts) {
      const folder = folderWith(inputs.folder, texts);
      const written = writePart({ ...wanted, workspace, part, next, pending }, { ...inputs, folder });
      if ('code' in written) left.push(written);
      else {
        said.set(part, next);
        for (const [path, text] of written.texts) texts.set(path, text);
        notes.push(...written.notes);
      }
    }
  }
  const text = texts.get(file) ?? start;
  texts.delete(file);
  // A file that was formatted before stays formatted, or a required check of its pull request would fail.
  const isEdited = text !== start && formatCampaign(start) === start;
  texts.set(file, isEdited ? (formatCampaign(text) ?? text) : text);
  const files = [file, ...texts.keys()].filter((path) => texts.get(path) !== inputs.folder.whole(path));
  return {
    wanted: { ...wanted, ...(wanted.says && { says }) },
    ...{ texts, files: [...new Set(files)], left },
    notes,
  };
}

type Draft = Pick<RawPart, 'texts' | 'notes'>;

/** One part, in the file and in its texts; or why it can't be written. */
function writePart(one: ChangedPart, inputs: WriteBackInputs): Draft | Unwritten {
  const { key, file, workspace, part, next, pending } = one;
  const { folder, workspaces, load } = inputs;
  const text = folder.whole(file) ?? '';
  const head = headOfFile(fileOf(folder, file), inputs);
  if (!head || !isJsonObject(head.source.value)) return { code: 'unwritable', part };
  const raw = rawPart(one, head, inputs);
  if ('code' in raw) return raw;
  const all = head.workspaces ?? [...workspaces.keys()];
  const others = all.filter((other) => other !== workspace.name && !pending.has(other));
  const placed = { value: head.source.value, workspace: workspace.name, others };
  const value = placeValues(placed, [part, raw.value]);
  const put = value && editYaml(text, value);
  if (put === undefined) return { code: 'unwritable', part };
  if (put === text && raw.texts.size === 0) return { texts: new Map(), notes: [] };
  const texts = new Map([...raw.texts, [file, put]]);
  const [before, after] = [folder, folderWith(folder, texts)].map((view) =>
    load({ ...view, files: () => [fileOf(view, file)] }),
  );
  if (!before || !after) return { code: 'unwritable', part };
  const wanted = { key, file, says: new Map([[workspace.name, new Map([[part, next]])]]) };
  const { unproven, also } = prove([{ wanted, files: [...texts.keys()] }], { before, after });
  const [diagnostics] = unproven.values();
  if (diagnostics && diagnostics.length > 0) return { code: 'invalid', part, diagnostics };
  const touched = also.filter((other) => !pending.has(other.workspace));
  if (diagnostics || touched.length > 0) return { code: 'unwritable', part };
  const place = ['overrides', workspace.name, part];
  const isOverride = [head.source.value, value].map((one) => valueAt(one, place) !== undefined);
  const isNew = isOverride[1] && !isOverride[0];
  return { texts, notes: [...raw.notes, ...(isNew ? [{ kind: 'override', parts: [part] } as const] : [])] };
}

function fileOf(folder: FolderView, file: string): CampaignFile {
  const text = withoutMark(folder.whole(file) ?? '');
  return { file, below: file.slice(folder.path.length + 1), text };
}

/**
 * The file's new value, with an entry for one of the workspaces that it is for written where it came from: into its override if the override
 * sets it, otherwise into the body. What other workspaces take from the body becomes an override of this one. `wanted` is
 * as the file should say it, with references. Undefined if a merge patch can't express it.
 */
function placeValues(
  { value, workspace, others }: { value: JsonObject; workspace: string; others: readonly string[] },
  [name, wanted]: readonly [name: string, wanted: JsonValue | undefined],
): JsonObject | undefined {
  const { overrides: all, ...body } = value;
  const overrides = isJsonObject(all) ? all : {};
  let [base, patch]: [JsonObject, JsonObject] = [body, objectIn(overrides, workspace)];
  const merged = objectOf(mergePatch(base, patch));
  for (const { path, next } of changesIn(merged[name], wanted, [name])) {
    const isOverridden = valueAt(patch, path) !== undefined;
    const above = path.slice(0, -1);
    const isOnlyInPatch =
      above.length > 0 && valueAt(patch, above) !== undefined && !isJsonObject(valueAt(base, above));
    const isOfPatch = isOverridden || isOnlyInPatch;
    const inBody = isOfPatch ? undefined : put(base, path, next);
    const keeps = (other: JsonObject) => sameJson(mergePatch(base, other), mergePatch(inBody ?? {}, other));
    if (inBody && others.every((one) => keeps(objectIn(overrides, one)))) base = inBody;
    else {
      const isGone = next === undefined && valueAt(base, path) === undefined;
      patch = isGone ? put(patch, path, undefined) : put(patch, path, next ?? null);
    }
  }
  if (!sameJson(objectOf(mergePatch(base, patch))[name], wanted)) return undefined;
  const isKept = Object.keys(patch).length > 0 || workspace in overrides;
  const kept = { ...overrides, ...(isKept && { [workspace]: patch }) };
  const isBare = all === undefined && Object.keys(kept).length === 0;
  return byEntry({ ...base, ...(!isBare && { overrides: kept }) });
}

/** The smallest parts that differ. A list is one part, since a merge patch replaces it whole. */
function changesIn(
  before: JsonValue | undefined,
  next: JsonValue | undefined,
  path: Path,
): { readonly path: Path; readonly next: JsonValue | undefined }[] {
  if (sameJson(before, next)) return [];
  const isMap = (one: JsonValue | undefined): one is JsonObject => isJsonObject(one) && !isReference(one);
  if (!isMap(before) || !isMap(next)) return [{ path, next }];
  const names = [...new Set([...Object.keys(before), ...Object.keys(next)])];
  return names.flatMap((name) => changesIn(before[name], next[name], [...path, name]));
}

/** The map with another value at a path; undefined removes it, along with maps that become empty. */
function put(here: JsonObject, path: Path, next: JsonValue | undefined): JsonObject {
  const [step = '', ...rest] = path;
  const name = String(step);
  const member = here[name];
  const inner =
    rest.length === 0 ? next : put(isJsonObject(member) && !isReference(member) ? member : {}, rest, next);
  const isGone = inner === undefined || (next === undefined && sameJson(inner, {}));
  if (isGone) return Object.fromEntries(Object.entries(here).filter(([one]) => one !== name));
  return { ...here, [name]: inner };
}

function objectIn(value: JsonObject, name: string): JsonObject {
  return Object.hasOwn(value, name) ? objectOf(value[name]) : {};
}

function objectOf(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) && !isReference(value) ? value : {};
}
