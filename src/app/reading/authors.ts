import { readBlobs } from '../../git/tree.ts';
import type { CodeCommit, FileChange } from '../../git/repository.ts';
import { loadConfiguration } from '../../load/load-configuration.ts';
import { headOfFile, mergeOverride } from '../../load/resolve.ts';
import { withoutMark } from '../../model/text-start.ts';
import type { CampaignKey, Desired } from '../../model/campaign.ts';
import { memberOf, sameJson, type JsonValue } from '../../model/json.ts';
import { DEFAULT_LIMITS } from '../../quota/windows.ts';
import type { InWorkspace } from '../context.ts';

/** Who changed last what each campaign sends, and whether a shallow clone may hide it. */
export interface Edits {
  readonly byKey: ReadonlyMap<CampaignKey, CodeCommit>;
  /** Campaigns of which no commit has any file yet. */
  readonly uncommitted: ReadonlySet<CampaignKey>;
  readonly shallow: boolean;
}

/**
 * The newest commit that changed what each campaign sends, in whichever file the value stands: its own, a text, a snippet,
 * or a variable of workspaces.yaml. A rename, or an edit of something else in these files, doesn't count.
 */
export async function findEdits(
  { context, workspace }: InWorkspace,
  desired: readonly Desired[],
): Promise<Edits> {
  const { repository, folder } = context;
  const outside = desired.flatMap(({ sources }) => sources.filter((file) => !folder.contains(file)));
  const { changes, shallow } = await repository.changesOf([folder.path, ...new Set(outside)]);
  const blobs = new Blobs({ context, workspace });
  const configured = changes.get(folder.configurationFile) ?? [];
  const find = (one: Desired): CodeCommit | undefined => {
    const own = newest(changes, one.file, (change) =>
      blobs.differ(change, one.file, (text) => said(one, workspace.name, text)),
    );
    const texts = one.sources
      .slice(1)
      .map((file) => newest(changes, file, ({ before, after }) => before !== after));
    const varied = blobs.newestEdit(configured, one.variables);
    return [own, ...texts, varied].flatMap((change) => change ?? []).sort((a, b) => a.order - b.order)[0]
      ?.commit;
  };
  const found = await blobs.reading(() => desired.map((one) => [one.key, find(one)] as const));
  const isUncommitted = ({ sources }: Desired) => !shallow && sources.every((file) => !changes.has(file));
  return {
    byKey: new Map(found.flatMap(([key, commit]) => (commit ? [[key, commit] as const] : []))),
    uncommitted: new Set(desired.filter(isUncommitted).map(({ key }) => key)),
    shallow,
  };
}

/** The newest commit that changed a variable of a workspace, with both values; null for a value that wasn't there. */
export interface VariableEdit {
  readonly was: JsonValue;
  readonly now: JsonValue;
  readonly commit: CodeCommit;
}

/** The newest edits of these variables of a workspace, by name. */
export async function findVariableEdits(
  target: InWorkspace,
  names: readonly string[],
): Promise<ReadonlyMap<string, VariableEdit>> {
  const { repository, folder } = target.context;
  const { changes } = await repository.changesOf([folder.configurationFile]);
  const configured = changes.get(folder.configurationFile) ?? [];
  const blobs = new Blobs(target);
  const newest = await blobs.reading(() => names.map((name) => blobs.newestEdit(configured, [name])));
  const edits = names.flatMap((name, at) => {
    const change = newest[at];
    if (!change) return [];
    const valueIn = (id: string) => blobs.values(id, [name])[0] ?? null;
    const { before, after, commit } = change;
    return [[name, { was: valueIn(before), now: valueIn(after), commit }] as const];
  });
  return new Map(edits);
}

/** The newest change of a file that counts, also under its earlier paths. */
function newest(
  changes: ReadonlyMap<string, readonly FileChange[]>,
  file: string,
  counts: (change: FileChange) => boolean,
): FileChange | undefined {
  let [path, after] = [file, -1];
  for (;;) {
    const change = changes.get(path)?.find(({ order }) => order > after);
    if (!change || counts(change)) return change;
    [path, after] = [change.from, change.order];
  }
}

/** What a version of a campaign file says for a workspace; the text itself if that can't be determined. */
function said({ file }: Desired, workspace: string, text: string): JsonValue {
  const below = file.slice(file.lastIndexOf('/') + 1);
  const head = headOfFile({ file, below, text: withoutMark(text) }, { workspaces: new Map() });
  if (!head) return text;
  if (head.workspaces?.includes(workspace) === false) return null;
  const { body, status = null } = mergeOverride(head, workspace);
  return { body, status };
}

/** Versions of files, read in rounds: each asks for all texts that the one before found to be missing. */
class Blobs {
  private readonly target: InWorkspace;
  private readonly texts = new Map<string, string>();
  private readonly settings = new Map<string, Readonly<Record<string, JsonValue>>>();
  private readonly missing = new Set<string>();
  /** What was compared already: each round asks again. */
  private readonly compared = new Map<string, boolean>();

  constructor(target: InWorkspace) {
    this.target = target;
  }

  /** Looks for something until nothing that it needs is missing. */
  async reading<Answer>(find: () => Answer): Promise<Answer> {
    for (;;) {
      const answer = find();
      if (this.missing.size === 0) return answer;
      const asked = [...this.missing];
      const read = await readBlobs(this.target.context.git, asked);
      for (const id of asked) this.texts.set(id, read.get(id) ?? '');
      this.missing.clear();
    }
  }

  /** Whether both versions differ in something; true while one isn't read. A file that is new or gone always does. */
  differ({ before, after }: FileChange, of: string, what: (text: string, id: string) => JsonValue): boolean {
    const ids = [before, after];
    // git names what isn't there by zeros.
    if (before === after || ids.some((id) => /^0+$/.test(id))) return before !== after;
    const texts = ids.flatMap((id) => this.texts.get(id) ?? []);
    for (const id of ids) if (!this.texts.has(id)) this.missing.add(id);
    if (texts.length < ids.length) return true;
    const pair = JSON.stringify([of, before, after]);
    const known = this.compared.get(pair);
    if (known !== undefined) return known;
    const [was, is] = texts.map((text, at) => what(text, ids[at] ?? ''));
    const isOther = !sameJson(was, is);
    this.compared.set(pair, isOther);
    return isOther;
  }

  /** The newest of these changes of workspaces.yaml that gave one of these variables another value. */
  newestEdit(changes: readonly FileChange[], names: readonly string[]): FileChange | undefined {
    if (names.length === 0) return undefined;
    return changes.find((one) => this.differ(one, names.join(), (_, id) => this.values(id, names)));
  }

  /** The values of variables in a version of workspaces.yaml. */
  values(id: string, names: readonly string[]): JsonValue[] {
    const { context, workspace } = this.target;
    const text = this.texts.get(id) ?? '';
    const { configurationFile: file } = context.folder;
    const load = () => loadConfiguration(file, text, { limits: DEFAULT_LIMITS }).configuration?.workspaces;
    const vars = this.settings.get(id) ?? load()?.get(workspace.name)?.vars ?? {};
    this.settings.set(id, vars);
    return names.map((name) => memberOf(vars, name) ?? null);
  }
}
