import type { RecordEdit } from '../apply/ports.ts';
import { folderWith, type FolderView } from '../edit/folder-view.ts';
import { writeBack, type WriteBackInputs } from '../edit/write-back.ts';
import { prove, type Proof, type Wanted, type WrittenBack } from '../edit/prove.ts';
import { wholeText } from '../files/read-text.ts';
import { obstacleTo, writeFiles, type FileChange } from '../files/write-files.ts';
import type { Circumstances, Judged } from '../load/judge.ts';
import { EXIT, type ExitCode } from '../model/exit.ts';
import type { FileFault } from '../model/findings.ts';
import { boundIds } from '../model/state.ts';
import type { Context, InWorkspace } from './context.ts';
import { UserFailure } from './process/user-failure.ts';
import { loadFor } from './reading/load-files.ts';
import { editRecord, requireRecord } from './record.ts';

// Every command that changes campaign files comes here: it says what the files should say, and gets the texts, loaded and
// compared. It shows them, asks, and writes all of them or none. A run that is killed in between leaves whole files, and
// the next run writes the rest.

/** `record`: what the files are judged with. */
type RewriteOptions = Pick<WriteBackInputs, 'variables'> & Required<Pick<Circumstances, 'record'>>;

/** Files that say what is wanted, not written yet. */
export interface Rewrite {
  readonly changes: readonly FileChange[];
  readonly campaigns: readonly WrittenBack[];
  readonly before: Judged;
  readonly after: Judged;
  readonly proof: Proof;
}

/** Computes the files, and loads them for all workspaces. Writes nothing. */
export function draftRewrite(
  wanted: readonly Wanted[],
  context: Context,
  { record, ...options }: RewriteOptions,
): Rewrite {
  const { workspaces } = context.configuration;
  const load = (folder: FolderView) =>
    loadFor({ ...context, folder }, { workspacesToLoad: [...workspaces.values()], record });
  const folder = viewOf(context);
  const before = load(folder);
  const { texts, campaigns } = writeBack(wanted, { ...options, folder, workspaces, load, before });
  const after = load(folderWith(folder, texts));
  const changes = [...texts].flatMap(([path, text]) => {
    const now = folder.whole(path) ?? null;
    return text === now ? [] : [{ path, text, before: now }];
  });
  return { changes, campaigns, before, after, proof: prove(campaigns, { before, after }) };
}

/** Where campaign files are. */
export interface FoldersContext extends Pick<Context, 'folder'> {
  readonly repository: Pick<Context['repository'], 'root'>;
}

/** The campaigns folder, read once. */
export function viewOf({ folder, repository }: FoldersContext): FolderView {
  const files = folder.files();
  return {
    path: folder.path,
    files: () => files,
    isCampaign: (file) => folder.isCampaign(file),
    readReference: (from, path) => folder.readReference(from, path),
    whole: (file) => wholeText(repository.root, file),
  };
}

/**
 * As `draftRewrite`, but what would not be said is left out. The others are computed again, since texts may be shared. If
 * anything else would change, none is written.
 */
export function draftProven(wanted: readonly Wanted[], context: Context, options: RewriteOptions): Rewrite {
  const rewrite = draftRewrite(wanted, context, options);
  const { unproven, also } = rewrite.proof;
  const isWrong = ({ key }: Wanted) => also.length > 0 || unproven.has(key);
  if (!wanted.some(isWrong)) return rewrite;
  const others = wanted.filter((one) => !isWrong(one));
  const { campaigns, ...rest } = draftProven(others, context, options);
  const wrong = wanted.filter(isWrong).map((one): WrittenBack => {
    const parts = [...(one.says?.values() ?? [])].flatMap((said) => [...said.keys()]);
    const left = parts.map((part) => ({ code: 'unwritable', part }) as const);
    return { wanted: { ...one, says: new Map() }, files: [], notes: [], left };
  });
  return { ...rest, campaigns: [...campaigns, ...wrong] };
}

/** Throws UserFailure with exit code 5 if one of these files can't be written where it belongs. */
export function requirePlaces(root: string, paths: readonly string[]): void {
  const fault = paths.map((path) => obstacleTo(root, path)).find((one) => one !== undefined);
  if (fault) throw notWritten(EXIT.INVALID, fault);
}

export function notWritten(exit: ExitCode, fault: FileFault): UserFailure {
  return new UserFailure(exit, { code: 'not-written', fault });
}

/** Writes and creates files of the repository; throws UserFailure if one fails, and then none is changed. */
export async function writeAll(root: string, changes: readonly FileChange[]): Promise<void> {
  const fault = changes.length === 0 ? undefined : await writeFiles(root, changes);
  if (fault) throw notWritten(EXIT.FAILED, fault);
}

/** What a command is about to write and to bind, and the report of it. */
export interface Prepared<Report> {
  readonly report: Report;
  readonly changes: readonly FileChange[];
  readonly binds?: Extract<RecordEdit, { readonly bindings: unknown }>;
}

/**
 * Writes the files of what a command prepared, all or none, and records the bindings, in one commit under one lease. If
 * it is interrupted in between, `adopt` binds the files.
 */
export async function carryOut<Report extends object>(
  { report, changes, binds }: Prepared<Report>,
  target: InWorkspace,
): Promise<Report & { readonly isDone: true }> {
  const done = { ...report, isDone: true } as const;
  const { root } = target.context.repository;
  if (!binds || binds.bindings.length === 0) {
    await writeAll(root, changes);
    return done;
  }
  return editRecord(target, async (recorder, lease) => {
    const known = recorder.state.bindings;
    const ids = boundIds(known.values());
    // Before the lease was taken, another run may have bound the same campaign.
    const taken = binds.bindings.find(({ key, campaignId }) => known.has(key) || ids.has(campaignId));
    if (taken) throw new UserFailure(EXIT.LEASE, { code: 'key-taken', name: taken.key, by: 'another run' });
    await writeAll(root, changes);
    const held = await lease.check();
    if (held.kind !== 'held') throw new UserFailure(EXIT.LEASE, held.cause);
    requireRecord(await recorder.edit(binds));
    return done;
  });
}
