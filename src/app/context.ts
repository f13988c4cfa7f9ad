import { createHash, randomUUID } from 'node:crypto';
import { existsSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Chance } from '../model/clock.ts';
import { CampaignFolder } from '../files/campaign-folder.ts';
import { Repository } from '../git/repository.ts';
import { fileDiagnostic } from '../load/file-diagnostic.ts';
import { loadConfiguration, defaultWorkspaceOf } from '../load/load-configuration.ts';
import type { Source } from '../load/yaml/source.ts';
import { EXIT } from '../model/exit.ts';
import type { ApplyConsent, Configuration, Workspace } from '../model/workspace.ts';
import { DEFAULT_LIMITS } from '../quota/windows.ts';
import { Git } from '../git/git.ts';
import { CodeHistory } from '../git/history.ts';
import { gitEnvironment } from './git-environment.ts';
import type { Session } from './process/session.ts';
import { UserFailure } from './process/user-failure.ts';

/** What a command needs that reads only files, whatever workspaces.yaml contains. */
export interface FilesContext extends Session {
  /** The folder that `-C` names, absolute: paths of files are relative to it. */
  readonly directory: string;
  readonly repository: Repository;
  readonly folder: CampaignFolder;
  /** git, for the state branch and the lease. */
  readonly git: Git;
  readonly history: CodeHistory;
}

/** What every other command works with. */
export interface Context extends FilesContext {
  /** The API key of a workspace, and its key for publishing; undefined or empty if there is none. */
  readonly keyOf: (workspace: Workspace) => string | undefined;
  readonly publishKeyOf: (workspace: Workspace) => string | undefined;
  readonly configuration: Configuration;
  /** workspaces.yaml, for the positions of its values, and its text. */
  readonly source: Source;
  readonly settings: string;
  /** Whether keys may be sent wherever workspaces.yaml says. */
  readonly trustsTargets: boolean;
  readonly chance: Chance;
}

/** What a command about one workspace works with. */
export interface InWorkspace {
  readonly context: Context;
  readonly workspace: Workspace;
}

/** The repository around the folder that `-C` names; throws UserFailure if there is none. */
export async function openRepository(
  options: CommonOptions,
  { cwd, environment, runGit }: Pick<Session, 'cwd' | 'environment' | 'runGit'>,
): Promise<{ readonly directory: string; readonly repository: Repository }> {
  const directory = resolve(cwd, options.directory ?? '.');
  // With a slash, a file doesn't exist.
  if (!existsSync(`${directory}/`)) {
    throw new UserFailure(EXIT.USAGE, { code: 'no-repository', why: 'no-folder', folder: directory });
  }
  const opened = await Repository.open(new Git(directory, gitEnvironment(environment), runGit));
  if ('code' in opened) throw new UserFailure(EXIT.INVALID, opened);
  const { workFolder } = options;
  if (workFolder && existsSync(join(workFolder, '.git')) && opened.root !== realpathSync(workFolder))
    throw new UserFailure(EXIT.INVALID, {
      code: 'no-repository',
      why: 'other-repository',
      folder: directory,
    });
  return { directory, repository: opened };
}

/**
 * A step of a workflow: its event decides where its one API key is sent, and campaigns take texts only from files that
 * git tracks.
 */
interface WorkflowStep {
  readonly apiKey: string;
}

/** Opens the repository and its campaigns folder; throws UserFailure with exit code 5 outside of a repository. */
export async function openFiles(
  options: CommonOptions,
  session: Session,
  step?: WorkflowStep,
): Promise<FilesContext> {
  const { directory, repository } = await openRepository(options, session);
  const [ignored, absent, blobs] = await Promise.all([
    repository.ignored(),
    repository.absent(),
    repository.blobs(),
  ]);
  const folder = new CampaignFolder(repository.root, CampaignFolder.locate(repository.root, directory), {
    ...{ ignored, absent, blobs },
    ...(step && { tracked: await repository.tracked() }),
  });
  const { git } = repository;
  return { ...session, directory, repository, folder, git, history: new CodeHistory(git) };
}

/**
 * Opens the repository and reads workspaces.yaml; throws UserFailure with exit code 5 if one of them is missing or
 * invalid.
 */
export async function openContext(
  options: CommonOptions,
  session: Session,
  step?: WorkflowStep,
): Promise<Context> {
  return configured(await openFiles(options, session, step), options, step);
}

/** The same for an open repository. From then on, no output shows the keys of its workspaces. */
export function configured(
  files: FilesContext,
  options: Pick<CommonOptions, 'allow'>,
  step?: WorkflowStep,
): Context {
  const { configuration, source, settings } = readConfiguration(files.folder);
  const { environment, secrets } = files;
  secrets.hideKeysOf(configuration.workspaces.values(), environment);
  return {
    ...files,
    keyOf: ({ apiKeyEnv }) => (step ? step.apiKey : environment[apiKeyEnv]),
    publishKeyOf: ({ apiKeyEnv, publishApiKeyEnv = apiKeyEnv }) =>
      step ? step.apiKey : environment[publishApiKeyEnv],
    trustsTargets: step !== undefined || (options.allow?.includes('target') ?? false),
    configuration,
    source,
    settings,
    chance: { uuid: () => randomUUID(), fraction: () => Math.random() },
  };
}

/** SHA-256 as lower-case hex. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function readConfiguration(folder: CampaignFolder): Pick<Context, 'configuration' | 'source' | 'settings'> {
  const answer = folder.configuration();
  if (answer === undefined) {
    throw new UserFailure(EXIT.INVALID, { code: 'no-configuration', file: folder.configurationFile });
  }
  const file = folder.configurationFile;
  const { configuration, source, diagnostics } =
    answer.kind === 'text'
      ? loadConfiguration(file, answer.text, { limits: DEFAULT_LIMITS })
      : { diagnostics: [fileDiagnostic(file, answer.fault)] };
  if (configuration && answer.kind === 'text') return { configuration, source, settings: answer.text };
  throw new UserFailure(EXIT.INVALID, { code: 'invalid-files' }, diagnostics);
}

/** Opens the context for a command about one workspace: the named one, or the default. */
export async function openWorkspace(options: CommonOptions, session: Session): Promise<InWorkspace> {
  const context = await openContext(options, session);
  return { context, workspace: chooseWorkspace(context, options.workspace) };
}

/** The workspace that `-w` names, otherwise the default one. */
export function chooseWorkspace({ configuration, folder }: Context, name: string | undefined): Workspace {
  const wanted = name ?? configuration.default;
  const known = [...configuration.workspaces.keys()];
  const file = folder.configurationFile;
  if (wanted === undefined) throw new UserFailure(EXIT.INVALID, { code: 'no-workspace-chosen', file, known });
  const workspace = configuration.workspaces.get(wanted);
  if (workspace) return workspace;
  throw new UserFailure(EXIT.INVALID, {
    code: 'unknown-name',
    what: 'workspace',
    name: wanted,
    known,
    where: file,
  });
}

export interface CommonOptions {
  readonly directory?: string;
  /** If this folder is a repository, no other one counts: what is in a submodule is decided by a branch. */
  readonly workFolder?: string;
  readonly workspace?: string;
  readonly json?: boolean;
  readonly color?: boolean;
  readonly quiet?: boolean;
  /** Whether requests are logged. */
  readonly debug?: boolean;
  /** What the user allows that would be refused otherwise. */
  readonly allow?: readonly ApplyConsent[];
}

/**
 * The workspace and the campaign folder of a run whose files may be invalid: the named workspace, otherwise the default
 * of workspaces.yaml, otherwise that of the branch `base`. Undefined if none of them names one.
 */
export async function locateWorkspace(
  session: Session,
  directory: string,
  { named, base }: { readonly named: string | undefined; readonly base: string },
): Promise<{ readonly workspace: string; readonly folder: string } | undefined> {
  try {
    const { folder, history } = await openFiles({ directory }, session);
    const file = folder.configurationFile;
    const read = folder.configuration();
    let workspace = named ?? (read?.kind === 'text' ? defaultWorkspaceOf(file, read.text) : undefined);
    if (workspace === undefined) {
      const tip = await history.tipOf(base);
      workspace = defaultWorkspaceOf(file, (tip && (await history.fileAt(tip, file))) ?? '');
    }
    return workspace === undefined ? undefined : { workspace, folder: folder.path };
  } catch (error) {
    // A missing folder or repository has already been reported.
    if (error instanceof UserFailure) return undefined;
    throw error;
  }
}

/** workspaces.yaml as of a commit; undefined if the commit has no valid one. */
export async function configurationAt(
  history: CodeHistory,
  { configurationFile: file }: Pick<CampaignFolder, 'configurationFile'>,
  commit: string,
): Promise<{ readonly configuration: Configuration; readonly source: Source } | undefined> {
  const text = await history.fileAt(commit, file);
  if (text === undefined) return undefined;
  const { configuration, source } = loadConfiguration(file, text, { limits: DEFAULT_LIMITS });
  return configuration && { configuration, source };
}
