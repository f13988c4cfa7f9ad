import type { Lease } from '../../apply/ports.ts';
import type { StateRecorder, StateStore } from '../../apply/state-store.ts';
import type { InWorkspace } from '../context.ts';
import { openStateStore } from '../opening/state-store.ts';
import { personHere } from '../reading/actors.ts';
import { openRecorder } from '../reading/read-state.ts';
import { holdLease } from './hold-lease.ts';
import { runUrl } from './run-url.ts';

/** Makes a manual edit of the record, in the user's name, while no run writes to it. */
export async function editRecord<Answer>(
  { context, workspace }: InWorkspace,
  act: (recorder: StateRecorder, lease: Lease) => Promise<Answer>,
  store: StateStore = openStateStore(context, workspace),
): Promise<Answer> {
  return holdLease(context, store, async ({ runId, lease }) => {
    const person = await personHere(context, workspace);
    const recorder = await openRecorder(store, {
      run: runId,
      commit: context.repository.head,
      page: runUrl(context.environment),
      authorOf: () => person,
      allowed: [],
      baseBranch: undefined,
    });
    return act(recorder, lease);
  });
}
