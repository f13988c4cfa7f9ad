/** What earlier versions understood, and what to do in its place. An option belongs to the command before it. */
const REMOVED: Readonly<Record<string, string>> = {
  'import --share':
    'Add the workspace to workspaces in the file, and bind it: campaigns import ID --key KEY --adopt. Then campaigns pull KEY --theirs writes what differs as an override.',
  prune:
    'The file of a campaign that has ended can be deleted like any other: git rm FILE. Its binding stays, so no other branch creates the campaign again. For the live statuses, run campaigns status.',
  'state mv --all-moved':
    'Write the old key into each moved file (key: …), as the plan shows it, or move one binding: campaigns state mv OLD NEW',
  'fmt --keep-keys': 'Write the old key into each moved file (key: …), as the plan shows it.',
};

/** What to do in place of a command line that was refused; undefined if it was never understood. */
export function insteadOfRemoved(args: readonly string[]): string | undefined {
  const given = new Set(args.map((arg) => arg.replace(/=.*$/s, '')));
  return Object.entries(REMOVED).find(([spelling]) => {
    const words = spelling.split(' ');
    return words.every((word, at) => (word.startsWith('-') ? given.has(word) : args[at] === word));
  })?.[1];
}
