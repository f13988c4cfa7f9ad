import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { EXIT, type ExitCode } from '../model/exit.ts';
import type { Plan } from '../model/plan.ts';
import type { Consent } from '../model/workspace.ts';
import { planDocument } from '../report/plan-document.ts';
import { planText } from '../report/plan-text.ts';
import type { CommonOptions } from './common-options.ts';
import { chooseWorkspace, openContext, openService, openStateBranch } from './context.ts';
import { findActors } from './actors.ts';
import { gatherPlan, readState } from './gather.ts';
import { loadDesired } from './load.ts';
import { checkOnly } from './only.ts';
import { showDiagnostics } from './show.ts';
import { UserFailure } from './user-failure.ts';

export interface PlanOptions extends CommonOptions {
  readonly out?: string;
  readonly only?: readonly string[];
  readonly exitCode?: boolean;
  readonly allow: readonly Consent[];
  /** Milliseconds. */
  readonly maxWait: number;
}

/** Shows what an apply would do. Writes nothing, neither to the service nor to any ref. */
export async function plan(options: PlanOptions): Promise<ExitCode> {
  const context = await openContext(options);
  const { terminal, clock } = context;
  const workspace = chooseWorkspace(context, options.workspace);
  const { desired, warnings } = loadDesired(context, workspace);
  showDiagnostics(context, warnings);
  const service = openService(context, workspace);
  try {
    const started = clock.now();
    const { state } = await readState(openStateBranch(context, workspace).branch);
    const only = checkOnly(options.only, { desired, state });
    const actors = await findActors(context, workspace, desired);
    const { maxWait: maxWaitMs } = options;
    const made = await gatherPlan(
      { context, workspace, desired, actors, service, only, consents: new Set(options.allow), maxWaitMs },
      state,
    );
    if (options.out) writePlan(options.out, planDocument(made));
    const cost = { searches: service.searches, seconds: (clock.now() - started) / 1000 };
    terminal.out(options.json ? planDocument(made) : planText(made, { ...terminal, cost }));
    return exitFor(made, options.exitCode ?? false);
  } finally {
    await service.close();
  }
}

/** Whole or not at all: a half-written plan must never be taken for a reviewed one. */
function writePlan(path: string, text: string): void {
  const file = resolve(path);
  const temporary = `${file}.${process.pid}.tmp`;
  try {
    writeFileSync(temporary, text);
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    const why = error instanceof Error ? error.message : String(error);
    throw new UserFailure(EXIT.USAGE, `The plan can't be written: ${why}.`, {
      hint: 'Check the path of --out.',
    });
  }
}

function exitFor({ campaigns, guard }: Plan, asked: boolean): ExitCode {
  if (campaigns.some(({ verdict }) => verdict === 'unknown')) return EXIT.FAILED;
  if (guard) return EXIT.GUARD;
  const work = campaigns.some(({ steps, held }) => steps.length > 0 || held.length > 0);
  return asked && work ? EXIT.CHANGES : EXIT.DONE;
}
