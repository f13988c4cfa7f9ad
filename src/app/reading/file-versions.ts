import { posix } from 'node:path';
import { pathFrom, referencedText } from '../../edit/folder-view.ts';
import { editYaml } from '../../edit/edit-yaml.ts';
import { readFiles, type Files } from '../../git/tree.ts';
import { grade } from '../../load/grade.ts';
import { probableKey } from '../../load/key.ts';
import type { Judged } from '../../load/judge.ts';
import type { ReferenceAnswer } from '../../model/findings.ts';
import { isSource, parseSource } from '../../load/yaml/source.ts';
import { APPLIES, entriesOf, type AuditEntry } from '../../model/audit.ts';
import { withoutMark } from '../../model/text-start.ts';
import type { CampaignKey } from '../../model/campaign.ts';
import { EXIT, type ExitCode } from '../../model/exit.ts';
import { isJsonObject } from '../../model/json.ts';
import { isNeverApplied } from '../../model/state.ts';
import { sameContent } from '../../plan/same-name.ts';
import { type InWorkspace, configurationAt } from '../context.ts';
import { openStateStore, readRecord } from '../record.ts';
import { UserFailure } from '../process/user-failure.ts';
import { LENIENTLY, loadFor } from './load-files.ts';

// Which commit has the file as it was last applied? An apply may have sent only part of a file: a pause is sent while an
// edit is locked. So the record of what was sent decides: the newest commit is used whose file says exactly that, with the
// texts and the variables of that time. The commits that changed the file are tried first, since one of them may have
// changed it for another workspace; then those of the audit trail, because a text or a variable may have changed alone.

/** A campaign whose file should be restored. */
export interface VersionTarget {
  readonly key: CampaignKey;
  /** Its current file; undefined if it has none. */
  readonly file: string | undefined;
}

/** A campaign file as of a commit, moved to its current path, with all texts that it refers to. */
export interface FoundVersion {
  readonly key: CampaignKey;
  readonly commit: string;
  readonly file: string;
  readonly text: string;
  /** By their current paths. */
  readonly texts: Files;
  /** What it says in each workspace of that time. */
  readonly loaded: Judged;
}

/** What is recorded of a workspace, with its audit trail, newest first. */
export async function readHistory({ context, workspace }: InWorkspace) {
  const store = openStateStore(context, workspace);
  const record = await readRecord(store);
  const trail = await store.trailOf(record.inputs.record?.commit);
  return { context, workspace, record, trail, bindings: record.state.bindings };
}

export type RecordedHistory = Awaited<ReturnType<typeof readHistory>>;

/** The maximum number of commits that are tried for one file. */
const COMMITS_AT_MOST = 100;
/** References are followed in rounds, since a text may refer to another one; no chain is longer than this. */
const ROUNDS = 8;

/** Finds versions of campaign files; what it reads of a commit is used for all campaigns. */
export class Versions {
  private readonly history: RecordedHistory;
  private readonly campaigns = new Map<string, Promise<ReadonlyMap<string, string>>>();

  constructor(history: RecordedHistory) {
    this.history = history;
  }

  /** The version in a commit; throws UserFailure if there is none, or if it can't be used. */
  async ofCommit(target: VersionTarget, commit: string): Promise<FoundVersion> {
    const { key } = target;
    const found = await this.versionAt(target, commit);
    if (!found) throw new UserFailure(EXIT.USAGE, { code: 'nothing-to-restore', key, why: 'no-file' });
    const source = parseSource(found.file, withoutMark(found.text));
    const [problem] = isSource(source) ? [] : grade(source);
    if (!problem) return found;
    const said = `${problem.file}:${problem.line} ${problem.message}`;
    throw new UserFailure(EXIT.INVALID, { code: 'invalid-files', said });
  }

  /**
   * The version that was applied last; throws UserFailure if there was none, and with `exit` if no apply is recorded or
   * no commit here has it.
   */
  async ofLastApply(target: VersionTarget, exit: ExitCode = EXIT.INVALID): Promise<FoundVersion> {
    const { key, file } = target;
    const { bindings, context, workspace } = this.history;
    const binding = bindings.get(key);
    const entries = this.entriesOf(key);
    const isApplied = (change: string) => APPLIES.has(change) || change === 'import' || change === 'adopt';
    if (!binding && !entries.some(({ change }) => isApplied(change)))
      throw new UserFailure(EXIT.USAGE, { code: 'nothing-to-restore', key, why: 'never-applied' });
    if (binding && isNeverApplied(binding))
      throw new UserFailure(exit, { code: 'nothing-to-restore', key, why: 'adopted' });
    const path = file ?? `${context.folder.path}/${key}.yaml`;
    const ofFile = await context.history.commitsOf(path, COMMITS_AT_MOST);
    const ofTrail = entries.flatMap(({ commit }) => commit ?? []);
    let sameButStatus: FoundVersion | undefined;
    for (const commit of new Set([...ofFile, ...ofTrail])) {
      const isHere = await context.history.ensureFetched(commit);
      const version = isHere ? await this.versionAt(target, commit) : undefined;
      // Of a forgotten campaign, only the trail is known.
      if (version && !binding) return version;
      const desired = version?.loaded.desired.get(workspace.name)?.[0];
      if (!version || !binding || !desired || !sameContent(desired, binding)) continue;
      if (desired.status === binding.status.applied) return version;
      sameButStatus ??= version;
    }
    if (sameButStatus) return sameButStatus;
    throw new UserFailure(exit, { code: 'nothing-to-restore', key, why: 'no-version' });
  }

  private entriesOf(key: CampaignKey): readonly AuditEntry[] {
    return entriesOf(this.history.trail, new Set([key]));
  }

  /** The campaign files of a commit, by key. */
  async filesAt(commit: string): Promise<ReadonlyMap<string, string>> {
    const campaigns = await this.campaignsAt(commit);
    return new Map([...campaigns].map(([path, text]) => [this.keyOf(path, text), path]));
  }

  private async versionAt(target: VersionTarget, commit: string): Promise<FoundVersion | undefined> {
    const { key } = target;
    const [campaigns, keys] = [await this.campaignsAt(commit), await this.filesAt(commit)];
    const former = this.entriesOf(key).flatMap(({ movedFrom }) => movedFrom ?? []);
    const [then] = [key, ...former].flatMap((one) => keys.get(one) ?? []);
    const saved = campaigns.get(then ?? '');
    if (then === undefined || saved === undefined) return undefined;
    const file = target.file ?? then;
    // If the file now has another path or another key, it has to name its campaign.
    const text = this.keyOf(file, saved) === key ? saved : withKey(saved, key);
    return text === undefined ? undefined : this.withTexts({ key, commit, file, text }, then);
  }

  /** Reads the texts of a version: those next to it are moved along, others keep their paths. */
  private async withTexts(
    version: Omit<FoundVersion, 'texts' | 'loaded'>,
    formerFile: string,
  ): Promise<FoundVersion> {
    const { commit, file, text } = version;
    const { context } = this.history;
    const { history, folder, git } = context;
    // The current one, if there was no valid one at that time.
    const then = { ...context, ...(await configurationAt(history, folder, commit)) };
    const workspacesToLoad = [...then.configuration.workspaces.values()];
    const files = () => [{ file, below: folder.below(file), text: withoutMark(text) }];
    const texts = new Map<string, string>();
    for (let left = ROUNDS; ; left -= 1) {
      const missing = new Map<string, string>();
      const readReference = (from: string, asked: string): ReferenceAnswer => {
        const path = pathFrom(from, asked);
        const found = texts.get(path);
        if (found !== undefined) return referencedText(path, found);
        missing.set(path, posix.join(posix.dirname(formerFile), posix.relative(posix.dirname(file), path)));
        return { kind: 'problem', fault: { why: 'not-here', path } };
      };
      const loaded = loadFor(
        { ...then, folder: { path: folder.path, files, readReference } },
        { workspacesToLoad, ...LENIENTLY },
      );
      const asked = new Set(left === 0 ? [] : [...missing].flat());
      const found = await readFiles(git, commit, (path) => asked.has(path));
      const before = texts.size;
      for (const [path, moved] of missing) {
        const raw = found.get(moved) ?? found.get(path);
        // Bytes that aren't UTF-8 could not be written back unchanged.
        if (raw !== undefined && !raw.includes('\ufffd') && !path.startsWith('../')) texts.set(path, raw);
      }
      if (texts.size === before) return { ...version, texts, loaded };
    }
  }

  private keyOf(path: string, text: string): string {
    return probableKey({ below: this.history.context.folder.below(path), text });
  }

  private campaignsAt(commit: string): Promise<Files> {
    const { git, folder } = this.history.context;
    const known = this.campaigns.get(commit) ?? readFiles(git, commit, (path) => folder.isCampaign(path));
    this.campaigns.set(commit, known);
    return known;
  }
}

/** A campaign file with a key of its own: in its `key:` if it has one, otherwise in a new line before its first entry. */
export function withKey(text: string, key: string): string | undefined {
  const source = parseSource('', withoutMark(text));
  if (!isSource(source) || !isJsonObject(source.value)) return undefined;
  const { value } = source;
  return editYaml(text, Object.hasOwn(value, 'key') ? { ...value, key } : { key, ...value });
}
