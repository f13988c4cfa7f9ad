import type { CampaignFile, GlanceAtReference, ReadReference, ReferenceAnswer } from '../model/findings.ts';
import { withoutMark } from '../model/text-start.ts';
import { byCodeUnit } from '../model/json.ts';

/** The source of campaigns: the campaigns folder as it is, or as it would be. Paths are from the root of the repository. */
export interface FolderView {
  readonly path: string;
  files(isKnown?: (file: string, id: string) => boolean): readonly CampaignFile[];
  readonly readReference: ReadReference;
  readonly glanceAtReference?: GlanceAtReference;
  /** The exact text of a file, with its byte order mark and its line endings; undefined if it can't be read. */
  whole(file: string): string | undefined;
  isCampaign(file: string): boolean;
}

/** The campaigns folder as it would be with some texts written. */
export function folderWith(folder: FolderView, texts: ReadonlyMap<string, string>): FolderView {
  const below = (file: string) => file.slice(folder.path.length + 1);
  const written = [...texts]
    .filter(([file]) => folder.isCampaign(file))
    .map(([file, text]) => ({ file, below: below(file), text: withoutMark(text) }));
  return {
    path: folder.path,
    isCampaign: (file) => folder.isCampaign(file),
    whole: (file) => texts.get(file) ?? folder.whole(file),
    files: () =>
      [...folder.files().filter(({ file }) => !texts.has(file)), ...written].sort((a, b) =>
        byCodeUnit(a.below, b.below),
      ),
    readReference: (from, path) => {
      const asked = pathFrom(from, path);
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

/** The path that a reference in a file leads to; above the root, it begins with `..`. */
export function pathFrom(file: string, reference: string): string {
  const steps = file.split('/').slice(0, -1);
  for (const step of reference.split('/')) {
    if (step === '..' && steps.length > 0 && steps.at(-1) !== '..') steps.pop();
    else if (step !== '.' && step !== '') steps.push(step);
  }
  return steps.join('/');
}

/** The path from the folder of a file to another one, as a reference writes it. */
export function pathTo(file: string, target: string): string {
  const [from, to] = [file.split('/').slice(0, -1), target.split('/')];
  let shared = 0;
  while (shared < from.length && from[shared] === to[shared]) shared += 1;
  const up = from.slice(shared).map(() => '..');
  return [...(up.length === 0 ? ['.'] : up), ...to.slice(shared)].join('/');
}
