import { copyOf } from '../edit/copy-campaign.ts';
import type { Parts, Wanted } from '../edit/wanted.ts';
import { findCampaignSchema } from '../files/campaign-schema.ts';
import type { FileChange } from '../files/write-files.ts';
import { sameComponent } from '../model/canonical.ts';
import { COMPONENTS, type Desired } from '../model/campaign.ts';
import { hasErrors, severityOf } from '../model/diagnostic.ts';
import { EXIT } from '../model/exit.ts';
import type { JsonValue } from '../model/json.ts';
import type { PartName } from '../model/pull.ts';
import type { RefusalCause } from '../model/reasons.ts';
import type { Replacement } from '../model/replacement.ts';
import { emergencyStopFor } from '../model/transitions.ts';
import { askService, copyBegun, placeOfCopy } from './place-copy.ts';
import type { Context, InWorkspace } from './context.ts';
import { openStateStore, readRecord } from './record.ts';
import { UserFailure } from './process/user-failure.ts';
import { Versions, type FoundVersion } from './reading/file-versions.ts';
import { LENIENTLY, loadFor } from './reading/load-files.ts';
import { campaignFiles, selectCampaign } from './select-campaigns.ts';
import { carryOut, draftRewrite, type Rewrite } from './rewrite.ts';

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
 * Determines which files move a locked edit into a copy: the copy says what the file says now, and the file says again
 * what was applied last. Writes nothing; queries the service only if its key is available.
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
  const { desired } = edited;
  const recorded = await readLastApplied(named);
  const { binding, state, version, last } = recorded;
  if (isSame(desired, last)) throw refused({ code: 'cannot-replace', why: 'unedited', key, file });
  const begun = copyBegun(edited.here, { desired, last, state });
  const taken = [...edited.all, ...state.bindings.values()].map(({ name }) => name);
  const service = await askService({ context, workspace, binding, desired, taken });
  if (service.status === 'DRAFT') throw refused({ code: 'cannot-replace', why: 'draft', key, file });
  const copy = begun ?? placeOfCopy(request, { context, state, key, file, name: desired.name });
  const old: Wanted = { ...oldAsApplied(edited.everywhere, version), key: binding.key, file };
  const schema = findCampaignSchema(context.repository.root, context.folder.path);
  const copied = { ...copy, says: copySays(edited.everywhere, service.nameFor) };
  const wanted = copyOf({ ...copied, from: file, text: edited.text, schema });
  if (!wanted) throw new UserFailure(EXIT.FAILED, { code: 'cannot-replace', why: 'not-plain', key, file });
  const rewrite = draftRewrite(begun ? [old] : [old, wanted], context, {
    variables: 'write-out',
    ...(!begun && { fresh: copy.key }),
  });
  const loaded = requireProven(rewrite, { ...named, copy });
  // The copy is complete before anything is taken out of the old file.
  const isOfOld = ({ before }: FileChange) => Number(before !== null);
  const changes = rewrite.changes.toSorted((a, b) => isOfOld(a) - isOfOld(b));
  const written = changes.map(({ path }) => path);
  const textsOf = (of: 'old' | 'copy', at: string) =>
    rewrite.campaigns
      .filter((one) => one.wanted.file === at)
      .flatMap(({ files }) => files.filter((one) => one !== at && written.includes(one)))
      .map((one) => ({ file: one, of }));
  return {
    changes,
    report: {
      workspace: workspace.name,
      old: {
        ...{ key: binding.key, file, campaignId: binding.campaignId, commit: version.commit },
        ...{ type: desired.deliveryType, status: service.status },
        isResumed: service.status === 'PAUSED' && loaded.old.status === 'ACTIVE',
      },
      copy: { key: copy.key, file: copy.file, name: loaded.copy.name },
      texts: [...textsOf('copy', copy.file), ...textsOf('old', file)],
      written,
      toCommit: written,
      alsoCommit: await otherEdits(context, { copy: loaded.copy, written }),
      alsoFor: [...edited.everywhere.keys()].filter((name) => name !== workspace.name),
      isDone: false,
    },
  };
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
  const everywhere = new Map(
    [...loaded.desired].flatMap(([name, campaigns]) =>
      campaigns.filter((one) => one.file === file).map((one) => [name, one] as const),
    ),
  );
  const desired = everywhere.get(workspace.name);
  const given = loaded.inputs.files.find((one) => one.file === file);
  if (!desired || !given || !('text' in given))
    throw new UserFailure(EXIT.USAGE, { code: 'cannot-replace', why: 'other-workspace', key, file });
  const here = loaded.desired.get(workspace.name) ?? [];
  return { desired, everywhere, here, all: [...loaded.desired.values()].flat(), text: given.text };
}

/** The record of the campaign, and the version of its file that was applied last; throws UserFailure without one. */
async function readLastApplied({ context, workspace, key, file }: Named) {
  const store = openStateStore(context, workspace);
  const { state, inputs } = await readRecord(store);
  const binding = [...state.bindings.values()].find((one) => one.key === key);
  if (!binding) throw refused({ code: 'cannot-replace', why: 'unmanaged', key, file });
  const trail = await store.trailOf(inputs.record?.commit);
  const versions = new Versions({ context, workspace, bindings: state.bindings, trail });
  const version = await versions.ofLastApply({ key: binding.key, file }, EXIT.USAGE);
  const last = version.loaded.desired.get(workspace.name)?.[0];
  if (!last) throw refused({ code: 'nothing-to-restore', key, why: 'no-version' });
  return { version, state, binding, last };
}

/** What the old campaign should say: what was applied last. A PAUSED or STOPPED status in its file is kept. */
function oldAsApplied(
  edited: ReadonlyMap<string, Desired>,
  { text, loaded }: FoundVersion,
): Omit<Wanted, 'key' | 'file'> {
  const says = [...edited].flatMap(([workspace, now]): [string, Parts][] => {
    const [then] = loaded.desired.get(workspace) ?? [];
    const isStop = now.status !== undefined && now.status === emergencyStopFor(now.deliveryType);
    return then ? [[workspace, partsOf(then, isStop ? now.status : then.status)]] : [];
  });
  // Texts may be shared by now: `says` decides where each value goes.
  return { text, says: new Map(says) };
}

/** What the copy should say: the edit under another name, as a draft if the file requests a status. */
function copySays(
  edited: ReadonlyMap<string, Desired>,
  nameFor: (name: string) => string,
): ReadonlyMap<string, Parts> {
  return new Map(
    [...edited].map(([workspace, one]) => {
      const status = one.status === undefined ? undefined : 'DRAFT';
      return [workspace, partsOf(renamed(one, nameFor(one.name)), status)];
    }),
  );
}

function partsOf({ components }: Desired, status: Desired['status']): Parts {
  const parts = COMPONENTS.map((name): [PartName, JsonValue | undefined] => [name, components[name]]);
  return new Map([['status', status], ...parts]);
}

function renamed(desired: Desired, name: string): Desired {
  const { basic_details: details, ...rest } = desired.components;
  return { ...desired, components: { ...rest, basic_details: { ...details, name } } };
}

function isSame(one: Desired, other: Desired): boolean {
  return COMPONENTS.every((name) => sameComponent(name, one.components[name], other.components[name]));
}

/** Both campaigns in the new files; throws UserFailure if one of them, or another campaign, would say anything else. */
function requireProven(
  { campaigns, proof, after }: Rewrite,
  { workspace, key, file, copy }: Named & { readonly copy: { readonly file: string } },
): { readonly old: Desired; readonly copy: Desired } {
  const wrong = after.diagnostics.find(
    (one) => severityOf(one) === 'error' && (one.file === file || one.file === copy.file),
  );
  if (wrong) throw refused({ code: 'invalid-files', said: `${wrong.file}:${wrong.line} ${wrong.message}` });
  const [left] = campaigns.flatMap((one) => one.left);
  const isShared = left?.code === 'reference' || proof.also.some((one) => one.key !== key);
  const find = (at: string) => after.desired.get(workspace.name)?.find((one) => one.file === at);
  const [old, copied] = [find(file), find(copy.file)];
  if (!left && !isShared && proof.unproven.size === 0 && old && copied) return { old, copy: copied };
  const why = isShared ? 'snippets' : 'not-plain';
  throw new UserFailure(EXIT.FAILED, { code: 'cannot-replace', why, key, file });
}

/** Uncommitted files that the copy uses as they are: without them, the merge would not have the edit. */
async function otherEdits(
  { folder, repository }: Context,
  { copy, written }: { readonly copy: Desired; readonly written: readonly string[] },
): Promise<readonly string[]> {
  const used = [...copy.sources, ...(copy.variables.length > 0 ? [folder.configurationFile] : [])];
  return repository.uncommitted(used.filter((path) => !written.includes(path)));
}

function refused(cause: RefusalCause): UserFailure {
  return new UserFailure(EXIT.USAGE, cause);
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
