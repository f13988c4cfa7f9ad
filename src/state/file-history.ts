import type { Git } from '../git/git.ts';
import { readBlobs } from '../git/tree.ts';
import { chunks } from '../model/grouping.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../model/json.ts';
import { RECORD } from './audit-trail.ts';

/** What a commit did to one file: its JSON before and after, each `undefined` if there was no file. */
interface FileStep {
  readonly path: string;
  readonly before: JsonObject | undefined;
  readonly after: JsonObject | undefined;
}

/** One commit of the state branch, with the files that it changed compared with its first parent. */
export interface HistoryStep {
  readonly id: string;
  /** When it was made, in UTC. */
  readonly at: string;
  readonly files: readonly FileStep[];
}

/** How many commits are read at a time, so that not all versions are in memory at once. */
const COMMITS_AT_ONCE = 500;

/** Files whose versions matter: what was applied and observed, and the reviews. */
const WANTED = /^(?:campaigns\/.+|approvals\/\d+)\.json$/;

/** The history of the campaigns and reviews on the state branch, oldest first, whoever made the commits. */
export async function* readHistory(git: Git, tips: readonly string[]): AsyncGenerator<HistoryStep> {
  const how = ['--reverse', '--topo-order', '--root', '--raw', '--no-abbrev', '--no-renames', '--no-mailmap'];
  const format = ['--no-show-signature', '--diff-merges=first-parent', '--format=%x1e%H %ct'];
  const listed = await git.run('log', ...how, ...format, ...tips);
  /** The last version of each file, which is nearly always the one before the next change. */
  const last = new Map<string, { readonly blob: string; readonly value: JsonObject | undefined }>();
  for (const records of chunks(listed.split(RECORD).slice(1), COMMITS_AT_ONCE)) {
    const commits = records.map(parsed);
    const texts = await textsFor(git, commits, last);
    const valueOf = (path: string, blob: string) => {
      const found = last.get(path);
      return found?.blob === blob ? found.value : valueIn(texts.get(blob));
    };
    for (const { id, at, changes } of commits) {
      const files = changes.map(({ path, before, after }) => {
        const file = { path, before: valueOf(path, before), after: valueIn(texts.get(after)) };
        last.set(path, { blob: after, value: file.after });
        return file;
      });
      yield { id, at, files };
    }
  }
}

/** The texts that commits change, without those that were read for an earlier change of the same file. */
async function textsFor(
  git: Git,
  commits: readonly ReturnType<typeof parsed>[],
  last: ReadonlyMap<string, { readonly blob: string }>,
): Promise<ReadonlyMap<string, string>> {
  const then = new Map([...last].map(([path, { blob }]) => [path, blob]));
  const wanted = new Set<string>();
  for (const { path, before, after } of commits.flatMap(({ changes }) => changes)) {
    if (then.get(path) !== before) wanted.add(before);
    wanted.add(after);
    then.set(path, after);
  }
  // git names a file that isn't there by zeros.
  const blobs = [...wanted].filter((blob) => /[^0]/.test(blob));
  return blobs.length === 0 ? new Map() : readBlobs(git, blobs);
}

function parsed(record: string) {
  const [head = '', ...lines] = record.split('\n');
  const [id = '', seconds = '0'] = head.split(' ');
  const changes = lines.flatMap((line) => {
    const [meta = '', path = ''] = line.split('\t');
    const [, , before = '', after = ''] = meta.split(' ');
    return WANTED.test(path) ? [{ path, before, after }] : [];
  });
  return { id, at: new Date(Number(seconds) * 1000).toISOString(), changes };
}

/** A file that isn't a JSON object says nothing that was recorded. */
function valueIn(text: string | undefined): JsonObject | undefined {
  if (text === undefined) return undefined;
  try {
    const value = JSON.parse(text) as JsonValue;
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}
