import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { firstFree } from '../edit/assign-keys.ts';
import type { Parts } from '../edit/prove.ts';
import { claimedKeys, probableKey } from '../load/key.ts';
import { HAS_ALL } from '../load/grade.ts';
import { sameComponent } from '../model/canonical.ts';
import {
  channelAndType,
  comparableName,
  COMPONENTS,
  type CampaignKey,
  type CampaignStatus,
  type ComponentName,
  type Desired,
} from '../model/campaign.ts';
import { hasErrors, severityOf } from '../model/diagnostic.ts';
import { EXIT } from '../model/exit.ts';
import { isJsonObject, sameJson, type JsonValue } from '../model/json.ts';
import type { PartName } from '../model/pull.ts';
import type { RefusalCause } from '../model/reasons.ts';
import type { Replacement } from '../model/rewrite.ts';
import { knownOf, type Binding } from '../model/state.ts';
import { emergencyStopFor } from '../model/transitions.ts';
import type { InWorkspace } from './context.ts';
import { UserFailure } from './process/user-failure.ts';
import { readHistory, Versions, withKey } from './reading/file-versions.ts';
import { loadFor } from './reading/load-files.ts';
import { campaignFiles, selectCampaign } from './select-campaigns.ts';
import { draftRewrite, type Prepared, type Rewrite } from './rewrite.ts';
import { withService } from './service.ts';

/** The campaign whose edit is moved, and its file from the root of the repository. */
type Named = InWorkspace & Readonly<Record<'key' | 'file', string>>;

/** By workspace. */
type Everywhere = ReadonlyMap<string, Desired>;

/**
 * Determines which files move a locked edit into a copy: the copy says what the file says now, and the file says again
 * what was applied last. Writes nothing; queries the service only if its key is available.
 */
export async function prepareReplacement(
  name: string,
  { context, workspace }: InWorkspace,
): Promise<Prepared<Replacement>> {
  const {
    key,
    files: [file = ''],
  } = selectCampaign(name, campaignFiles(context), context);
  const named: Named = { context, workspace, key, file };
  const { desired, everywhere, here, names, text } = loadEdited(named);
  const { binding, bindings, version, last } = await readLastApplied(named);
  if (isSame(desired, last)) throw refused({ code: 'cannot-replace', why: 'unedited', key, file });
  const status = await statusOf(binding, named);
  if (status === 'DRAFT') throw refused({ code: 'cannot-replace', why: 'draft', key, file });
  const keys: readonly string[] = bindings.map((one) => one.key);
  const unbound = here.filter((one) => !keys.includes(one.key));
  const begun = copyBegun(unbound, { desired, last });
  const place = begun ?? placeOfCopy(named, desired, keys);
  const own = probableKey({ below: context.folder.below(place.file), text });
  const copied = own === place.key ? text : withKey(text, place.key);
  if (copied === undefined)
    throw new UserFailure(EXIT.FAILED, { code: 'cannot-replace', why: 'not-plain', key, file });
  const says = copySays(everywhere, [...names, ...bindings.map(({ name }) => name)]);
  const copy = { ...place, text: copied, says };
  const { text: saved, loaded: then } = version;
  const old = { key: binding.key, file, text: saved, says: oldSays(everywhere, then.desired) };
  const rewrite = draftRewrite(begun ? [old] : [old, copy], context, {
    variables: 'write-out',
    record: (_, one) => (one === place.key && !begun ? undefined : HAS_ALL),
  });
  const loaded = requireProven(rewrite, named, place.file);
  // The copy is complete before anything is taken out of the old file.
  const changes = rewrite.changes.toSorted((a, b) => Number(a.before !== null) - Number(b.before !== null));
  const written = changes.map(({ path }) => path);
  const texts = rewrite.campaigns.toReversed().flatMap(({ wanted, files }) => {
    const of = wanted.file === file ? ('old' as const) : ('copy' as const);
    return files.flatMap((one) => (one !== wanted.file && written.includes(one) ? [{ file: one, of }] : []));
  });
  return {
    changes,
    report: {
      workspace: workspace.name,
      old: {
        ...{ key: binding.key, file, campaignId: binding.campaignId, commit: version.commit },
        ...{ type: desired.deliveryType, status },
        isResumed: status === 'PAUSED' && loaded.old.status === 'ACTIVE',
      },
      copy: { key: place.key, file: place.file, name: loaded.copy.name },
      ...{ texts, written, isDone: false },
      alsoFor: [...everywhere.keys()].filter((name) => name !== workspace.name),
    },
  };
}

/** The campaign as its file says it now, with the edit; throws UserFailure with exit code 5 if the file has mistakes. */
function loadEdited({ context, workspace, key, file }: Named) {
  const targets = [...context.configuration.workspaces.values()];
  // The edit becomes a campaign of its own, so nothing that is live excuses a mistake in it.
  const loaded = loadFor(context, { workspacesToLoad: targets });
  const diagnostics = loaded.diagnostics.filter((one) => one.file === file);
  if (hasErrors(diagnostics)) throw new UserFailure(EXIT.INVALID, { code: 'invalid-files' }, { diagnostics });
  const everywhere: Everywhere = new Map(
    [...loaded.desired].flatMap(([name, campaigns]) =>
      campaigns.filter((one) => one.file === file).map((one) => [name, one] as const),
    ),
  );
  const desired = everywhere.get(workspace.name);
  const given = loaded.inputs.files.find((one) => one.file === file);
  if (!desired || !given || !('text' in given))
    throw refused({ code: 'cannot-replace', why: 'other-workspace', key, file });
  const names = [...loaded.desired.values()].flat().map(({ name }) => name);
  const here = loaded.desired.get(workspace.name) ?? [];
  return { desired, everywhere, here, names, text: given.text };
}

/** The record of the campaign, and the version of its file that was applied last; throws UserFailure without one. */
async function readLastApplied({ context, workspace, key, file }: Named) {
  const history = await readHistory({ context, workspace });
  const bindings = [...history.bindings.values()];
  const binding = bindings.find((one) => one.key === key);
  if (!binding) throw refused({ code: 'cannot-replace', why: 'unmanaged', key, file });
  const version = await new Versions(history).ofLastApply({ key: binding.key, file }, EXIT.USAGE);
  const last = version.loaded.desired.get(workspace.name)?.[0];
  if (!last) throw refused({ code: 'nothing-to-restore', key, why: 'no-version' });
  return { version, bindings, binding, last };
}

function isSame(one: Desired, other: Desired): boolean {
  return COMPONENTS.every((name) => sameComponent(name, one.components[name], other.components[name]));
}

/** The live status; the recorded one without the key of the service, or if that doesn't answer. */
async function statusOf(binding: Binding, { context, workspace }: InWorkspace): Promise<CampaignStatus> {
  const { campaignId: id, status } = binding;
  if (!context.keyOf(workspace)) return status.seen;
  const answer = await withService({ context, workspace }, async (service) =>
    (await service.readCampaigns([id], new Map([[id, knownOf(binding)]]))).get(id),
  );
  return answer?.kind === 'present' ? answer.live.status : status.seen;
}

/** Where a copy is written: under the old key with a number. */
function placeOfCopy(
  { context: { folder, repository }, key: old, file }: Named,
  { name }: Desired,
  recorded: readonly string[],
): { readonly key: CampaignKey; readonly file: string } {
  const taken = new Set([...claimedKeys(folder.files()), ...recorded].map((one) => one.toLowerCase()));
  // Beside the original, so that what it names by a path stays the same.
  const fileOf = (key: string) => posix.join(posix.dirname(file), `${posix.basename(key)}.yaml`);
  const isTaken = (key: string) =>
    taken.has(key.toLowerCase()) || existsSync(join(repository.root, fileOf(key)));
  // The copy of a copy has the next number.
  const base = /\(\d+\)$/.test(name) ? old.replace(/-\d+$/, '') : old;
  const key = firstFree(base, (one) => one === base || isTaken(one));
  return { key: key as CampaignKey, file: fileOf(key) };
}

/**
 * The copy that a killed run wrote: an unbound draft with another name. What the file says is in the copy, or was applied
 * last, because that run may have restored a part of it.
 */
function copyBegun(
  unbound: readonly Desired[],
  { desired, last }: Readonly<Record<'desired' | 'last', Desired>>,
): Desired | undefined {
  return unbound.find((one) => {
    if ((one.status ?? 'DRAFT') !== 'DRAFT' || channelAndType(one) !== channelAndType(last)) return false;
    const copy = renamed(one, desired.name);
    const isMix = (name: ComponentName) =>
      isMixOf(desired.components[name], [last.components[name], copy.components[name]]);
    return one.name !== desired.name && !isSame(copy, last) && COMPONENTS.every(isMix);
  });
}

function renamed(one: Desired, name: string): Desired {
  const basic_details = { ...one.components.basic_details, name };
  return { ...one, components: { ...one.components, basic_details } };
}

/** Whether each leaf is one of these. */
function isMixOf(value: JsonValue | undefined, sides: readonly (JsonValue | undefined)[]): boolean {
  if (sides.some((one) => sameJson(value, one))) return true;
  const all = [value, ...sides];
  if (!all.every(isJsonObject)) return false;
  const names = [...new Set(all.flatMap((one) => Object.keys(one)))];
  return names.every((name) => {
    const [member, ...others] = all.map((one) => one[name]);
    return isMixOf(member, others);
  });
}

/** What the old campaign should say: what was applied last. A PAUSED or STOPPED status in its file is kept. */
function oldSays(
  edited: Everywhere,
  applied: ReadonlyMap<string, readonly Desired[]>,
): ReadonlyMap<string, Parts> {
  return new Map(
    [...edited].flatMap(([workspace, now]): [string, Parts][] => {
      const [then] = applied.get(workspace) ?? [];
      const isStop = now.status !== undefined && now.status === emergencyStopFor(now.deliveryType);
      return then ? [[workspace, partsOf(then, isStop ? now.status : then.status)]] : [];
    }),
  );
}

/** What the copy should say: the edit under another name, as a draft if the file requests a status. */
function copySays(edited: Everywhere, names: readonly string[]): ReadonlyMap<string, Parts> {
  const taken = new Set(names.map(comparableName));
  const nameFor = (name: string, number = 2): string => {
    const next = `${name.replace(/ \(\d+\)$/, '')} (${number})`;
    return taken.has(comparableName(next)) ? nameFor(name, number + 1) : next;
  };
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

/** Both campaigns in the new files; throws UserFailure if one of them, or another campaign, would say anything else. */
function requireProven(
  { campaigns, proof, after }: Rewrite,
  { workspace, key, file }: Named,
  copyFile: string,
): { readonly old: Desired; readonly copy: Desired } {
  const wrong = after.diagnostics.find(
    (one) => severityOf(one) === 'error' && [file, copyFile].includes(one.file),
  );
  if (wrong) throw refused({ code: 'invalid-files', said: `${wrong.file}:${wrong.line} ${wrong.message}` });
  const [left] = campaigns.flatMap((one) => one.left);
  const isShared = left?.code === 'reference' || proof.also.some((one) => one.key !== key);
  const find = (at: string) => after.desired.get(workspace.name)?.find((one) => one.file === at);
  const [old, copy] = [find(file), find(copyFile)];
  if (!left && !isShared && proof.unproven.size === 0 && old && copy) return { old, copy };
  const why = isShared ? 'snippets' : 'not-plain';
  throw new UserFailure(EXIT.FAILED, { code: 'cannot-replace', why, key, file });
}

function refused(cause: RefusalCause): UserFailure {
  return new UserFailure(EXIT.USAGE, cause);
}
