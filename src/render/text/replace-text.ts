import { endOld } from '../../messages/advice.ts';
import { code, listed, say, type Phrase } from '../../messages/phrase.ts';
import type { Replacement } from '../../model/replacement.ts';
import { columns, indent } from '../columns.ts';
import { visibleLine } from '../text-layout.ts';
import { wrapPhrase } from './wrap-phrase.ts';

interface Options {
  readonly columns: number;
}

/** Which files get the edit, and which are restored. */
export function replaceText({ workspace, old, copy, texts, alsoFor }: Replacement, options: Options): string {
  const back = `as last applied to ${workspace} (${old.commit.slice(0, 7)})`;
  const rows = [
    ['+', copy.file, `"${visibleLine(copy.name)}", with the edit`],
    ['~', old.file, back],
    ...texts.map(({ file, of }) => (of === 'copy' ? ['+', file, 'its text'] : ['~', file, back])),
  ];
  const also = say`The file is also used in ${listed(alsoFor)}. There, too, the copy is created and the edit to the old campaign is undone.`;
  return lines([
    ...wrapPhrase(say`The edit to ${old.key} will be moved into a copy:`, options.columns),
    ...indent(columns(rows), 2),
    ...(alsoFor.length === 0 ? [] : wrapPhrase(also, options.columns)),
  ]);
}

/** After a dry run, that nothing was written. Otherwise what was written, and the next steps in order. */
export function replaceSteps({ old, copy, written, isDone }: Replacement, options: Options): string {
  if (!isDone) return 'Dry run: no files were written. To write them, run this again without --dry-run.\n';
  const here = say`in ${code(old.file)}`;
  const excluded = say`Exclude everyone who may already have the old version (${code('segmentation_details.excluded_filters')} in ${code(copy.file)}).`;
  const steps = [
    ...(old.isResumed
      ? [say`Set ${code('status: PAUSED')} ${here}, or the old campaign will be resumed.`]
      : []),
    say`Commit these files, with your edits to texts and variables that they use, and apply them. ${copy.key} is created as a draft and sends nothing.`,
    ...(old.type === 'ONE_TIME' && old.status !== 'SCHEDULED' ? [excluded] : []),
    say`Then ${endOld(old.type, here)}, and publish ${code(copy.file)} (${code('status: ACTIVE')}). The old campaign has to end first, or people get both.`,
  ];
  const numbered = (step: Phrase, at: number) => {
    const [first = '', ...rest] = wrapPhrase(step, options.columns - 5);
    return [`  ${at + 1}. ${first}`, ...indent(rest, 5)];
  };
  return lines([
    ...wrapPhrase(say`Wrote ${listed(written.map(code))}.`, options.columns),
    'Next',
    ...steps.flatMap(numbered),
  ]);
}

function lines(all: readonly string[]): string {
  return `${all.join('\n')}\n`;
}
