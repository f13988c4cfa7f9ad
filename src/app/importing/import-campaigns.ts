import { obstacleTo, writeNewFiles } from '../../files/write-new-files.ts';
import { EXIT } from '../../model/exit.ts';
import type { FileFault } from '../../model/file-fault.ts';
import type { ImportReport } from '../../model/import.ts';
import { editRecord } from '../applying/hold-lease.ts';
import type { Context, InWorkspace } from '../context.ts';
import { openService } from '../opening/service.ts';
import { openStateStore } from '../opening/state-store.ts';
import { readState, requireRecord } from '../reading/read-state.ts';
import { UserFailure } from '../process/user-failure.ts';
import { prepareImport, type ImportRequest, type PreparedImport } from './prepare-import.ts';
import { dirname, join, relative, sep } from 'node:path';
import { follow } from '../../files/follow-path.ts';
import { ignoreRules } from '../../git/ignore-rules.ts';

/**
 * Computes what an import would write. Sends only reads, and writes nothing. Throws UserFailure if one of the files can't
 * be written where it belongs, or if git ignores it.
 */
export async function previewImport(request: ImportRequest, target: InWorkspace): Promise<PreparedImport> {
  const { context, workspace } = target;
  const service = await openService(context, workspace);
  try {
    const { state } = await readState(openStateStore(context, workspace));
    const prepared = await prepareImport(request, { ...target, service, state });
    requireFolders(prepared, context);
    await requireNotIgnored(prepared, context);
    return prepared;
  } finally {
    await service.close();
  }
}

/**
 * Writes the files of a prepared import and binds them: all in one commit, under one lease. Existing files are never
 * overwritten. If it is interrupted, the files that were already written match the live campaigns; the next import
 * binds them.
 */
export async function carryOutImport(
  { report, files, bindings }: PreparedImport,
  { context, workspace }: InWorkspace,
): Promise<ImportReport> {
  if (bindings.length === 0) return { ...report, isDone: true };
  return editRecord({ context, workspace }, async (recorder, lease) => {
    requireUnbound(bindings, recorder.state.bindings);
    context.interaction.progress({ kind: 'writing-files', files: files.length });
    writeNew(context, files);
    const held = await lease.check();
    if (held.kind !== 'held') throw new UserFailure(EXIT.LEASE, held.cause);
    context.interaction.progress({ kind: 'binding', campaigns: bindings.length });
    requireRecord(await recorder.bind({ bindings, change: 'import' }));
    return { ...report, isDone: true };
  });
}

/** Before the lease was taken, another run may have bound the same campaign. */
function requireUnbound(
  bindings: PreparedImport['bindings'],
  known: ReadonlyMap<string, PreparedImport['bindings'][number]>,
): void {
  const ids = new Set([...known.values()].map(({ campaignId }) => campaignId));
  const taken = bindings.find(({ key, campaignId }) => known.has(key) || ids.has(campaignId));
  if (!taken) return;
  throw new UserFailure(EXIT.LEASE, { code: 'key-taken', name: taken.key, by: 'another run' });
}

function writeNew({ repository }: Context, files: PreparedImport['files']): void {
  const outcome = writeNewFiles(repository.root, files);
  switch (outcome.kind) {
    case 'done': {
      // An existing text has the same content; a campaign file that appeared just now may contain anything.
      const appeared = outcome.kept.find((path) => path.endsWith('.yaml'));
      if (appeared === undefined) return;
      throw new UserFailure(EXIT.FAILED, {
        code: 'not-written',
        fault: { code: 'E_FILE', why: 'changed', at: appeared },
        written: outcome.written.length,
      });
    }
    case 'blocked':
      throw blocked(outcome.fault);
    case 'failed':
      throw new UserFailure(EXIT.FAILED, {
        code: 'not-written',
        fault: outcome.fault,
        written: outcome.written.length,
      });
  }
}

function requireFolders(
  { files }: Pick<PreparedImport, 'files'>,
  { repository }: Pick<Context, 'repository'>,
): void {
  const fault = obstacleTo(repository.root, files);
  if (fault) throw blocked(fault);
}

function blocked(fault: FileFault): UserFailure {
  return new UserFailure(EXIT.INVALID, { code: 'not-written', fault, written: 0 });
}

/**
 * Throws UserFailure if git ignores files of an import: they would get into no commit, and the campaigns would look as
 * if their files had been deleted.
 */
async function requireNotIgnored(
  { files, report }: Pick<PreparedImport, 'files' | 'report'>,
  { repository, git }: Pick<Context, 'repository' | 'git'>,
): Promise<void> {
  const paths = new Set([
    ...files.map(({ path }) => path),
    // These may exist already.
    ...[...report.campaigns, ...report.texts].map(({ file }) => file),
  ]);
  // Below a link, git has no rules. A folder outside of the repository is refused when files are written.
  const real = [...paths].map((path) => realPath(repository.root, path)).filter(isInside);
  const [ignored] = await ignoreRules(git, real);
  if (ignored) throw blocked({ code: 'E_FILE', why: 'ignored', path: ignored.path });
}

function realPath(root: string, path: string): string {
  const folder = follow(join(root, dirname(path))).path;
  return [...relative(root, folder).split(sep), path.slice(path.lastIndexOf('/') + 1)]
    .filter((name) => name !== '')
    .join('/');
}

function isInside(path: string): boolean {
  return !path.startsWith('../');
}
