import type { Moves, SwappedFile } from '../../model/moved.ts';
import { counted } from '../../model/show.ts';
import { indent, wrap } from '../columns.ts';
import { visibleLine } from '../text-layout.ts';

interface Options {
  readonly workspace: string;
  /** What was done about the certain ones. */
  readonly done: 'nothing' | 'moved' | 'keys-written';
  readonly columns: number;
}

/** How many moves are listed. */
const LISTED = 20;

/** What was moved, what is doubtful, and what to do next. */
export function movesText(moves: Moves, { workspace, done, columns }: Options): string {
  const { doubtful } = moves;
  const isKept = done === 'keys-written';
  const certain = isKept ? [...moves.certain, ...moves.swapped] : moves.certain;
  const swapped = isKept ? [] : moves.swapped;
  if (certain.length + doubtful.length + swapped.length === 0)
    return 'No file was moved without its key: there is nothing to do.\n';
  return `${[
    ...(certain.length === 0
      ? []
      : [headOf(certain, done), ...listOf(certain, isKept ? keptLine : undefined)]),
    ...(doubtful.length === 0 ? [] : doubtfulLines(doubtful, { workspace, columns })),
    ...(swapped.length === 0 ? [] : swappedLines(swapped, { workspace, columns })),
    ...(certain.length === 0 ? [] : wrap(nextOf(workspace, done), columns)),
  ].join('\n')}\n`;
}

function doubtfulLines(
  doubtful: Moves['doubtful'],
  { workspace, columns }: Pick<Options, 'workspace' | 'columns'>,
): string[] {
  const title = `${counted(doubtful.length, 'file')} may belong to a campaign whose file is gone, but this isn't certain:`;
  return [
    ...wrap(title, columns),
    ...doubtful.flatMap(({ to, from, file }) => {
      const [only = 'OLD', ...others] = from;
      const old = others.length === 0 ? only : 'OLD';
      return [
        `  ${visibleLine(file)}`,
        ...indent(wrap(`possibly ${from.map(visibleLine).join(' or ')}`, columns - 6), 6),
        `      campaigns state mv ${old} ${to} -w ${workspace}`,
      ];
    }),
  ];
}

function swappedLines(
  swapped: readonly SwappedFile[],
  { workspace, columns }: Pick<Options, 'workspace' | 'columns'>,
): string[] {
  const title = `${counted(swapped.length, 'file')} were swapped, so each path now stands for the campaign of another file:`;
  const todo = `To keep each campaign with its own file, write the keys into the files: campaigns fmt --keep-keys -w ${workspace}`;
  return [...wrap(title, columns), ...listOf(swapped), ...wrap(todo, columns)];
}

function headOf({ length }: readonly SwappedFile[], done: Options['done']): string {
  const files = counted(length, 'file');
  switch (done) {
    case 'nothing':
      return `${files} ${length === 1 ? 'was' : 'were'} moved without ${length === 1 ? 'its key' : 'their keys'}:`;
    case 'moved':
      return `Moved ${counted(length, 'binding')}:`;
    case 'keys-written':
      return `Wrote the recorded key into ${files}:`;
  }
}

function listOf(certain: readonly SwappedFile[], lineOf = movedLine): string[] {
  const rest = certain.length - LISTED;
  return [
    ...certain.slice(0, LISTED).map(lineOf),
    ...(rest > 0 ? [`  and ${rest} more; --json lists all`] : []),
  ];
}

function movedLine({ from, to }: SwappedFile): string {
  return `  ${visibleLine(from)} → ${visibleLine(to)}`;
}

/** An arrow would look as if the key had changed. */
function keptLine({ from, file }: SwappedFile): string {
  return `  ${visibleLine(file)} keeps the key ${visibleLine(from)}`;
}

function nextOf(workspace: string, done: Options['done']): string {
  switch (done) {
    case 'nothing':
      return `To move the bindings: campaigns state mv --all-moved -w ${workspace}. To write the old keys into the files instead: campaigns fmt --keep-keys -w ${workspace}`;
    case 'moved':
      return `Next: campaigns plan -w ${workspace}. Other workspaces have their own bindings: run this for each of them, too.`;
    case 'keys-written':
      return `Next: commit the files, then: campaigns plan -w ${workspace}`;
  }
}
