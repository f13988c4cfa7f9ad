import { chunks } from '../model/grouping.ts';
import { nulEntries, type Git } from './git.ts';

/** The text of the files of a commit, by path. */
export type Files = ReadonlyMap<string, string>;

/** A commit to create: its message, author, and the files that it writes or, with `null`, removes. */
export interface NewCommit {
  readonly message: string;
  readonly author: { readonly name: string; readonly email: string };
  /** Epoch milliseconds. */
  readonly at: number;
  readonly files: ReadonlyMap<string, string | null>;
}

/** The mode of a symbolic link. */
const LINK = '120000';

export const OURSELVES = { name: 'campaign-reconciler', email: 'campaign-reconciler@localhost' };

const COMMITTER = `${OURSELVES.name} <${OURSELVES.email}>`;

/** Every `wanted` file of a commit, without symbolic links. */
export async function readFiles(
  git: Git,
  commit: string,
  wanted?: (path: string) => boolean,
): Promise<Files> {
  const files: (readonly [string, string])[] = [];
  for await (const part of readFilesByParts(git, commit, wanted)) files.push(...part);
  return new Map(files);
}

/** How many files are in memory at once. */
const FILES_A_PART = 500;

/** The same a part at a time: one process lists, and one reads each part. */
export async function* readFilesByParts(
  git: Git,
  commit: string,
  wanted: (path: string) => boolean = () => true,
): AsyncGenerator<Files> {
  const listing = await git.run('ls-tree', '-r', '-z', '--full-tree', commit);
  const entries = nulEntries(listing)
    .map((line) => {
      const [meta = '', path = ''] = line.split('\t');
      const [mode, type, blob = ''] = meta.split(' ');
      return { path, isFile: type === 'blob' && mode !== LINK, blob };
    })
    .filter(({ path, isFile }) => isFile && wanted(path));
  for (const part of chunks(entries, FILES_A_PART)) {
    const blobs = part.map(({ blob }) => blob);
    const texts = await readBlobs(git, blobs);
    yield new Map(part.map(({ path, blob }) => [path, texts.get(blob) ?? '']));
  }
}

/** The texts of objects, by ID, read by one process. Those that this clone doesn't have are left out. */
export async function readBlobs(git: Git, blobs: readonly string[]): Promise<Files> {
  const texts = new Map<string, string>();
  if (blobs.length === 0) return texts;
  const contents = await git.feed(`${blobs.join('\n')}\n`, 'cat-file', '--batch');
  let offset = 0;
  for (const blob of blobs) {
    const headerEnd = contents.indexOf('\n', offset);
    const [, type, length = '0'] = contents.subarray(offset, headerEnd).toString().split(' ');
    offset = headerEnd + 1;
    if (type === 'missing') continue;
    texts.set(blob, contents.subarray(offset, offset + Number(length)).toString('utf8'));
    offset += Number(length) + 1;
  }
  return texts;
}

/** Creates a chain of commits on `parent`, if any, and returns the last. `ref`, if any, points to it then. */
export async function writeCommits(
  git: Git,
  commits: readonly NewCommit[],
  { parent, ref: kept }: { parent: string | undefined; ref?: string },
): Promise<string> {
  const ref = kept ?? 'refs/campaigns/none';
  const stream = ['feature done\n'];
  commits.forEach((commit, index) => {
    const seconds = Math.floor(commit.at / 1000);
    stream.push(
      `commit ${ref}\nmark :${index + 1}\n`,
      `author ${clean(commit.author.name)} <${clean(commit.author.email)}> ${seconds} +0000\n`,
      `committer ${COMMITTER} ${seconds} +0000\n`,
      data(commit.message),
    );
    if (index === 0 && parent !== undefined) stream.push(`from ${parent}\n`);
    for (const [path, text] of commit.files) {
      stream.push(text === null ? `D ${quoted(path)}\n` : `M 100644 inline ${quoted(path)}\n${data(text)}`);
    }
    stream.push('\n');
  });
  // A branch that was reset is not written.
  stream.push(`get-mark :${commits.length}\n`, kept === undefined ? `reset ${ref}\n\n` : '', 'done\n');
  const answer = await git.feed(stream.join(''), 'fast-import', '--quiet', '--force');
  return answer.toString().trim();
}

/** A path as fast-import expects it: in quotes if it would be read differently otherwise. */
function quoted(path: string): string {
  if (!/["\\\n]/.test(path)) return path;
  return `"${path.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`;
}

function data(text: string): string {
  return `data ${Buffer.byteLength(text)}\n${text}\n`;
}

/** Angle brackets and line breaks would corrupt an identity line. */
function clean(text: string): string {
  return text.replace(/[<>\r\n\0]/g, '').trim() || 'unknown';
}
