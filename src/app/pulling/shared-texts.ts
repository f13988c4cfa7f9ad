import { posix } from 'node:path';
import { firstFree } from '../../edit/assign-keys.ts';
import type { CampaignKey, Desired } from '../../model/campaign.ts';
import type { Workspace } from '../../model/workspace.ts';
import { withoutYaml } from '../../model/yaml-name.ts';

/** A text file whose text differs from what a campaign now has. */
export interface MovedText {
  readonly key: CampaignKey;
  /** The campaign file. */
  readonly from: string;
  /** The text file, from the root of the repository. */
  readonly file: string;
  readonly text: string;
  /** The position in the campaign, as a JSON Pointer. */
  readonly at: string;
  /** How often the campaign refers to the file. */
  readonly references: number;
}

export interface TextUsers {
  /** Campaigns by the workspaces that they are for, according to all files. */
  readonly desired: ReadonlyMap<string, readonly Desired[]>;
  readonly workspace: Workspace;
  readonly isForAll: boolean;
  /** Whether a file or folder with this path exists. */
  readonly isTaken: (path: string) => boolean;
}

/** Where a text is written: into the file that it came from, or into one of the campaign's own. */
export type TextPlace =
  | { readonly kind: 'same'; readonly users: readonly string[] }
  | { readonly kind: 'own'; readonly file: string; readonly users: readonly string[] };

/**
 * Decides for each changed text whether its file can be changed: no other campaign may use it, unless it has the same
 * change or the change is meant for all. Otherwise, the campaign gets a file of its own, and the others keep theirs.
 */
export function placeTexts(
  moved: readonly MovedText[],
  { desired, workspace, isForAll, isTaken }: TextUsers,
): (text: MovedText) => TextPlace {
  const ownFiles = new Map<string, string>();
  const places = new Map<string, TextPlace>();
  for (const one of moved) {
    const alike = moved.filter(({ file, text }) => file === one.file && text === one.text);
    const changed = new Map<CampaignKey, number>();
    for (const { key } of alike) changed.set(key, (changed.get(key) ?? 0) + 1);
    const isWholly = ({ key, references }: MovedText) => changed.get(key) === references;
    const users = usersOf(one.file, desired).filter(
      ({ name, key }) => !(name === workspace.name && changed.has(key)),
    );
    const others = inWords(users, workspace);
    const isSame = moved.every(({ file, text }) => file !== one.file || text === one.text);
    if (isSame && alike.every(isWholly) && (users.length === 0 || isForAll)) {
      places.set(placeId(one), { kind: 'same', users: others });
      continue;
    }
    const id = `${one.key} ${one.text}`;
    const file =
      ownFiles.get(id) ?? ownFile(one, { isTaken, taken: [...ownFiles.values()], users, workspace });
    ownFiles.set(id, file);
    places.set(placeId(one), { kind: 'own', file, users: others });
  }
  return (text) => places.get(placeId(text)) ?? { kind: 'same', users: [] };
}

/** The other campaigns that use a text. */
export function otherUsers(
  file: string,
  { key, desired, workspace }: Pick<TextUsers, 'desired' | 'workspace'> & { readonly key: CampaignKey },
): string[] {
  const others = usersOf(file, desired).filter((one) => one.name !== workspace.name || one.key !== key);
  return inWords(others, workspace);
}

function inWords(users: readonly TextUser[], workspace: Workspace): string[] {
  const words = users.map(({ name, key }) => (name === workspace.name ? key : `${key} (${name})`));
  return [...new Set(words)].sort();
}

function placeId({ key, at }: MovedText): string {
  return `${key} ${at}`;
}

interface TextUser {
  readonly name: string;
  readonly key: CampaignKey;
}

function usersOf(file: string, desired: TextUsers['desired']): TextUser[] {
  return [...desired].flatMap(([name, campaigns]) =>
    campaigns.flatMap(({ key, sources }) => (sources.includes(file) ? [{ name, key }] : [])),
  );
}

/**
 * Next to the campaign file, named after it; with the workspace's name if the campaign's other workspaces keep the old
 * text.
 */
function ownFile(
  { from, file, key }: MovedText,
  {
    isTaken,
    taken,
    users,
    workspace,
  }: Pick<TextUsers, 'isTaken' | 'workspace'> & {
    readonly taken: readonly string[];
    readonly users: readonly TextUser[];
  },
): string {
  const extension = posix.extname(file);
  const stem = withoutYaml(from);
  const isShared = users.some((one) => one.key === key);
  const wanted = isShared ? `${stem}.${workspace.name}` : stem;
  const isUsed = (path: string) => isTaken(`${path}${extension}`) || taken.includes(`${path}${extension}`);
  return firstFree(wanted, isUsed) + extension;
}
