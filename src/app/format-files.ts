import { formatCampaign, formatYaml } from '../edit/format.ts';
import { diagnosticOf, fileDiagnostic } from '../load/file-diagnostic.ts';
import { grade, NOTHING_KNOWN } from '../load/grade.ts';
import { isSource, parseSource } from '../load/yaml/source.ts';
import { wholeText, type ReadText } from '../files/read-text.ts';
import type { FileChange } from '../files/write-files.ts';
import { inOrder, type Diagnostic } from '../model/diagnostic.ts';
import { EXIT } from '../model/exit.ts';
import type { FilesContext } from './context.ts';
import { campaignFiles, selectCampaigns, type NamedCampaign } from './select-campaigns.ts';
import { UserFailure } from './process/user-failure.ts';
import type { FmtResult } from '../model/format-result.ts';
import { writeAll } from './rewrite.ts';

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
export function formatFiles(context: FilesContext, options: FormatOptions): Formatted {
  const files = chosenFiles(context, options.files);
  const changes: FileChange[] = [];
  const refused: (readonly Diagnostic[])[] = [];
  for (const { file, isCampaign, read } of files) {
    const before = wholeText(context.repository.root, file);
    const format = isCampaign ? formatCampaign : formatYaml;
    const text = read.kind === 'text' ? format(read.text) : undefined;
    if (text === undefined) refused.push(whyNot(file, read));
    else if (text !== before) changes.push({ path: file, text, ...(before !== undefined && { before }) });
  }
  if (!options.check) writeAll(context, changes);
  return {
    kind: options.check ? 'checked' : 'written',
    changed: changes.map(({ path }) => path),
    refused: refused.length,
    diagnostics: inOrder(refused.flat()),
    total: files.length,
  };
}

interface ChosenFile extends NamedCampaign {
  readonly file: string;
  readonly isCampaign: boolean;
  readonly read: ReadText;
}

/** The named files; otherwise all campaign files and workspaces.yaml, by path. */
function chosenFiles(context: FilesContext, names: readonly string[]): readonly ChosenFile[] {
  const { folder } = context;
  const keys = new Map(campaignFiles(context).map(({ key, files: [file = ''] }) => [file, key]));
  const campaigns = folder.files().map((found): ChosenFile => {
    const { file } = found;
    const read: ReadText =
      'fault' in found ? { kind: 'problem', fault: found.fault } : { kind: 'text', text: found.text };
    return { key: keys.get(file) ?? '', file, files: [file], isCampaign: true, read };
  });
  const [file, read] = [folder.configurationFile, folder.configuration()];
  const own = { key: 'workspaces.yaml', file, files: [file], isCampaign: false };
  const all = [...campaigns, ...(read ? [{ ...own, read }] : [])];
  if (all.length === 0)
    throw new UserFailure(EXIT.INVALID, { code: 'no-files', folder: folder.path, managed: 0 });
  all.sort((a, b) => (a.file < b.file ? -1 : 1));
  return names.length === 0 ? all : selectCampaigns(names, all, context);
}

/** Why a file can't be formatted: it can't be read, or what is wrong with its YAML. */
function whyNot(file: string, read: ReadText): readonly Diagnostic[] {
  if (read.kind === 'problem') return [fileDiagnostic(file, read.fault)];
  const source = parseSource(file, read.text);
  if (!isSource(source)) return grade(source, NOTHING_KNOWN);
  return [diagnosticOf({ code: 'YAML', params: { why: 'layout' }, at: source.at([]), path: [] })];
}
