import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { CampaignFolder } from '../files/campaign-folder.ts';
import { isLink } from '../files/links.ts';
import { starterFor } from '../files/starter.ts';
import { wholeText } from '../files/read-text.ts';
import type { NewFile } from '../files/write-files.ts';
import { isWorkspaceName, loadConfiguration } from '../load/load-configuration.ts';
import type { Channel } from '../model/campaign.ts';
import { EXIT } from '../model/exit.ts';
import type { Started, StarterPlace, StarterWorkspace } from '../model/starter.ts';
import { isOnThisMachine } from '../model/workspace.ts';
import { DEFAULT_LIMITS } from '../quota/windows.ts';
import { type CommonOptions, openRepository } from './context.ts';
import type { Session } from './process/session.ts';
import { badOption, UserFailure } from './process/user-failure.ts';
import { requirePlaces, writeAll } from './rewrite.ts';

/** The name of a starter's workspace if no other is given. */
const USUAL_WORKSPACE = 'production';

/** The content of a starter, as far as the user has specified it. */
export interface StarterWishes {
  readonly workspace?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly appKey?: string | undefined;
  readonly channels?: readonly Channel[] | undefined;
}

/**
 * Prepares a starter: workspaces.yaml, examples, schemas, workflows and editor settings, for the branch that pull
 * requests are merged into. Existing files are not changed. With a workspaces.yaml, no questions about its content are
 * needed. `write` throws UserFailure if a file can't be written, or if an option is invalid.
 */
export async function prepareStarter(
  { unreviewed = false, ...options }: CommonOptions & { readonly unreviewed?: boolean },
  session: Session,
) {
  const { directory, repository } = await openRepository(options, session);
  const { root } = repository;
  const campaigns = CampaignFolder.locate(root, directory);
  const branch = await repository.defaultBranch();
  const configured = join(root, campaigns, 'workspaces.yaml');
  const isConfigured = existsSync(configured);
  const write = (wishes: StarterWishes): Promise<Started> => {
    const workspace = isConfigured ? configuredWorkspace(configured, wishes) : newWorkspace(wishes);
    const place = { root, campaigns, branch, workspace };
    return writeStarter(place, starterFor(place, { channels: wishes.channels, unreviewed }));
  };
  return { branch, isConfigured, write };
}

/** Files that also have other content, so that a person can add what they lack. */
const SETTINGS = ['.gitattributes', 'settings.json', 'extensions.json'];

async function writeStarter(place: StarterPlace, files: NewFile[]): Promise<Started> {
  const { root } = place;
  const isThere = ({ path }: NewFile) => existsSync(join(root, path)) || isLink(join(root, path));
  const [fresh, kept] = [files.filter((one) => !isThere(one)), files.filter(isThere)];
  const written = fresh.map(({ path }) => path);
  requirePlaces(root, written);
  const changes = fresh.map((one) => ({ ...one, before: null }));
  await writeAll(root, changes);
  const lacks = ({ path, text }: NewFile) => {
    const lines = wholeText(root, path)?.split('\n') ?? [];
    return text.split('\n').some((line) => !line.startsWith('#') && !lines.includes(line));
  };
  const missing = kept.filter((one) => SETTINGS.includes(posix.basename(one.path)) && lacks(one));
  return { ...place, written, kept: kept.map(({ path }) => path), missing };
}

/** The workspace of the existing file: the named one, or the usual, the default or the first one that is not on this machine. */
function configuredWorkspace(file: string, { workspace: named }: StarterWishes): StarterWorkspace {
  const { configuration } = loadConfiguration(file, readFileSync(file, 'utf8'), { limits: DEFAULT_LIMITS });
  const workspaces = [...(configuration?.workspaces.values() ?? [])];
  const known = workspaces.map(({ name }) => name);
  if (named !== undefined && configuration && !known.includes(named))
    throw new UserFailure(EXIT.USAGE, {
      ...{ code: 'unknown-name', what: 'workspace', name: named, known, where: file },
    });
  const remote = workspaces.filter((one) => !isOnThisMachine(one)).map(({ name }) => name);
  const preferred = [USUAL_WORKSPACE, configuration?.default].find((name) => name && remote.includes(name));
  const name = named ?? preferred ?? remote[0] ?? known[0] ?? USUAL_WORKSPACE;
  return { name, target: undefined };
}

/** A workspace to be written into workspaces.yaml; throws UserFailure if an option is invalid. */
function newWorkspace(wishes: StarterWishes): StarterWorkspace {
  const { workspace: name = USUAL_WORKSPACE, baseUrl, appKey } = wishes;
  if (!isWorkspaceName(name) || name === 'local')
    throw badOption('--workspace', { why: 'form', form: 'workspace' }, name);
  if (baseUrl === undefined && appKey === undefined) return { name, target: undefined };
  if (baseUrl === undefined) throw badOption('--app-key', { why: 'needs', other: '--base-url' });
  if (appKey === undefined) throw badOption('--base-url', { why: 'needs', other: '--app-key' });
  // What the check of workspaces.yaml says about the target.
  const entry = { base_url: baseUrl, app_key: appKey, api_key_env: 'CAMPAIGNS_API_KEY' };
  const text = JSON.stringify({ workspaces: { any: entry } });
  const [mistake] = loadConfiguration('workspaces.yaml', text, { limits: DEFAULT_LIMITS }).diagnostics;
  if (!mistake) return { name, target: { baseUrl, appKey } };
  const said = `${mistake.message} — ${mistake.hint}`;
  throw badOption(appKey === '' ? '--app-key' : '--base-url', { why: 'said', said });
}
