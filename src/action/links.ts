import type { AddressOf } from '../render/markdown/rows-markdown.ts';
import type { ActionContext } from './context.ts';

/** The address of a line of a file, at a commit or a branch. */
export function addressAt({ github }: ActionContext, at: string): AddressOf {
  const root = `${github.serverUrl}/${github.repository}/blob/${encodeURIComponent(at)}`;
  return ({ file, line }) =>
    `${root}/${file.split('/').map(encodeURIComponent).join('/')}${line === undefined ? '' : `#L${line}`}`;
}

/** The page of a workflow, where a user starts it manually. */
export function workflowAt({ github }: ActionContext): (file: string) => string {
  return (file) => `${github.serverUrl}/${github.repository}/actions/workflows/${encodeURIComponent(file)}`;
}
