import {
  existsSync,
  realpathSync,
  lstatSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  type Stats,
} from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { EXIT } from '../model/exit.ts';
import type { OutputOption, RefusalOf } from '../model/reasons.ts';
import type { Context } from './context.ts';
import { UserFailure } from './process/user-failure.ts';
import { isYaml } from '../model/yaml-name.ts';
import { randomUUID } from 'node:crypto';
import type { Session } from './process/session.ts';
import { readText } from '../files/read-text.ts';
import type { CampaignKey } from '../model/campaign.ts';
import { isObject } from '../model/json.ts';
import { matchPlanFile, stepsInPlanFile } from '../review/plan-file.ts';
import type { ShownSteps } from '../review/read-plan-comments.ts';
import type { Reviewer } from './apply.ts';

/** Where a plan is to be written, and the option or the action's input that says so. */
interface PlanPath {
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

/**
 * Writes a plan, without the secrets that the program knows, completely or not at all: a half-written plan must never be
 * mistaken for a reviewed one. `option` named the path. For an input of a workflow, the folder is created if it is
 * missing. A link to a file is refused: it may come with the repository and lead anywhere.
 */
export function writePlanFile(
  { cwd, secrets }: Pick<Session, 'cwd' | 'secrets'>,
  option: OutputOption,
  { path, text }: { readonly path: string; readonly text: string },
): void {
  const file = resolve(cwd, path);
  const refused = { code: 'output-path-refused', option, path } as const;
  const temporary = `${file}.${randomUUID()}.tmp`;
  try {
    if (option === 'input') mkdirSync(dirname(file), { recursive: true });
    const whole = secrets.redact(text);
    const kind = kindAt(file);
    if (kind === 'link') throw new UserFailure(EXIT.USAGE, { ...refused, why: 'link' });
    if (kind === 'device') {
      writeFileSync(file, whole);
    } else {
      writeFileSync(temporary, whole);
      renameSync(temporary, file);
    }
  } catch (error) {
    tidyUp(temporary);
    if (error instanceof UserFailure) throw error;
    if (option !== 'input' && !existsSync(dirname(file)))
      throw new UserFailure(EXIT.USAGE, { ...refused, why: 'no-folder' });
    const said = error instanceof Error ? error.message : String(error);
    throw new UserFailure(EXIT.USAGE, { ...refused, why: 'failed', said });
  }
}

/**
 * What is at the path; `file` also stands for a folder and for nothing at all. A device is something else, such as
 * `/dev/stdout`, `/dev/null` or a named pipe: a file that takes its place by a rename would break it for every other
 * program.
 */
function kindAt(file: string): 'device' | 'link' | 'file' {
  const found = entryAt(file);
  if (!found?.isSymbolicLink())
    return found !== undefined && !found.isFile() && !found.isDirectory() ? 'device' : 'file';
  const target = statSync(file, { throwIfNoEntry: false });
  if (!target || target.isFile() || target.isDirectory()) return 'link';
  return 'device';
}

/** Undefined also below something that isn't a folder. Writing there fails, which says why. */
function entryAt(file: string): Stats | undefined {
  try {
    return lstatSync(file, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** A failure to clean up is not reported as a second error. */
function tidyUp(temporary: string): void {
  try {
    rmSync(temporary, { force: true });
  } catch {
    // The failed write is reported.
  }
}

/** Reads a file written by `plan --out`; throws UserFailure if it is something else. */
export function readReviewedPlan(path: string, workspace: string): ShownSteps {
  const value = parse(path);
  if (!isObject(value) || value.format !== 'campaign-plan/1' || !Array.isArray(value.campaigns)) {
    throw new UserFailure(EXIT.USAGE, { code: 'plan-file-unusable', why: 'not-a-plan', path });
  }
  if (value.workspace !== workspace) {
    const planned = String(value.workspace);
    throw new UserFailure(EXIT.USAGE, { code: 'plan-file-unusable', why: 'other-workspace', path, planned });
  }
  if (value.offline !== undefined) {
    throw new UserFailure(EXIT.USAGE, { code: 'plan-file-unusable', why: 'offline', path });
  }
  return stepsInPlanFile(value.campaigns);
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

/** Far more than any plan needs. */
const PLAN_LIMIT = { bytes: 100 * 1024 * 1024 };

function parse(path: string): unknown {
  const read = readText(path, PLAN_LIMIT);
  if (read.kind === 'problem') {
    throw new UserFailure(EXIT.USAGE, {
      code: 'plan-file-unusable',
      why: 'unreadable',
      path,
      fault: read.fault,
    });
  }
  try {
    return JSON.parse(read.text);
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    throw new UserFailure(EXIT.USAGE, { code: 'plan-file-unusable', why: 'not-json', path, said });
  }
}
