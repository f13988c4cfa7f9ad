import { holds, replaceText } from '../files/replace-text.ts';
import type { ReadText } from '../files/read-text.ts';
import { inOrder, type Diagnostic } from '../model/diagnostic.ts';
import { EXIT, type ExitCode } from '../model/exit.ts';
import { fmtDocument, type FmtResult } from '../report/documents/fmt-document.ts';
import { fmtText } from '../report/text/fmt-text.ts';
import type { CommonOptions } from './arguments/common-options.ts';
import { openFiles, type FilesContext } from './context.ts';
import { formatText, type Unformatted } from './format-text.ts';
import { namedFiles } from './arguments/named-files.ts';
import { showDiagnostics } from './telling/show.ts';
import { UserFailure } from './telling/user-failure.ts';
import type { Session } from './session.ts';

export interface FmtOptions extends CommonOptions {
  readonly files: readonly string[];
  /** Tell only, and write nothing. */
  readonly check?: boolean;
}

/** Puts files into canonical order and layout; one that can't be is told and left as it is, the others go on. */
export async function fmt(options: FmtOptions, session: Session): Promise<ExitCode> {
  const context = await openFiles(options, session);
  const files = chosenFiles(context, options);
  const kind = options.check ? 'checked' : 'written';
  const changed: string[] = [];
  const refused: (readonly Diagnostic[])[] = [];
  for (const file of files) {
    const outcome = await formatFile(context, file, kind);
    if (outcome === 'changed') changed.push(file.file);
    else if (outcome !== 'in-form') refused.push(outcome);
  }
  showDiagnostics(context, inOrder(refused.flat()));
  const result: FmtResult = { kind, changed, refused: refused.length, total: files.length };
  context.terminal.out(options.json ? fmtDocument(result) : fmtText(result));
  const unfit = kind === 'checked' && changed.length > 0;
  return refused.length > 0 || unfit ? EXIT.INVALID : EXIT.DONE;
}

interface ChosenFile extends Pick<Unformatted, 'file' | 'content'> {
  readonly read: ReadText;
}

/** The files that were named; else all campaign files and workspaces.yaml, by path. */
function chosenFiles({ folder, cwd }: FilesContext, options: FmtOptions): readonly ChosenFile[] {
  const campaigns = folder.files().map((found): ChosenFile => {
    const read = 'problem' in found ? found.problem : { kind: 'text' as const, text: found.text };
    return { file: found.file, content: 'campaign', read };
  });
  const [file, read] = [folder.configurationFile, folder.configuration()];
  const configuration: readonly ChosenFile[] = read ? [{ file, content: 'workspaces', read }] : [];
  const all = [...campaigns, ...configuration].sort((a, b) => (a.file < b.file ? -1 : 1));
  const named = new Set(namedFiles(folder, { ...options, cwd }, read ? [file] : []));
  if (all.length === 0) {
    throw new UserFailure(EXIT.INVALID, `There are no campaign files below ${folder.path}/.`, {
      hint: 'Check -C, or start with campaigns init.',
    });
  }
  return named.size === 0 ? all : all.filter((one) => named.has(one.file));
}

async function formatFile(
  { repository: { root } }: FilesContext,
  { file, content, read }: ChosenFile,
  kind: FmtResult['kind'],
): Promise<'in-form' | 'changed' | readonly Diagnostic[]> {
  if (read.kind === 'problem') return [{ file, line: 1, column: 1, ...read }];
  const formatted = await formatText({ file, content, text: read.text });
  if (formatted.kind === 'problem') return formatted.diagnostics;
  if (holds(root, file, formatted.text)) return 'in-form';
  const problem = kind === 'written' ? replaceText(root, file, formatted.text) : undefined;
  return problem ? [{ file, line: 1, column: 1, ...problem }] : 'changed';
}
