import { stepsAfterCopying, stepsBeforeApply, untilReplaced } from '../../messages/replace-advice.ts';
import { alsoReplaces } from '../../messages/other-workspaces.ts';
import { capitalized, code, listed, say, type Phrase } from '../../messages/phrase.ts';
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

/**
 * After a dry run, that nothing was written. Otherwise what was written, the next steps in order, and what customers get
 * in between.
 */
export function replaceSteps(
  { old, copy, written, toCommit, alsoCommit, advice, isDone }: Replacement,
  options: Options,
): string {
  if (!isDone) return 'Dry run: no files were written. To write them, run this again without --dry-run.\n';
  const place = { here: say`in ${code(old.file)}`, copy: say`${code(copy.file)}` };
  const first = stepsBeforeApply(advice, place).map(capitalized);
  const changed = first.length > 0 ? [...new Set([...toCommit, old.file])] : toCommit;
  const steps = [
    ...first,
    say`${commitAndApply({ written, toCommit: changed, alsoCommit })} ${copy.key} is created as a draft and sends nothing.`,
    ...stepsAfterCopying(advice, place),
  ];
  const numbered = (step: Phrase, at: number) => {
    const [first = '', ...rest] = wrapPhrase(step, options.columns - 5);
    return [`  ${at + 1}. ${first}`, ...indent(rest, 5)];
  };
  return lines([
    ...wrapPhrase(say`Wrote ${listed(written.map(code))}.`, options.columns),
    'Next',
    ...steps.flatMap(numbered),
    ...indent(wrapPhrase(untilReplaced(advice), options.columns - 2), 2),
  ]);
}

function commitAndApply({
  written,
  toCommit,
  alsoCommit: others,
}: Pick<Replacement, 'written' | 'toCommit' | 'alsoCommit'>): Phrase {
  const count = toCommit.length;
  const files =
    count === written.length && count > 1
      ? say`${count === 2 ? 'both files' : `these ${count} files`}`
      : listed(toCommit.map(code));
  if (others.length > 0)
    return say`Commit ${files} together with your edit to ${listed(others.map(code))} and apply them.`;
  return say`Commit ${files} and apply ${count === 1 ? 'it' : 'them'}.`;
}

function lines(all: readonly string[]): string {
  return `${all.join('\n')}\n`;
}
