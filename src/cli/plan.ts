import { EXIT, type ExitCode } from '../model/exit.ts';
import type { Plan } from '../model/plan.ts';
import { planDocument } from '../render/documents/plan-document.ts';
import { warningsBelow } from '../render/text/diagnostics-text.ts';
import { planText } from '../render/text/report-texts.ts';
import { describeUnmanaged } from '../messages/comment-messages.ts';
import { plainText } from '../messages/phrase.ts';
import { fileWritten } from '../messages/run-messages.ts';
import { type CommonOptions, chooseWorkspace, openContext } from '../app/context.ts';
import { openCampaigns } from '../app/reading/load-files.ts';
import { planByRecord, planWithService, type PlanFilter } from '../app/plan.ts';
import { uncommittedSources } from '../app/check-commit.ts';
import { UserFailure } from '../app/process/user-failure.ts';
import { requirePlanPaths, writePlanFile } from '../app/plan-file.ts';
import { planPage } from './pages.ts';
import type { CommandSession } from './session.ts';

export interface PlanOptions extends Omit<CommonOptions, 'allow'>, PlanFilter {
  readonly out?: string;
  readonly html?: string;
  readonly offline?: boolean;
  readonly exitCode?: boolean;
}

/** Shows what an apply would do. Writes nothing, neither to the service nor to any ref. */
export async function plan(options: PlanOptions, session: CommandSession): Promise<ExitCode> {
  const context = await openContext(options, session);
  const { terminal } = session;
  const { out, html, json = false, offline = false, exitCode = false } = options;
  const isDocument = json || out === STANDARD_OUTPUT;
  if (isDocument && html === STANDARD_OUTPUT) {
    const other = json ? '--json' : '--out -';
    throw new UserFailure(EXIT.USAGE, { code: 'bad-option', option: '--html -', why: 'together', other });
  }
  const named = [{ option: '--out', path: out } as const, { option: '--html', path: html } as const];
  const paths = named.flatMap(({ option, path = STANDARD_OUTPUT }) =>
    path === '' || path === STANDARD_OUTPUT ? [] : [{ option, path }],
  );
  await requirePlanPaths(context, paths);
  const workspace = chooseWorkspace(context, options.workspace);
  const files = await openCampaigns({ context, workspace });
  const planned = await (offline ? planByRecord(files, options) : planWithService(files, options));
  const { plan: made, desired, warnings, cost, unmanaged } = planned;
  const document = planDocument(made);
  const page = html === undefined ? '' : await planPage(made, files);
  for (const { option, path } of paths) {
    writePlanFile(session, { option, path }, option === '--out' ? document : page);
    if (terminal.isTerminal.err) terminal.progress(fileWritten('plan', path));
  }
  const isEdited = made.commit !== null && (await uncommittedSources(context, desired)).length > 0;
  // If the record was lost, the files have to be bound, and the plan already says so.
  const isLost = made.campaigns.some(({ held }) => held.some(({ cause }) => cause.code === 'no-record'));
  const hint = isLost ? [] : describeUnmanaged(unmanaged, workspace.name);
  const forPeople = planText(made, { ...terminal, isEdited, hint: plainText(hint), ...(cost && { cost }) });
  const output = html === STANDARD_OUTPUT ? page : isDocument ? document : undefined;
  // If a document is written to standard output, the text for people goes to standard error.
  if (output !== undefined && !json) terminal.err(forPeople);
  terminal.out(output ?? forPeople);
  const { shown, others } = warningsBelow(warnings, made);
  context.interaction.warn(shown, context.repository.root);
  terminal.err(others);
  return exitFor(made, exitCode);
}

/** As in many programs. */
const STANDARD_OUTPUT = '-';

function exitFor({ campaigns, guard, offline }: Plan, asked: boolean): ExitCode {
  // Offline, nothing was requested, so nothing failed for campaigns without a record.
  if (!offline && campaigns.some(({ verdict }) => verdict === 'unknown')) return EXIT.FAILED;
  if (guard) return EXIT.GUARD;
  const work = campaigns.some(
    ({ steps, held, notes }) =>
      steps.length > 0 || held.length > 0 || notes.some(({ kind }) => kind === 'unconfirmed'),
  );
  return asked && work ? EXIT.CHANGES : EXIT.DONE;
}
