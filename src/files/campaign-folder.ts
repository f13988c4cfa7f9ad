import { existsSync, readdirSync, realpathSync, statSync, type Dirent } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import {
  isMissing,
  MEBIBYTE,
  TEXT_LIMIT_BYTES,
  type CampaignFile,
  type ReferenceAnswer,
} from '../model/findings.ts';
import { byCodeUnit } from '../model/json.ts';
import { nearest } from '../model/nearest.ts';
import { follow, isLink, namesIn } from './links.ts';
import { fileProblem, readText, systemErrorProblem, type FileProblem, type ReadText } from './read-text.ts';
import { LFS_POINTER } from '../model/text-start.ts';
import { isYaml } from '../model/yaml-name.ts';

const CONFIGURATION = 'workspaces.yaml';
/** A campaign file, or workspaces.yaml. */
const CAMPAIGN_LIMIT_BYTES = MEBIBYTE;
/** Longer than any path that a system accepts, in characters (Linux: 4,096 bytes). */
const PATH_LIMIT_CHARS = 4_096;

/** What git knows about the files of a repository, by their paths from its root. */
export interface GitKnowledge {
  /** Files and, with a trailing slash, folders. */
  readonly ignored: ReadonlySet<string>;
  /** Set if a `$file` must be tracked: in a workflow, any earlier step may have written it. */
  readonly tracked?: ReadonlySet<string>;
  /** Files that it has and this checkout lacks, and why. A submodule is its folder. */
  readonly absent?: ReadonlyMap<string, 'left-out' | 'no-submodule'>;
  /** The IDs of the texts of files that are here as git has them. */
  readonly blobs?: ReadonlyMap<string, string>;
}

/** Where a `$file` leads. */
interface Place {
  readonly kind: 'place';
  /** The absolute path. */
  readonly found: string;
  readonly file: string;
  readonly link: string;
}

/** The folder `campaigns/` of a repository. */
export class CampaignFolder {
  /** From the root of the repository, with forward slashes. */
  readonly path: string;
  private readonly root: string;
  private readonly git: GitKnowledge;
  /** The results of `$file`s: several may name one file, which is then read once. */
  private readonly references = new Map<string, ReadText>();
  private readonly places = new Map<string, Place>();

  constructor(root: string, path: string, git: GitKnowledge) {
    this.root = root;
    this.path = path;
    this.git = git;
  }

  /** The nearest `campaigns/` with a configuration, from `directory` upwards; otherwise the one right here. */
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

  /** Whether a file, given from the root of the repository, is in this folder. */
  contains(file: string): boolean {
    return file.startsWith(`${this.path}/`);
  }

  /** The path from this folder to a file in it. */
  below(file: string): string {
    return file.slice(this.path.length + 1);
  }

  /** Whether a file, given from the root of the repository, is read as a campaign. */
  isCampaign(file: string): boolean {
    return this.contains(file) && isYaml(file) && file !== this.configurationFile;
  }

  /** The text of workspaces.yaml, or why it has none; undefined if there is no such file. */
  configuration(): ReadText | undefined {
    const file = join(this.root, this.configurationFile);
    if (!existsSync(file) && !isLink(file)) return this.absence(this.configurationFile);
    // It says where the API key is sent, so it has to be a file that was reviewed in this repository.
    const { path } = follow(file);
    return this.isInside(path) ? readText(file, CAMPAIGN_LIMIT_BYTES) : outside(CONFIGURATION);
  }

  /** All campaign files, sorted by path. If `isKnown` knows the ID that git has for a file, its text is read only when somebody asks for it. */
  files(isKnown: (file: string, id: string) => boolean = () => false): CampaignFile[] {
    if (isLink(join(this.root, this.path))) return [this.unusable('', IS_LINK)];
    const found = existsSync(join(this.root, this.path)) ? this.walk('', isKnown) : [];
    return [...found, ...this.absent()]
      .filter(({ below }) => below !== CONFIGURATION)
      .sort((a, b) => byCodeUnit(a.below, b.below));
  }

  /** Campaign files that git has and this checkout lacks. A submodule may have some. */
  private absent(): CampaignFile[] {
    return [...(this.git.absent ?? [])].flatMap(([file, why]) => {
      const isRead = why === 'no-submodule' || isYaml(file.toLowerCase());
      return isRead && this.contains(file) ? [this.unusable(this.below(file), fileProblem({ why }))] : [];
    });
  }

  /** Why this checkout lacks a file that git has. */
  private absence(file: string): FileProblem | undefined {
    const steps = file.split('/').map((_, index, parts) => parts.slice(0, index + 1).join('/'));
    const why = steps.map((step) => this.git.absent?.get(step)).find((found) => found !== undefined);
    return why && fileProblem({ why });
  }

  /** The entries below the campaigns folder; none is skipped silently. */
  private walk(folder: string, isKnown: (file: string, id: string) => boolean): CampaignFile[] {
    let entries: Dirent[];
    try {
      entries = readdirSync(join(this.root, this.path, folder), { withFileTypes: true });
    } catch (error) {
      return [this.unusable(folder, systemErrorProblem(error))];
    }
    return entries.flatMap((entry) => {
      const below = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.name === '.git' || this.isIgnored(`${this.path}/${below}`)) return [];
      if (entry.isDirectory()) return this.walk(below, isKnown);
      const isCampaign = isYaml(entry.name.toLowerCase());
      // Links are not followed: one campaign would be in two places, or outside the history.
      if (entry.isSymbolicLink())
        return isCampaign || this.isFolder(below) ? [this.unusable(below, IS_LINK)] : [];
      if (!isCampaign) return [];
      if (isYaml(entry.name)) return [this.known(below, isKnown) ?? this.read(below)];
      const name = entry.name.toLowerCase().replace(/\.yml$/, '.yaml');
      return [this.unusable(below, fileProblem({ why: 'capital-extension', path: name }))];
    });
  }

  private read(below: string): CampaignFile {
    const answer = readText(join(this.root, this.path, below), CAMPAIGN_LIMIT_BYTES);
    if (answer.kind === 'problem') return this.unusable(below, answer);
    return { file: `${this.path}/${below}`, below, text: answer.text, id: answer.id };
  }

  private known(below: string, isKnown: (file: string, id: string) => boolean): CampaignFile | undefined {
    const file = `${this.path}/${below}`;
    const id = this.git.blobs?.get(file);
    if (id === undefined || !isKnown(file, id)) return undefined;
    let read: CampaignFile | undefined;
    const text = () => {
      read ??= this.read(below);
      // It has just been removed.
      return 'text' in read ? read.text : '';
    };
    return {
      ...{ file, below },
      // Of the text that was read: it may have been edited since git listed it.
      get id() {
        return read && 'id' in read ? read.id : id;
      },
      get text() {
        return text();
      },
    };
  }

  private isFolder(below: string): boolean {
    try {
      return statSync(join(this.root, this.path, below)).isDirectory();
    } catch {
      return false;
    }
  }

  private unusable(below: string, found: FileProblem): CampaignFile {
    // Node replaces bytes that aren't UTF-8 with U+FFFD, and then finds no file of that name.
    const problem = isMissing(found.fault) && below.includes('\uFFFD') ? NAME_IS_NO_TEXT : found;
    return { file: below === '' ? this.path : `${this.path}/${below}`, below, fault: problem.fault };
  }

  /**
   * Converts a path on a command line, relative to the absolute `directory`, to a path from the root of the repository.
   */
  pathFromRoot(path: string, directory: string): string {
    const full = resolve(directory, path);
    return slashes(relative(this.root, follow(full).path));
  }

  /** Reads a `$file` as written in the campaign file `from`: inside the repository, never below .git, not ignored. */
  readReference(from: string, path: string): ReferenceAnswer {
    const place = this.placeOf(from, path);
    if (place.kind === 'problem') return place;
    const { found, file } = place;
    const answer = this.references.get(found) ?? plainText(readText(found, TEXT_LIMIT_BYTES));
    this.references.set(found, answer);
    return answer.kind === 'problem' ? fileProblem({ ...answer.fault, at: file }) : answerAt(place, answer);
  }

  /** What a `$file` leads to as git knows it, with a text that isn't read; undefined if git doesn't know. */
  glanceAtReference(from: string, path: string): ReferenceAnswer | undefined {
    const place = this.placeOf(from, path);
    if (place.kind === 'problem') return place;
    const id = this.git.blobs?.get(place.file);
    return id === undefined ? undefined : answerAt(place, { text: '', id });
  }

  private placeOf(from: string, path: string): Place | FileProblem {
    if (path === '') return fileProblem({ why: 'not-here' });
    if (path.length > PATH_LIMIT_CHARS) return systemErrorProblem({ code: 'ENAMETOOLONG' });
    const asked = resolve(this.root, dirname(from), path);
    if (isAbsolute(path) || !this.isInside(asked)) return outside(path);
    const known = this.places.get(asked);
    if (known) return known;
    const { path: found, error } = follow(asked);
    if (!this.isInside(found)) return outside(path);
    const file = slashes(relative(this.root, found));
    if (file.split('/').some((name) => name.toLowerCase() === '.git'))
      return fileProblem({ why: 'inside-git', path });
    if (error !== undefined) {
      const { fault } = systemErrorProblem(error);
      if (!isMissing(fault)) return fileProblem({ ...fault, at: path });
      if (isLink(found)) return fileProblem({ why: 'broken-link', path });
      const absent = this.absence(file);
      if (absent) return fileProblem({ ...absent.fault, at: path });
      const [folder, near] = [dirname(from), this.nearby(asked, dirname(from))];
      return fileProblem({ why: 'not-here', path, folder, near });
    }
    if (this.isIgnored(file)) return fileProblem({ why: 'ignored', path: file });
    const link = slashes(relative(this.root, asked));
    if (!this.isTracked(file) || !this.isTracked(link)) return fileProblem({ why: 'untracked', path: file });
    const place = { kind: 'place', found, file, link } as const;
    this.places.set(asked, place);
    return place;
  }

  /** The file that was probably meant: each part of its path may have another letter case, or a typo. */
  private nearby(asked: string, folder: string): string | undefined {
    let here = this.root;
    for (const name of relative(this.root, asked).split(sep)) {
      const names = this.isInside(join(follow(here).path, name)) ? namesIn(here) : [];
      const found = names.includes(name) ? name : nearest(name, names);
      if (found === undefined || found === '.git') return undefined;
      here = join(here, found);
    }
    const near = slashes(relative(join(this.root, folder), here));
    return near.startsWith('../') ? near : `./${near}`;
  }

  private isInside(path: string): boolean {
    return path.startsWith(this.root + sep);
  }

  private isIgnored(file: string): boolean {
    const folders = file.split('/').map((_, index, parts) => `${parts.slice(0, index).join('/')}/`);
    const { ignored } = this.git;
    return ignored.has(file) || folders.some((folder) => ignored.has(folder));
  }

  /** Whether git tracks this path, or a link to a folder on it. */
  private isTracked(file: string): boolean {
    const { tracked } = this.git;
    if (!tracked || tracked.has(file)) return true;
    return file.split('/').some((_, index, parts) => tracked.has(parts.slice(0, index).join('/')));
  }
}

const IS_LINK = fileProblem({ why: 'link' });
const NAME_IS_NO_TEXT = fileProblem({ why: 'not-text' });

/**
 * The text with line feeds only: git checks out files with other line endings on some platforms, and the campaign must not
 * depend on that. A NUL shows that the file is UTF-16 without a byte order mark, or not text.
 */
function plainText(answer: ReadText): ReadText {
  if (answer.kind === 'problem') return answer;
  if (answer.text.includes('\0')) return fileProblem({ why: 'not-text' });
  if (answer.text.startsWith(LFS_POINTER)) return fileProblem({ why: 'pointer' });
  return { ...answer, text: answer.text.replaceAll('\r\n', '\n') };
}

function answerAt(
  { file, link }: Place,
  { text, id }: { readonly text: string; readonly id: string },
): ReferenceAnswer {
  return { kind: 'text', file, text, id, ...(link !== file && { link }) };
}

function outside(path: string): FileProblem {
  return fileProblem({ why: 'outside', path });
}

function slashes(path: string): string {
  return path.split(sep).join('/');
}
