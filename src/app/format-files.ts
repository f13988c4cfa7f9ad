import { formatCampaign, formatYaml } from '../edit/format.ts';
import { diagnosticOf, fileDiagnostic } from '../load/file-diagnostic.ts';
import { grade } from '../load/grade.ts';
import { isSource, parseSource } from '../load/yaml/source.ts';
import { wholeText } from '../files/read-text.ts';
import type { FileChange } from '../files/write-files.ts';
import { inOrder, type Diagnostic } from '../model/diagnostic.ts';
import { EXIT } from '../model/exit.ts';
import type { FormatReport } from '../model/rewrite.ts';
import { isAbsent } from '../model/findings.ts';
import { byCodeUnit } from '../model/json.ts';
import type { FilesContext } from './context.ts';
import { UserFailure } from './process/user-failure.ts';
import { writeAll } from './rewrite.ts';

export interface FormatOptions {
  /** Reports only, and writes nothing. */
  readonly check?: boolean;
}

/**
 * Puts files into canonical order and layout. A file that can't be formatted is left as it is, and the others are still
 * formatted.
 */
export async function formatFiles(context: FilesContext, options: FormatOptions): Promise<FormatReport> {
  const { folder, repository } = context;
  const [file, configuration] = [folder.configurationFile, folder.configuration()];
  const files = [
    ...folder.files().flatMap((found) => {
      // Nothing is to be written where this checkout has no file.
      return 'fault' in found && isAbsent(found.fault) ? [] : [{ ...found, format: formatCampaign }];
    }),
    ...(configuration ? [{ ...configuration, file, format: formatYaml }] : []),
  ].sort((one, other) => byCodeUnit(one.file, other.file));
  if (files.length === 0)
    throw new UserFailure(EXIT.INVALID, { code: 'no-files', folder: folder.path, managed: 0 });
  const changes: FileChange[] = [];
  const refused: (readonly Diagnostic[])[] = [];
  for (const { file, format, ...read } of files) {
    const before = wholeText(repository.root, file);
    const text = 'text' in read ? format(read.text) : undefined;
    if (text === undefined)
      refused.push('text' in read ? whyNot(file, read.text) : [fileDiagnostic(file, read.fault)]);
    else if (text !== before) changes.push({ path: file, text, ...(before !== undefined && { before }) });
  }
  if (!options.check) await writeAll(repository.root, changes);
  return {
    changed: changes.map(({ path }) => path),
    refused: refused.length,
    diagnostics: inOrder(refused.flat()),
    total: files.length,
  };
}

/** What is wrong with the YAML of a file that can't be formatted. */
function whyNot(file: string, text: string): readonly Diagnostic[] {
  const source = parseSource(file, text);
  if (!isSource(source)) return grade(source);
  return [diagnosticOf({ code: 'YAML', params: { why: 'layout' }, at: source.at([]), path: [] })];
}
