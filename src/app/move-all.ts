import { wholeText } from '../files/read-text.ts';
import { withKey } from '../load/with-key.ts';
import { keyOf, probableKey } from '../load/key.ts';
import type { CampaignKey, Desired } from '../model/campaign.ts';
import { hasErrors } from '../model/diagnostic.ts';
import { EXIT } from '../model/exit.ts';
import type { Moves } from '../model/moved.ts';
import type { State } from '../model/state.ts';
import { pairMoved } from '../plan/pair-moved.ts';
import { swappedFiles } from '../plan/swapped-files.ts';
import { readFiles } from '../git/tree.ts';
import { editRecord } from './applying/edit-record.ts';
import type { Context, InWorkspace } from './context.ts';
import { openStateStore } from './opening/state-store.ts';
import { LENIENTLY, loadFor } from './reading/load-files.ts';
import { readState, requireRecord } from './reading/read-state.ts';
import { UserFailure } from './process/user-failure.ts';
import { writeAll } from './writing/write-all.ts';

/** Which files were moved without a key of their own. Reads files and the record, and writes nothing. */
export async function findMoves(target: InWorkspace): Promise<Moves> {
  const { state } = await readState(openStateStore(target.context, target.workspace));
  return movesIn(state, target);
}

/** Moves the bindings of moved files at once, under one lease; throws UserFailure if they changed since. */
export async function moveAll({ certain }: Moves, { context, workspace }: InWorkspace): Promise<void> {
  if (certain.length === 0) return;
  await editRecord({ context, workspace }, async (recorder) => {
    const { state } = recorder;
    const now = await movesIn(state, { context, workspace });
    const isStill = (one: Moves['certain'][number]) =>
      now.certain.some(({ from, to }) => from === one.from && to === one.to);
    const changed = certain.find((one) => !isStill(one));
    if (changed) throw new UserFailure(EXIT.LEASE, { code: 'bound-meanwhile', key: changed.from });
    const unresolved = state.open.find(({ key }) => certain.some(({ from, to }) => [from, to].includes(key)));
    if (unresolved)
      throw new UserFailure(EXIT.USAGE, {
        code: 'work-open',
        key: unresolved.key,
        workspace: workspace.name,
      });
    requireRecord(await recorder.move(certain));
  });
}

/** Writes the recorded keys into moved files instead: one line in each file, and all of them or none. */
export function keepKeys({ certain, swapped }: Moves, context: Context): void {
  const changes = [...certain, ...swapped].map(({ file, from }) => {
    const before = wholeText(context.repository.root, file) ?? '';
    const text = withKey(before, from);
    if (text !== undefined) return { path: file, text, before };
    throw new UserFailure(EXIT.INVALID, {
      code: 'files-not-written',
      file,
      fault: { code: 'E_FILE', why: 'no-place-for-key' },
    });
  });
  writeAll(context, changes);
}

/** A moved campaign was managed before, so its file may contain what only a managed one may. */
async function movesIn(state: State, { context, workspace }: InWorkspace): Promise<Moves> {
  const { desired: loaded, diagnostics } = loadFor(context, { workspacesToLoad: [workspace], ...LENIENTLY });
  // A campaign whose file has a mistake would seem to have no file.
  if (hasErrors(diagnostics))
    throw new UserFailure(EXIT.INVALID, { code: 'invalid-files', todo: 'write' }, { diagnostics });
  const desired = loaded.get(workspace.name) ?? [];
  const keys = new Set(desired.map(({ key }) => key));
  const orphans = [...state.bindings.values()].filter(({ key }) => !keys.has(key));
  const others = [...state.bindings.values()].filter(({ key }) => keys.has(key));
  const newcomers = desired.filter(({ key }) => !state.bindings.has(key));
  const swapped = swappedFiles(
    desired.flatMap((file) => {
      const binding = state.bindings.get(file.key);
      return binding ? [{ file, binding }] : [];
    }),
  );
  if (orphans.length === 0 || newcomers.length === 0) return { certain: [], doubtful: [], swapped };
  const renames = await renamesSince(state.lastCommit, newcomers, context);
  return { ...pairMoved({ orphans, others, newcomers, renames }), swapped };
}

/** Renames that git detects since the last apply: the keys that files had before. */
async function renamesSince(
  commit: string | undefined,
  newcomers: readonly Desired[],
  { history, git, folder }: Context,
): Promise<ReadonlyMap<string, CampaignKey>> {
  if (commit === undefined) return new Map();
  const renames = await history.renamesSince(commit);
  const moved = newcomers.flatMap(({ file }) => {
    const before = renames.get(file);
    return before !== undefined && folder.contains(before) ? [{ file, before }] : [];
  });
  const former = new Set(moved.map(({ before }) => before));
  const texts = await readFiles(git, commit, (path) => former.has(path));
  return new Map(
    moved.map(({ file, before }) => {
      const below = folder.below(before);
      const text = texts.get(before);
      const key = text === undefined ? keyOf(below) : probableKey({ below, text });
      return [file, key as CampaignKey];
    }),
  );
}
