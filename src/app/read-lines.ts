import { join } from 'node:path';
import { readText, type SizeLimit } from '../files/read-text.ts';

/** Every file that we read is small enough to be shown. */
const SHOWN: SizeLimit = { bytes: 2 * 1024 * 1024, content: 'text' };

/** Lines of files below `root`, counted from 1; undefined if there is none. Each file is read once. */
export function lineReader(root: string): (file: string, line: number) => string | undefined {
  const texts = new Map<string, readonly string[]>();
  return (file, line) => {
    const lines = texts.get(file) ?? linesOf(join(root, file));
    texts.set(file, lines);
    return lines[line - 1];
  };
}

/** Empty if the file isn't text. */
function linesOf(path: string): readonly string[] {
  const answer = readText(path, SHOWN);
  return answer.kind === 'text' ? answer.text.split(/\r?\n/) : [];
}
