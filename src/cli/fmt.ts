import { type CommonOptions, openFiles } from '../app/context.ts';
import { formatFiles, type FormatOptions } from '../app/format-files.ts';
import { EXIT, type ExitCode } from '../model/exit.ts';
import { jsonText } from '../model/json.ts';
import { fmtText } from '../render/text/rewrite-texts.ts';
import type { CommandSession } from './session.ts';
import { showDiagnostics } from './terminal/terminal.ts';

export type FmtOptions = CommonOptions & FormatOptions;

/** Puts files into canonical order and layout, or lists those that are not. */
export async function fmt(options: FmtOptions, session: CommandSession): Promise<ExitCode> {
  const context = await openFiles(options, session);
  const formatted = await formatFiles(context, options);
  const { diagnostics, changed, refused, total } = formatted;
  showDiagnostics(session.terminal, diagnostics, { root: context.repository.root, stream: 'err' });
  const document = { format: 'campaign-fmt/1', changed, checked: total };
  const kind = options.check ? 'checked' : 'written';
  session.terminal.out(options.json ? jsonText(document) : fmtText(formatted, kind));
  const unfit = kind === 'checked' && changed.length > 0;
  return refused > 0 || unfit ? EXIT.INVALID : EXIT.DONE;
}
