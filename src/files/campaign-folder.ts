import { existsSync, lstatSync, readdirSync, realpathSync, statSync, type Dirent } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import {
  fileProblem,
  readText,
  unreadable,
  type FileProblem,
  type ReadText,
  type SizeLimit,
} from './read-text.ts';

const CONFIGURATION = 'workspaces.yaml';
/** A campaign file, or workspaces.yaml. */
const CAMPAIGN_LIMIT: SizeLimit = {
  bytes: 1024 * 1024,
  hint: 'move long bodies into files of their own: { $file: ./body.html }',
};
/** A `$file` may be this large: what fits into a request with room to spare (open point W29: 5 MiB a body). */
const REFERENCE_LIMIT: SizeLimit = { bytes: 2 * 1024 * 1024, hint: 'make it smaller' };

/** What a `$file` leads to. */
export type ReferencedFile =
  { readonly kind: 'text'; readonly file: string; readonly text: string } | FileProblem;

/** A campaign file: its text, or why it has none. */
export type FoundFile = {
  /** From the root of the repository, with forward slashes. */
  readonly file: string;
  /** From the campaigns folder. */
  readonly below: string;
} & ({ readonly text: string } | { readonly problem: FileProblem });

/** The folder `campaigns/` of a repository. */
export class CampaignFolder {
  /** From the root of the repository, with forward slashes. */
  readonly path: string;
  private readonly root: string;
  private readonly ignored: ReadonlySet<string>;

  constructor(root: string, path: string, ignored: ReadonlySet<string>) {
    this.root = root;
    this.path = path;
    this.ignored = ignored;
  }

  /** The nearest `campaigns/` from `directory` upwards that has a configuration; else the one right here. */
  static locate(root: string, directory: string): string {
    const start = realpathSync(directory);
    for (let here = start; here === root || here.startsWith(root + sep); here = dirname(here)) {
      if (existsSync(join(here, 'campaigns', CONFIGURATION)))
        return slashes(relative(root, join(here, 'campaigns')));
    }
    return slashes(relative(root, join(start, 'campaigns')));
  }

  get configurationFile(): string {
    return `${this.path}/${CONFIGURATION}`;
  }

  /** The text of workspaces.yaml, or why it has none; undefined when there is no such file. */
  configuration(): ReadText | undefined {
    const file = join(this.root, this.configurationFile);
    return exists(file) ? readText(file, CAMPAIGN_LIMIT) : undefined;
  }

  /** All campaign files, sorted by path. */
  files(): FoundFile[] {
    if (!existsSync(join(this.root, this.path))) return [];
    const found = this.walk('').filter(({ below }) => below !== CONFIGURATION);
    return found.sort((a, b) => (a.below < b.below ? -1 : 1));
  }

  /** What lies below a folder of the campaigns folder; nothing in it is passed over in silence. */
  private walk(folder: string): FoundFile[] {
    let entries: Dirent[];
    try {
      entries = readdirSync(join(this.root, this.path, folder), { withFileTypes: true });
    } catch (error) {
      return [this.unusable(folder, unreadable(error))];
    }
    return entries.flatMap((entry) => {
      const below = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.name === '.git' || this.isIgnored(`${this.path}/${below}`)) return [];
      if (entry.isDirectory()) return this.walk(below);
      const isCampaign = /\.ya?ml$/.test(entry.name);
      if (entry.isSymbolicLink()) return this.link(below, isCampaign);
      return isCampaign ? [this.read(below)] : [];
    });
  }

  private read(below: string): FoundFile {
    const answer = readText(join(this.root, this.path, below), CAMPAIGN_LIMIT);
    if (answer.kind === 'problem') return this.unusable(below, answer);
    return { file: `${this.path}/${below}`, below, text: answer.text };
  }

  /** Links are not followed: one campaign would be in two places, or outside the history. */
  private link(below: string, isCampaign: boolean): FoundFile[] {
    if (!isCampaign && !leadsToFolder(join(this.root, this.path, below))) return [];
    const problem = isCampaign
      ? fileProblem('E_FILE_LINK', 'a campaign file is a symbolic link', 'put the file itself here')
      : fileProblem('E_FILE_LINK', 'a folder here is a symbolic link', 'put the folder itself here');
    return [this.unusable(below, problem)];
  }

  private unusable(below: string, problem: FileProblem): FoundFile {
    return { file: below === '' ? this.path : `${this.path}/${below}`, below, problem };
  }

  /** The campaign files that paths on a command line, counted from `directory`, mean. */
  named(
    paths: readonly string[],
    directory: string,
  ): readonly { readonly asked: string; readonly file: string; readonly known: boolean }[] {
    const known = new Set(this.files().map(({ file }) => file));
    return paths.map((asked) => {
      const full = resolve(directory, asked);
      const file = slashes(relative(this.root, real(full) ?? full));
      return { asked, file, known: known.has(file) };
    });
  }

  /** Reads a `$file` as written in the campaign file `from`: inside the repository, never below .git, not ignored. */
  readReference(from: string, path: string): ReferencedFile {
    const asked = resolve(this.root, dirname(from), path);
    if (isAbsolute(path) || !this.isInside(asked)) return outside(path);
    if (!exists(asked)) return missing(path, dirname(from), asked);
    const found = real(asked);
    if (found === undefined) return unreadable({ code: isDangling(asked) ? 'ENOENT' : 'ELOOP' });
    if (!this.isInside(found)) return outside(path);
    const file = slashes(relative(this.root, found));
    if (file.split('/').includes('.git')) {
      return fileProblem('E_FILE_GIT', `${path} leads below .git`, 'move the file into the work tree');
    }
    if (this.isIgnored(file)) {
      const hint = 'what is sent must be in the history: take it out of .gitignore';
      return fileProblem('E_FILE_IGNORED', `git ignores ${file}`, hint);
    }
    const answer = readText(found, REFERENCE_LIMIT);
    if (answer.kind === 'problem') return { ...answer, message: `${file}: ${answer.message}` };
    return { kind: 'text', file, text: answer.text };
  }

  private isInside(path: string): boolean {
    return path.startsWith(this.root + sep);
  }

  private isIgnored(file: string): boolean {
    const folders = file.split('/').map((_, index, parts) => `${parts.slice(0, index).join('/')}/`);
    return this.ignored.has(file) || folders.some((folder) => this.ignored.has(folder));
  }
}

function outside(path: string): FileProblem {
  const hint = 'name a file of the repository, by its path from the campaign file';
  return fileProblem('E_FILE_OUTSIDE', `${path} leads out of the repository`, hint);
}

function missing(path: string, folder: string, asked: string): FileProblem {
  const near = sameButForSpelling(asked);
  const hint = near === undefined ? `the path counts from ${folder}/` : `did you mean ${near}?`;
  return fileProblem('E_FILE_MISSING', `there is no file ${path} here`, hint);
}

/** A file beside the missing one whose name differs only by case, or by the way in which accents are written. */
function sameButForSpelling(asked: string): string | undefined {
  const plain = (name: string) => name.normalize('NFC').toLowerCase();
  try {
    return readdirSync(dirname(asked)).find((name) => plain(name) === plain(basename(asked)));
  } catch {
    return undefined;
  }
}

/** Whether there is anything of that name, be it a link that leads nowhere. */
function exists(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** Where links lead; undefined where they lead nowhere. */
function real(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

function isDangling(path: string): boolean {
  try {
    statSync(path);
    return false;
  } catch (error) {
    return (error as { code?: string }).code === 'ENOENT';
  }
}

function leadsToFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

function slashes(path: string): string {
  return path.split(sep).join('/');
}
