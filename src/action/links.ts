import { utcMinute } from '../model/utc-words.ts';
import type { AddressOf } from '../render/markdown/markdown-rows.ts';
import type { ActionContext } from './context.ts';

/** The address of a line of a file, at a commit or a branch. */
export function addressAt({ github }: ActionContext, at: string): AddressOf {
  const root = `${github.serverUrl}/${github.repository}/blob/${encodeURIComponent(at)}`;
  return ({ file, line }) =>
    `${root}/${file.split('/').map(encodeURIComponent).join('/')}${line === undefined ? '' : `#L${line}`}`;
}

/** Markdown for the last line: when the run happened, and a link to it. */
export function runFootnotes({ github, session }: ActionContext): string[] {
  const at = utcMinute(new Date(session.clock.now()).toISOString());
  return [at, ...(github.page === null ? [] : [`[run](${github.page})`])];
}
