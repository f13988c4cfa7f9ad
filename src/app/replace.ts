import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { firstFree } from '../edit/assign-keys.ts';
import { copyBegun, copySays, isSame, oldSays, type Everywhere } from '../edit/replacement.ts';
import { claimedKeys, probableKey } from '../load/key.ts';
import { HAS_ALL } from '../load/grade.ts';
import type { CampaignKey, CampaignStatus, Desired } from '../model/campaign.ts';
import { hasErrors, severityOf } from '../model/diagnostic.ts';
import { EXIT, type ExitCode } from '../model/exit.ts';
import type { RefusalCause, RefusalOf } from '../model/reasons.ts';
import type { Replacement } from '../model/rewrite.ts';
import { knownOf, type Binding } from '../model/state.ts';
import type { InWorkspace } from './context.ts';
import { UserFailure } from './process/user-failure.ts';
import { readHistory, Versions, withKey } from './reading/file-versions.ts';
import { loadFor } from './reading/load-files.ts';
import { campaignFiles, selectCampaign } from './select-campaigns.ts';
import { draftRewrite, type Prepared, type Rewrite } from './rewrite.ts';
import { withService } from './service.ts';

/** The campaign whose edit is moved, and its file from the root of the repository. */
type Named = InWorkspace & Readonly<Record<'key' | 'file', string>>;

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
  if (isSame(desired, last)) throw impossible(named, 'not-edited');
  const status = await statusOf(binding, named);
  if (status === 'DRAFT') throw impossible(named, 'a-draft-is-not-locked');
  const keys: readonly string[] = bindings.map((one) => one.key);
  const unbound = here.filter((one) => !keys.includes(one.key));
  const begun = copyBegun(unbound, { desired, last });
  const place = begun ?? placeOfCopy(named, desired, keys);
  const own = probableKey({ below: context.folder.below(place.file), text });
  const copied = own === place.key ? text : withKey(text, place.key);
  if (copied === undefined) throw impossible(named, 'a-name-or-path-is-not-plain', EXIT.FAILED);
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
function loadEdited(named: Named) {
  const { context, workspace, file } = named;
  const targets = [...context.configuration.workspaces.values()];
  // The edit becomes a campaign of its own, so nothing that is live excuses a mistake in it.
  const loaded = loadFor(context, { workspacesToLoad: targets });
  const diagnostics = loaded.diagnostics.filter((one) => one.file === file);
  if (hasErrors(diagnostics)) throw new UserFailure(EXIT.INVALID, { code: 'invalid-files' }, diagnostics);
  const everywhere: Everywhere = new Map(
    [...loaded.desired].flatMap(([name, campaigns]) =>
      campaigns.filter((one) => one.file === file).map((one) => [name, one] as const),
    ),
  );
  const desired = everywhere.get(workspace.name);
  const given = loaded.inputs.files.find((one) => one.file === file);
  if (!desired || !given || !('text' in given)) throw impossible(named, 'not-for-this-workspace');
  const names = [...loaded.desired.values()].flat().map(({ name }) => name);
  const here = loaded.desired.get(workspace.name) ?? [];
  return { desired, everywhere, here, names, text: given.text };
}

/** The record of the campaign, and the version of its file that was applied last; throws UserFailure without one. */
async function readLastApplied(named: Named) {
  const { workspace, key, file } = named;
  const history = await readHistory(named);
  const bindings = [...history.bindings.values()];
  const binding = bindings.find((one) => one.key === key);
  if (!binding) throw impossible(named, 'not-managed');
  const version = await new Versions(history).ofLastApply({ key: binding.key, file }, EXIT.USAGE);
  const last = version.loaded.desired.get(workspace.name)?.[0];
  if (!last) throw refused({ code: 'nothing-to-restore', key, why: 'no-version' });
  return { version, bindings, binding, last };
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

/** Both campaigns in the new files; throws UserFailure if one of them, or another campaign, would say anything else. */
function requireProven(
  { campaigns, proof, after }: Rewrite,
  named: Named,
  copyFile: string,
): { readonly old: Desired; readonly copy: Desired } {
  const { workspace, key, file } = named;
  const wrong = after.diagnostics.find(
    (one) => severityOf(one) === 'error' && [file, copyFile].includes(one.file),
  );
  if (wrong) throw refused({ code: 'invalid-files', said: `${wrong.file}:${wrong.line} ${wrong.message}` });
  const [left] = campaigns.flatMap((one) => one.left);
  const isShared = left?.code === 'reference' || proof.also.some((one) => one.key !== key);
  const find = (at: string) => after.desired.get(workspace.name)?.find((one) => one.file === at);
  const [old, copy] = [find(file), find(copyFile)];
  if (!left && !isShared && proof.unproven.size === 0 && old && copy) return { old, copy };
  throw impossible(named, isShared ? 'others-share-files-of-it' : 'a-name-or-path-is-not-plain', EXIT.FAILED);
}

function impossible(
  { key, file }: Named,
  why: RefusalOf<'cannot-replace'>['why'],
  exit: ExitCode = EXIT.USAGE,
): UserFailure {
  return new UserFailure(exit, { code: 'cannot-replace', why, key, file });
}

function refused(cause: RefusalCause): UserFailure {
  return new UserFailure(EXIT.USAGE, cause);
}
