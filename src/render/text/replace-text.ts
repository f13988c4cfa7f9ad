import { takeOver } from '../../messages/replace-advice.ts';
import { alsoReplaces } from '../../messages/other-workspaces.ts';
import { code, listed, say, type Phrase } from '../../messages/phrase.ts';
import type { Replacement } from '../../model/replacement.ts';
import { columns, indent } from '../columns.ts';
import { visibleLine } from '../text-layout.ts';
import { wrapPhrase } from './wrap-phrase.ts';

interface Options {
  readonly columns: number;
}

/** Which files get the edit, and which are restored. */
export function replaceText(
  { workspace, old, copy, texts, alsoFor, isDone }: Replacement,
  options: Options,
): string {
  const back = `as last applied to ${workspace} (${old.commit.slice(0, 7)})`;
  const rows = [
    ['+', copy.file, `"${visibleLine(copy.name)}", with the edit`],
    ...texts.filter((one) => one.of === 'copy').map(({ file }) => ['+', file, 'its text']),
    ['~', old.file, back],
    ...texts.filter((one) => one.of === 'old').map(({ file }) => ['~', file, back]),
  ];
  const head = isDone
    ? say`Moved the edit to ${old.key} into a copy:`
    : say`The edit to ${old.key} will be moved into a copy:`;
  return lines([
    ...wrapPhrase(head, options.columns),
    ...indent(columns(rows), 2),
    ...wrapPhrase(alsoReplaces(alsoFor), options.columns),
  ]);
}

/** After a dry run, that nothing was written. Otherwise what was written, and the next steps in order. */
export function replaceSteps(replacement: Replacement, options: Options): string {
  const { old, copy, written, isDone } = replacement;
  if (!isDone) return 'Dry run: no files were written. To write them, run this again without --dry-run.\n';
  const here = say`in ${code(old.file)}`;
  const steps = [
    ...(old.isResumed
      ? [say`Set ${code('status: PAUSED')} ${here}, or the old campaign will be resumed.`]
      : []),
    say`${commitAndApply(replacement)} ${copy.key} is created as a draft and sends nothing.`,
    ...(old.type === 'ONE_TIME' && old.status !== 'SCHEDULED'
      ? [
          say`Exclude everyone who may already have the old version (${code(EXCLUDED)} in ${code(copy.file)}).`,
        ]
      : []),
    takeOver({ type: old.type, here, copy: say`${code(copy.file)}` }),
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

const EXCLUDED = 'segmentation_details.excluded_filters';

function commitAndApply({ old, toCommit, alsoCommit }: Replacement): Phrase {
  const own = old.isResumed ? [...new Set([...toCommit, old.file])] : toCommit;
  const files = listed(own.map(code));
  if (alsoCommit.length > 0)
    return say`Commit ${files} together with your edit to ${listed(alsoCommit.map(code))} and apply them.`;
  return say`Commit ${files} and apply ${own.length === 1 ? 'it' : 'them'}.`;
}

function lines(all: readonly string[]): string {
  return `${all.join('\n')}\n`;
}
