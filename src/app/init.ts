import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { CampaignFolder } from '../files/campaign-folder.ts';
import { missingSettings } from '../files/missing-settings.ts';
import { programHome } from '../files/program-home.ts';
import { isSchemaCopy, starterFor, type StarterParts, type StarterPlace } from '../files/starter.ts';
import { writeNewFiles, type NewFile } from '../files/write-new-files.ts';
import { isWorkspaceName, loadConfiguration } from '../load/load-configuration.ts';
import type { Channel } from '../model/campaign.ts';
import { EXIT } from '../model/exit.ts';
import type { Started, StarterWorkspace } from '../model/starter.ts';
import { isOnThisMachine, type Configuration } from '../model/workspace.ts';
import { DEFAULT_LIMITS } from '../quota/windows.ts';
import { type CommonOptions, openRepository } from './context.ts';
import type { Session } from './process/session.ts';
import type { RefusalCause } from '../model/reasons.ts';
import { UserFailure } from './process/user-failure.ts';

export { UNREVIEWED_WORKFLOW_FILE } from '../files/starter.ts';

/** The name of a starter's workspace if no other is given. */
export const USUAL_WORKSPACE = 'production';

/** The content of a starter, as far as the user has specified it. */
export interface StarterWishes {
  readonly workspace?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly appKey?: string | undefined;
  readonly channels?: readonly Channel[] | undefined;
}

/** Where `init` will write, and how. */
export interface Setup {
  /** The branch that pull requests are merged into. */
  readonly branch: string;
  /** Whether workspaces.yaml already exists, so that no questions about its content are needed. */
  readonly isConfigured: boolean;
  /** Writes the files; throws UserFailure if one can't be written, or if an option is invalid. */
  readonly write: (wishes: StarterWishes) => Started;
}

/**
 * Prepares a starter: workspaces.yaml, examples, schemas, workflows and editor settings. Existing files are not
 * changed.
 */
export async function prepareStarter(
  options: CommonOptions & { readonly unreviewed?: boolean },
  session: Session,
): Promise<Setup> {
  const { directory, repository } = await openRepository(options, session);
  const { root } = repository;
  const campaigns = CampaignFolder.locate(root, directory);
  const branch = await repository.defaultBranch();
  const configured = join(root, campaigns, 'workspaces.yaml');
  const isConfigured = existsSync(configured);
  const write = (wishes: StarterWishes) => {
    const workspace = isConfigured ? configuredWorkspace(configured, wishes) : newWorkspace(wishes);
    const parts = { channels: wishes.channels, unreviewed: options.unreviewed ?? false };
    return writeStarter({ root, campaigns, branch, workspace }, parts);
  };
  return { branch, isConfigured, write };
}

function writeStarter(place: StarterPlace, parts: StarterParts): Started {
  const { root, campaigns, branch, workspace } = place;
  const files = starterFor(programHome(), place, parts);
  const outcome = writeNewFiles(root, files);
  switch (outcome.kind) {
    case 'blocked':
      throw new UserFailure(EXIT.INVALID, { code: 'not-written', fault: outcome.fault, written: 0 });
    case 'failed':
      throw new UserFailure(EXIT.FAILED, {
        code: 'not-written',
        fault: outcome.fault,
        written: outcome.written.length,
      });
    case 'done': {
      const { written, kept } = outcome;
      const others = files.filter(({ path, text }) => kept.includes(path) && text !== read(root, path));
      return {
        written,
        kept,
        campaigns,
        branch,
        workspace,
        outdated: others.filter(({ path }) => isSchemaCopy(path)).map(({ path }) => path),
        missing: others.filter(isSetting).flatMap(({ path, text: ours }) => {
          const text = missingSettings(ours, read(root, path));
          return text === '' ? [] : [{ path, text }];
        }),
      };
    }
  }
}

function read(root: string, path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

/** A file that also has other content, so that missing lines can be added to it. */
function isSetting({ path }: NewFile): boolean {
  return ['.gitattributes', 'settings.json', 'extensions.json'].includes(posix.basename(path));
}

/** A workspace to be written into workspaces.yaml. */
function newWorkspace({
  workspace: name = USUAL_WORKSPACE,
  baseUrl,
  appKey,
}: StarterWishes): StarterWorkspace {
  const problem = wishProblem({ workspace: name, baseUrl, appKey });
  if (problem) throw new UserFailure(EXIT.USAGE, problem);
  const target = baseUrl === undefined || appKey === undefined ? undefined : { baseUrl, appKey };
  return { name, target };
}

/** The workspace of the existing file: the named one, or the only one that is not on this machine. */
function configuredWorkspace(file: string, { workspace: named }: StarterWishes): StarterWorkspace {
  const { configuration } = loadConfiguration(file, readFileSync(file, 'utf8'), { limits: DEFAULT_LIMITS });
  if (named !== undefined && configuration && !configuration.workspaces.has(named)) {
    const known = [...configuration.workspaces.keys()];
    throw new UserFailure(EXIT.USAGE, {
      code: 'unknown-name',
      what: 'workspace',
      name: named,
      known,
      where: file,
    });
  }
  return { name: named ?? remoteWorkspace(configuration) ?? USUAL_WORKSPACE, target: undefined };
}

function remoteWorkspace(configuration: Configuration | undefined): string | undefined {
  const remote = [...(configuration?.workspaces.values() ?? [])].filter((one) => !isOnThisMachine(one));
  return remote.length === 1 ? remote[0]?.name : undefined;
}

/** What is wrong with the options for a new workspace; undefined if they are valid. */
export function wishProblem({
  workspace: name = USUAL_WORKSPACE,
  baseUrl,
  appKey,
}: StarterWishes): RefusalCause | undefined {
  if (!isWorkspaceName(name) || name === 'local') {
    return { code: 'bad-option', option: '--workspace', value: name, why: 'form', form: 'workspace' };
  }
  if ((baseUrl === undefined) !== (appKey === undefined)) {
    const [given, other] = baseUrl === undefined ? ['--app-key', '--base-url'] : ['--base-url', '--app-key'];
    return { code: 'bad-option', option: given, why: 'needs', other };
  }
  return baseUrl === undefined ? undefined : targetProblem(baseUrl, appKey);
}

/** What the check of workspaces.yaml says about the target. */
function targetProblem(baseUrl: string, appKey: string | undefined): RefusalCause | undefined {
  const entry = { base_url: baseUrl, app_key: appKey, api_key_env: 'CAMPAIGNS_API_KEY' };
  const text = JSON.stringify({ workspaces: { any: entry } });
  const [mistake] = loadConfiguration('workspaces.yaml', text, { limits: DEFAULT_LIMITS }).diagnostics;
  if (!mistake) return undefined;
  const option = appKey === '' ? '--app-key' : '--base-url';
  return { code: 'bad-option', option, why: 'said', said: `${mistake.message} — ${mistake.hint}` };
}
