import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';

const CONFIGURATION = 'workspaces.yaml';
/** A `$file` may be this large: what fits into a request with room to spare (open point W29: 5 MiB a body). */
const REFERENCE_LIMIT_BYTES = 2 * 1024 * 1024;

/** What a `$file` leads to. */
export type ReferencedFile =
  | { readonly kind: 'text'; readonly file: string; readonly text: string }
  | {
      readonly kind: 'problem';
      readonly code: `E_FILE_${string}`;
      readonly message: string;
      readonly hint: string;
    };

export interface FoundFile {
  /** From the root of the repository, with forward slashes. */
  readonly file: string;
  /** From the campaigns folder. */
  readonly below: string;
  readonly text: string;
}

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

  /** The text of workspaces.yaml; undefined when there is none. */
  configuration(): string | undefined {
    const file = join(this.root, this.configurationFile);
    return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  }

  /** All campaign files, sorted by path. */
  async files(): Promise<FoundFile[]> {
    const folder = join(this.root, this.path);
    if (!existsSync(folder)) return [];
    const names = await readdir(folder, { recursive: true, withFileTypes: true });
    return names
      .filter((entry) => entry.isFile() && /\.ya?ml$/.test(entry.name))
      .map((entry) => slashes(relative(folder, join(entry.parentPath, entry.name))))
      .filter((below) => below !== CONFIGURATION && !this.isIgnored(`${this.path}/${below}`))
      .sort()
      .map((below) => ({
        file: `${this.path}/${below}`,
        below,
        text: readFileSync(join(folder, below), 'utf8'),
      }));
  }

  /** The campaign files that paths on a command line, counted from `directory`, mean. */
  async named(
    paths: readonly string[],
    directory: string,
  ): Promise<{ asked: string; file: string; known: boolean }[]> {
    const known = new Set((await this.files()).map(({ file }) => file));
    return paths.map((asked) => {
      const full = resolve(directory, asked);
      const file = slashes(relative(this.root, existsSync(full) ? realpathSync(full) : full));
      return { asked, file, known: known.has(file) };
    });
  }

  /** Reads a `$file` as written in the campaign file `from`: inside the repository, never below .git, not ignored. */
  readReference(from: string, path: string): ReferencedFile {
    const asked = resolve(this.root, dirname(from), path);
    if (!existsSync(asked)) {
      return problem(
        'E_FILE_MISSING',
        `there is no file ${path} here`,
        `the path counts from ${dirname(from)}/`,
      );
    }
    const real = realpathSync(asked);
    if (!real.startsWith(this.root + sep)) {
      return problem(
        'E_FILE_OUTSIDE',
        `${path} leads out of the repository`,
        'move the file into the repository',
      );
    }
    const file = slashes(relative(this.root, real));
    if (file.split('/').includes('.git')) {
      return problem('E_FILE_GIT', `${path} leads below .git`, 'move the file into the work tree');
    }
    if (this.isIgnored(file)) {
      return problem(
        'E_FILE_IGNORED',
        `git ignores ${file}`,
        'what is sent must be in the history: take it out of .gitignore',
      );
    }
    const facts = statSync(real);
    if (!facts.isFile()) return problem('E_FILE_TYPE', `${path} is not a file`, 'name a text file');
    if (facts.size > REFERENCE_LIMIT_BYTES)
      return problem('E_FILE_SIZE', `${file} is larger than 2 MiB`, 'make it smaller');
    return decode(file, readFileSync(real));
  }

  private isIgnored(file: string): boolean {
    const folders = file.split('/').map((_, index, parts) => `${parts.slice(0, index).join('/')}/`);
    return this.ignored.has(file) || folders.some((folder) => this.ignored.has(folder));
  }
}

function decode(file: string, bytes: Uint8Array): ReferencedFile {
  try {
    return { kind: 'text', file, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return problem('E_FILE_ENCODING', `${file} is not UTF-8 text`, 'save it as UTF-8');
  }
}

function problem(code: `E_FILE_${string}`, message: string, hint: string): ReferencedFile {
  return { kind: 'problem', code, message, hint };
}

function slashes(path: string): string {
  return path.split(sep).join('/');
}
