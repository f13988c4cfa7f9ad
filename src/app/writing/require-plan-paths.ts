import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { EXIT } from '../../model/exit.ts';
import type { OutputOption, RefusalOf } from '../../model/reasons.ts';
import type { Context } from '../context.ts';
import { UserFailure } from '../process/user-failure.ts';
import { kindAt } from './write-plan-file.ts';
import { isYaml } from '../../model/yaml-name.ts';

/** Where a plan is to be written, and the option or the action's input that says so. */
export interface PlanPath {
  readonly option: OutputOption;
  readonly path: string;
}

/**
 * Throws UserFailure if writing one of the files would replace something that a mistyped path must not replace. Called
 * before anything is asked or written.
 */
export async function requirePlanPaths(context: Context, paths: readonly PlanPath[]): Promise<void> {
  const places = paths.map((one) => ({ ...one, whole: realPath(resolve(context.cwd, one.path)) }));
  for (const place of places) {
    const refusal = await refusalOf(place, context);
    if (refusal) throw new UserFailure(EXIT.USAGE, refusal);
  }
  const [first, second] = places;
  if (first && second && first.whole === second.whole && kindAt(first.whole) !== 'device')
    throw new UserFailure(EXIT.USAGE, {
      code: 'bad-option',
      option: '--html',
      value: first.path,
      why: 'together',
      other: '--out',
    });
}

async function refusalOf(
  { option, path, whole }: PlanPath & { readonly whole: string },
  { repository, folder }: Context,
): Promise<RefusalOf<'output-path-refused'> | undefined> {
  const refused = (why: 'git' | 'campaign' | 'link' | 'tracked') =>
    ({ code: 'output-path-refused', option, path, why }) as const;
  const file = relative(repository.root, whole).replaceAll('\\', '/');
  if (isInGit(whole, await repository.gitFolders())) return refused('git');
  if (folder.contains(file) && isYaml(file.toLowerCase())) return refused('campaign');
  const kind = kindAt(whole);
  if (kind === 'link') return refused('link');
  if (kind === 'file' && existsSync(whole) && (await repository.tracked()).has(file))
    return refused('tracked');
  return undefined;
}

/** In this repository's own folders, or in those of any other one. In a linked work tree, `.git` is a file. */
function isInGit(whole: string, own: readonly string[]): boolean {
  if (whole.split(sep).some((name) => name.toLowerCase() === '.git')) return true;
  return own.some((folder) => `${whole}${sep}`.startsWith(`${realPath(folder)}${sep}`));
}

/** The repository's root has no symbolic links in its path, so they are followed in the file's folder, too. */
function realPath(whole: string): string {
  const parent = existsSync(dirname(whole)) ? realpathSync(dirname(whole)) : dirname(whole);
  return join(parent, basename(whole));
}
