import { listed, say, type Phrase } from './phrase.ts';

// What an edit of a file changes in workspaces other than the one that a command works on.

/** Says that the edit also changes other workspaces; empty if there are none. */
export function alsoChanges(workspaces: readonly string[]): Phrase {
  return workspaces.length === 0 ? [] : say`This also changes ${listed(workspaces)}.`;
}
