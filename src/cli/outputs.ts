import { type CommonOptions, type FilesContext, openWorkspace, type InWorkspace } from '../app/context.ts';
import { requirePlanPaths, writePlanFile } from '../app/plan-file.ts';
import { badOption } from '../app/process/user-failure.ts';
import { fileWritten } from '../messages/run-messages.ts';
import { EXIT, type ExitCode } from '../model/exit.ts';
import type { Plan } from '../model/plan.ts';
import type { CommandSession } from './session.ts';

// What a command writes besides its text: documents in files, one of them perhaps on standard output in place of the text.

/** As in many programs. */
export const STANDARD_OUTPUT = '-';

type Files = readonly (readonly [option: string, path: string | undefined])[];

/** Opens the workspace; throws UserFailure if a file can't be written, or two documents are for standard output. */
export async function openFor(
  options: CommonOptions,
  session: CommandSession,
  files: Files,
): Promise<InWorkspace> {
  const check = requireOutputs(options, files);
  const target = await openWorkspace(options, session);
  await check(target.context);
  return target;
}

/** Throws UserFailure if two documents are for standard output. What is returned checks that the files can be written. */
export function requireOutputs(
  { json, csv }: { readonly json?: boolean; readonly csv?: boolean },
  files: Files,
): (context: FilesContext) => Promise<void> {
  const [one, other] = [
    ...(json ? ['--json'] : []),
    ...(csv ? ['--csv'] : []),
    ...files.flatMap(([option, path]) => (path === STANDARD_OUTPUT ? [`${option} -`] : [])),
  ];
  if (one !== undefined && other !== undefined) throw badOption(other, { why: 'together', other: one });
  const named = files.flatMap(([option, path = STANDARD_OUTPUT]) =>
    path === STANDARD_OUTPUT ? [] : [{ option, path }],
  );
  return (context) => requirePlanPaths(context, named);
}

interface Outputs {
  readonly what: Parameters<typeof fileWritten>[0];
  readonly text: string;
  readonly files: readonly (readonly [...Files[number], () => string | Promise<string>])[];
}

/** Writes the documents of a plan and the text for people. */
export async function write(
  session: CommandSession,
  { campaigns, offline }: Plan,
  outputs: Outputs,
): Promise<ExitCode> {
  await writeOutputs(session, outputs);
  // Offline, nothing was requested, so nothing failed.
  return !offline && campaigns.some(({ verdict }) => verdict === 'unknown') ? EXIT.FAILED : EXIT.DONE;
}

/** Writes the documents and the text for people. */
export async function writeOutputs(session: CommandSession, { what, text, files }: Outputs): Promise<void> {
  const { terminal } = session;
  let hasOutput = false;
  for (const [option, path, document] of files) {
    if (path === STANDARD_OUTPUT) {
      hasOutput = true;
      // As it is in a file: calendar files have line ends that a terminal would show as codes.
      terminal.document(await document());
    } else if (path !== undefined) {
      writePlanFile(session, { option, path }, await document());
      if (terminal.isTerminal.err) terminal.progress(fileWritten(what, path));
    }
  }
  // If a document is written to standard output, the text for people goes to standard error.
  if (hasOutput) terminal.err(text);
  else terminal.out(text);
}
