import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CampaignFolder } from '../files/campaign-folder.ts';
import { programHome, schemasInside } from '../files/program-home.ts';
import { STARTER, UNREVIEWED_WORKFLOW, starterFor } from '../files/starter.ts';
import { writeNewFiles } from '../files/write-new-files.ts';
import { EXIT, type ExitCode } from '../model/exit.ts';
import { initDocument } from '../report/documents/init-document.ts';
import { initText, nextSteps, unreviewedSteps } from '../report/text/init-text.ts';
import type { CommonOptions } from './arguments/common-options.ts';
import { openRepository } from './context.ts';
import { UserFailure } from './telling/user-failure.ts';
import type { Session } from './session.ts';

export interface InitOptions extends CommonOptions {
  /** Whether the workflow that applies past the review is written, too. */
  readonly unreviewed?: boolean;
}

/** Writes a starter: workspaces.yaml, an example and the workflows. What is there already stays as it is. */
export async function init(options: InitOptions, session: Session): Promise<ExitCode> {
  const { directory, repository } = await openRepository(options, session);
  const { root } = repository;
  const home = programHome();
  const campaigns = CampaignFolder.locate(root, directory);
  const branch = await repository.defaultBranch();
  const inside = schemasInside(root, home);
  // Before anything is written: the workflow is only as safe as its environment.
  if (options.unreviewed) session.terminal[options.json ? 'err' : 'out'](unreviewedSteps(branch));
  const place = { root, campaigns, branch, schemas: inside };
  const outcome = writeNewFiles(root, starterFor(home, place, templatesFor(options, join(root, campaigns))));
  switch (outcome.kind) {
    case 'blocked':
      throw new UserFailure(EXIT.INVALID, `${outcome.why}, so nothing was written.`, {
        hint: 'Campaigns and workflows live in the repository itself: move it out of the way, then run this again.',
      });
    case 'failed':
      throw new UserFailure(EXIT.FAILED, `${outcome.why}.`, {
        hint: `Run this again when that is solved. Written so far: ${outcome.written.join(', ') || 'nothing'}.`,
      });
    case 'done': {
      const schemas = inside === undefined ? join(home, 'schemas') : undefined;
      const started = { ...outcome, campaigns, branch, schemas };
      const terminal = session.terminal;
      terminal.out(options.json ? initDocument(started) : initText(started));
      if (!options.json && !options.quiet) terminal.out(nextSteps(started));
      return EXIT.DONE;
    }
  }
}

/** Where campaigns are set up already nobody wants an example among them. */
function templatesFor({ unreviewed }: InitOptions, folder: string): readonly string[] {
  if (!unreviewed) return STARTER;
  return existsSync(join(folder, 'workspaces.yaml'))
    ? [UNREVIEWED_WORKFLOW]
    : [...STARTER, UNREVIEWED_WORKFLOW];
}
