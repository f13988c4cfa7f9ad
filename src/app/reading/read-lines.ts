import { join } from 'node:path';
import { readText, TEXT_LIMIT_BYTES } from '../../files/read-text.ts';

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
  const answer = readText(path, TEXT_LIMIT_BYTES);
  return answer.kind === 'text' ? answer.text.split(/\r?\n/) : [];
}
