import type { Git } from '../git/git.ts';
import { readBlobs } from '../git/tree.ts';
import { chunks } from '../model/grouping.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../model/json.ts';

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
  const latest = new Map<string, string>();
  let known = new Map<string, JsonObject | undefined>();
  for (const records of chunks(listed.split('\x1e').slice(1), COMMITS_AT_ONCE)) {
    const commits = records.map(parsed);
    const blobs = new Set(
      commits.flatMap(({ changes }) => changes.flatMap((one) => [one.before, one.after])),
    );
    // git names a file that isn't there by zeros.
    const unknown = [...blobs].filter((blob) => /[^0]/.test(blob) && !known.has(blob));
    for (const [blob, text] of await readBlobs(git, unknown)) known.set(blob, valueIn(text));
    for (const { id, at, changes } of commits) {
      for (const { path, after } of changes) latest.set(path, after);
      const files = changes.map(({ path, before, after }) => {
        return { path, before: known.get(before), after: known.get(after) };
      });
      yield { id, at, files };
    }
    known = new Map([...latest.values()].map((blob) => [blob, known.get(blob)]));
  }
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
function valueIn(text: string): JsonObject {
  try {
    const value = JSON.parse(text) as JsonValue;
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}
