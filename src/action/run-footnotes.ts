import { utcMinute } from '../model/utc-words.ts';
import type { ActionContext } from './context.ts';

/** Markdown for the last line: when the run happened, and a link to it. */
export function runFootnotes({ github }: ActionContext, now: number): string[] {
  const at = utcMinute(new Date(now).toISOString());
  return [at, ...(github.page === null ? [] : [`[run](${github.page})`])];
}

/** A text without the last line from `runFootnotes`: another run with the same result is nothing new. */
export function withoutRun(text: string): string {
  return text.replace(/\d{4}-\d\d-\d\d \d\d:\d\d UTC(?: · \[run\]\([^()\s]*\))?(?=[^\n]*<\/sub>\s*$)/, '');
}
