import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { CampaignFolder } from '../files/campaign-folder.ts';
import { isLink } from '../files/follow-path.ts';
import { programHome } from '../files/campaign-schema.ts';
import { starterFor, type StarterParts, type StarterPlace } from '../files/starter.ts';
import { wholeText } from '../files/read-text.ts';
import { obstacleTo, type NewFile } from '../files/write-files.ts';
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
import { writeAll } from './rewrite.ts';

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
  const isThere = ({ path }: NewFile) => existsSync(join(root, path)) || isLink(join(root, path));
  const [fresh, kept] = [files.filter((one) => !isThere(one)), files.filter(isThere)];
  const fault = fresh.map(({ path }) => obstacleTo(root, path)).find((one) => one !== undefined);
  if (fault) throw new UserFailure(EXIT.INVALID, { code: 'not-written', fault, written: 0 });
  const changes = fresh.map((one) => ({ ...one, before: null }));
  writeAll({ repository: { root } }, changes);
  const lacks = ({ path, text }: NewFile) => {
    const lines = wholeText(root, path)?.split('\n') ?? [];
    return text.split('\n').some((line) => !line.startsWith('#') && !lines.includes(line));
  };
  return {
    written: fresh.map(({ path }) => path),
    kept: kept.map(({ path }) => path),
    missing: kept.filter(({ path }) => SETTINGS.includes(posix.basename(path))).filter(lacks),
    ...{ campaigns, branch, workspace },
  };
}

/** Files that also have other content, so that a person can add what they lack. */
const SETTINGS = ['.gitattributes', 'settings.json', 'extensions.json'];

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
