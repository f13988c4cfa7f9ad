import { formatText } from '../format-text.ts';
import type { WrittenFile } from './draft-pulled.ts';

// A pull writes into the lines that are there: an entry that is added to a list in brackets makes its line longer, and
// past the width of a page `campaigns fmt` would write it as a block. Where a required check runs `fmt --check`, the pull
// request of the drift could never be merged. So a campaign file that was in form stays in form. A file that wasn't is
// left as its author laid it out: only what changed is rewritten.

/** The changes, with each campaign file in form that was in form before; `campaignFiles` are paths from the root. */
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
