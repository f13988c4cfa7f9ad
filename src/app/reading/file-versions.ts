import { grade, NOTHING_KNOWN } from '../../load/grade.ts';
import { fileDiagnostic } from '../../load/file-diagnostic.ts';
import { withKey } from '../../edit/with-key.ts';
import { probableKey } from '../../load/key.ts';
import { isSource, parseSource } from '../../load/yaml/source.ts';
import { APPLIES, entriesOf, type AuditEntry } from '../../model/audit.ts';
import type { CampaignKey } from '../../model/campaign.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import { EXIT } from '../../model/exit.ts';
import { isNeverApplied, type Binding } from '../../model/state.ts';
import type { Workspace } from '../../model/workspace.ts';
import { sameContent } from '../../plan/same-name.ts';
import type { Context, InWorkspace } from '../context.ts';
import { UserFailure } from '../process/user-failure.ts';
import { posix } from 'node:path';
import { readFiles, type Files } from '../../git/tree.ts';
import { judge, type Judged } from '../../load/judge.ts';
import { loadCampaigns } from '../../load/load-campaigns.ts';
import type { ReferenceAnswer } from '../../load/reference-answer.ts';
import { configurationAt } from '../opening/configuration-at.ts';
import { referencedText } from '../../edit/folder-view.ts';
import { LENIENTLY } from './load-files.ts';
import { withoutMark } from '../../model/byte-order-mark.ts';

/** A campaign file as of a commit. */
interface OldFile {
  /** Its path at that time. */
  readonly path: string;
  readonly text: string;
}

/** An old version, moved to the current path of the campaign's file, with all texts that it refers to. */
interface OldVersion {
  readonly file: string;
  readonly text: string;
  /** By their current paths. */
  readonly texts: Files;
  /** What it says in each workspace of that time. */
  readonly loaded: Judged;
  readonly workspaces: ReadonlyMap<string, Workspace>;
}

/** References are followed in rounds, since a text may refer to another one; no chain is longer than this. */
const ROUNDS = 8;

/** The campaigns folder of a commit; each file is read once. */
class FilesAt {
  readonly commit: string;
  private readonly context: Pick<Context, 'git' | 'history' | 'folder' | 'configuration' | 'source'>;
  private found: Promise<Files> | undefined;
  private readonly texts = new Map<string, string | undefined>();

  constructor(commit: string, context: FilesAt['context']) {
    this.commit = commit;
    this.context = context;
  }

  /** Every key that has a file here. */
  async keys(): Promise<string[]> {
    return [...(await this.campaigns())].map(([path, text]) => this.keyOf(path, text));
  }

  /** The file of the first of these keys that has one. */
  async fileOf(keys: readonly string[]): Promise<OldFile | undefined> {
    const files = [...(await this.campaigns())].map(([path, text]) => ({
      path,
      text,
      key: this.keyOf(path, text),
    }));
    return keys.flatMap((key) => files.find((one) => one.key === key) ?? [])[0];
  }

  /**
   * The content of a file at that time, as if its path had been `file`: texts next to it are moved along, others keep
   * their paths.
   */
  async version({ path, text }: OldFile, file: string): Promise<OldVersion> {
    const { history, folder } = this.context;
    // The current one, if there was no valid one at that time.
    const { configuration, source } = (await configurationAt(history, folder, this.commit)) ?? this.context;
    const texts = new Map<string, string>();
    for (let round = 0; ; round += 1) {
      const missing = new Set<string>();
      const readReference = (from: string, asked: string): ReferenceAnswer => {
        const wanted = posix.join(posix.dirname(from), asked);
        const found = texts.get(wanted);
        if (found !== undefined) return referencedText(wanted, found);
        if (!wanted.startsWith('../')) missing.add(wanted);
        return { kind: 'problem', fault: { code: 'E_FILE_MISSING', why: 'not-here', path: wanted } };
      };
      const below = folder.below(file);
      const loaded = loadCampaigns({
        files: [{ file, below, text: withoutMark(text) }],
        workspaces: configuration.workspaces,
        workspacesToLoad: [...configuration.workspaces.values()],
        configuration: source,
        readReference,
      });
      const before = texts.size;
      for (const wanted of round === ROUNDS ? [] : missing) {
        const taken = posix.join(posix.dirname(path), posix.relative(posix.dirname(file), wanted));
        const raw = (await this.text(taken)) ?? (await this.text(wanted));
        if (raw !== undefined) texts.set(wanted, raw);
      }
      if (texts.size === before) {
        const judged = judge(loaded, LENIENTLY);
        return { file, text, texts, loaded: judged, workspaces: configuration.workspaces };
      }
    }
  }

  private keyOf(path: string, text: string): string {
    return probableKey({ below: this.context.folder.below(path), text });
  }

  private campaigns(): Promise<Files> {
    const { git, folder } = this.context;
    return (this.found ??= readFiles(git, this.commit, (path) => folder.isCampaign(path)));
  }

  private async text(path: string): Promise<string | undefined> {
    if (path.startsWith('../')) return undefined;
    if (!this.texts.has(path)) {
      const found = (await readFiles(this.context.git, this.commit, (one) => one === path)).get(path);
      // Bytes that aren't UTF-8 could not be written back unchanged.
      this.texts.set(path, found?.includes('\ufffd') ? undefined : found);
    }
    return this.texts.get(path);
  }
}

// Which commit has the file as it was last applied? The audit trail names the commit of each apply, but an apply may
// have sent only part of the file: a pause is sent while an edit is locked. So the record of what was sent decides: the
// newest commit is used whose file says exactly that, with the texts and the variables of that time. The commits that
// changed the file are tried first, since one of them may have changed its content for another workspace after the last
// apply in this one. Then the commits of the trail are tried, because a text or a variable may have changed without the
// file.

/** A campaign whose file should be restored. */
export interface VersionTarget {
  readonly key: CampaignKey;
  /** Its current file; undefined if it has none. */
  readonly file: string | undefined;
}

export interface FoundVersion {
  readonly commit: string;
  readonly version: OldVersion;
}

export interface RecordedHistory extends InWorkspace {
  readonly bindings: ReadonlyMap<CampaignKey, Binding>;
  /** Newest first. */
  readonly trail: readonly AuditEntry[];
}

/** The maximum number of commits that are tried for one file. */
const COMMITS_AT_MOST = 100;

/** A version that can't be used. */
interface Unreadable {
  readonly problem: Diagnostic;
}

function isUnreadable(found: OldVersion | Unreadable): found is Unreadable {
  return 'problem' in found;
}

/** Finds versions of campaign files; what it reads of a commit is used for all campaigns. */
export class Versions {
  private readonly history: RecordedHistory;
  private readonly commits = new Map<string, FilesAt>();

  constructor(history: RecordedHistory) {
    this.history = history;
  }

  at(commit: string): FilesAt {
    const known = this.commits.get(commit) ?? new FilesAt(commit, this.history.context);
    this.commits.set(commit, known);
    return known;
  }

  /** The version in a commit; throws UserFailure if there is none, or if it can't be used. */
  async ofCommit(target: VersionTarget, commit: string): Promise<FoundVersion> {
    const found = await this.versionAt(target, commit);
    const { key } = target;
    if (!found) throw new UserFailure(EXIT.USAGE, { code: 'nothing-to-restore', key, why: 'no-file' });
    if (!isUnreadable(found)) return { commit, version: found };
    const { file, line, message } = found.problem;
    throw new UserFailure(EXIT.INVALID, { code: 'invalid-files', said: `${file}:${line} ${message}` });
  }

  /** The version that was applied last; throws UserFailure if there was none, or if no commit here has it. */
  async ofLastApply(target: VersionTarget): Promise<FoundVersion> {
    const { bindings, trail } = this.history;
    const { key } = target;
    const wasApplied = bindings.has(key) || entriesOf(trail, new Set([key])).some(isApplied);
    if (!wasApplied)
      throw new UserFailure(EXIT.USAGE, { code: 'nothing-to-restore', key, why: 'never-applied' });
    const binding = bindings.get(key);
    if (binding && isNeverApplied(binding))
      throw new UserFailure(EXIT.INVALID, { code: 'nothing-to-restore', key, why: 'adopted' });
    const found = await this.findLastApplied(target);
    if (found) return found;
    throw new UserFailure(EXIT.INVALID, { code: 'nothing-to-restore', key, why: 'no-version' });
  }

  /** The version of the last apply; undefined if no commit here has it. */
  async findLastApplied(target: VersionTarget): Promise<FoundVersion | undefined> {
    const { workspace, bindings, trail } = this.history;
    const { key } = target;
    const binding = bindings.get(key);
    const entries = entriesOf(trail, new Set([key]));
    const sameButStatus: FoundVersion[] = [];
    for await (const commit of this.candidates(target, entries)) {
      const version = await this.versionAt(target, commit);
      if (!version || isUnreadable(version)) continue;
      // A forgotten campaign no longer has a record, so only the trail is known.
      if (!binding) return { commit, version };
      const desired = version.loaded.desired.get(workspace.name)?.[0];
      if (!desired || !sameContent(desired, binding)) continue;
      if (desired.status === binding.status.applied) return { commit, version };
      sameButStatus.push({ commit, version });
    }
    return sameButStatus[0];
  }

  private async *candidates(
    { key, file }: VersionTarget,
    entries: readonly AuditEntry[],
  ): AsyncGenerator<string> {
    const { history, folder } = this.history.context;
    const ofFile = await history.commitsOf(file ?? `${folder.path}/${key}.yaml`, COMMITS_AT_MOST);
    const ofTrail = entries.flatMap(({ commit }) => commit ?? []);
    // Without a record, no version can be compared with what was sent, so the trail comes first.
    const isRecorded = this.history.bindings.has(key);
    for (const commit of new Set(isRecorded ? [...ofFile, ...ofTrail] : [...ofTrail, ...ofFile]))
      if (ofFile.includes(commit) || (await history.ensureFetched(commit))) yield commit;
  }

  /** The version, or why it can't be used; undefined if there is none. */
  private async versionAt(
    { key, file }: VersionTarget,
    commit: string,
  ): Promise<OldVersion | Unreadable | undefined> {
    const files = this.at(commit);
    const then = await files.fileOf([key, ...this.formerKeys(key)]);
    if (!then) return undefined;
    const { folder } = this.history.context;
    const path = file ?? then.path;
    const below = folder.below(path);
    const source = parseSource(then.path, then.text);
    const [problem] = isSource(source) ? [] : grade(source, NOTHING_KNOWN);
    if (problem) return { problem };
    // If the file now has another path or another key, it has to name its campaign.
    const text = probableKey({ below, text: then.text }) === key ? then.text : withKey(then.text, key);
    if (text === undefined)
      return {
        problem: fileDiagnostic(then.path, { code: 'E_FILE', why: 'no-place-for-key' }),
      };
    return files.version({ ...then, text }, path);
  }

  private formerKeys(key: string): readonly string[] {
    const { trail } = this.history;
    return entriesOf(trail, new Set([key])).flatMap(({ movedFrom }) => movedFrom ?? []);
  }
}

/** Whether something was sent or bound at that time: a refused change left the campaign as it was. */
function isApplied({ change }: AuditEntry): boolean {
  return APPLIES.has(change) || change === 'import' || change === 'adopt';
}
