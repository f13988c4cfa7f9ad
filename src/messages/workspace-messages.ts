import { listed, say, type Phrase } from './phrase.ts';

// What an edit of a file does in workspaces other than the one that a command works for.

/** What is written changes something for them, too; empty where there are none. */
export function alsoChanges(workspaces: readonly string[]): Phrase {
  return workspaces.length === 0 ? [] : say`This also changes ${listed(workspaces)}.`;
}

/** A copy of a campaign that they have, too; empty where there are none. */
export function alsoReplaces(workspaces: readonly string[]): Phrase {
  if (workspaces.length === 0) return [];
  return say`The file is also for ${listed(workspaces)}. There, too, the copy is created and the edit leaves the old campaign.`;
}
