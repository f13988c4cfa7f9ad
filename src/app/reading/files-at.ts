import { posix } from 'node:path';
import { readFiles, type Files } from '../../git/tree.ts';
import { probableKey } from '../../load/key.ts';
import { loadCampaigns, type Loaded } from '../../load/load-campaigns.ts';
import type { ReferenceAnswer } from '../../load/reference-answer.ts';
import type { Workspace } from '../../model/workspace.ts';
import type { Context } from '../context.ts';
import { configurationAt } from '../opening/configuration-at.ts';
import { referencedText } from './folder-with.ts';
import { LENIENTLY } from './load-files.ts';
import { withoutMark } from '../../model/byte-order-mark.ts';

/** A campaign file as of a commit. */
export interface OldFile {
  /** Its path at that time. */
  readonly path: string;
  readonly text: string;
}

/** The same, moved to the current path of the campaign's file, with all texts that it refers to. */
export interface OldVersion {
  readonly file: string;
  readonly text: string;
  /** By their current paths. */
  readonly texts: Files;
  /** What it says in each workspace of that time. */
  readonly loaded: Loaded;
  readonly workspaces: ReadonlyMap<string, Workspace>;
}

/** References are followed in rounds, since a text may refer to another one; no chain is longer than this. */
const ROUNDS = 8;

/** The campaigns folder of a commit; each file is read once. */
export class FilesAt {
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
      ...{ path, text },
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
        return { kind: 'problem', fault: { code: 'E_FILE_MISSING', why: 'not-then', path: wanted } };
      };
      const below = file.slice(folder.path.length + 1);
      const loaded = loadCampaigns({
        files: [{ file, below, text: withoutMark(text) }],
        ...{ workspaces: configuration.workspaces, targets: [...configuration.workspaces.values()] },
        ...{ configuration: source, readReference, ...LENIENTLY },
      });
      const before = texts.size;
      for (const wanted of round === ROUNDS ? [] : missing) {
        const taken = posix.join(posix.dirname(path), posix.relative(posix.dirname(file), wanted));
        const raw = (await this.text(taken)) ?? (await this.text(wanted));
        if (raw !== undefined) texts.set(wanted, raw);
      }
      if (texts.size === before) return { file, text, texts, loaded, workspaces: configuration.workspaces };
    }
  }

  private keyOf(path: string, text: string): string {
    return probableKey({ below: path.slice(this.context.folder.path.length + 1), text });
  }

  private campaigns(): Promise<Files> {
    const { git, folder } = this.context;
    const isCampaign = (path: string) =>
      path.startsWith(`${folder.path}/`) && /\.ya?ml$/.test(path) && path !== folder.configurationFile;
    return (this.found ??= readFiles(git, this.commit, isCampaign));
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
