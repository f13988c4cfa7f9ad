import { obstacleTo } from '../../files/write-files.ts';
import { ignoredPaths } from '../../git/ignore-rules.ts';
import { EXIT } from '../../model/exit.ts';
import type { FileFault } from '../../model/file-fault.ts';
import type { ImportReport } from '../../model/import.ts';
import { editRecord, openStateStore, readState, requireRecord } from '../record.ts';
import type { InWorkspace } from '../context.ts';
import { withService } from '../service.ts';
import { UserFailure } from '../process/user-failure.ts';
import { writeAll } from '../rewrite.ts';
import { requireUnbound } from './adopt.ts';
import { prepareImport, type ImportRequest, type PreparedImport } from './prepare-import.ts';

/**
 * Computes what an import would write. Sends only reads, and writes nothing. Throws UserFailure if one of the files can't
 * be written where it belongs, or if git ignores it: it would get into no commit, and its campaign would look as if the
 * file had been deleted.
 */
export async function previewImport(request: ImportRequest, target: InWorkspace): Promise<PreparedImport> {
  const { context, workspace } = target;
  return withService(target, async (service) => {
    const { state } = await readState(openStateStore(context, workspace));
    const prepared = await prepareImport(request, { ...target, service, state });
    const { changes, report } = prepared;
    const fault = changes
      .map(({ path }) => obstacleTo(context.repository.root, path))
      .find((one) => one !== undefined);
    if (fault) throw blocked(fault);
    // Those that exist already belong into a commit, too.
    const paths = [
      ...changes.map(({ path }) => path),
      ...[...report.campaigns, ...report.texts].map(({ file }) => file),
    ];
    const [ignored] = await ignoredPaths(context.git, [...new Set(paths)]);
    if (ignored !== undefined) throw blocked({ code: 'E_FILE', why: 'ignored', path: ignored });
    return prepared;
  });
}

function blocked(fault: FileFault): UserFailure {
  return new UserFailure(EXIT.INVALID, { code: 'not-written', fault, written: 0 });
}

/**
 * Writes the files of a prepared import, all or none, and binds them, in one commit under one lease. Existing files are
 * never overwritten. If it is interrupted, the files match the live campaigns, and the next import binds them.
 */
export async function carryOutImport(
  { report, changes, bindings }: PreparedImport,
  { context, workspace }: InWorkspace,
): Promise<ImportReport> {
  if (bindings.length === 0) return { ...report, isDone: true };
  return editRecord({ context, workspace }, async (recorder, lease) => {
    requireUnbound(bindings, recorder.state);
    writeAll(context, changes);
    const held = await lease.check();
    if (held.kind !== 'held') throw new UserFailure(EXIT.LEASE, held.cause);
    requireRecord(await recorder.bind({ bindings, change: 'import' }));
    return { ...report, isDone: true };
  });
}
