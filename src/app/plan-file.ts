import { existsSync, mkdirSync, readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { replaceFile } from '../files/pack-file.ts';
import type { CampaignKey } from '../model/campaign.ts';
import { EXIT } from '../model/exit.ts';
import { isObject } from '../model/json.ts';
import { isYaml } from '../model/yaml-name.ts';
import { matchPlanFile, stepsInPlanFile } from '../review/plan-file.ts';
import type { ShownSteps } from '../review/read-plan-comments.ts';
import type { Reviewer } from './apply.ts';
import type { FilesContext } from './context.ts';
import type { Session } from './process/session.ts';
import { badOption, UserFailure } from './process/user-failure.ts';

/** Where a plan is to be written, and the option or the action's input that says so. */
interface PlanPath {
  readonly option: string;
  readonly path: string;
}

/**
 * Throws UserFailure if writing one of the files would replace something that a mistyped path must not replace. Called
 * before anything is asked or written.
 */
export async function requirePlanPaths(context: FilesContext, paths: readonly PlanPath[]): Promise<void> {
  const named = paths.map(({ path }) => resolve(context.cwd, path));
  const files = named.map(realPath);
  for (const [at, one] of paths.entries())
    for (const file of [named[at] ?? '', files[at] ?? ''])
      if (await isOfRepository(file, context))
        throw new UserFailure(EXIT.USAGE, { code: 'output-path-refused', path: one.path });
  const [first, second] = paths;
  if (!first || !second || new Set(files).size === paths.length) return;
  throw badOption(second.option, { why: 'together', other: first.option }, first.path);
}

/**
 * Whether a file is one of git's own, a campaign file, or tracked by git; or whether a part of its path is tracked, although
 * it isn't a folder: a link that leads anywhere.
 */
async function isOfRepository(
  whole: string,
  { repository, folder }: Pick<FilesContext, 'repository' | 'folder'>,
): Promise<boolean> {
  if (whole.split(sep).some((name) => name.toLowerCase() === '.git')) return true;
  // In a linked work tree, and with a separate folder for git, `.git` is a file.
  const own = (await repository.gitFolders()).map(realPath);
  if (own.some((one) => `${whole}${sep}`.startsWith(`${one}${sep}`))) return true;
  const steps = relative(repository.root, whole).split(sep);
  const file = steps.join('/');
  if (folder.contains(file) && isYaml(file.toLowerCase())) return true;
  const tracked = await repository.tracked();
  return steps.some((_, at) => tracked.has(steps.slice(0, at + 1).join('/')));
}

/** The repository's root has no symbolic links in its path, so they are followed in the file's folder, too. */
function realPath(whole: string): string {
  const parent = existsSync(dirname(whole)) ? realpathSync(dirname(whole)) : dirname(whole);
  return join(parent, basename(whole));
}

/**
 * Writes a plan, without the secrets that the program knows, completely or not at all: a half-written plan must never be
 * mistaken for a reviewed one. A link is replaced, not followed: it may come with the repository and lead anywhere. For
 * an input of a workflow, the folder is created if it is missing.
 */
export function writePlanFile(
  { cwd, secrets }: Pick<Session, 'cwd' | 'secrets'>,
  { option, path }: PlanPath,
  text: string,
): void {
  const file = resolve(cwd, path);
  const whole = secrets.redact(text);
  try {
    if (option === 'input') mkdirSync(dirname(file), { recursive: true });
    // A file that takes the place of a device or a pipe by a rename would break it for every other program.
    const found = statSync(file, { throwIfNoEntry: false });
    const isDevice = found && !found.isFile() && !found.isDirectory();
    if (isDevice) writeFileSync(file, whole);
    else replaceFile(file, [whole]);
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    throw new UserFailure(EXIT.USAGE, { code: 'output-path-refused', path, said });
  }
}

/** Reads a file written by `plan --out`; throws UserFailure if it is something else. */
export function readReviewedPlan(path: string, workspace: string): ShownSteps {
  const value = parse(path);
  const unusable = { code: 'plan-file-unusable', path } as const;
  if (!isObject(value) || value.format !== 'campaign-plan/1' || !Array.isArray(value.campaigns))
    throw new UserFailure(EXIT.USAGE, { ...unusable, why: 'not-a-plan' });
  const planned = String(value.workspace);
  if (planned !== workspace)
    throw new UserFailure(EXIT.USAGE, { ...unusable, why: 'other-workspace', planned });
  if (value.offline !== undefined) throw new UserFailure(EXIT.USAGE, { ...unusable, why: 'offline' });
  return stepsInPlanFile(value.campaigns);
}

/** Undefined if the file can't be read or isn't JSON. */
function parse(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Allows only what this plan file shows. */
export function planReviewer(
  shown: ShownSteps,
  { only }: { readonly only: ReadonlySet<CampaignKey> | undefined },
): Reviewer {
  return {
    candidates: undefined,
    mayResend: ({ key }) => shown.has(key),
    approve: ({ campaigns }) =>
      Promise.resolve(matchPlanFile(shown, campaigns, (key) => only?.has(key) ?? true)),
  };
}
