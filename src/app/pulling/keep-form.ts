import { formatText } from '../format-text.ts';
import type { WrittenFile } from './written-file.ts';

// A pull edits existing lines: an entry that is added to a list in brackets makes its line longer, and `campaigns fmt`
// would write a line that is too long as a block. If a required check runs `fmt --check`, the drift pull request could
// never be merged. So a campaign file that was formatted before is formatted again. Any other file keeps its author's
// layout: only what changed is rewritten.

/** The changes, with each campaign file formatted if it was formatted before; `campaignFiles` are paths from the root. */
export function keepForm(
  changes: readonly WrittenFile[],
  campaignFiles: ReadonlySet<string>,
): Promise<WrittenFile[]> {
  return Promise.all(changes.map(async (one) => (campaignFiles.has(one.path) ? inForm(one) : one)));
}

async function inForm(change: WrittenFile): Promise<WrittenFile> {
  const { path: file, before, text } = change;
  if (before === null || !(await isForm(file, before))) return change;
  const form = await formatText({ file, text, content: 'campaign' });
  return form.kind === 'text' ? { ...change, text: form.text } : change;
}

async function isForm(file: string, text: string): Promise<boolean> {
  const form = await formatText({ file, text, content: 'campaign' });
  return form.kind === 'text' && form.text === text;
}
