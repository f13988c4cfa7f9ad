import { join, resolve } from 'node:path';
import type { Plan } from '../model/plan.ts';
import { planDocument } from '../render/documents/plan-document.ts';
import { planHtml } from '../render/html/plan-html.ts';
import type { Context } from '../app/context.ts';
import { requirePlanPaths } from '../app/writing/require-plan-paths.ts';
import { UserFailure } from '../app/process/user-failure.ts';
import { writePlanFile } from '../app/writing/write-plan-file.ts';
import type { Outputs } from './conclusion.ts';
import type { ActionContext } from './context.ts';

interface Written {
  readonly outputs: Pick<Outputs, 'plan-file' | 'html-file'>;
  /** Why one of the files could not be written. */
  readonly trouble: UserFailure | undefined;
}

/** Writes the plan into files for later steps: as JSON, and as an HTML page if requested. */
export async function writePlanFiles(
  { session, inputs, github }: ActionContext,
  plan: Plan,
  { context, subject }: { readonly context: Context; readonly subject: string },
): Promise<Written> {
  let outputs: Written['outputs'] = {};
  try {
    const file = join(github.temporaryFolder, `campaigns-plan-${plan.workspace}.json`);
    writePlanFile(session, '--out', { path: file, text: planDocument(plan) });
    outputs = { 'plan-file': file };
    if (inputs.html === undefined) return { outputs, trouble: undefined };
    const page = resolve(github.workFolder, inputs.directory, inputs.html);
    await requirePlanPaths(context, [{ option: 'input', path: page }]);
    writePlanFile(session, 'input', { path: page, text: planHtml(plan, { subject }) });
    return { outputs: { ...outputs, 'html-file': page }, trouble: undefined };
  } catch (error) {
    if (error instanceof UserFailure) return { outputs, trouble: error };
    throw error;
  }
}
