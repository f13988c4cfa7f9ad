import { EXIT, type ExitCode } from '../model/exit.ts';
import type { Plan } from '../model/plan.ts';
import { planDocument } from '../render/documents/plan-document.ts';
import { warningsBelow } from '../render/text/diagnostics-text.ts';
import { planText } from '../render/text/report-texts.ts';
import { describeUnmanaged } from '../messages/comment-messages.ts';
import { plainText } from '../messages/phrase.ts';
import type { CommonOptions } from '../app/context.ts';
import { changesSince } from '../app/changes.ts';
import { openCampaigns } from '../app/reading/load-files.ts';
import { planByRecord, planWithService, type PlanFilter } from '../app/plan.ts';
import { uncommittedSources } from '../app/check-commit.ts';
import { openFor, STANDARD_OUTPUT, writeOutputs } from './outputs.ts';
import { planPage } from './pages.ts';
import type { CommandSession } from './session.ts';

export interface PlanOptions extends Omit<CommonOptions, 'allow'>, PlanFilter {
  readonly changedSince?: string;
  readonly out?: string;
  readonly html?: string;
  readonly offline?: boolean;
  readonly exitCode?: boolean;
}

/** Shows what an apply would do. Writes nothing, neither to the service nor to any ref. */
export async function plan(options: PlanOptions, session: CommandSession): Promise<ExitCode> {
  const { terminal } = session;
  const { html, json = false, offline = false, exitCode = false, changedSince: ref } = options;
  // Both ask for the same.
  const out = (!json || options.out !== STANDARD_OUTPUT) && options.out ? options.out : undefined;
  const target = await openFor(options, session, [
    ['--out', out],
    ['--html', html || undefined],
  ]);
  const { context, workspace } = target;
  const changes = ref === undefined ? undefined : await changesSince(ref, target);
  const files = await openCampaigns(target, { changes });
  const planned = await (offline ? planByRecord(files, options) : planWithService(files, options));
  const { plan: made, desired, warnings, cost, unmanaged } = planned;
  const isEdited = made.commit !== null && (await uncommittedSources(context, desired)).length > 0;
  // If the record was lost, the files have to be bound, and the plan already says so.
  const isLost = made.campaigns.some(({ held }) => held.some(({ cause }) => cause.code === 'no-record'));
  const hint = isLost ? [] : describeUnmanaged(unmanaged, workspace.name);
  const { root } = context.repository;
  const forPeople = { ...terminal, root, isEdited, hint: plainText(hint), ...(cost && { cost }) };
  await writeOutputs(session, {
    what: 'plan',
    text: json ? planDocument(made) : planText(made, forPeople),
    files: [
      ['--out', out, () => planDocument(made)],
      ['--html', html || undefined, () => planPage(planned, files)],
    ],
  });
  const { shown, others } = warningsBelow(warnings, made);
  context.interaction.warn(shown, root);
  terminal.err(others);
  return exitFor(made, exitCode);
}

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
