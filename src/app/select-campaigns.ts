import { CampaignFolder } from '../files/campaign-folder.ts';
import { keyOf, probableKey } from '../load/key.ts';
import type { ReadReference } from '../model/findings.ts';
import { textsOf } from '../load/resolve.ts';
import { EXIT } from '../model/exit.ts';
import type { CampaignKey } from '../model/campaign.ts';
import { matchesGlob } from '../model/glob.ts';
import type { Context, FilesContext } from './context.ts';
import type { World } from './reading/load-files.ts';
import { UserFailure } from './process/user-failure.ts';
import { isYaml, withoutYaml } from '../model/yaml-name.ts';
import { isSource, parseSource } from '../load/yaml/source.ts';
import { isJsonObject } from '../model/json.ts';
import type { Host } from './process/session.ts';
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

// Wherever a command takes keys, the user may give a key, a pattern of keys, a folder of keys, or the path of a file as
// the shell completes it. A campaign with exactly that key always takes precedence.

/** A campaign that can be named. */
export interface NamedCampaign {
  readonly key: string;
  /** The files that it consists of, from the root of the repository; empty if its file is gone. */
  readonly files: readonly string[];
}

/** Where names are paths. `workspace`: if only its campaigns are known. */
type Places = Pick<FilesContext, 'folder' | 'directory'> & { readonly workspace?: string };

/** The named campaigns, in the order of `campaigns`; throws UserFailure with exit code 64 if a name matches none. */
export function selectCampaigns<Campaign extends NamedCampaign>(
  names: readonly string[],
  campaigns: readonly Campaign[],
  places: Places,
): readonly Campaign[] {
  const selected = new Set(names.flatMap((name) => requireNamed(name, campaigns, places)));
  return campaigns.filter((one) => selected.has(one));
}

/** The one named campaign; throws UserFailure with exit code 64 if there is none, or several. */
export function selectCampaign<Campaign extends NamedCampaign>(
  name: string,
  campaigns: readonly Campaign[],
  places: Places,
): Campaign {
  const [found, ...others] = requireNamed(name, campaigns, places);
  if (found && others.length === 0) return found;
  const keys = [found, ...others].flatMap((one) => one?.key ?? []);
  throw new UserFailure(EXIT.USAGE, { code: 'several-campaigns', name, keys: keys.toSorted() });
}

/** The named key, for commands that accept a new one: the key of the file at this path, or the text itself. */
export function keyNamed(name: string, context: Places): string {
  return isYaml(name) ? selectCampaign(name, campaignFiles(context), context).key : name;
}

/** Campaigns by key, with the files that have these keys. */
export function withFiles<Key extends string>(
  keys: readonly Key[],
  context: Pick<FilesContext, 'folder'>,
): readonly (NamedCampaign & { readonly key: Key })[] {
  const known = new Map<string, string[]>();
  for (const { key, files } of campaignFiles(context)) known.set(key, [...(known.get(key) ?? []), ...files]);
  return keys.map((key) => ({ key, files: known.get(key) ?? [] }));
}

/** The world of a command that is about the campaigns that the user named, or about all without names. */
export function about<Given extends World>(names: readonly string[] | undefined, world: Given): Given {
  if (!names || names.length === 0) return world;
  const files = new Map<CampaignKey, readonly string[]>(
    [...world.state.bindings.keys()].map((key) => [key, []]),
  );
  for (const { key, sources } of world.desired) files.set(key, sources);
  const known = [...files].map(([key, sources]) => ({ key, files: sources }));
  const places = { ...world.context, workspace: world.workspace.name };
  const keys = selectCampaigns(names, known, places).map(({ key }) => key);
  return { ...world, only: new Set(keys), named: keys.length === 1 ? keys[0] : undefined };
}

/** The intersection of two sets; an undefined set contains everything. */
export function both<Member>(
  left: ReadonlySet<Member> | undefined,
  right: ReadonlySet<Member> | undefined,
): ReadonlySet<Member> | undefined {
  if (!left || !right) return left ?? right;
  return new Set([...left].filter((one) => right.has(one)));
}

/** All campaign files with the keys that they claim, including files with mistakes. */
export function campaignFiles({ folder }: Pick<FilesContext, 'folder'>): readonly NamedCampaign[] {
  return folder.files().map((found) => ({
    key: probableKey({ below: found.below, text: 'text' in found ? found.text : '' }),
    files: [found.file],
  }));
}

/** Campaigns with all files that they send, as the work tree has them. */
export function withTexts<Campaign extends NamedCampaign>(
  campaigns: readonly Campaign[],
  { folder, configuration }: Pick<Context, 'folder' | 'configuration'>,
): readonly Campaign[] {
  const readReference: ReadReference = (from, path) => folder.readReference(from, path);
  const inputs = { workspaces: configuration.workspaces, readReference };
  const texts = new Map(folder.files().map((one) => [one.file, textsOf(one, inputs)]));
  return campaigns.map((one) => ({
    ...one,
    files: one.files.flatMap((file) => [file, ...(texts.get(file) ?? [])]),
  }));
}

function requireNamed<Campaign extends NamedCampaign>(
  name: string,
  campaigns: readonly Campaign[],
  places: Places,
): readonly Campaign[] {
  const found = campaignsNamed(name, campaigns, places);
  if (found.length > 0) return found;
  const { folder, workspace } = places;
  const known = isYaml(name)
    ? campaigns.flatMap(({ files }) => files.slice(0, 1))
    : campaigns.map(({ key }) => key);
  throw new UserFailure(EXIT.USAGE, {
    code: 'unknown-name',
    name,
    what: 'campaign',
    known: known.toSorted(),
    where: workspace ?? folder.path,
  });
}

/** The campaigns that a name stands for. */
export function campaignsNamed<Campaign extends NamedCampaign>(
  name: string,
  campaigns: readonly Campaign[],
  places: Places,
): readonly Campaign[] {
  if (name === '') return [];
  const exact = campaigns.filter(({ key }) => key === name);
  if (exact.length > 0) return exact;
  const folder = `${name.replace(/\/+$/, '')}/`;
  const byKey = campaigns.filter(({ key }) => key.startsWith(folder) || matchesGlob(key, name));
  return byKey.length > 0 ? byKey : atPath(name, campaigns, places);
}

/** The campaigns at the path of a file or folder, relative to the command's folder or to the campaigns folder. */
function atPath<Campaign extends NamedCampaign>(
  name: string,
  campaigns: readonly Campaign[],
  { folder, directory }: Places,
): readonly Campaign[] {
  for (const path of [folder.pathFromRoot(name, directory), `${folder.path}/${name}`]) {
    const within = path === '' ? '' : `${path}/`;
    const formerKey = folder.contains(path) ? keyOf(folder.below(path)) : '';
    const found = campaigns.filter(
      ({ key, files }) =>
        files.some((file) => isAt(file, path) || file.startsWith(within) || matchesGlob(file, path)) ||
        // Its file may be gone.
        (files.length === 0 && key === formerKey),
    );
    if (found.length > 0) return found;
  }
  return [];
}

/** The path may be without its extension: that would be the key of a campaign file that has no `key:`. */
function isAt(file: string, path: string): boolean {
  return file === path || (isYaml(file) && withoutYaml(file) === path);
}

/** The keys, of files or of the record, that names, folders or patterns choose. */
export function keysNamed<Key extends string>(
  names: readonly string[],
  known: readonly Key[],
  places: Places,
): readonly Key[] {
  return selectCampaigns(names, withFiles(known, places), places).map(({ key }) => key);
}

/** The names that a shell can complete in a folder. */
export interface CompletionNames {
  readonly keys: () => readonly string[];
  readonly workspaces: () => readonly string[];
}

/**
 * The names in the repository around a folder. They are needed at each press of Tab, so files are read but git is not
 * run: campaigns that git ignores are included. If nothing can be read, there are no names.
 */
export function completionNames({ cwd }: Pick<Host, 'cwd'>, directory = '.'): CompletionNames {
  const folder = folderAround(resolve(cwd, directory));
  return {
    keys: () => (folder ? [...new Set(campaignFiles({ folder }).map(({ key }) => key))].sort() : []),
    workspaces: () => (folder ? workspacesIn(folder) : []),
  };
}

function folderAround(directory: string): CampaignFolder | undefined {
  if (!existsSync(directory)) return undefined;
  for (let root = directory; ; root = dirname(root)) {
    if (existsSync(join(root, '.git')))
      return new CampaignFolder(root, CampaignFolder.locate(root, directory), { ignored: new Set() });
    if (dirname(root) === root) return undefined;
  }
}

function workspacesIn(folder: CampaignFolder): readonly string[] {
  const read = folder.configuration();
  const source = read?.kind === 'text' ? parseSource(folder.configurationFile, read.text) : undefined;
  const value = source && isSource(source) ? source.value : undefined;
  const workspaces = isJsonObject(value) ? value.workspaces : undefined;
  return isJsonObject(workspaces) ? Object.keys(workspaces).sort() : [];
}
