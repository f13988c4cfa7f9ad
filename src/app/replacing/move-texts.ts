import { existsSync } from 'node:fs';
import { basename, join, posix } from 'node:path';
import { TEXT_LIMIT, readText } from '../../files/read-text.ts';
import type { FileChange } from '../../files/write-files.ts';
import { firstFree } from '../../edit/assign-keys.ts';
import { slugOf } from '../../load/slug.ts';
import type { CampaignFile } from '../../load/load-campaigns.ts';

type WrittenText = Required<FileChange> & { readonly text: string };
type CreatedText = WrittenText & { readonly of: 'copy' | 'old' };

/** The new paths of the texts of both campaigns. Paths begin at the root of the repository. */
export interface MovedTexts {
  readonly created: readonly CreatedText[];
  readonly restored: readonly WrittenText[];
  /** The new target of a `$file`, by its current target. */
  readonly ofCopy: ReadonlyMap<string, string>;
  readonly ofOld: ReadonlyMap<string, string>;
}

interface Situation {
  readonly root: string;
  readonly file: string;
  /** The texts that it referred to when it was last applied, by path. */
  readonly lastTexts: ReadonlyMap<string, string>;
  /** What the edited campaign refers to now. */
  readonly sources: readonly string[];
  readonly files: readonly CampaignFile[];
}

/**
 * A text that the edit changed is copied for the copy, and restored for the old campaign. A text that other campaigns
 * use, too, keeps its edit, which may be meant for them: the old campaign gets a text of its own instead.
 */
export function moveTexts({ root, file, lastTexts, sources, files }: Situation): MovedTexts {
  const created: CreatedText[] = [];
  const restored: WrittenText[] = [];
  const [ofCopy, ofOld] = [new Map<string, string>(), new Map<string, string>()];
  const isTaken = (path: string) =>
    existsSync(join(root, path)) || created.some((one) => one.path.toLowerCase() === path.toLowerCase());
  const freeBeside = (path: string, suffix = '') => {
    const { dir, name, ext } = posix.parse(path);
    return `${firstFree(posix.join(dir, name + suffix), (one) => isTaken(one + ext))}${ext}`;
  };
  const others = files.flatMap((one) => (one.file !== file && 'text' in one ? [one.text] : []));
  for (const [path, text] of lastTexts) {
    const read = readText(join(root, path), TEXT_LIMIT);
    if (read.kind === 'problem') {
      if (!isTaken(path)) created.push({ path, text, before: null, of: 'old' });
      continue;
    }
    if (sameText(read.text, text)) continue;
    const isShared = others.some((other) => other.includes(basename(path))) || !sources.includes(path);
    if (isShared) {
      const own = freeBeside(path, `-of-${slugOf(basename(file, '.yaml'))}`);
      created.push({ path: own, text, before: null, of: 'old' });
      ofOld.set(path, own);
    } else {
      const copy = freeBeside(path);
      created.push({ path: copy, text: read.text, before: null, of: 'copy' });
      ofCopy.set(path, copy);
      restored.push({ path, text, before: read.text });
    }
  }
  return { created, restored, ofCopy, ofOld };
}

/** git may check out the same text with other line endings. */
export function sameText(one: string, other: string): boolean {
  return one.replaceAll('\r\n', '\n') === other.replaceAll('\r\n', '\n');
}
