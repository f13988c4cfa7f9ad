import { fileDiagnostic } from '../load/file-diagnostic.ts';
import { wholeText, type ReadText } from '../files/read-text.ts';
import { writeFiles, type FileChange } from '../files/write-files.ts';
import { inOrder, type Diagnostic } from '../model/diagnostic.ts';
import type { FileFault } from '../model/file-fault.ts';
import { EXIT } from '../model/exit.ts';
import type { FilesContext } from './context.ts';
import { formatText, type Unformatted } from './writing/format-text.ts';
import { campaignFiles, selectCampaigns } from './reading/select-campaigns.ts';
import { UserFailure } from './process/user-failure.ts';
import type { FmtResult } from '../model/format-result.ts';

export interface FormatOptions {
  /** Campaigns as given to a command, or workspaces.yaml; none: all. */
  readonly files: readonly string[];
  /** Reports only, and writes nothing. */
  readonly check?: boolean;
}

/** The result of formatting, and why files could not be formatted. */
interface Formatted extends FmtResult {
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Puts files into canonical order and layout. A file that can't be formatted is left as it is, and the others are still
 * formatted.
 */
export async function formatFiles(context: FilesContext, options: FormatOptions): Promise<Formatted> {
  const files = chosenFiles(context, options);
  const kind = options.check ? 'checked' : 'written';
  const changed: string[] = [];
  const refused: (readonly Diagnostic[])[] = [];
  for (const file of files) {
    const outcome = await formatFile(context, file, kind);
    if (outcome === 'changed') changed.push(file.file);
    else if (outcome !== 'in-form') refused.push(outcome);
  }
  const diagnostics = inOrder(refused.flat());
  return { kind, changed, refused: refused.length, diagnostics, total: files.length };
}

interface ChosenFile extends Pick<Unformatted, 'file' | 'content'> {
  readonly read: ReadText;
}

/** The named files; otherwise all campaign files and workspaces.yaml, by path. */
function chosenFiles({ folder, directory }: FilesContext, options: FormatOptions): readonly ChosenFile[] {
  const campaigns = folder.files().map((found): ChosenFile => {
    const read: ReadText =
      'fault' in found ? { kind: 'problem', fault: found.fault } : { kind: 'text', text: found.text };
    return { file: found.file, content: 'campaign', read };
  });
  const [file, read] = [folder.configurationFile, folder.configuration()];
  const configuration: readonly ChosenFile[] = read ? [{ file, content: 'workspaces', read }] : [];
  const all = [...campaigns, ...configuration].sort((a, b) => (a.file < b.file ? -1 : 1));
  const also = read ? [{ key: 'workspaces.yaml', files: [file] }] : [];
  const known = [...campaignFiles({ folder }), ...also];
  const named = new Set(
    selectCampaigns(options.files, known, { folder, directory }).flatMap(({ files }) => files),
  );
  if (all.length === 0) {
    throw new UserFailure(EXIT.INVALID, {
      code: 'no-files',
      folder: folder.path,
      workspace: undefined,
      managed: 0,
    });
  }
  return named.size === 0 ? all : all.filter((one) => named.has(one.file));
}

async function formatFile(
  { repository: { root } }: FilesContext,
  { file, content, read }: ChosenFile,
  kind: Formatted['kind'],
): Promise<'in-form' | 'changed' | readonly Diagnostic[]> {
  if (read.kind === 'problem') return [fileDiagnostic(file, read.fault)];
  const formatted = await formatText({ file, content, text: read.text });
  if (formatted.kind === 'problem') return formatted.diagnostics;
  if (wholeText(root, file) === formatted.text) return 'in-form';
  const change = { path: file, text: formatted.text, before: read.text };
  const fault = kind === 'written' ? faultOfWriting(root, change) : undefined;
  return fault ? [fileDiagnostic(file, fault)] : 'changed';
}

function faultOfWriting(root: string, change: FileChange): FileFault | undefined {
  const outcome = writeFiles(root, [change]);
  switch (outcome.kind) {
    case 'done':
      return undefined;
    case 'changed':
      return { code: 'E_FILE', why: 'changed' };
    case 'failed':
      return outcome.fault;
  }
}
