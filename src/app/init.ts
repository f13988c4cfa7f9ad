import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CampaignFolder } from '../files/campaign-folder.ts';
import { programHome, schemasInside } from '../files/program-home.ts';
import { STARTER, UNREVIEWED_WORKFLOW, starterFor } from '../files/starter.ts';
import { writeNewFiles } from '../files/write-new-files.ts';
import { EXIT } from '../model/exit.ts';
import type { CommonOptions } from './common-options.ts';
import { openRepository } from './context.ts';
import type { Session } from './session.ts';
import { UserFailure } from './user-failure.ts';

export { UNREVIEWED_WORKFLOW, UNREVIEWED_WORKFLOW_FILE } from '../files/starter.ts';

/** What `init` will write into, and how. */
export interface Setup {
  /** The branch that pull requests are merged into. */
  readonly branch: string;
  /** Writes the files; throws UserFailure where one can't be written. */
  readonly write: () => Started;
}

/** What was written, and what was there already; paths begin at the top of the work tree. */
export interface Started {
  readonly written: readonly string[];
  readonly kept: readonly string[];
  readonly campaigns: string;
  readonly branch: string;
  /** Where the JSON schemas are if not in the repository itself. */
  readonly schemas: string | undefined;
}

/** Prepares a starter: workspaces.yaml, an example and the workflows. What is there already stays as it is. */
export async function prepareStarter(
  options: CommonOptions & { readonly unreviewed?: boolean },
  session: Session,
): Promise<Setup> {
  const { directory, repository } = await openRepository(options, session);
  const { root } = repository;
  const home = programHome();
  const campaigns = CampaignFolder.locate(root, directory);
  const branch = await repository.defaultBranch();
  const inside = schemasInside(root, home);
  const place = { root, campaigns, branch, schemas: inside };
  const write = () => {
    const templates = templatesFor(options.unreviewed ?? false, join(root, campaigns));
    const outcome = writeNewFiles(root, starterFor(home, place, templates));
    switch (outcome.kind) {
      case 'blocked':
        throw new UserFailure(EXIT.INVALID, { code: 'starter-blocked', detail: outcome.why });
      case 'failed':
        throw new UserFailure(EXIT.FAILED, {
          code: 'starter-not-written',
          detail: outcome.why,
          written: outcome.written,
        });
      case 'done': {
        const schemas = inside === undefined ? join(home, 'schemas') : undefined;
        return { ...outcome, campaigns, branch, schemas };
      }
    }
  };
  return { branch, write };
}

/** Where campaigns are set up already, an example among them would be in the way. */
function templatesFor(unreviewed: boolean, folder: string): readonly string[] {
  if (!unreviewed) return STARTER;
  return existsSync(join(folder, 'workspaces.yaml'))
    ? [UNREVIEWED_WORKFLOW]
    : [...STARTER, UNREVIEWED_WORKFLOW];
}
