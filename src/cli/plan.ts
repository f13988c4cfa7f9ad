import { EXIT, type ExitCode } from '../model/exit.ts';
import type { Plan } from '../model/plan.ts';
import { planDocument } from '../render/documents/plan-document.ts';
import { planHtml } from '../render/html/plan-html.ts';
import { planText } from '../render/text/plan-text.ts';
import { describeUnmanaged } from '../messages/drift-messages.ts';
import { plainText } from '../messages/phrase.ts';
import { planWritten } from '../messages/progress-messages.ts';
import { refusalText } from '../messages/catalog/refusals.ts';
import { type CommonOptions, type Context, chooseWorkspace, openContext } from '../app/context.ts';
import { loadDesired } from '../app/reading/load-files.ts';
import { planByRecord, planWithService, type PlanFilter } from '../app/plan.ts';
import { uncommittedSources } from '../app/applying/check-repository.ts';
import { requirePlanPaths, type PlanPath } from '../app/writing/require-plan-paths.ts';
import { writePlanFile } from '../app/writing/write-plan-file.ts';
import { type CommandSession, wrongOption } from './session.ts';

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
  requireOneOutput(options);
  await requirePlanPaths(context, pathsIn(options));
  const workspace = chooseWorkspace(context, options.workspace);
  const { desired, warnings } = await loadDesired(context, workspace, { only: options.only });
  context.interaction.warn(warnings, context.repository.root);
  const request = { context, workspace, desired, filter: options };
  const {
    plan: made,
    state: { lastCommit: last },
    cost,
    unmanaged,
  } = await (options.offline ? planByRecord(request) : planWithService(request));
  const document = planDocument(made);
  const page = options.html === undefined ? '' : planHtml(made, { subject: 'Applying this' });
  for (const { option, path } of pathsIn(options)) {
    writePlanFile(session, option, { path, text: option === '--out' ? document : page });
    if (terminal.isTerminal.err) terminal.progress(planWritten(path));
  }
  const isEdited = made.commit !== null && (await uncommittedSources(context, desired)).length > 0;
  const text = () => planText(made, { ...terminal, isEdited, ...(cost && { cost }) });
  // If the record was lost, the files have to be bound, and the plan already says so.
  const isLost = made.campaigns.some(({ held }) => held.some(({ cause }) => cause.code === 'no-record'));
  const hint = isLost ? '' : plainText(describeUnmanaged(unmanaged, workspace.name, 'import'));
  const forPeople = () => (hint === '' ? text() : `${text()}${hint}\n`);
  const output = isStandardOutput(options.html)
    ? page
    : options.json || isStandardOutput(options.out)
      ? document
      : undefined;
  // If a document is written to standard output, the text for people goes to standard error.
  if (output !== undefined && !options.json) terminal.err(forPeople());
  terminal.out(output ?? forPeople());
  if (!options.offline) terminal.err(await olderText(context, made.commit, last));
  return exitFor(made, options.exitCode ?? false);
}

/** What an apply will say of a commit that is older than the one applied last; empty if it isn't. */
async function olderText(
  { history }: Context,
  commit: string | null,
  last: string | undefined,
): Promise<string> {
  if (commit === null || last === undefined || (await history.relationTo(commit, last)) !== 'behind')
    return '';
  return `${refusalText({ code: 'older-commit', why: 'older', commit: commit.slice(0, 7), last: last.slice(0, 7) })}\n`;
}

/** Throws UserFailure if both documents were to be written to standard output. */
function requireOneOutput({ out, html, json }: PlanOptions): void {
  if (!isStandardOutput(html) || !(json || isStandardOutput(out))) return;
  throw wrongOption('--html -', { why: 'together', other: json ? '--json' : '--out -' });
}

function pathsIn({ out, html }: PlanOptions): PlanPath[] {
  return [
    ...(out && !isStandardOutput(out) ? [{ option: '--out', path: out } as const] : []),
    ...(html && !isStandardOutput(html) ? [{ option: '--html', path: html } as const] : []),
  ];
}

/** `-` means standard output, as in many programs. */
function isStandardOutput(path: string | undefined): boolean {
  return path === '-';
}

function exitFor({ campaigns, guard, offline }: Plan, asked: boolean): ExitCode {
  // Offline, nothing was requested, so nothing failed for campaigns without a record.
  if (!offline && campaigns.some(({ verdict }) => verdict === 'unknown')) return EXIT.FAILED;
  if (guard) return EXIT.GUARD;
  const work = campaigns.some(({ steps, held }) => steps.length > 0 || held.length > 0);
  return asked && work ? EXIT.CHANGES : EXIT.DONE;
}
