import { posix } from 'node:path';
import type { CampaignFolder } from '../../files/campaign-folder.ts';
import type { CampaignFile } from '../../load/load-campaigns.ts';
import type { ReadReference, ReferenceAnswer } from '../../load/reference-answer.ts';
import { withoutMark } from '../../model/byte-order-mark.ts';
import { byCodeUnit } from '../../model/json.ts';

/** The source of campaigns: the campaigns folder as it is, or as it would be. */
export interface FolderView {
  files(): readonly CampaignFile[];
  readonly readReference: ReadReference;
  /** The folder's path from the root of the repository. */
  readonly path: string;
}

/** The campaigns folder as it would be with some texts written. Paths are relative to the root of the repository. */
export function folderWith(folder: CampaignFolder, texts: ReadonlyMap<string, string>): FolderView {
  const written = [...texts]
    .filter(([file]) => folder.isCampaign(file))
    .map(([file, text]) => ({ file, below: folder.below(file), text: withoutMark(text) }));
  return {
    path: folder.path,
    files: () =>
      [...folder.files().filter(({ file }) => !texts.has(file)), ...written].sort((a, b) =>
        byCodeUnit(a.below, b.below),
      ),
    readReference: (from, path) => {
      const asked = posix.join(posix.dirname(from), path);
      const text = texts.get(asked);
      if (text !== undefined) return referencedText(asked, text);
      const found = folder.readReference(from, path);
      // The target of a link may be one of the texts, too.
      const other = found.kind === 'text' ? texts.get(found.file) : undefined;
      return other !== undefined && found.kind === 'text' ? referencedText(found.file, other) : found;
    },
  };
}

/** A text as the files that refer to it use it. */
export function referencedText(file: string, text: string): ReferenceAnswer {
  return { kind: 'text', file, text: withoutMark(text).replaceAll('\r\n', '\n') };
}
