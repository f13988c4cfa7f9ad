import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { findCampaignSchema } from '../../files/campaign-schema.ts';
import type { FileChange, NewFile } from '../../files/write-files.ts';
import { claimedKeys, isKey, keyOf } from '../../load/key.ts';
import { firstFree } from '../../edit/assign-keys.ts';
import { sameComponent } from '../../model/canonical.ts';
import { COMPONENTS, type CampaignKey, type Desired } from '../../model/campaign.ts';
import { hasErrors, severityOf } from '../../model/diagnostic.ts';
import { EXIT } from '../../model/exit.ts';
import type { RefusalCause, RefusalOf } from '../../model/reasons.ts';
import type { Replacement } from '../../model/replacement.ts';
import { startIsPast } from '../../model/schedule.ts';
import { scheduleToPublish } from '../../model/timing.ts';
import { isNeverApplied, type State } from '../../model/state.ts';
import type { Context, InWorkspace } from '../context.ts';
import { openStateStore } from '../opening/state-store.ts';
import { Versions } from '../reading/file-versions.ts';
import { folderWith } from '../../edit/folder-view.ts';
import { LENIENTLY, loadFor } from '../reading/load-files.ts';
import { readRecord } from '../reading/read-state.ts';
import { campaignFiles, selectCampaign } from '../reading/select-campaigns.ts';
import { UserFailure } from '../process/user-failure.ts';
import { askService } from './ask-service.ts';
import { copyText, oldText } from './campaign-texts.ts';
import { moveTexts, sameText, type MovedTexts } from './move-texts.ts';
import { carryOut, viewOf } from '../rewrite.ts';

export interface ReplaceRequest {
  /** The campaign as given to a command. */
  readonly name: string;
  /** The key of the copy; if omitted, the old one with a number. */
  readonly key?: string;
}

/** A replacement that is prepared but not written yet. */
export interface PreparedReplacement {
  readonly report: Replacement;
  readonly changes: readonly FileChange[];
}

/** The campaign whose edit is moved, and its file from the root of the repository. */
interface Named extends InWorkspace {
  readonly key: string;
  readonly file: string;
}

/**
 * Determines which files move a locked edit into a copy. Writes nothing; queries the service only if its key is
 * available.
 */
export async function prepareReplacement(
  request: ReplaceRequest,
  { context, workspace }: InWorkspace,
): Promise<PreparedReplacement> {
  const {
    key,
    files: [file = ''],
  } = selectCampaign(request.name, campaignFiles(context), context);
  const named: Named = { context, workspace, key, file };
  const edited = loadEdited(named);
  const { desired, alsoFor } = edited;
  const recorded = await readLastApplied(named);
  const { binding, state, commit } = recorded;
  if (isSame(desired, recorded.last)) throw refused({ code: 'cannot-replace', why: 'unedited', key, file });
  const taken = [...edited.all, ...state.bindings.values()].map(({ name }) => name);
  const service = await askService({ context, workspace, binding, desired, taken });
  if (service.status === 'DRAFT') throw refused({ code: 'cannot-replace', why: 'draft', key, file });
  const copy = placeOfCopy(request, { context, state, key, file, name: desired.name });
  const { moved, changes, loaded } = writeTexts(named, { edited, recorded, copy, nameFor: service.nameFor });
  const written = changes.map(({ path }) => path);
  return {
    changes,
    report: {
      workspace: workspace.name,
      old: { key: binding.key, file, campaignId: binding.campaignId, commit },
      copy: { ...copy, name: loaded.copy.name },
      texts: [
        ...moved.created.map(({ path, of }) => ({ file: path, of })),
        ...moved.restored.map(({ path }) => ({ file: path, of: 'old' as const })),
      ],
      written,
      toCommit: written,
      alsoCommit: await otherEdits(context, { copy: loaded.copy, changes }),
      alsoFor,
      advice: {
        key: binding.key,
        type: desired.deliveryType,
        status: service.status,
        wanted: loaded.old.status,
        publishes: workspace.publish !== 'never',
        missing: loaded.copy.missing.map(({ what }) => what),
        startIsPast: startIsPast(
          desired.deliveryType,
          scheduleToPublish(desired, undefined),
          context.clock.now(),
        ),
      },
      isDone: false,
    },
  };
}

/** The record of the campaign, and the version of its file that was applied last; throws UserFailure without one. */
async function readLastApplied({ context, workspace, key, file }: Named) {
  const store = openStateStore(context, workspace);
  const { state, inputs } = await readRecord(store);
  const binding = [...state.bindings.values()].find((one) => one.key === key);
  if (!binding) throw refused({ code: 'cannot-replace', why: 'unmanaged', key, file });
  if (isNeverApplied(binding)) throw refused({ code: 'nothing-to-restore', key, why: 'adopted' });
  const trail = await store.trailOf(inputs.record?.commit);
  const versions = new Versions({ context, workspace, bindings: state.bindings, trail });
  const found = await versions.findLastApplied({ key: binding.key, file });
  const last = found?.version.loaded.desired.get(workspace.name)?.[0];
  if (!found || !last) throw refused({ code: 'nothing-to-restore', key, why: 'no-version' });
  return { ...found, state, binding, last };
}

interface Inputs {
  readonly edited: ReturnType<typeof loadEdited>;
  readonly recorded: Awaited<ReturnType<typeof readLastApplied>>;
  readonly copy: { readonly key: CampaignKey; readonly file: string };
  readonly nameFor: (name: string) => string;
}

/**
 * The new texts of both campaigns; throws UserFailure if the old one would not be as it was last applied, or the copy
 * not as it was edited.
 */
function writeTexts({ context, workspace, key, file }: Named, { edited, recorded, copy, nameFor }: Inputs) {
  const { version, last } = recorded;
  const { desired, text } = edited;
  const moved = moveTexts({
    root: context.repository.root,
    file,
    lastTexts: version.texts,
    sources: desired.sources,
    files: edited.inputs.files,
  });
  const schema = findCampaignSchema(context.repository.root, context.folder.path);
  const copied = copyText(text, { file, moved: moved.ofCopy, to: copy, schema, nameFor });
  const restored = oldText(version.text, {
    file,
    moved: moved.ofOld,
    edited: text,
    variables: { then: version.workspaces, now: context.configuration.workspaces },
  });
  if (copied === undefined || restored === undefined) throw notMovable({ key, file, why: 'not-plain' });
  const loaded = checked({
    context,
    workspace,
    moved,
    old: { path: file, text: restored },
    copy: { key: copy.key, path: copy.file, text: copied },
  });
  if (!isSame(loaded.old, last) || !isSame(loaded.copy, renamed(desired, loaded.copy.name))) {
    throw notMovable({ key, file, why: 'snippets' });
  }
  const changes: FileChange[] = [
    ...moved.created,
    { path: copy.file, text: copied, before: null },
    ...moved.restored,
    ...(sameText(restored, text) ? [] : [{ path: file, text: restored, before: text }]),
  ];
  return { moved, changes, loaded };
}

function isSame(one: Desired, other: Desired): boolean {
  return COMPONENTS.every((name) => sameComponent(name, one.components[name], other.components[name]));
}

function renamed(desired: Desired, name: string): Desired {
  const { basic_details: details, ...rest } = desired.components;
  return { ...desired, components: { ...rest, basic_details: { ...details, name } } };
}

/** Uncommitted files that the copy uses as they are: without them, the merge would not have the edit. */
async function otherEdits(
  { folder, repository }: Context,
  { copy, changes }: { readonly copy: Desired; readonly changes: readonly FileChange[] },
): Promise<readonly string[]> {
  const written = new Set(changes.map(({ path }) => path));
  const used = [...copy.sources, ...(copy.variables.length > 0 ? [folder.configurationFile] : [])];
  return repository.uncommitted(used.filter((path) => !written.has(path)));
}

function refused(cause: RefusalCause): UserFailure {
  return new UserFailure(EXIT.USAGE, cause);
}

/** The edit is fine, but this command can't move it. */
function notMovable(fault: Omit<RefusalOf<'cannot-replace'>, 'code'>): UserFailure {
  return new UserFailure(EXIT.FAILED, { code: 'cannot-replace', ...fault });
}

/**
 * The campaign as its file says it now, including the edit; throws UserFailure with exit code 5 if the file has
 * mistakes.
 */
function loadEdited({ context, workspace, key, file }: Named) {
  const targets = [...context.configuration.workspaces.values()];
  const loaded = loadFor(context, { workspacesToLoad: targets, ...LENIENTLY });
  const diagnostics = loaded.diagnostics.filter((one) => one.file === file);
  if (hasErrors(diagnostics)) throw new UserFailure(EXIT.INVALID, { code: 'invalid-files' }, { diagnostics });
  const desired = loaded.desired.get(workspace.name)?.find((one) => one.file === file);
  const given = loaded.inputs.files.find((one) => one.file === file);
  if (!desired || !given || !('text' in given))
    throw new UserFailure(EXIT.USAGE, { code: 'cannot-replace', why: 'other-workspace', key, file });
  const alsoFor = [...loaded.desired].flatMap(([name, campaigns]) =>
    name !== workspace.name && campaigns.some((one) => one.file === file) ? [name] : [],
  );
  const all = [...loaded.desired.values()].flat();
  return { desired, all, alsoFor, inputs: loaded.inputs, text: given.text };
}

function placeOfCopy(
  request: ReplaceRequest,
  at: {
    readonly context: Context;
    readonly state: State;
    readonly key: string;
    readonly file: string;
    readonly name: string;
  },
): { readonly key: CampaignKey; readonly file: string } {
  const { folder, repository } = at.context;
  const taken = new Set(
    [...claimedKeys(folder.files()), ...at.state.bindings.keys()].map((one) => one.toLowerCase()),
  );
  const hasOwnKey = keyOf(folder.below(at.file)) !== at.key;
  const fileOf = (key: string) =>
    hasOwnKey
      ? posix.join(posix.dirname(at.file), `${posix.basename(key)}.yaml`)
      : `${folder.path}/${key}.yaml`;
  const isTaken = (key: string) =>
    taken.has(key.toLowerCase()) || existsSync(join(repository.root, fileOf(key)));
  if (request.key === undefined) {
    const base = keyOfOriginal(at);
    const key = firstFree(base, (one) => one === base || isTaken(one));
    // A key with a number appended is still a valid key.
    return { key: key as CampaignKey, file: fileOf(key) };
  }
  if (!isKey(request.key)) throw refused({ code: 'invalid-key', key: request.key });
  if (isTaken(request.key)) throw refused({ code: 'key-taken', name: request.key, by: 'another campaign' });
  // `isKey` has accepted it.
  return { key: request.key as CampaignKey, file: fileOf(request.key) };
}

/** The key without its number if the name has that number, too, because the campaign is a copy itself. */
function keyOfOriginal({ key, name }: { readonly key: string; readonly name: string }): string {
  const [, base, number] = /^(.*[^-/])-(\d+)$/.exec(key) ?? [];
  return base !== undefined && name.trimEnd().endsWith(` (${number})`) ? base : key;
}

interface Checked extends InWorkspace {
  readonly moved: MovedTexts;
  readonly old: NewFile;
  readonly copy: NewFile & { readonly key: string };
}

/** Loads both new files; throws UserFailure if one of them would be invalid. */
function checked({ context, workspace, moved, old, copy }: Checked): { old: Desired; copy: Desired } {
  const texts = [...moved.created, ...moved.restored, old, copy].map(
    ({ path, text }) => [path, text] as const,
  );
  const folder = folderWith(viewOf(context), new Map(texts));
  const isBound = (_: string, key: CampaignKey) => key !== copy.key;
  const known = { ...LENIENTLY, isBound, keepsLive: isBound };
  const loaded = loadFor({ ...context, folder }, { workspacesToLoad: [workspace], ...known });
  const find = (file: string) => loaded.desired.get(workspace.name)?.find((one) => one.file === file);
  const [restored, copied] = [find(old.path), find(copy.path)];
  if (restored && copied) return { old: restored, copy: copied };
  const [wrong] = loaded.diagnostics.filter(
    (one) => severityOf(one) === 'error' && (one.file === old.path || one.file === copy.path),
  );
  const { file, line, message: detail } = wrong ?? { file: old.path, line: 1, message: '' };
  throw refused({ code: 'invalid-files', said: `${file}:${line} ${detail}` });
}

/**
 * Writes the files. If the edit was never committed, the file of the old campaign is as in the last commit again, so there
 * is nothing to commit in it.
 */
export async function writeReplacement(
  prepared: PreparedReplacement,
  context: Context,
): Promise<Replacement> {
  const done = carryOut(prepared, context);
  const uncommitted = new Set(await context.repository.uncommitted(done.written));
  return { ...done, toCommit: done.written.filter((path) => uncommitted.has(path)) };
}
