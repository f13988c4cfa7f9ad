import type { Command } from 'commander';
import { completionNames } from '../app/reading/completion-names.ts';
import type { Host } from '../app/process/host.ts';
import { visibleLine } from '../render/text-layout.ts';
import { completionsFor } from './arguments/completions.ts';

/**
 * Prints completions for a shell: one value and its description per line, and in the last line what the shell itself
 * may complete.
 */
export function complete(program: Command, words: readonly string[], host: Host): void {
  const { values, otherwise } = completionsFor(program, words, (directory) =>
    completionNames(host, directory),
  );
  const lines = values.map(([value, description]) =>
    description === '' ? visibleLine(value) : `${visibleLine(value)}\t${visibleLine(description)}`,
  );
  host.stdout.write([...lines, `:${otherwise}`, ''].join('\n'));
}
